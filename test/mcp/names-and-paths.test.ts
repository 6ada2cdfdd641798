// No argument reaches a file outside the home: three hundred hostile strings in each name and session argument of each tool,
// with a decoy beside the home that must look the same afterwards, and nothing new anywhere around it.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Answer, type Era, type StdioPeer, startStdioPeer } from '../support/json-rpc.ts'
import { forThisTest } from '../support/server-process.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'
import { HOSTILE_STRINGS } from './hostile-strings.ts'

const DECOY = JSON.stringify({ name: 'secret', content: '# Top secret' })
const ERAS: Era[] = ['legacy', 'modern']

let parent: string
let home: string

beforeEach(() => {
  const made = makeFolder()
  onTestFinished(made.remove)
  parent = made.folder
  home = join(parent, 'home')
  for (const decoy of ['outside', 'skills-evil', 'home-evil', 'etc']) {
    mkdirSync(join(parent, decoy))
    for (const file of ['secret', 'secret.json', 'passwd', 'x.json']) writeFileSync(join(parent, decoy, file), DECOY)
  }
  writeSkill(home, 'mail', '# Mail\n')
})

/** Every path beside the home with what is in it; of the home only its own top level. */
function surroundings(): string[] {
  const beside = readdirSync(parent, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('home/'))
  const files = beside
    .filter((path) => path.includes('/'))
    .map((path) => `${path}: ${readFileSync(join(parent, path), 'utf8')}`)
  return [...beside, ...files, ...readdirSync(home)].sort()
}

// Where a skill's name goes in. Each is otherwise a call that would work.
const NAME_ARGUMENTS: Record<string, (name: string) => [tool: string, args: Record<string, unknown>]> = {
  'get_skill.name': (name) => ['get_skill', { name }],
  'save_skill.name': (name) => ['save_skill', { name, content: '# Owned\n' }],
  'save_skill.name with force': (name) => [
    'save_skill',
    { name, content: '# Owned\n', force: true, expectedVersion: 1 },
  ],
  'edit_skill.name': (name) => ['edit_skill', { name, old_string: 'secret', new_string: 'owned', replace_all: true }],
  'delete_skill.name': (name) => ['delete_skill', { name }],
  'report_outcome.name': (name) => ['report_outcome', { name, outcome: 'success' }],
}

describe.each(ERAS)('over %s stdio', (era) => {
  let peer: StdioPeer

  beforeEach(async () => {
    peer = await forThisTest(startStdioPeer(home, era))
    // The home is complete from here on: seeded, with its journal.
    await peer.call('get_skill', { name: 'mail', session: 'first' })
  })

  const answers = (calls: [string, Record<string, unknown>][]): Promise<Answer[]> =>
    Promise.all(calls.map(([tool, args]) => peer.call(tool, args)))

  test.each(Object.keys(NAME_ARGUMENTS))('%s is refused, and nothing around the home changes', async (argument) => {
    const before = surroundings()
    const told = await answers(HOSTILE_STRINGS.map(NAME_ARGUMENTS[argument]!))
    for (const [i, { result, error }] of told.entries()) {
      const text = JSON.stringify(result ?? error)
      expect(result?.isError, `${JSON.stringify(HOSTILE_STRINGS[i])}: ${text}`).toBe(true)
      expect(text).not.toContain(parent)
      expect(text).not.toContain('Top secret')
    }
    expect(surroundings()).toEqual(before)
    expect((await peer.call('get_skill', { name: 'mail' })).result?.isError).toBeUndefined()
    expect(peer.noise()).toEqual([])
  })

  test.each(['get_skill', 'recall_skills', 'report_outcome'])(
    '%s.session names a session, never a path',
    async (tool) => {
      const args = { name: 'mail', message: 'mail the letter', outcome: 'success' }
      const before = surroundings()
      const told = await answers(HOSTILE_STRINGS.map((session) => [tool, { ...args, session }]))
      for (const { result, error } of told) expect(JSON.stringify(result ?? error)).not.toContain(parent)
      expect(surroundings()).toEqual(before)
      // One plain file a session, all in one folder.
      for (const file of readdirSync(join(home, 'skill-usage'), { recursive: true, encoding: 'utf8' })) {
        expect(file).toMatch(/^[a-z0-9][a-z0-9_-]*\.jsonl$/)
      }
      expect((await peer.call('get_skill', { name: 'mail' })).result?.isError).toBeUndefined()
    },
  )

  test.each(['query', 'prefix', 'tag', 'cursor'])('list_skills.%s only filters', async (argument) => {
    const before = surroundings()
    const told = await answers(HOSTILE_STRINGS.map((value) => ['list_skills', { [argument]: value }]))
    for (const { result, error } of told) expect(JSON.stringify(result ?? error)).not.toContain('Top secret')
    expect(surroundings()).toEqual(before)
  })

  test('a see-also may say anything and leads nowhere', async () => {
    const before = surroundings()
    const seeAlso = HOSTILE_STRINGS.filter((text) => text !== '' && text.length <= 500).slice(0, 200)
    await peer.call('save_skill', { name: 'mail', content: '# Mail\n', seeAlso })
    const recalled = await peer.call('recall_skills', { message: 'mail the letter mail', session: 'see-also' })
    // The starters speak of letters, too, and have a see-also that leads somewhere.
    const { hits, related } = recalled.result!.structuredContent as Record<
      'hits' | 'related',
      { name: string; of: string }[]
    >
    expect(hits[0]?.name).toBe('mail')
    expect(related.filter(({ of }) => of === 'mail')).toEqual([])
    expect(surroundings()).toEqual(before)
  })
})

test('a folder or skill that is a link to somewhere else is neither read nor written', async () => {
  symlinkSync(join(parent, 'outside'), join(home, 'skills', 'linked'))
  symlinkSync(join(parent, 'outside', 'secret.json'), join(home, 'skills', 'secret.json'))
  const before = surroundings()
  const peer = await forThisTest(startStdioPeer(home, 'legacy'))
  await peer.call('get_skill', { name: 'mail', session: 'first' })
  for (const name of ['linked/secret', 'linked/new', 'secret']) {
    for (const argument of Object.keys(NAME_ARGUMENTS)) {
      const [tool, args] = NAME_ARGUMENTS[argument]!(name)
      const { result } = await peer.call(tool, args)
      expect(result?.isError, `${argument} ${name}: ${JSON.stringify(result)}`).toBe(true)
      expect(JSON.stringify(result)).not.toContain('Top secret')
    }
  }
  expect(surroundings().filter((path) => !before.includes(path) && !/^(cortex|skill-usage)$/.test(path))).toEqual([])
  expect(before.filter((path) => !surroundings().includes(path))).toEqual([])
})
