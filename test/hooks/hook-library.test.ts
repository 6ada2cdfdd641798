// A hook answers from the snapshot as far as the files still bear its stamps, and never otherwise than it would without
// one: what is missing, damaged, old or of another engine costs time only.
import { chmodSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openHookIndex, readHookLibrary } from '../../src/hooks/hook-library.ts'
import { openLibrary } from '../support/open-library.ts'
import { writeSkill } from '../support/written-skills.ts'
import { hookArgs, hooksOn, keepSnapshot, runHook, teamHome } from './hook-home.ts'

const COUNT = 32
const MESSAGES = [
  'K8s pods restarting, what now?',
  'send an email with the invoice',
  'dokcer image to the staging server',
  'squash my commits and rebase',
  'how are you today',
]

/** What each message brings up, in a session of its own. */
async function answers(layout: HomeLayout): Promise<string[]> {
  const hooks = hooksOn(layout)
  const blocks: string[] = []
  for (const message of MESSAGES) blocks.push(await hooks.block(undefined, message))
  return blocks
}

async function startText(layout: HomeLayout): Promise<string> {
  const out = await hooksOn(layout).run('session-start', { source: 'startup' })
  return JSON.parse(out).hookSpecificOutput.additionalContext
}

/** How many skills a hook reads from their files. */
async function readAnew(layout: HomeLayout): Promise<string[]> {
  const { changed } = await readHookLibrary(layout, () => {})
  return [...changed.keys()].sort()
}

describe('with a snapshot that is', () => {
  test('level with the files no file is read, and the answers are those without one', async () => {
    const layout = teamHome()
    const [blocks, start] = [await answers(layout), await startText(layout)]
    expect(blocks.filter((block) => block !== '').length).toBe(4)
    await keepSnapshot(layout)
    expect(await readAnew(layout)).toEqual([])
    expect([await answers(layout), await startText(layout)]).toEqual([blocks, start])
  })

  test.each<[what: string, spoil: (path: string) => void]>([
    ['empty', (path) => writeFileSync(path, '')],
    ['cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 1_000))],
    ['JSON', (path) => writeFileSync(path, '{"head":{"skills":[]}}')],
    ['one byte longer', (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(1)]))],
    ['of another title', (path) => spoilTitle(path)],
    [
      'a folder',
      (path) => {
        rmSync(path)
        symlinkSync(join(path, '..'), path)
      },
    ],
  ])('%s', async (_, spoil) => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const before = [await answers(layout), await startText(layout)]
    spoil(layout.indexSnapshot)
    expect((await readAnew(layout)).length).toBe(COUNT)
    expect([await answers(layout), await startText(layout)]).toEqual(before)
  })

  test('damaged in any byte', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const whole = readFileSync(layout.indexSnapshot)
    const blocks = await answers(layout)
    for (let at = 0; at < whole.length; at += Math.floor(whole.length / 40)) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 0x10
      writeFileSync(layout.indexSnapshot, bytes)
      expect((await readAnew(layout)).length, `byte ${at}`).toBe(COUNT)
    }
    expect(await answers(layout)).toEqual(blocks)
  })

  test('of the other engine', async () => {
    const layout = teamHome()
    const [blocks, start] = [await answers(layout), await startText(layout)]
    await keepSnapshot(layout, { engine: 'wink' })
    // What it shows of each skill holds whoever finds it.
    expect(await readAnew(layout)).toEqual([])
    expect([await answers(layout), await startText(layout)]).toEqual([blocks, start])
  })
})

describe('since the snapshot a skill was', () => {
  const message = 'calibrate the telescope'
  const telescope = (layout: HomeLayout, name: string, summary: string) =>
    writeSkill(layout.home, name, '# Telescope\n\nTurn the screws.\n', { summary })

  async function expectLevel(layout: HomeLayout, changed: string[]): Promise<void> {
    expect(await readAnew(layout)).toEqual(changed)
    const held = [await answers(layout), await startText(layout), await hooksOn(layout).names(undefined, message)]
    rmSync(layout.indexSnapshot)
    // The threshold is the snapshot's until the server makes a new one, so only the names are compared.
    const anew = [await answers(layout), await startText(layout), await hooksOn(layout).names(undefined, message)]
    expect(held[1]).toBe(anew[1])
    expect(held[2]).toEqual(anew[2])
    expect((held[0] as string[]).map(firstLine)).toEqual((anew[0] as string[]).map(firstLine))
  }

  test('added', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    telescope(layout, 'hobby/telescope', 'Calibrate a large telescope')
    expect(await hooksOn(layout).names(undefined, message)).toEqual(['hobby/telescope'])
    await expectLevel(layout, ['hobby/telescope'])
  })

  test('changed', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    telescope(layout, 'travel/itinerary', 'Calibrate a large telescope')
    expect(await hooksOn(layout).block(undefined, message)).toContain('- travel/itinerary: Calibrate a large telescope')
    expect(await hooksOn(layout).names(undefined, 'plan a trip by train with hotels')).toEqual([])
    await expectLevel(layout, ['travel/itinerary'])
  })

  test('changed in place, at the same length and with the old time put back', async () => {
    const layout = teamHome()
    telescope(layout, 'hobby/telescope', 'Calibrate a large telescope')
    const path = join(layout.skills, 'hobby/telescope.json')
    await keepSnapshot(layout)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('large telescope', 'small telescope'))
    utimesSync(path, new Date(0), new Date(0))
    expect(await startText(layout)).toContain('hobby/telescope: Calibrate a small telescope')
  })

  test('removed', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    rmSync(join(layout.skills, 'k8s/debug-pod.json'))
    expect(await hooksOn(layout).names(undefined, MESSAGES[0]!)).not.toContain('k8s/debug-pod')
    await expectLevel(layout, [])
  })

  test('renamed', async () => {
    const layout = teamHome()
    await keepSnapshot(layout)
    const skill = JSON.parse(readFileSync(join(layout.skills, 'k8s/debug-pod.json'), 'utf8'))
    rmSync(join(layout.skills, 'k8s/debug-pod.json'))
    writeSkill(layout.home, 'pods', skill.content, { ...skill, name: 'pods' })
    expect(await hooksOn(layout).names(undefined, MESSAGES[0]!)).toContain('pods')
    await expectLevel(layout, ['pods'])
  })
})

describe('a file that is no skill, for the server and for a hook alike:', () => {
  const good = { name: 'mail', content: '# Mail\n\nWrite to the customer.\n', summary: 'Send email' }
  const ROWS: [what: string, text: string | Buffer, file?: string][] = [
    ['nothing', ''],
    ['no JSON', '{"name": "mail",'],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a name', JSON.stringify({ ...good, name: undefined })],
    ['of another name', JSON.stringify({ ...good, name: 'post' })],
    ['without content', JSON.stringify({ ...good, content: undefined })],
    ['with empty content', JSON.stringify({ ...good, content: '' })],
    ['with content of another type', JSON.stringify({ ...good, content: ['# Mail'] })],
    ['with too much content', JSON.stringify({ ...good, content: 'x'.repeat(1024 * 1024 + 1) })],
    ['with a summary that is null', JSON.stringify({ ...good, summary: null })],
    ['with an endless summary', JSON.stringify({ ...good, summary: 'x'.repeat(1_025) })],
    ['with tags in one text', JSON.stringify({ ...good, tags: 'a, b' })],
    ['with an empty trigger', JSON.stringify({ ...good, triggers: [''] })],
    ['with a number to see also', JSON.stringify({ ...good, seeAlso: [5] })],
    ['with an endless list', JSON.stringify({ ...good, tags: Array.from({ length: 201 }, (_, i) => `tag-${i}`) })],
    ['with an endless trigger', JSON.stringify({ ...good, triggers: ['x'.repeat(501)] })],
    ['with a key twice', '{"name":"mail","name":"mail","content":"# Mail"}'],
    ['a conflict of a merge', `<<<<<<< ours\n${JSON.stringify(good)}\n=======\n{}\n>>>>>>> theirs\n`],
    ['too large', `${' '.repeat(8 * 1024 * 1024 + 1)}${JSON.stringify(good)}`],
    ['at a path that is no name', JSON.stringify({ ...good, name: 'Mail' }), 'Mail.json'],
    ['among the files of a skill', JSON.stringify({ ...good, name: 'a.files/mail' }), 'a.files/mail.json'],
  ]
  const GOOD: [what: string, text: string][] = [
    ['plain', JSON.stringify(good)],
    ['with a byte order mark', `\ufeff${JSON.stringify(good)}`],
    ['with CRLF', JSON.stringify(good, null, 2).replaceAll('\n', '\r\n')],
    ['with keys of another version', JSON.stringify({ ...good, colour: 'red', steps: [], parent: null })],
    ['without a summary', JSON.stringify({ ...good, summary: undefined })],
    ['with a summary of blanks', JSON.stringify({ ...good, summary: '  ' })],
    ['with as much content as may be', JSON.stringify({ ...good, content: `# Mail\n${'x'.repeat(1024 * 1024 - 7)}` })],
  ]

  async function bothSee(text: string | Buffer, file = 'mail.json') {
    const layout = teamHome()
    const path = join(layout.skills, file)
    if (file.includes('/')) writeSkill(layout.home, file.replace('.json', ''), 'x')
    writeFileSync(path, text)
    const { cards } = await readHookLibrary(layout, () => {})
    const { shelf } = await openLibrary(layout)
    return {
      hook: [...cards.values()].map(({ name, summary, seeAlso }) => ({ name, summary, seeAlso })),
      server: shelf.entries().map(({ skill: { name, summary, seeAlso } }) => ({ name, summary, seeAlso })),
    }
  }
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

  test.each(ROWS)('%s', async (_, text, file) => {
    const { hook, server } = await bothSee(text, file)
    expect(server.length).toBe(COUNT)
    expect(hook.sort(byName)).toEqual(server.sort(byName))
  })

  test.each(GOOD)('(and one that is one: %s)', async (_, text) => {
    const { hook, server } = await bothSee(text)
    expect(server.length).toBe(COUNT + 1)
    expect(hook.sort(byName)).toEqual(server.sort(byName))
  })

  test('a link', async () => {
    const layout = teamHome()
    const outside = join(layout.home, 'outside.json')
    writeFileSync(outside, JSON.stringify(good))
    symlinkSync(outside, join(layout.skills, 'mail.json'))
    const { cards } = await readHookLibrary(layout, () => {})
    expect(cards.has('mail')).toBe(false)
  })
})

test('the index of a hook finds the very same as the server’s, with its scores', async () => {
  const layout = teamHome()
  const recall = await keepSnapshot(layout)
  const library = await readHookLibrary(layout, () => {})
  const index = openHookIndex(layout, library)
  for (const message of MESSAGES) expect(index.search(message, 50)).toEqual(recall.index.search(message, 50))
  expect(library.snapshot!.head.threshold).toBe(recall.calibration.threshold())
})

test('a folder that may not be looked into hides only itself', async () => {
  const layout = teamHome()
  chmodSync(join(layout.skills, 'k8s'), 0o000)
  const hooks = hooksOn(layout)
  expect(await hooks.names(undefined, 'send an email with the invoice')).toContain('mcp/email')
  chmodSync(join(layout.skills, 'k8s'), 0o700)
})

test('the process answers as this one does, with a snapshot and without', async () => {
  const layout = teamHome()
  const args = hookArgs('prompt', 'claude', layout)
  const ask = async () => (await runHook(args, { prompt: MESSAGES[0]! })).out
  const without = await ask()
  await keepSnapshot(layout)
  const held = await ask()
  expect(held).toBe(without)
  expect(JSON.parse(held).hookSpecificOutput.additionalContext).toBe((await answers(layout))[0])
})

function firstLine(block: string): string {
  return block.split('\n')[0]!
}

// The title stands in the directory behind the checksum, so the checksum must be made to fit.
function spoilTitle(path: string): void {
  const bytes = readFileSync(path)
  const at = bytes.indexOf('skill-cortex snapshot ')
  bytes[at + 'skill-cortex snapshot '.length] = '0'.charCodeAt(0)
  const { crc32 } = process.getBuiltinModule('node:zlib')
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  writeFileSync(path, bytes)
}
