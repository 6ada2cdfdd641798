// What bindings have brought to a session, for the hook that answers its next message: taken once, whoever asks first.
import { openBroughtContext } from '../bindings/brought-context.ts'
import { withinContext } from '../domain/context-source.ts'
import type { HomeLayout } from '../files/home-layout.ts'

export type BroughtAsked = {
  layout: HomeLayout
  session: string | undefined
  now: Date
  /** Whether a skill may come up unasked, as it stands now. */
  mayComeUp: (skill: string) => boolean
  onTrouble: (error: unknown) => void
}

/** Within the budget of a recall's context; what does not fit waits for the next message. Never throws. */
export function takeBrought({ layout, session, now, mayComeUp, onTrouble }: BroughtAsked): string[] {
  try {
    const brought = openBroughtContext(layout.bindingContext)
    const waiting = brought.waiting(session, now).filter(({ skill }) => mayComeUp(skill))
    return withinContext(waiting).flatMap(({ id, text }) => (brought.take(session, id) ? [text] : []))
  } catch (error) {
    onTrouble(error)
    return []
  }
}
