// Goal: a file over HTTP comes as its bytes, and a browser that is sent there runs nothing of it.
import { expect, test } from 'vitest'
import { PIXEL, saveWithFiles, writeFiles } from '../support/files-beside.ts'
import { useHttpApi } from '../support/http-api.ts'
import { AGENT } from '../support/open-library.ts'
import { writeSkill } from '../support/written-skills.ts'

const FILES = {
  'run.sh': '#!/bin/sh\necho tea\n',
  'GUIDE.md': '# Guide\n',
  'page.html': '<script>alert(1)</script>',
  'logo.svg': '<svg onload="alert(1)"/>',
  'logo.png': PIXEL,
  "é 'odd'.js": 'alert(1)',
  'doc.pdf': '%PDF-1.7',
}
const opened = () =>
  useHttpApi({}, (home) => {
    writeSkill(home, 'kitchen/tea', '# Tea\n')
    writeFiles(home, 'kitchen/tea', FILES)
  })
const query = (path: string, more = '') => `name=kitchen/tea&path=${encodeURIComponent(path)}${more}`

test('each file comes with its bytes, and with a type that no browser runs', async () => {
  const { url } = await opened()
  const told: Record<string, string> = {}
  for (const [path, content] of Object.entries(FILES)) {
    const reply = await fetch(`${url}/api/skills/file?${query(path)}`)
    expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.from(content)), path).toBe(true)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    told[path] = `${reply.headers.get('content-type')} ${reply.headers.get('content-disposition')}`
  }
  expect(told).toEqual({
    'run.sh': `application/x-sh attachment; filename="run.sh"; filename*=UTF-8''run.sh`,
    'GUIDE.md': 'text/markdown; charset=utf-8 inline',
    'page.html': 'text/plain; charset=utf-8 inline',
    'logo.svg': 'text/plain; charset=utf-8 inline',
    'logo.png': 'image/png inline',
    "é 'odd'.js": `text/javascript; charset=utf-8 attachment; filename="___odd_.js"; filename*=UTF-8''%C3%A9%20%27odd%27.js`,
    'doc.pdf': `application/pdf attachment; filename="doc.pdf"; filename*=UTF-8''doc.pdf`,
  })
})

test('the detail lists them, and one that is not there is a 404 with the nearest paths', async () => {
  const { ask } = await opened()
  const { json } = await ask('GET /api/skills/detail?name=kitchen/tea')
  expect((json.files as { path: string }[]).map(({ path }) => path)).toEqual(Object.keys(FILES).sort())
  const missing = await ask(`GET /api/skills/file?${query('run.sj')}`)
  expect(missing).toMatchObject({ status: 404, json: { code: 'not-found' } })
  expect(missing.json.fix).toContain('"run.sh"')
  for (const path of ['../tea.json', '/etc/passwd', '..\\tea.json', '%2e%2e/tea.json']) {
    expect((await ask(`GET /api/skills/file?${query(path)}`)).status, path).toBe(404)
  }
})

test('a draft, a former version and what is hidden are read as the detail shows them', async () => {
  const { ask, app, url } = await opened()
  await saveWithFiles(app, 'kitchen/tea', { content: '# Tea\n', files: { 'run.sh': 'echo draft\n' } }, AGENT)
  const text = async (more: string) => (await fetch(`${url}/api/skills/file?${query('run.sh', more)}`)).text()
  expect(await text('&version=draft')).toBe('echo draft\n')
  expect(await text('')).toBe(FILES['run.sh'])
  const { json } = await ask('GET /api/approvals/detail?name=kitchen/tea', { who: 'operator' })
  expect(json.diff).toContain('\n-echo tea\n')
  expect(json.diff).toContain('File "logo.png" is removed: ')
  expect(json.facts).toMatchObject({ files: [{ path: 'run.sh', executable: true }] })
  await ask('POST /api/approvals/approve', { who: 'operator', body: { name: 'kitchen/tea', hash: json.hash } })
  expect(await text('')).toBe('echo draft\n')
  expect(await text('&version=1')).toBe(FILES['run.sh'])
  const { json: diff } = await ask('GET /api/skills/diff?name=kitchen/tea')
  expect(diff.files).toEqual(
    expect.arrayContaining([expect.objectContaining({ file: 'logo.png', hunks: [], after: null })]),
  )
  const operator = { who: 'operator' as const }
  await ask('POST /api/skills/deprecate', { ...operator, body: { name: 'kitchen/tea', reason: 'over' } })
  expect((await ask(`GET /api/skills/file?${query('run.sh')}`)).status).toBe(403)
  expect((await ask(`GET /api/skills/file?${query('run.sh', '&version=1')}`)).status).toBe(403)
})
