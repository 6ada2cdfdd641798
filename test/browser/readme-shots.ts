// The pictures in the README: taken of the real dashboard on a home as it looks after some weeks, by `npm run screens`. They
// are committed, so they are made anew when a page looks different, and are kept small.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeModelServer, openFakeModelServer } from '../support/fake-model-server.ts'
import { useDashboard } from './dashboard.ts'
import { HOSTILE, liveInHome, writeLivedInHome } from './lived-in-home.ts'

const SCREENS = join(import.meta.dirname, '../../docs/screens')
const BYTES_MAX = 200_000
// Of the steps, which are shown small: little enough to be read.
const STEP_VIEW = { width: 1080, height: 680 }
const MESSAGE = 'please ship the billing service to staging'
const NOTES = (what: string) =>
  `# Release notes ${what}\n\n1. Collect the merged changes since the last tag.\n2. Group them by what the user notices.\n3. Write one sentence for each.\n4. Ask the owner of each change to look.\n`

let model: FakeModelServer & { close: () => void }
beforeAll(async () => {
  model = await openFakeModelServer()
  mkdirSync(SCREENS, { recursive: true })
})
afterAll(() => model.close())

const dashboard = useDashboard(
  (home) => {
    writeLivedInHome(home)
    // It is there to be looked at by tests.
    rmSync(join(home, 'skills', `${HOSTILE.name}.json`))
    const provider = { kind: 'openai', baseUrl: model.baseUrl('openai'), model: 'local-model', tokensPerDay: 500_000 }
    writeFileSync(join(home, 'config.json'), JSON.stringify({ provider }))
  },
  async (opened) => {
    await liveInHome(opened)
    const { ask } = opened
    for (const [name, what] of [
      ['release/notes', 'for users'],
      ['release/write-notes', 'of a version'],
    ] as const) {
      const skill = { name, summary: `Write release notes ${what}`, content: NOTES(what), force: true }
      await ask('POST /api/skills', skill, 'agent')
    }
    await bind(ask)
  },
)

async function bind(ask: ReturnType<typeof dashboard>['ask']): Promise<void> {
  const failed = [
    { field: 'tool', op: 'equals', value: 'deploy' },
    { field: 'ok', op: 'equals', value: 'false' },
  ]
  const inject = { kind: 'inject_context', text: 'The deploy failed: roll back before anything else.' }
  await ask('POST /api/skills/bindings', {
    ...{ skill: 'deploy/rollback', event: 'tool.called', action: inject, conditions: failed, priority: 5 },
    cooldownSeconds: 600,
  })
  const notify = { kind: 'notify', text: 'An alert came in' }
  await ask('POST /api/skills/bindings', { skill: 'incident/triage', event: 'session.started', action: notify })
}

/** Waits for what moves to stand still. */
async function picture(page: Page): Promise<Buffer> {
  await page.waitForTimeout(600)
  return page.screenshot()
}

function keep(name: string, bytes: Buffer): void {
  expect(bytes.length, `${name}.png`).toBeLessThanOrEqual(BYTES_MAX)
  writeFileSync(join(SCREENS, `${name}.png`), bytes)
}

const steps: [caption: string, picture: Buffer][] = []

async function step(caption: string, page: Page): Promise<void> {
  await page.setViewportSize(STEP_VIEW)
  steps.push([caption, await picture(page)])
}

test('pages', async () => {
  const { open } = dashboard()
  const library = await open('/')
  await library.locator('.skill-row').first().waitFor()
  keep('library', await picture(library))
  const recall = await open(`/recall?m=${encodeURIComponent(MESSAGE)}`, { theme: 'dark' })
  await recall.getByRole('article').first().waitFor()
  keep('recall', await picture(recall))
  const graph = await open('/graph', { theme: 'dark' })
  await graph.locator('canvas').first().waitFor()
  await graph.waitForTimeout(1_500)
  keep('graph', await picture(graph))
})

test('the way of a person: find, edit, review', async () => {
  const { open } = dashboard()
  const page = await open('/')
  await page.keyboard.press('/')
  await page.keyboard.type('ship a service to staging')
  await page.getByRole('heading', { name: 'An agent would be shown' }).waitFor()
  await step('Find a skill by what it is for', page)
  const designer = await open('/design/git/release-branch')
  const text = designer.getByLabel('Text, in Markdown')
  await text.fill(`${await text.inputValue()}- Tell the team that it is cut.\n`)
  await step('Edit it beside its preview', designer)
  const review = await open('/review?item=text:deploy/staging')
  await review.getByRole('region', { name: 'Changes of SKILL.md' }).waitFor()
  keep('review', await picture(review))
  await step('Review what an agent drafted', review)
})

test('the way of a person: why, dream, bind', async () => {
  const { open } = dashboard()
  const why = await open(`/recall?m=${encodeURIComponent(MESSAGE)}`)
  await why.getByRole('article').first().waitFor()
  await step('See why a message recalls it', why)
  model.otherwise({
    text: JSON.stringify({
      saves: [
        {
          name: 'release/notes',
          sources: ['release/notes', 'release/write-notes'],
          reason: 'Both collect, group and write the same way.',
        },
      ],
      archives: [{ name: 'release/write-notes', into: 'release/notes', reason: 'All it says is in the other.' }],
      links: [],
    }),
  })
  const passes = await open('/passes')
  await passes.getByRole('button', { name: 'Dry run of Consolidate' }).click()
  await passes.getByRole('region', { name: 'Dry run' }).getByText('the same way').waitFor()
  await step('Have a pass done dry, take what you like', passes)
  const bindings = await open('/bindings')
  await bindings.getByRole('article').first().waitFor()
  await step('Bind a skill to what happens', bindings)
})

test('the walk-through in one picture', async () => {
  const page = await dashboard().open('/')
  const sheet = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 1320, height: 100 } })
  if (sheet === undefined) throw new Error('the browser is open within tests')
  await sheet.setContent(sheetOf(steps))
  const bytes = await sheet.locator('main').screenshot()
  await sheet.close()
  keep('walk-through', bytes)
  expect(readFileSync(join(SCREENS, 'walk-through.png')).length).toBeGreaterThan(10_000)
})

function sheetOf(all: typeof steps): string {
  const figures = all.map(
    ([caption, bytes], i) =>
      `<figure><img src="data:image/png;base64,${bytes.toString('base64')}"><figcaption><b>${i + 1}</b>${caption}</figcaption></figure>`,
  )
  return `<style>
    body { margin: 0; font: 500 14px "Inter", "DejaVu Sans", sans-serif; color: #1c1b22 }
    main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; padding: 20px; background: #ece9f6 }
    figure { margin: 0 }
    img { display: block; width: 100%; border-radius: 8px; box-shadow: 0 1px 6px #0003 }
    figcaption { display: flex; align-items: center; gap: 8px; margin-top: 8px }
    b { display: grid; place-items: center; width: 22px; height: 22px; border-radius: 50%; background: #5b48c4; color: #fff; font-size: 12px }
  </style><main>${figures.join('')}</main>`
}
