// Goal: what a client lists itself is not in the index that the server shows to it, over every transport and in both eras;
// all else that the server says and does is the same for everybody.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_KINDS, type ClientKind, connectClient } from '../support/mcp-clients.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const HEAD = 'Available skills (use get_skill to load full instructions):'
const LEFT = '2 skills that this client lists itself are left out here; get_skill has them too.'
const SKILLS = ['mail', 'work/invoice', 'work/pdf']

const { folder: home, remove } = makeFolder()
let http: HttpServer

beforeAll(async () => {
  writeSkill(home, 'mail', '# Mail\n\nSend it.\n', { summary: 'Send a letter' })
  writeSkill(home, 'work/invoice', '# Invoice\n\nWrite it.\n', { summary: 'Write the yearly invoice for a customer' })
  writeSkill(home, 'work/pdf', '# PDF\n\nMerge it.\n', { summary: 'Merge files into one' })
  writeFileSync(
    join(home, 'config.json'),
    JSON.stringify({ nativeSkills: { 'claude-code': ['work'], codex: ['tea'] } }),
  )
  http = await startHttpServer(home)
})
afterAll(async () => {
  await http.stop()
  remove()
})

const linesOf = (index: string) => [...index.matchAll(/^- (\S+):/gm)].map((match) => match[1])
const isOurs = (name: string | undefined) => name === 'mail' || name?.startsWith('work/')

const CELLS = CLIENT_KINDS.flatMap((kind) => (['stdio', 'http'] as const).map((transport) => ({ kind, transport })))

describe.each(CELLS)('$kind client over $transport', ({ kind, transport }: { kind: ClientKind; transport: string }) => {
  const connect = (name: string) =>
    connectClient(kind, transport === 'http' ? { kind: 'http', url: http.url } : { kind: 'stdio', home }, name)

  test.each<[name: string, listed: string[], last: string | undefined]>([
    ['claude-code', ['mail'], LEFT],
    ['codex-mcp-client', SKILLS, undefined],
    ['somebody', SKILLS, undefined],
  ])('%s', async (name, listed, last) => {
    const client = await connect(name)
    const saved = await client.call('save_skill', { name: 'mail', summary: 'Send a letter' })
    const indexes = {
      instructions: client.instructions()!.slice(client.instructions()!.indexOf(HEAD)),
      prompt: await client.prompt('session_start'),
      resource: await client.read('cortex://index'),
      saved: String(saved.structuredContent?.index),
    }
    for (const [where, index] of Object.entries(indexes)) {
      expect(index.startsWith(`${HEAD}\n- `), where).toBe(true)
      expect(linesOf(index).filter(isOurs).sort(), where).toEqual(listed)
      if (last === undefined) expect(index, where).not.toContain('lists itself')
      else expect(index.split('\n').at(-1), where).toBe(last)
    }

    const recalled = await client.call('recall_skills', {
      message: 'write the yearly invoice for a customer',
      session: `${kind}/${transport}/${name}`,
    })
    expect((recalled.structuredContent!.hits as { name: string }[])[0]!.name).toBe('work/invoice')
    const loaded = await client.call('get_skill', { name: 'work/pdf' })
    expect(loaded.structuredContent!.skill).toMatchObject({ name: 'work/pdf', content: '# PDF\n\nMerge it.\n' })
    const all = await client.call('list_skills', {})
    const names = (all.structuredContent!.skills as { name: string }[]).map((skill) => skill.name)
    expect(names.filter(isOurs).sort()).toEqual(SKILLS)
    await client.close()
  })
})
