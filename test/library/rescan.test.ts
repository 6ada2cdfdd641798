// Goal: what changes on disk shows up without anybody asking for it: soon by hints, and by the interval when no hint comes.
import { mkdirSync, renameSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { keepLevel, RESCAN_MS } from '../../src/library/rescan.ts'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { AGENT, openLibrary } from '../support/open-library.ts'
import { SOON } from '../support/soon.ts'
import { tempHome } from '../support/temp-home.ts'

const NEVER_MS = 3_600_000
const byHand = (layout: HomeLayout, name: string, content: string) =>
  put(skillPath(layout, name), skillJson(name, content))

async function keptLevel(rescanMs: number) {
  const layout = tempHome()
  mkdirSync(layout.skills)
  const open = await openLibrary(layout)
  const keeper = keepLevel(open.shelf, open.store, open.log, rescanMs)
  onTestFinished(keeper.close)
  const content = (name: string) => open.shelf.entry(name)?.skill.content
  return { layout, ...open, keeper, content }
}

// A watcher takes a moment to begin: a file is written again and again until it shows.
async function watching({ layout, content }: Awaited<ReturnType<typeof keptLevel>>): Promise<void> {
  const poke = () => {
    byHand(layout, 'mcp/email', 'One.')
    return content('mcp/email')
  }
  await expect.poll(poke, SOON).toBe('One.')
}

test('the interval is short enough for the bar of ten seconds', () => {
  expect(RESCAN_MS).toBe(5_000)
})

test('hints alone show new, edited and removed files', async () => {
  const open = await keptLevel(NEVER_MS)
  const { layout, content } = open
  await watching(open)
  byHand(layout, 'mcp/email', 'Two.')
  await expect.poll(() => content('mcp/email'), SOON).toBe('Two.')
  put(skillPath(layout, 'mcp/email'), undefined)
  await expect.poll(() => content('mcp/email'), SOON).toBeUndefined()
})

test('hints show the last of many edits in quick succession, of which a watcher tells only some', async () => {
  const open = await keptLevel(NEVER_MS)
  await watching(open)
  for (let edit = 1; edit <= 200; edit++) {
    byHand(open.layout, 'mcp/email', `Edit ${edit}.`)
    // Now and then as soon as the one before shows, which is when the watcher is deaf for a moment.
    if (edit % 20 === 0) await expect.poll(() => open.content('mcp/email'), SOON).toBe(`Edit ${edit}.`)
    else await new Promise(setImmediate)
  }
  await expect.poll(() => open.content('mcp/email'), SOON).toBe('Edit 200.')
})

test('the interval alone shows them too, also in a folder that was swapped', async () => {
  const { layout, content } = await keptLevel(50)
  byHand(layout, 'mail', 'One.')
  await expect.poll(() => content('mail'), SOON).toBe('One.')
  renameSync(layout.skills, `${layout.skills}-old`)
  byHand(layout, 'mail', 'Two.')
  byHand(layout, 'mcp/email', 'New.')
  await expect.poll(() => [content('mail'), content('mcp/email')], SOON).toEqual(['Two.', 'New.'])
  byHand(layout, 'mcp/email', 'Newer.')
  await expect.poll(() => content('mcp/email'), SOON).toBe('Newer.')
})

test('whoever asks to be level sees what another process saved, at once', async () => {
  const { layout, keeper, content } = await keptLevel(NEVER_MS)
  const other = await openLibrary(layout)
  for (const text of ['One.', 'Two.', 'Three.']) {
    await other.library.save('mcp/email', { content: text }, AGENT)
    await keeper.level()
    expect(content('mcp/email')).toBe(text)
  }
  await other.library.archive('mcp/email', AGENT)
  await keeper.level()
  expect(content('mcp/email')).toBeUndefined()
})

test('a file that cannot be read is logged or reported and keeps nothing else from being seen', async () => {
  const { layout, shelf, content } = await keptLevel(50)
  put(skillPath(layout, 'bad'), '{')
  byHand(layout, 'good', 'x')
  await expect.poll(() => [content('good'), shelf.faults('bad').length], SOON).toEqual(['x', 1])
})
