// Goal: through a real server, registries are asked only with leave, never at an address of this machine, and whatever they
// are, the server answers on.
import { expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../packages/package-folders.ts'
import { type FakeSkill, fakeClawhub, skillZip } from '../support/fake-registry.ts'
import { connectClient } from '../support/mcp-clients.ts'
import { forThisTest, startHttpServer } from '../support/server-process.ts'

const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files' },
  versions: [{ version: '2.0.0', zip: skillZip('pdf-tables', 'Merge tables of PDF files') }],
}
const TASK = 'merge the tables of these PDF files'

async function serving(config: object) {
  const fake = await fakeClawhub([PDF])
  const home = folderWith({ 'config.json': JSON.stringify({ registries: [fake.setting], ...config }) })
  const { url } = await forThisTest(startHttpServer(home, { args: ['--toolsets', 'core,routing'] }))
  const agent = await connectClient('v2 auto', { kind: 'http', url })
  onTestFinished(() => agent.close())
  return { ...fake, agent, ref: `clawhub+${fake.host}:@maker/pdf-tables` }
}

const REFUSED: [config: object, found: RegExp, installed: RegExp][] = [
  [{}, /registries were not asked, because the setting allowNetwork is off\.$/, /^refused: .*allowNetwork is off/],
  [
    { allowNetwork: true },
    /no registry answered\.\nA registry failed: 127\.0\.0\.1:\d+: expected a public address, got 127\.0\.0\.1\.$/,
    /^refused: expected a public address/,
  ],
]

test.each(REFUSED)(
  'with %j nothing is asked on this machine, and the answer says why',
  async (config, found, installed) => {
    const { agent, asked, ref } = await serving(config)
    const finding = await agent.call('find_skill', { task: TASK })
    expect(finding.structuredContent).toMatchObject({ from: 'nothing', candidates: [] })
    expect(finding.content[0]!.text).toMatch(found)
    const installing = await agent.call('install_skill', { ref })
    expect([installing.isError, installing.content[0]!.text]).toEqual([true, expect.stringMatching(installed)])
    expect(asked).toEqual([])
    expect((await agent.call('list_skills', {})).isError).toBeFalsy()
  },
)
