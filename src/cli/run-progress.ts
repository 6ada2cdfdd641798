// A line on stderr that says which pass is under way, for a person who waits at a terminal.
import type { RunStep } from '../cycles/run-passes.ts'
import type { Surroundings } from './command.ts'

const BAR_WIDTH = 20
const CLEAR_LINE = '\r\u001b[K'

type RunProgress = { step: (step: RunStep) => void; end: () => void }

export function runProgress({ isTerminal, writeError }: Surroundings, isJson: boolean): RunProgress {
  if (!isTerminal || isJson) return { step: () => undefined, end: () => undefined }
  return {
    step({ pass, at, of, run }) {
      const done = run === undefined ? at : at + 1
      const filled = Math.round((done / of) * BAR_WIDTH)
      const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
      writeError(`${CLEAR_LINE}${bar} ${done}/${of} ${pass}${run === undefined ? ': asking the model' : ''}`)
    },
    end: () => writeError(CLEAR_LINE),
  }
}
