// Offers repairs of files: each shown as what would change, carried out after a yes and never without. Where nobody can be
// asked it is shown and left.
import { printable } from '../domain/printable.ts'
import { applyRepairs, type DoneRepair, type OfferedRepair, REPAIRS_MAX, shownRepair } from '../library/file-repairs.ts'
import type { Surroundings } from './command.ts'
import { counted } from './wording.ts'

type Asked = { yes?: boolean | undefined; json?: boolean | undefined }

/** @param assertMay who may say yes beforehand. */
export async function carryOutRepairs(
  offered: readonly OfferedRepair[],
  { yes, json }: Asked,
  around: Pick<Surroundings, 'isTerminal' | 'ask' | 'writeError'>,
  assertMay: () => Promise<void>,
): Promise<{ done: DoneRepair[]; text: string }> {
  const now = offered.slice(0, REPAIRS_MAX)
  const shown = now.map(shownRepair)
  const diffs = shown.map(repairText).join('\n\n')
  const more = offered.length - now.length
  if (now.length === 0) return { done: [], text: 'Nothing to repair.' }
  if (yes === true) {
    await assertMay()
    const done = await applyRepairs(now)
    return { done, text: `${diffs}\n\n${conclusion(done, more)}` }
  }
  if (!around.isTerminal || json === true) return { done: shown, text: `${diffs}\n\n${conclusion(shown, more)}` }
  await assertMay()
  around.writeError(`${printable(diffs)}\n\n`)
  const isWanted = await around.ask(`Write ${now.length === 1 ? 'it' : 'them'} so?`)
  const done = isWanted ? await applyRepairs(now) : shown
  return { done, text: conclusion(done, more) }
}

function repairText({ file, repairs, diff }: DoneRepair): string {
  return [`${file}:`, ...repairs.map((repair) => `  put right: ${repair}`), diff].join('\n')
}

function conclusion(done: readonly DoneRepair[], more: number): string {
  const repaired = done.filter(({ outcome }) => outcome === 'repaired').length
  const left = done.filter(({ outcome }) => outcome === 'shown').length
  const refused = done.filter(({ outcome }) => outcome === 'refused')
  return [
    ...refused.map(({ file, reason }) => `${file}: not repaired: ${reason}`),
    ...(repaired > 0 ? [`${counted(repaired, 'file')} repaired.`] : []),
    ...(left > 0 ? [`${counted(left, 'file')} could be repaired; nothing was changed. To write it so: --yes.`] : []),
    ...(more > 0 ? [`${counted(more, 'further file')} could be repaired: run it again.`] : []),
  ].join('\n')
}
