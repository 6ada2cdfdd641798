// The built dashboard in a real browser on the real server: one server and one browser for a file of tests.
//
//   const dashboard = useDashboard((home) => writeSkill(home, 'tea', '# Tea\n'))
//   test('…', async () => {
//     const page = await dashboard().open('/skills/tea')          // as the operator; { who: 'anyone' } without a token
//     await page.getByRole('button', { name: 'Pin' }).click()
//     await checkPage(dashboard(), page, 'skill')                 // accessible, in both themes, with a picture of each
//   })
//
// Whatever a page asks of another host, runs that is not ours, or logs as an error fails the test that is running.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { type HttpServer, startHttpServer } from '../support/server-process.ts'
import { makeFolder } from '../support/temp-home.ts'

const SHOTS = join(import.meta.dirname, 'shots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WAIT_MS_MAX = 15_000
const VIEW = { width: 1360, height: 860 }
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export type Ask = (line: string, body?: unknown, who?: 'agent' | 'operator') => Promise<Record<string, unknown>>
export type Dashboard = {
  home: string
  url: string
  token: string
  server: HttpServer
  /** A page of its own, closed after the test. @param path what stands behind `#`, such as `/skills/tea?tab=raw`. */
  open(path: string, how?: { who?: 'operator' | 'anyone'; theme?: 'light' | 'dark' }): Promise<Page>
  /** A call of the API beside the browser: `POST /api/skills`. @throws when it is refused. */
  ask: Ask
}

/** @param prepare puts into the home what is there before the server; `after` runs once the server answers; `envOf` is what the server finds in its environment. */
export function useDashboard(
  prepare: (home: string) => void,
  after: (dashboard: Dashboard) => Promise<void> = async () => {},
  envOf: (home: string) => Record<string, string> = () => ({}),
): () => Dashboard {
  const strange: string[] = []
  const pages: Page[] = []
  const { folder: home, remove } = makeFolder()
  let opened: { dashboard: Dashboard; browser: Browser } | undefined
  beforeAll(async () => {
    prepare(home)
    const server = await startHttpServer(home, { env: envOf(home) })
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
    const token = readFileSync(homeLayout(home).operatorToken, 'utf8').trim()
    const ask = asker(server.url, token)
    const open = opener({ browser, url: server.url, token, strange, pages })
    opened = { dashboard: { home, url: server.url, token, server, ask, open }, browser }
    await after(opened.dashboard)
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
    expect(strange.splice(0), 'what no page of ours does').toEqual([])
  })
  afterAll(async () => {
    await opened?.browser.close()
    await opened?.dashboard.server.stop()
    remove()
  })
  return () => {
    if (opened === undefined) throw new Error('the dashboard is open within tests')
    return opened.dashboard
  }
}

/** No serious fault of accessibility in either theme; leaves a picture of each in test/browser/shots. */
export async function checkPage(page: Page, shot: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(SHOTS, `${shot}-${theme}.png`), fullPage: false })
    expect(await gravestFaults(page), `${shot} in ${theme}`).toEqual([])
  }
}

async function gravestFaults(page: Page): Promise<string[]> {
  // By the debugger's way in: the policy of the page lets no script in.
  await page.evaluate(AXE)
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160) + ' ' + node.failureSummary)))`,
  )) as string[]
  return found
}

type Opening = { browser: Browser; url: string; token: string; strange: string[]; pages: Page[] }

function opener({ browser, url, token, strange, pages }: Opening): Dashboard['open'] {
  return async (path, { who = 'operator', theme = 'light' } = {}) => {
    const context = await browser.newContext({ viewport: VIEW, colorScheme: theme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    pages.push(page)
    page.setDefaultTimeout(WAIT_MS_MAX)
    await page.route('**/*', (route) => {
      const to = route.request().url()
      if (to.startsWith(`${url}/`) || to.startsWith('data:')) return route.continue()
      strange.push(`asked ${to}`)
      return route.abort()
    })
    page.on('pageerror', (error) => strange.push(`threw ${error.message}`))
    page.on('dialog', (dialog) => {
      strange.push(`opened a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    // A refusal that a page is shown on purpose is logged by the browser as well.
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !/^Failed to load resource/.test(text)) strange.push(`logged ${text}`)
    })
    const fragment = who === 'operator' ? `token=${token}&to=${encodeURIComponent(path)}` : path
    await page.goto(`${url}/#${fragment}`)
    await page.locator('.page h1, .page .empty').first().waitFor()
    return page
  }
}

function asker(url: string, token: string): Ask {
  return async (line, body, who = 'operator') => {
    const [method = '', path = ''] = line.split(' ', 2)
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(who === 'operator' ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${line}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

function chromiumPath(): string {
  const found = [process.env.CHROMIUM, ...CHROMIUMS].find((path) => path !== undefined && existsSync(path))
  if (found === undefined) throw new Error('expected Chromium in /usr/bin, or its path in CHROMIUM')
  return found
}
