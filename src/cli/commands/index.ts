// The commands, in the order in which --help lists them. Adding one is a file here and a line here.
import type { Command } from '../command.ts'
import { archive } from './archive.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { config } from './config.ts'
import { edit } from './edit.ts'
import { history } from './history.ts'
import { list } from './list.ts'
import { recall } from './recall.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'
import { stdio } from './stdio.ts'

export const COMMANDS: readonly Command[] = [
  serve,
  stdio,
  list,
  show,
  recall,
  edit,
  archive,
  restore,
  history,
  check,
  stats,
  backup,
  config,
]
