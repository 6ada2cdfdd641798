// Goal: through the library nobody closes a cycle, takes away what others need, or saves the same skill twice unasked; and
// what people place by hand is never refused.
import { describe, expect, test } from 'vitest'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { AGENT, type LibraryOptions, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const needs = (...dependsOn: string[]) => ({ content: `Needs ${dependsOn.join(', ') || 'nothing'}.`, dependsOn })

/** A library with these skills placed by hand. */
async function libraryOf(skills: Record<string, string[]>, options: LibraryOptions = {}) {
  const layout = tempHome()
  const place = (name: string, dependsOn: string[], content = 'By hand.') =>
    put(skillPath(layout, name), skillJson(name, content, { dependsOn }))
  for (const [name, dependsOn] of Object.entries(skills)) place(name, dependsOn)
  return { layout, place, ...(await openLibrary(layout, options)) }
}

describe('a cycle', () => {
  test.each<[name: string, dependsOn: string[], path: string, needed: string]>([
    ['a', ['a'], 'a -> a', 'itself'],
    ['c', ['a'], 'c -> a -> b -> c', '"a"'],
    ['new', ['waits'], 'new -> waits -> new', '"waits"'],
  ])('is not closed by saving %s with %j', async (name, dependsOn, path, needed) => {
    const { library, store } = await libraryOf({ a: ['b'], b: ['c'], c: [], waits: ['new'] })
    const before = await store.stamp(name)
    await expect(library.save(name, needs(...dependsOn), OPERATOR)).rejects.toMatchObject({
      code: 'conflict',
      message: `skill "${name}" cannot depend on ${needed}: ${path} would be a cycle, and none of them could be loaded first`,
      fix: expect.stringContaining(`Take ${needed} out of dependsOn`),
    })
    expect(await store.stamp(name)).toBe(before)
  })

  test('is not closed by a restore, and force is no way around it', async () => {
    const { library } = await libraryOf({ a: [] })
    await library.save('b', needs('a'), OPERATOR)
    await library.save('b', needs(), OPERATOR)
    await library.save('a', needs('b'), OPERATOR)
    const path = expect.objectContaining({ code: 'conflict', message: expect.stringContaining('b -> a -> b') })
    await expect(library.restore('b', 1, OPERATOR)).rejects.toEqual(path)
    await expect(library.save('b', needs('a'), OPERATOR, { force: true })).rejects.toEqual(path)
  })

  test('that stands since somebody wrote it by hand keeps no skill from being changed', async () => {
    const { library, place } = await libraryOf({ a: ['b'], b: ['a'] })
    const edit = { oldText: 'hand', newText: 'heart', all: false }
    expect(await library.edit('a', edit, AGENT)).toMatchObject({ replacements: 1 })
    expect(await library.save('b', { content: 'By heart.' }, AGENT)).toMatchObject({ changed: true })
    expect(await library.save('b', { dependsOn: [] }, OPERATOR)).toMatchObject({ changed: true })
    place('b', ['a'], 'Placed again.')
    expect((await library.get('b')).skill).toMatchObject({ content: 'Placed again.', dependsOn: ['a'] })
  })
})

describe('what others need', () => {
  test('stays, whoever asks, until they let go of it', async () => {
    const { library, place, store } = await libraryOf({ login: [], mail: ['login'], post: ['login'] })
    for (const caller of [AGENT, OPERATOR]) {
      await expect(library.archive('login', caller)).rejects.toMatchObject({
        code: 'conflict',
        message: 'skill "login" is still needed: "mail", "post" depend on it',
        fix: 'Nothing was changed. First archive these, or take the name out of their dependsOn.',
      })
    }
    await library.archive('mail', AGENT)
    await expect(library.archive('login', AGENT)).rejects.toMatchObject({
      message: 'skill "login" is still needed: "post" depends on it',
    })
    // By hand, and nobody has looked since.
    place('post', [], 'Alone.')
    expect(await library.archive('login', AGENT)).toMatchObject({ name: 'login' })
    expect((await store.record('login'))?.lifecycle).toBe('archived')
  })

  test('is a matter of the whole name', async () => {
    const { library } = await libraryOf({
      ...{ log: [], 'log-in': [], 'mcp/log': [] },
      needs: ['log_', 'lo%', "log'", 'log"', 'l_g', 'LOG', 'logs', 'log-', 'og', 'mcp', 'mcp/lo'],
    })
    for (const name of ['log', 'log-in', 'mcp/log', 'needs']) await library.archive(name, AGENT)
  })

  test('is not the skill itself', async () => {
    const { library } = await libraryOf({ a: ['a'] })
    expect(await library.archive('a', AGENT)).toMatchObject({ name: 'a' })
  })

  test('is told with ten names and a number', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`needs-${i}`, ['login']]))
    const { library } = await libraryOf({ login: [], ...many })
    await expect(library.archive('login', AGENT)).rejects.toMatchObject({
      message: expect.stringMatching(/: "needs-0", "needs-1", "needs-10", .*"needs-7" and 2 more depend on it$/),
    })
  })
})

describe('a new skill that says nearly what another says', () => {
  const NEAR = [{ name: 'mcp/email', summary: 'Send email', similarity: 0.912 }]

  test('is refused with the other one, and saved when forced', async () => {
    const asked: unknown[] = []
    const nearTo: LibraryOptions['nearTo'] = (skill) => {
      asked.push(skill)
      return NEAR
    }
    const { library, store } = await libraryOf({}, { nearTo })
    await expect(library.save('mail', { content: '# Mail\n\nSend it.' }, AGENT)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'skill "mail" was expected to be new, but nearly the same is there: "mcp/email" (similarity 0.91: Send email)',
      fix: expect.stringMatching(/get_skill \{"name": "mcp\/email"\} .*edit_skill.*force: true/),
    })
    expect(await store.read('mail')).toBeUndefined()
    // As it would have been, with the summary that we make.
    expect(asked).toEqual([{ name: 'mail', content: '# Mail\n\nSend it.', summary: 'Send it' }])
    expect(await library.save('mail', { content: 'Send it.' }, AGENT, { force: true })).toMatchObject({ created: true })
  })

  test('is another matter once it stands, when it comes back, when it is a starter, or when it was placed by hand', async () => {
    const { library, place } = await libraryOf({ mail: [] }, { nearTo: () => NEAR })
    expect(await library.save('mail', { content: 'Changed.' }, AGENT)).toMatchObject({ created: false })
    await library.archive('mail', AGENT)
    expect(await library.restore('mail', undefined, OPERATOR)).toMatchObject({ changed: true })
    expect(await library.seed('guide', { content: 'Ours.' })).toBe(true)
    place('post', [])
    expect((await library.get('post')).skill.content).toBe('By hand.')
  })

  test('with no text is asked for its text first', async () => {
    const { library } = await libraryOf({}, { nearTo: () => NEAR })
    await expect(library.save('mail', { summary: 'Mail' }, AGENT)).rejects.toMatchObject({ code: 'bad-input' })
  })
})
