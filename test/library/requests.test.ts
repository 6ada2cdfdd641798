// What an agent may not do waits for a person: once, with who and why, and every answer is written down.
import { expect, test } from 'vitest'
import { PROPOSALS_MAX, type SkillRequest } from '../../src/domain/proposal.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const archiveOf = (name: string, reason: string | null = null): SkillRequest => ({ kind: 'archive', name, reason })

async function opened() {
  const layout = tempHome()
  const all = await openLibrary(layout, { gate: 'guarded' })
  await all.library.save('mail', { content: '# Mail\n\nSend it.\n' }, OPERATOR)
  const told = async (pattern: RegExp) => {
    const { events } = await all.journal.readLedger(0)
    return events.filter(({ event }) => pattern.test(event)).map(({ event, actor }) => `${event} by ${actor}`)
  }
  return { ...all, layout, told }
}

test('the same request again is the same proposal, with its newest reason', async () => {
  const { requests } = await opened()
  const first = await requests.ask(archiveOf('mail', 'old'), AGENT)
  expect(await requests.ask(archiveOf('mail', 'wrong'), AGENT)).toEqual({
    ...first,
    request: archiveOf('mail', 'wrong'),
  })
  expect(await requests.open()).toMatchObject([
    { request: archiveOf('mail', 'wrong'), actor: 'agent', author: 'client' },
  ])
})

test('a yes does it and a no does not; both stand in the ledger, and nobody but a person gives them', async () => {
  const { requests, library, told } = await opened()
  const ask = async () => {
    const asked = await requests.ask(archiveOf('mail'), AGENT)
    if (asked.kind !== 'proposed') throw new Error('done at once')
    return asked.id
  }
  const id = await ask()
  for (const answer of [requests.accept, requests.decline]) {
    await expect(answer(id, AGENT)).rejects.toMatchObject({ code: 'refused' })
  }
  await requests.decline(id, OPERATOR)
  await expect(requests.accept(id, OPERATOR)).rejects.toMatchObject({ code: 'not-found' })
  expect((await library.get('mail')).lifecycle).toBe('released')
  await requests.accept(await ask(), OPERATOR)
  expect(await told(/^proposal|archived$/)).toEqual([
    'proposal-made by agent',
    'proposal-declined by operator',
    'proposal-made by agent',
    'skill-archived by operator',
    'proposal-accepted by operator',
  ])
  expect(await requests.open()).toEqual([])
})

test('whoever asks for an archived skill is told why it went, and what to load instead', async () => {
  const { library } = await opened()
  await library.archive('mail', OPERATOR, { reason: 'nobody writes letters', supersededBy: 'post' })
  const day = new Date().toISOString().slice(0, 10)
  await expect(library.get('mail')).rejects.toMatchObject({
    code: 'not-found',
    message: `skill "mail" was archived on ${day}: nobody writes letters`,
    fix: 'Load "post" instead; a person can bring it back with: skill-cortex restore mail',
  })
})

test('a full queue refuses the next, and says what to do', async () => {
  const { requests, library } = await opened()
  const names = Array.from({ length: PROPOSALS_MAX + 1 }, (_, i) => `skill-${i}`)
  for (const name of names) await library.save(name, { content: `# ${name}\n` }, OPERATOR, { force: true })
  for (const name of names.slice(1)) await requests.ask(archiveOf(name), AGENT)
  await expect(requests.ask(archiveOf(names[0]!), AGENT)).rejects.toMatchObject({ code: 'refused' })
  expect((await requests.open()).length).toBe(PROPOSALS_MAX)
})

test('two processes that propose at once lose nothing', async () => {
  const { requests, layout, library } = await opened()
  const other = await openLibrary(layout, { gate: 'guarded' })
  const names = Array.from({ length: 12 }, (_, i) => `skill-${i}`)
  for (const name of names) await library.save(name, { content: `# ${name}\n` }, OPERATOR, { force: true })
  await Promise.all(names.map((name, i) => (i % 2 === 0 ? requests : other.requests).ask(archiveOf(name), AGENT)))
  expect((await requests.open()).map(({ request }) => request.name).sort()).toEqual([...names].sort())
})

test('a yes to what was approved already says nothing twice', async () => {
  const { review, told } = await opened()
  const { hash } = await review.look('mail')
  await review.approve('mail', hash, OPERATOR)
  await review.approve('mail', hash, OPERATOR)
  expect(await told(/^skill-approved$/)).toEqual(['skill-approved by operator'])
})

test('what waits: drafts, texts of agents, and what is no longer what a person approved', async () => {
  const { review, library } = await opened()
  expect(await review.waiting()).toEqual([])
  await library.save('note', { content: '# Note\n\nAn agent wrote it.\n' }, AGENT)
  await review.approve('mail', (await review.look('mail')).hash, OPERATOR)
  expect(await review.waiting()).toEqual(['note'])
  await library.save('mail', { content: '# Mail\n\nSend it twice.\n' }, OPERATOR)
  expect(await review.waiting()).toEqual(['mail', 'note'])
})
