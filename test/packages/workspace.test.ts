// Goal: what a run does with a copy of a skill comes back as exactly that, for review: changed, added, deleted, and never
// as more than its run was given. Everything is real: folders, library, journal.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AGENT, OPERATOR } from '../support/open-library.ts'
import { folderWith, skillMd } from './package-folders.ts'
import { extracted, treeOf, type WorkspaceHome, workspace, workspaceHome } from './workspace-home.ts'

const MAIL = '# Mail\n\n1. POST to /v1/send.\n'
const POLICY = { tools: ['Bash'], domains: ['api.example.org'], credentials: [], sideEffects: [] }

async function sha(home: WorkspaceHome, text: string) {
  const sha256 = await home.store.keepFile(Buffer.from(text))
  return { size: Buffer.byteLength(text), sha256 }
}

/** A person's skill with two files and a policy, approved. */
async function withMail(home: WorkspaceHome): Promise<void> {
  const files = [
    { path: 'references/api.md', ...(await sha(home, 'The API.\n')) },
    { path: 'scripts/send.sh', isExecutable: true, ...(await sha(home, '#!/bin/sh\necho sent\n')) },
  ]
  const patch = { content: MAIL, summary: 'Send mail', tags: ['office'], policy: POLICY, files }
  await home.library.save('mcp/mail', patch, OPERATOR)
  await approve(home, 'mcp/mail')
}

async function approve(home: WorkspaceHome, name: string): Promise<void> {
  await home.review.approve(name, (await home.review.look(name)).hash, OPERATOR)
}

async function checkedOut(gate: 'guarded' | 'open' = 'guarded') {
  const home = await workspaceHome(gate)
  await withMail(home)
  const dir = workspace()
  const { runId } = await home.workspaces.checkout({ name: 'mcp/mail', dir })
  return { home, dir, runId }
}

const record = (home: WorkspaceHome, name: string) => home.store.record(name)
const standing = ({ standings, shelf }: WorkspaceHome, name: string) => standings.of(shelf.entry(name)!)
const edit = (dir: string, path: string, from: string, to: string) => {
  const text = treeOf(dir)[path]!
  expect(text).toContain(from)
  writeFileSync(join(dir, path), text.replace(from, to))
}

test('a checkout holds exactly what was approved, with its policy and the executable bit', async () => {
  const home = await workspaceHome()
  await withMail(home)
  const dir = join(workspace(), 'not/there/yet')
  const done = await home.workspaces.checkout({ name: 'mcp/mail', dir, run: 'motor-7' })
  expect(Object.keys(treeOf(dir))).toEqual(['SKILL.md', 'policy.json', 'references/api.md', 'scripts/send.sh*'])
  expect(treeOf(dir)['SKILL.md']).toContain(MAIL)
  expect(JSON.parse(treeOf(dir)['policy.json']!)).toEqual({ version: 1, ...POLICY })
  expect(done).toMatchObject({ runId: 'motor-7', version: 1, executable: true, whyNot: null, policy: POLICY })
  expect((await record(home, 'mcp/mail'))?.approval?.contentHash).toBe(done.contentHash)
})

test('what nobody approved is copied without its policy in force, and says why', async () => {
  const home = await workspaceHome()
  await home.library.save('mail', { content: MAIL, policy: POLICY }, AGENT)
  const done = await home.workspaces.checkout({ name: 'mail', dir: workspace() })
  const none = { tools: [], domains: [], credentials: [], sideEffects: [] }
  expect(done).toMatchObject({ runId: 'run-1', executable: false, whyNot: 'not approved', policy: none })
})

test('what has not changed is skipped: no version, no draft, no new review', async () => {
  const { home, dir } = await checkedOut()
  writeFileSync(join(dir, 'notes.txt'), 'What I did.')
  expect(await extracted(home, dir)).toEqual(['unchanged mcp/mail', 'left-out work/notes.txt'])
  expect(await record(home, 'mcp/mail')).toMatchObject({ versions: { length: 1 }, draft: null, extractedFrom: null })
})

test('changed, added and deleted files come back as a draft, and what was approved serves on', async () => {
  const { home, dir, runId } = await checkedOut()
  edit(dir, 'SKILL.md', '/v1/send', '/v2/messages')
  folderWith({ 'scripts/check.py': 'print(1)\n' }, dir)
  chmodSync(join(dir, 'scripts/check.py'), 0o755)
  rmSync(join(dir, 'references'), { recursive: true })
  const before = treeOf(dir)
  const done = await home.workspaces.extract({ dir, author: 'client' })
  const paths = { changed: ['SKILL.md'], added: ['scripts/check.py'], deleted: ['references/api.md'] }
  expect(done).toMatchObject({
    runId,
    skills: [{ name: 'mcp/mail', outcome: 'updated', draft: true, version: 2, ...paths }],
  })
  expect(treeOf(dir)).toEqual(before)
  expect((await home.library.get('mcp/mail')).skill.content).toBe(MAIL)
  expect(standing(home, 'mcp/mail')).toMatchObject({ approval: 'approved', executable: true, draft: true })
  const { skill } = await home.review.draft('mcp/mail')
  expect(skill).toMatchObject({ content: MAIL.replace('/v1/send', '/v2/messages'), tags: ['office'], policy: POLICY })
  expect(skill.files.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
    ['scripts/check.py', true],
    ['scripts/send.sh', true],
  ])
  expect((await record(home, 'mcp/mail'))?.extractedFrom).toEqual({
    ...{ runId, version: 2, timestamp: expect.stringMatching(/^\d{4}-/) },
    ...{ changedFiles: ['SKILL.md', 'scripts/check.py'], deletedFiles: ['references/api.md'] },
  })
  await approve(home, 'mcp/mail')
  expect(Object.keys(treeOf(join(home.layout.skills, 'mcp/mail.files')))).toEqual([
    'scripts/check.py*',
    'scripts/send.sh*',
  ])
})

test('a changed executable bit alone is a change', async () => {
  const { home, dir } = await checkedOut()
  chmodSync(join(dir, 'scripts/send.sh'), 0o644)
  expect(await extracted(home, dir)).toEqual(['updated mcp/mail draft'])
})

test('in the open gate a change is live at once, and no longer approved', async () => {
  const { home, dir } = await checkedOut('open')
  edit(dir, 'references/api.md', 'The API', 'The API of 2027')
  expect(await extracted(home, dir)).toEqual(['updated mcp/mail'])
  expect(standing(home, 'mcp/mail')).toMatchObject({ approval: 'pending_review', executable: false })
})

test('a new skill is a candidate that nobody reviewed, loaded by name only, whatever its policy.json claims', async () => {
  const home = await workspaceHome()
  const policy = {
    version: 1,
    domains: ['api.example.org'],
    trust: 'approved',
    approvedBy: 'user',
    contentHash: 'sha256:0',
  }
  const provenance = { source: 'https://skills.example/agentmail', fetchedAt: '2026-11-22T10:00:00Z' }
  const files = {
    'SKILL.md': skillMd('agentmail'),
    'policy.json': JSON.stringify({ ...policy, provenance }),
    'scripts/send.sh': 'curl https://api.example.org\n',
  }
  const dir = folderWith(files, workspace())
  const done = await home.workspaces.extract({ dir, run: 'motor-1', author: 'client' })
  expect(done.skills).toMatchObject([
    { name: 'agentmail', outcome: 'created', draft: false, asks: { domains: ['api.example.org'] } },
  ])
  expect(done.diagnostics.map(({ code }) => code)).toEqual(['approval-ignored'])
  expect(standing(home, 'agentmail')).toMatchObject({
    ...{ origin: 'machine', tier: 1, lifecycle: 'candidate', approval: 'pending_review', exposure: 'on-request' },
    executable: false,
  })
  const { skill } = await home.library.get('agentmail')
  expect(skill.extra).toEqual({ provenance })
  expect(await record(home, 'agentmail')).toMatchObject({
    ...{ via: 'extract', author: 'client', versions: [{ actor: 'agent' }] },
    extractedFrom: { runId: 'motor-1', changedFiles: ['SKILL.md', 'policy.json', 'scripts/send.sh'], deletedFiles: [] },
  })
})

test('in the strict gate a new skill is a draft, and the same again changes nothing', async () => {
  const home = await workspaceHome('strict')
  const dir = folderWith({ 'SKILL.md': skillMd('agentmail') }, workspace())
  expect(await extracted(home, dir)).toEqual(['created agentmail draft'])
  expect(await extracted(home, dir)).toEqual(['unchanged agentmail draft'])
  expect(home.shelf.entry('agentmail')).toBeUndefined()
})

test('a run may go on with what it created, version after version', async () => {
  const home = await workspaceHome()
  const dir = folderWith({ 'SKILL.md': skillMd('agentmail') }, workspace())
  expect(await extracted(home, dir)).toEqual(['created agentmail'])
  edit(dir, 'SKILL.md', 'Do agentmail', 'Do agentmail well')
  expect(await extracted(home, dir)).toEqual(['updated agentmail'])
  expect((await home.library.get('agentmail')).version).toBe(2)
})

test('a run of one skill changes no other, nor takes a name that was ever used', async () => {
  const { home, dir, runId } = await checkedOut()
  await home.library.save('bank', { content: '# Bank\n' }, OPERATOR)
  await home.library.save('old', { content: '# Old\n' }, OPERATOR)
  await home.library.archive('old', OPERATOR)
  const others = workspace('others')
  folderWith(
    { 'bank/SKILL.md': skillMd('bank'), 'old/SKILL.md': skillMd('old'), 'tea/SKILL.md': skillMd('tea') },
    others,
  )
  expect(await extracted(home, others, runId)).toEqual([
    ...['created tea', '- others/bank', '- others/old'],
    ...['name-taken others/bank', 'name-taken others/old'],
  ])
  expect((await home.library.get('bank')).skill.content).toBe('# Bank\n')
  writeFileSync(join(dir, 'SKILL.md'), skillMd('bank'))
  expect(await extracted(home, dir)).toEqual(['- work', 'name-taken work'])
})

test('the baseline is not in the workspace: a forged one says nothing', async () => {
  const { home, dir } = await checkedOut()
  edit(dir, 'SKILL.md', '/v1/send', '/v2/messages')
  writeFileSync(join(dir, '.motor-baseline.json'), JSON.stringify({ files: {} }))
  expect(await extracted(home, dir)).toEqual(['updated mcp/mail draft', 'left-out work/.motor-baseline.json'])
  expect((await record(home, 'mcp/mail'))?.extractedFrom?.changedFiles).toEqual(['SKILL.md'])
})

test('what the library changed meanwhile is a conflict that names both versions', async () => {
  const { home, dir } = await checkedOut()
  edit(dir, 'SKILL.md', '/v1/send', '/v2/messages')
  await home.library.edit('mcp/mail', { oldText: '1. POST', newText: '1. PUT', all: false }, OPERATOR)
  const { diagnostics, skills } = await home.workspaces.extract({ dir, author: null })
  expect(skills).toEqual([])
  expect(diagnostics).toMatchObject([
    { code: 'conflict', expected: '"mcp/mail" as it was checked out (version 1)', received: 'version 2 stands now' },
  ])
})

test("another's waiting draft is not written over", async () => {
  const { home, dir } = await checkedOut()
  edit(dir, 'SKILL.md', '/v1/send', '/v2/messages')
  await home.library.edit('mcp/mail', { oldText: '1. POST', newText: '1. PUT', all: false }, AGENT)
  expect(await extracted(home, dir)).toEqual(['- work', 'conflict work'])
  expect((await home.review.draft('mcp/mail')).skill.content).toContain('1. PUT')
})

test('a wider policy.json is a proposal, and trust in it counts for nothing', async () => {
  const { home, dir, runId } = await checkedOut()
  const wider = { version: 1, ...POLICY, domains: [...POLICY.domains, 'api-v2.example.org'], trust: 'approved' }
  writeFileSync(join(dir, 'policy.json'), JSON.stringify(wider))
  const { skills, diagnostics } = await home.workspaces.extract({ dir, author: 'client' })
  const [open] = await home.requests.open()
  expect(skills).toMatchObject([{ outcome: 'unchanged', draft: false, proposal: open!.id }])
  expect(diagnostics.map(({ code }) => code)).toEqual(['approval-ignored'])
  expect(open).toMatchObject({
    ...{ actor: 'agent', via: 'extract' },
    request: { kind: 'policy', name: 'mcp/mail', add: { domains: ['api-v2.example.org'], tools: [] } },
  })
  expect(open!.request.reason).toContain(runId)
  expect((await home.library.get('mcp/mail')).skill.policy).toEqual(POLICY)
  // What a person declined is not asked for again by an extraction that did not change it.
  await home.requests.decline(open!.id, OPERATOR)
  expect(await extracted(home, dir)).toEqual(['unchanged mcp/mail', 'approval-ignored work/policy.json'])
  expect(await home.requests.open()).toEqual([])
})

test('a proposal alone makes no version of a skill that was placed without a summary', async () => {
  const home = await workspaceHome()
  folderWith({ 'tea.json': JSON.stringify({ name: 'tea', content: '# Tea\n' }) }, home.layout.skills)
  await home.shelf.lookAround()
  const dir = workspace()
  await home.workspaces.checkout({ name: 'tea', dir })
  writeFileSync(join(dir, 'policy.json'), JSON.stringify({ version: 1, tools: ['Bash'] }))
  expect(await extracted(home, dir)).toEqual(['unchanged tea'])
  expect(await home.requests.open()).toMatchObject([{ request: { name: 'tea', add: { tools: ['Bash'] } } }])
  expect((await home.library.get('tea')).version).toBe(1)
})

test('a policy.json that is gone changes no policy, and a SKILL.md that is gone no skill', async () => {
  const { home, dir } = await checkedOut()
  rmSync(join(dir, 'policy.json'))
  expect(await extracted(home, dir)).toEqual(['unchanged mcp/mail', 'policy-kept work'])
  rmSync(join(dir, 'SKILL.md'))
  expect(await extracted(home, dir)).toEqual(['text-missing work/SKILL.md'])
  expect(await home.library.get('mcp/mail')).toMatchObject({ version: 1, skill: { policy: POLICY } })
})

test('files that no extraction takes stay as they are, also when a run removes them', async () => {
  const home = await workspaceHome()
  await home.library.save(
    'pdf',
    {
      content: '# Pdf\n',
      files: [
        { path: 'assets/sample.log', ...(await sha(home, 'A log.\n')) },
        { path: 'forms.md', ...(await sha(home, 'Forms.\n')) },
      ],
    },
    OPERATOR,
  )
  const dir = workspace()
  await home.workspaces.checkout({ name: 'pdf', dir })
  expect(await extracted(home, dir)).toContain('unchanged pdf')
  rmSync(join(dir, 'forms.md'))
  rmSync(join(dir, 'assets'), { recursive: true })
  edit(dir, 'SKILL.md', '# Pdf', '# PDF')
  expect(await extracted(home, dir)).toEqual(['updated pdf draft'])
  expect((await home.review.draft('pdf')).skill.files.map(({ path }) => path)).toEqual([
    ...['assets/sample.log', 'forms.md'],
  ])
})

test('of several packages the valid ones are installed and the others reported', async () => {
  const home = await workspaceHome()
  const dir = workspace()
  folderWith(
    { 'good/SKILL.md': skillMd('good'), 'one/tea/SKILL.md': skillMd('tea'), 'two/tea/SKILL.md': skillMd('tea') },
    dir,
  )
  folderWith({ 'bad/SKILL.md': '---\nname: bad\n---\n\n# Bad\n', 'policy/SKILL.md': skillMd('policy') }, dir)
  folderWith({ 'policy/policy.json': '{"version": 9}', 'none/README.md': 'Nothing.' }, dir)
  expect(await extracted(home, dir)).toEqual([
    ...['created good', '- work/bad', '- work/policy', '- work/one/tea', '- work/two/tea'],
    ...['description-missing work/bad/SKILL.md', 'policy-version work/policy/policy.json'],
    ...['contested-name work/one/tea', 'contested-name work/two/tea'],
  ])
})

test('of two that extract one workspace at once one wins, and no text is mixed', async () => {
  const { home, dir } = await checkedOut()
  const other = await workspaceHome('guarded', home.layout)
  edit(dir, 'SKILL.md', '/v1/send', '/v2/messages')
  const both = await Promise.all([home, other].map((each) => extracted(each, dir)))
  const outcomes = both.map(([first]) => first).sort()
  expect(outcomes).toContain('updated mcp/mail draft')
  expect(['- work', 'unchanged mcp/mail draft', 'updated mcp/mail draft']).toContain(outcomes[0])
  expect(await record(home, 'mcp/mail')).toMatchObject({ draft: { version: 2 }, formerDrafts: [] })
})
