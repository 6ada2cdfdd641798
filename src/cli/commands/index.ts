// The commands, in the order in which --help lists them. Adding one is a file here and a line here.
import type { Command } from '../command.ts'
import { approve } from './approve.ts'
import { archive } from './archive.ts'
import { backup } from './backup.ts'
import { beliefs } from './beliefs.ts'
import { bindings } from './bindings.ts'
import { blacklist } from './blacklist.ts'
import { check } from './check.ts'
import { checkout } from './checkout.ts'
import { config } from './config.ts'
import { deprecate } from './deprecate.ts'
import { diff } from './diff.ts'
import { disconnect } from './disconnect.ts'
import { dream } from './dream.ts'
import { edit } from './edit.ts'
import { evalCommand } from './eval.ts'
import { exportCommand } from './export.ts'
import { extract } from './extract.ts'
import { forget } from './forget.ts'
import { health } from './health.ts'
import { history } from './history.ts'
import { importCommand } from './import.ts'
import { install } from './install.ts'
import { keep } from './keep.ts'
import { learning } from './learning.ts'
import { ledger } from './ledger.ts'
import { lessons } from './lessons.ts'
import { list } from './list.ts'
import { merge } from './merge.ts'
import { mount } from './mount.ts'
import { pin } from './pin.ts'
import { policy } from './policy.ts'
import { promote } from './promote.ts'
import { recall } from './recall.ts'
import { reflections } from './reflections.ts'
import { reflex } from './reflex.ts'
import { reject } from './reject.ts'
import { restore } from './restore.ts'
import { review } from './review.ts'
import { routes } from './routes.ts'
import { serve } from './serve.ts'
import { setup } from './setup.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'
import { stdio } from './stdio.ts'
import { ui } from './ui.ts'
import { undo } from './undo.ts'
import { unmountCommand } from './unmount.ts'
import { unpin } from './unpin.ts'

export const COMMANDS: readonly Command[] = [
  serve,
  ui,
  stdio,
  setup,
  disconnect,
  list,
  show,
  recall,
  evalCommand,
  learning,
  forget,
  routes,
  lessons,
  blacklist,
  reflex,
  bindings,
  edit,
  archive,
  restore,
  history,
  diff,
  undo,
  review,
  approve,
  reject,
  promote,
  deprecate,
  pin,
  unpin,
  keep,
  policy,
  merge,
  importCommand,
  install,
  exportCommand,
  checkout,
  extract,
  mount,
  unmountCommand,
  check,
  stats,
  health,
  dream,
  ledger,
  beliefs,
  reflections,
  backup,
  config,
]
