// Goal: there is no moment at which SIGKILL leaves what a person decided half done: the skill stands as before or as after,
// in its bytes, its approval, its draft and its lifecycle, and nothing of either is lost.
// Method: a process of its own decides and kills itself right before its first call that changes the disk, before the second
// and so on; then the home is opened as by the next process.
import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type HomeLayout, homeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { storeOn } from '../support/file-store.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'
import { homeFaults } from './support/home-faults.ts'

/** Two versions of a person's, the second approved, and a draft of an agent's. */
async function reviewedHome(): Promise<HomeLayout> {
  const layout = tempHome()
  const { library, review } = await openLibrary(layout, { gate: 'guarded' })
  await library.save('mail', { content: '# Mail\n\nSend it.\n', summary: 'Send mail' }, OPERATOR)
  await library.save('mail', { content: '# Mail\n\nSend it.\n\nThen wait.\n' }, OPERATOR)
  await review.approve('mail', (await review.look('mail')).hash, OPERATOR)
  await library.save('mail', { content: '# Mail\n\nSend it twice.\n\nThen wait.\n', summary: 'Send mail twice' }, AGENT)
  return layout
}

/** All that a person or an agent can tell of the skill. */
async function told(layout: HomeLayout) {
  const { shelf, standings, review, store } = await openLibrary(layout, { gate: 'guarded' })
  const entry = await shelf.look('mail')
  const record = await store.record('mail')
  const standing = entry && standings.of(entry)
  return {
    content: entry?.skill.content,
    standing: standing && { ...standing, warnings: [] },
    lifecycle: record?.lifecycle,
    draft: record?.draft?.digest,
    draftText: record?.draft == null ? undefined : (await review.draft('mail')).skill.content,
    approved: record?.approval?.digest,
    rejection: record?.rejection?.note,
  }
}

async function run(layout: HomeLayout, what: string, killAt: number): Promise<number | undefined> {
  const child = startChild('decide', layout.home, what, String(killAt))
  expect(await child.heard()).toBe('ready')
  const answer = await Promise.race([child.heard(), child.ended()])
  await child.ended()
  return typeof answer === 'string' ? Number(/\d+/.exec(answer)![0]) : undefined
}

function copyOf(template: HomeLayout): HomeLayout {
  const layout = tempHome()
  cpSync(template.home, layout.home, { recursive: true })
  return homeLayout(layout.home)
}

test.each(['approve', 'reject', 'restore', 'undo', 'deprecate', 'archive', 'pin'])(
  '%s, killed before every call that it makes: all before or all after',
  async (what) => {
    const template = await reviewedHome()
    const before = await told(copyOf(template))
    const whole = copyOf(template)
    const calls = await run(whole, what, 0)
    const after = await told(whole)
    expect(after).not.toEqual(before)
    const ends = { before: 0, after: 0 }
    for (let killAt = 1; killAt <= calls!; killAt++) {
      const layout = copyOf(template)
      expect(await run(layout, what, killAt), `call ${killAt}`).toBe(undefined)
      const found = await told(layout)
      const end = JSON.stringify(found) === JSON.stringify(before) ? 'before' : 'after'
      expect(found, `call ${killAt}`).toEqual(end === 'before' ? before : after)
      await storeOn(layout).sweep()
      expect(
        homeFaults(layout.home).filter((fault) => !fault.endsWith('hole')),
        `call ${killAt}`,
      ).toEqual([])
      // The person decides once more.
      if (end === 'before') expect(await run(layout, what, 0), `after call ${killAt}`).toBeGreaterThan(0)
      ends[end]++
    }
    console.log(`decision-kill: ${what}: ${calls} kills, ${JSON.stringify(ends)}, 0 in between`)
  },
)
