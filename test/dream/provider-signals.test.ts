// The same passes unattended: a provider on a real socket answers each of them, once per API, with a key in one answer and
// prose around another.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Asked, type ModelApi, startFakeModelServer } from '../support/fake-model-server.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

const call = (tool: string, command: string) => ({
  event: 'tool-called',
  session: 'one',
  tool,
  ok: true,
  args: { command },
})
const EVENTS = [
  { event: 'turn', session: 'one', message: 'Convert the scanned invoice of Alice Miller' },
  ...[
    call('Read', 'docker compose config'),
    call('Bash', 'npm test'),
    call('Bash', 'npm run build'),
    call('Edit', 'fix'),
  ],
  { event: 'session-ended', session: 'one' },
  { event: 'turn', session: 'two', message: 'Another invoice to convert, please' },
]
const FOUND = {
  ...{
    name: 'convert-invoice',
    summary: 'Convert a scanned invoice',
    triggers: ['convert an invoice'],
    evidence: [1, 2],
  },
  content: '# Convert an invoice\n\nOpen the scan in the converter and check the total before the export.\n',
}
const LEAKING = {
  ...FOUND,
  name: 'leak',
  content: `# Leak\n\nUse ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'} for the upload of files.\n`,
}
const MADE = {
  ...{ session: 1, name: 'test-and-build', summary: 'Test and build a project', triggers: ['build it'] },
  content: '# Test and build\n\nRead the setup, run all tests, build only when they pass, then fix what fails.\n',
  steps: [
    { action: 'Run the tests', tool: 'Bash' },
    { action: 'Fix what fails', tool: 'Edit' },
  ],
}

function reply({ system }: Asked) {
  if (system.startsWith('# Find skills')) return { text: JSON.stringify({ skills: [LEAKING, FOUND] }) }
  if (system.startsWith('# Make a skill'))
    return { text: `Here it is:\n\n\`\`\`json\n${JSON.stringify({ skills: [MADE] })}\n\`\`\`` }
  return { text: JSON.stringify({ summaries: [{ name: 'bare', summary: 'Water tomato plants in the evening' }] }) }
}

test.each<ModelApi>(['openai', 'anthropic'])('over %s', async (api) => {
  const server = await startFakeModelServer()
  server.otherwise(reply)
  const home = tempFolder()
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'config.json'),
    JSON.stringify({ provider: { kind: api, baseUrl: server.baseUrl(api), model: 'm' } }),
  )
  writeSkill(home, 'bare', '# Garden\n\nFirst look at the soil, then water the tomato plants in the evening.\n', {
    summary: '',
  })
  const { app } = await useApp(home)
  await app.takeEvents(EVENTS, 'agent')
  const runs = await app.cycles.run({ passes: ['gap', 'extract', 'summarize'], author: 'm' })
  expect(runs).toMatchObject([
    { pass: 'gap', kind: 'applied', report: { applied: [{ name: 'convert-invoice' }], refused: [{ name: 'leak' }] } },
    { pass: 'extract', kind: 'applied', report: { applied: [{ name: 'test-and-build', draft: false }], refused: [] } },
    // A person's text: it waits.
    { pass: 'summarize', kind: 'applied', report: { applied: [{ name: 'bare', draft: true }], refused: [] } },
  ])
  expect(JSON.stringify(server.asked.map(({ messages }) => messages))).not.toMatch(/alice|miller/i)
  expect(server.asked).toHaveLength(3)
  const again = await app.cycles.run({ passes: ['gap', 'extract', 'summarize'], author: 'm' })
  expect(again.map(({ kind: outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped'])
  expect(server.asked).toHaveLength(3)
})
