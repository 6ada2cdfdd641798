// Goal: what an agent hands in for an import is judged like any import, gains no power by it, and lets the agent read no
// folder that a person did not name.
import { realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TakeParts, takePackages } from '../../src/packages/take-packages.ts'
import { openLibrary } from '../support/open-library.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'
import { folderWith, skillMd } from './package-folders.ts'

async function taking(over: Partial<TakeParts> = {}) {
  const library = await openLibrary(tempHome(), { gate: 'guarded' })
  const parts = { ...library, now: () => new Date(), userHome: '', importRoots: [], fetchBytes: undefined, ...over }
  return {
    library,
    take: (source: Parameters<typeof takePackages>[0]['source']) => takePackages({ source, update: false }, parts),
  }
}

const CURL = skillMd(
  'agentmail',
  '# AgentMail\n\n```sh\ncurl -H "Authorization: Bearer $AGENTMAIL_API_KEY" https://api.agentmail.to/v1\n```\n',
)

test('pasted text is a candidate that nobody reviewed; what it seems to need is said and not set', async () => {
  const { library, take } = await taking()
  const { taken, refused } = await take({ text: CURL })
  const none = { tools: [], domains: [], credentials: [], sideEffects: [] }
  expect(taken).toMatchObject([
    {
      ...{ name: 'agentmail', origin: 'pasted text', outcome: 'new', as: 'candidate', asks: none },
      suggestedPolicy: {
        ...{ tools: ['Bash'], domains: ['api.agentmail.to'], credentials: ['AGENTMAIL_API_KEY'] },
        sideEffects: ['shell:curl'],
      },
    },
  ])
  expect(refused).toBe(0)
  const entry = await library.library.get('agentmail')
  expect(entry.skill.policy).toEqual(none)
  expect(library.standings.of(entry)).toMatchObject({
    approval: 'pending_review',
    exposure: 'on-request',
    executable: false,
  })
})

test('what a pasted text declares is no suggestion, and not in force', async () => {
  const { take } = await taking()
  const policy = `metadata:\n  skill-cortex-policy: '{"domains":["api.agentmail.to"],"tools":["Bash"],"credentials":["AGENTMAIL_API_KEY"]}'\n`
  const { taken } = await take({ text: CURL.replace('---\n\n', `${policy}---\n\n`) })
  expect(taken[0]!.asks.domains).toEqual(['api.agentmail.to'])
  expect(taken[0]!.suggestedPolicy).toBeUndefined()
})

test.each([
  ['without a name', '---\ndescription: x\n---\n\nDo it.\n', 'name-missing'],
  ['with a path for a name', skillMd('../../etc/passwd'), 'bad-name'],
  ['without content', skillMd('empty', ''), 'content-missing'],
])('a pasted text %s is refused', async (_, text, code) => {
  const { take } = await taking()
  const { taken, refused, diagnostics } = await take({ text })
  expect([taken, refused]).toEqual([[], 1])
  expect(diagnostics.map((each) => each.code)).toContain(code)
  for (const { file } of diagnostics) expect(file).toBe('pasted text')
})

test('a name that is taken stays whose it is', async () => {
  const { library, take } = await taking()
  await library.library.save('agentmail', { content: '# Mine\n' }, { actor: 'operator', via: 'terminal', author: null })
  const { taken, diagnostics } = await take({ text: CURL })
  expect([taken, diagnostics.map(({ code }) => code)]).toEqual([[], ['name-taken']])
  expect((await library.library.get('agentmail')).skill.content).toBe('# Mine\n')
})

test('a path is read below the folders that the setting names, links resolved, and nowhere else', async () => {
  const root = realpathSync(tempFolder())
  folderWith(
    { 'in/agentmail/SKILL.md': CURL, 'in/agentmail/scripts/x.sh': 'jq .\n', 'out/tea/SKILL.md': skillMd('tea') },
    root,
  )
  symlinkSync(join(root, 'out'), join(root, 'in/link'))
  const { take } = await taking({ importRoots: [join(root, 'in')] })
  const { taken } = await take({ path: join(root, 'in/agentmail') })
  expect(taken).toMatchObject([
    { name: 'agentmail', files: 1, suggestedPolicy: { sideEffects: ['shell:curl', 'shell:jq'] } },
  ])
  for (const path of ['out/tea', 'in/link/tea', 'in/../out/tea', 'in/nothing', '']) {
    await expect(take({ path: join(root, path) }), path).rejects.toMatchObject({ code: 'refused' })
  }
  for (const path of ['in/agentmail', '/a\0b'])
    await expect(take({ path })).rejects.toMatchObject({ code: 'bad-input' })
})

test('without the settings no path is read and nothing is fetched, and the answer says what to set', async () => {
  const { take } = await taking()
  await expect(take({ path: tempFolder() })).rejects.toMatchObject({ code: 'refused', message: /importRoots/ })
  await expect(take({ url: 'https://skills.example/SKILL.md' })).rejects.toMatchObject({
    ...{ code: 'refused', fix: /allowNetwork/ },
  })
})

test('a path in the place of a URL is not read, whatever may be fetched', async () => {
  const root = folderWith({ 'tea/SKILL.md': skillMd('tea') })
  const fetchBytes = async () => expect.unreachable()
  const { library, take } = await taking({ fetchBytes })
  for (const url of [root, join(root, 'tea'), 'tea', '', 'C:\\tea']) {
    await expect(take({ url }), url).rejects.toMatchObject({ code: 'bad-input' })
  }
  expect(library.shelf.entries()).toEqual([])
})

test('with it, what the URL gives is imported under that URL', async () => {
  const url = 'https://skills.example/agentmail/SKILL.md'
  const { library, take } = await taking({ fetchBytes: async () => ({ url, bytes: Buffer.from(CURL) }) })
  expect((await take({ url })).taken).toMatchObject([{ name: 'agentmail', origin: url }])
  expect(await library.store.record('agentmail')).toMatchObject({ via: 'import', author: url })
})
