// The steps of two procedures as one list: an action that both have stands once, with what either says of it.
import { missingFacts } from './kept-facts.ts'
import type { Step } from './skill.ts'

/** The target's steps in their order, then those of the source whose action is new. */
export function mergedSteps(target: readonly Step[], source: readonly Step[]): Step[] {
  const steps = [...target]
  for (const step of source) {
    const at = steps.findIndex((known) => isSame(known, step))
    if (at < 0) steps.push(step)
    else steps[at] = united(steps[at]!, step)
  }
  return steps
}

// With another tool it is another way of doing it.
function isSame(a: Step, b: Step): boolean {
  const isSameTool = a.tool === undefined || b.tool === undefined || a.tool === b.tool
  return isSameTool && plain(a.action) === plain(b.action) && missingFacts([b.action], a.action).length === 0
}

function united(known: Step, step: Step): Step {
  const [own, other] = [known.description ?? '', step.description ?? '']
  const isSaid = plain(own).includes(plain(other)) && missingFacts([other], own).length === 0
  const description = isSaid ? own : own === '' ? other : `${own}\n${other}`
  return { ...step, ...known, ...(description === '' ? {} : { description }) }
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.!;:,]+/g, ' ')
    .trim()
}
