// An approved skill whose file is changed by hand in any one place: what a reader would follow, or a wider policy, needs
// approval anew; nothing that is approved says anything else than what the person saw.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATOR, openLibrary } from '../support/open-library.ts'
import { seeded } from '../support/seed.ts'
import { tempHome } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const MUTATIONS = 400
const POLICY = {
  tools: ['read', 'write'],
  domains: ['example.org'],
  credentials: ['TOKEN'],
  sideEffects: ['write:mail'],
}

/** What an approval is of, read without our own parser. */
function followed(text: string): string {
  const { name, summary, content, triggers = [], steps = [], dependsOn = [] } = JSON.parse(text)
  return JSON.stringify([name, summary, content, triggers, steps, dependsOn])
}

/** Nothing is allowed that was not, and the side effects are declared as they were. */
function expectNoWider(text: string): void {
  const { tools = [], domains = [], credentials = [], sideEffects = [] } = JSON.parse(text).policy ?? {}
  expect(POLICY.tools, text).toEqual(expect.arrayContaining(tools))
  expect(POLICY.domains, text).toEqual(expect.arrayContaining(domains))
  expect(POLICY.credentials, text).toEqual(expect.arrayContaining(credentials))
  expect(sideEffects, text).toEqual(POLICY.sideEffects)
}

/** Whole numbers below `sides`; the same seed gives the same ones. */
function diceOf(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

test('one byte more, less or other', async () => {
  const layout = tempHome()
  writeSkill(layout.home, 'mail', '# Mail\n\nRun `send --to a@example.org` twice.\n', {
    summary: 'Send mail',
    triggers: ['send a mail'],
    steps: [{ action: 'send', tool: 'mailer' }],
    tags: ['post'],
    policy: POLICY,
  })
  const path = join(layout.skills, 'mail.json')
  const { shelf, standings, review } = await openLibrary(layout, { gate: 'guarded' })
  await review.approve('mail', (await review.look('mail')).hash, OPERATOR)
  const approved = readFileSync(path)
  const said = approved.toString('utf8')
  const seen = { approved: 0, needs_reapproval: 0, pending_review: 0, unreadable: 0 }
  const dice = diceOf(seeded(1).seed)
  for (let i = 0; i < MUTATIONS; i++) {
    const at = dice(approved.length)
    const byte = Buffer.from([32 + dice(95)])
    const gone = dice(2)
    writeFileSync(
      path,
      Buffer.concat([approved.subarray(0, at), dice(3) === 0 ? Buffer.alloc(0) : byte, approved.subarray(at + gone)]),
    )
    const entry = await shelf.look('mail')
    if (entry === undefined) {
      seen.unreadable += 1
      continue
    }
    const { approval, executable } = standings.of(entry)
    seen[approval] += 1
    expect(executable).toBe(approval === 'approved')
    if (approval !== 'approved') continue
    const text = readFileSync(path, 'utf8')
    expect(followed(text), text).toBe(followed(said))
    expectNoWider(text)
  }
  expect(seen.pending_review).toBe(0)
  expect(seen.needs_reapproval).toBeGreaterThan(MUTATIONS / 10)
  writeFileSync(path, approved)
  const back = await shelf.look('mail')
  expect(standings.of(back!)).toMatchObject({ approval: 'approved', executable: true, tier: 3 })
})
