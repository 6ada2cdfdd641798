// Goal: of what a host publishes under /.well-known/agent-skills only bytes are taken whose hash the index names, of a form
// that the index names; everything else there is left out or refused, and nothing of it is run or followed further.
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { parseRegistryRef, printRegistryRef } from '../../src/domain/registry-ref.ts'
import { entryOf, fakeWellKnown, skillZip } from '../support/fake-registry.ts'

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const MD = '---\nname: tea\ndescription: Make tea\n---\n\n# Tea\n'
const ZIP = skillZip('pdf', 'Merge PDF tables')
const TAR = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])

const FILES = { '/tea/SKILL.md': MD, '/.well-known/agent-skills/pdf.zip': ZIP, '/pdf.tar.gz': TAR }
const GOOD = [
  entryOf('tea', 'skill-md', '/tea/SKILL.md', MD, 'Make green tea'),
  entryOf('pdf', 'archive', 'pdf.zip', ZIP, 'Merge PDF tables'),
]

async function opened(skills: unknown, files: Record<string, Buffer | string> = FILES, $schema: unknown = SCHEMA) {
  const fake = await fakeWellKnown({ $schema, skills }, files)
  const ref = (text: string) => parseRegistryRef(`wellknown+${fake.host}:${text}`)
  return { ...fake, registry: fake.open().all[0]!, ref }
}

test('an index is searched by the words of its entries, the nearest first', async () => {
  const { registry, host } = await opened(GOOD)
  const hits = await registry.search(['merge', 'pdf', 'green'], 5)
  expect(hits.map(({ ref }) => printRegistryRef(ref))).toEqual([
    `wellknown+${host}:pdf#${sha256Of(ZIP)}`,
    `wellknown+${host}:tea#${sha256Of(MD)}`,
  ])
  expect(await registry.search(['nothing', 'of', 'this'], 5)).toEqual([])
})

test('there is no version and no verdict', async () => {
  const { registry, ref } = await opened(GOOD)
  expect(await registry.versions(ref('pdf'))).toEqual([])
  expect(await registry.verdicts([ref('pdf'), ref('no')])).toMatchObject([
    { verdict: 'unreviewed' },
    { verdict: 'unreviewed' },
  ])
})

test('text and archive come with the hash of the index; a URL is read from where the index stands', async () => {
  const { registry, ref, asked } = await opened(GOOD)
  expect((await registry.download(ref('tea'))).bytes.toString()).toBe(MD)
  expect((await registry.download(ref(`pdf#${sha256Of(ZIP)}`))).bytes.equals(ZIP)).toBe(true)
  expect(asked).toContain('GET /.well-known/agent-skills/pdf.zip')
})

test('an entry that is none is left out, and costs the others nothing', async () => {
  const odd = [
    ...[null, 'tea', 7, {}],
    entryOf('../x', 'skill-md', '/tea/SKILL.md', MD),
    entryOf('a', 'plugin', '/tea/SKILL.md', MD),
    { ...entryOf('b', 'skill-md', '/tea/SKILL.md', MD), digest: 'md5:1' },
    { ...entryOf('c', 'skill-md', '/tea/SKILL.md', MD), digest: undefined },
  ]
  const { registry, ref } = await opened([...odd, ...GOOD])
  expect((await registry.inspect(ref('tea'))).summary).toBe('Make green tea')
  for (const name of ['a', 'b', 'c']) {
    await expect(registry.inspect(ref(name)), name).rejects.toMatchObject({ code: 'not-found' })
  }
})

test.each([[undefined], ['https://schemas.agentskills.io/discovery/9.9.9/schema.json'], [7]])(
  'an index of another form (%j) is not read',
  async (schema) => {
    const fake = await fakeWellKnown(schema === undefined ? { skills: GOOD } : { $schema: schema, skills: GOOD }, FILES)
    await expect(fake.open().all[0]!.search(['tea'], 3)).rejects.toMatchObject({
      ...{ code: 'unreachable', message: expect.stringMatching(/0\.2\.0|something else/) },
    })
  },
)

const REFUSED: [what: string, entry: object, error: object][] = [
  ['other bytes', { ...GOOD[0], digest: `sha256:${'0'.repeat(64)}` }, { code: 'refused' }],
  ['a text in the place of an archive', entryOf('tea', 'archive', '/tea/SKILL.md', MD), { code: 'bad-input' }],
  [
    'an archive in the place of a text',
    entryOf('tea', 'skill-md', '/.well-known/agent-skills/pdf.zip', ZIP),
    { code: 'bad-input' },
  ],
  [
    'a tar archive',
    entryOf('tea', 'archive', '/pdf.tar.gz', TAR),
    { code: 'bad-input', message: expect.stringContaining('tar') },
  ],
  ['nothing there', entryOf('tea', 'skill-md', '/gone.md', MD), { code: 'not-found' }],
  ['a file of this machine', entryOf('tea', 'skill-md', 'file:///etc/passwd', MD), { code: 'bad-input' }],
  ['a host on the network of this machine', entryOf('tea', 'skill-md', 'https://10.0.0.1/x', MD), { code: 'refused' }],
  ['no URL', entryOf('tea', 'skill-md', 'https://', MD), { code: 'bad-input' }],
]

test.each(REFUSED)('%s is refused', async (_what, entry, error) => {
  const { registry, ref } = await opened([entry])
  await expect(registry.download(ref('tea'))).rejects.toMatchObject(error)
})

test('a hash that was named before is held against the index, before anything is downloaded', async () => {
  const { registry, ref, asked } = await opened(GOOD)
  await expect(registry.inspect(ref(`tea#${'0'.repeat(64)}`))).rejects.toMatchObject({ code: 'refused' })
  expect(asked).toEqual(['GET /.well-known/agent-skills/index.json'])
})
