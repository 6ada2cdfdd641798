// The page of one skill in a browser: what it shows, what can be done there, and that no text of a skill does anything.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkPage, useDashboard } from './dashboard.ts'
import { HOSTILE, liveInHome, writeLivedInHome } from './lived-in-home.ts'

const dashboard = useDashboard(
  (home) => {
    writeLivedInHome(home)
    const files = join(home, 'skills/sql/slow-query.files')
    mkdirSync(join(files, 'scripts'), { recursive: true })
    writeFileSync(join(files, 'scripts/explain.sh'), '#!/bin/sh\npsql -c "EXPLAIN $1" # \u202etxt\n')
    mkdirSync(join(files, 'assets'), { recursive: true })
    writeFileSync(join(files, 'assets/page.html'), '<script>alert(1)</script>')
  },
  async (opened) => {
    await liveInHome(opened)
    await opened.ask('PATCH /api/skills?name=writing/changelog', {
      old_string: 'One sentence a change',
      new_string: 'One short sentence a change',
    })
  },
)

test('shows the text rendered and raw, the steps, and how it stands in a sentence', async () => {
  const page = await dashboard().open('/skills/deploy/staging')
  await page.getByRole('heading', { name: 'Deploy to staging' }).waitFor()
  await page.getByText(/Written by a person; it is released\. .* Agents are shown it where it fits\./).waitFor()
  await page.getByRole('heading', { name: 'Steps' }).waitFor()
  await checkPage(page, 'skill-text')
  await page.getByRole('button', { name: 'Raw' }).click()
  await page
    .getByRole('region', { name: /character for character/ })
    .getByText('# Deploy to staging')
    .waitFor()
  await checkPage(page, 'skill-raw')
})

test('a draft that waits is said, and can be looked at', async () => {
  const page = await dashboard().open('/skills/deploy/staging')
  await page.getByRole('link', { name: 'Look at the draft' }).click()
  await page.getByText('This is the draft').waitFor()
  await page.getByText(/FORCE=1/).waitFor()
  await checkPage(page, 'skill-draft')
})

test('use: the funnel and the last days', async () => {
  const page = await dashboard().open('/skills/deploy/staging?tab=use')
  const funnel = page.locator('.funnel')
  await funnel.waitFor()
  expect((await funnel.innerText()).split('\n').filter((line) => /^\d+$/.test(line))).toEqual(['11', '11', '11', '10'])
  await page.getByRole('img', { name: /Uses a day: 11 loads and 1 failure/ }).waitFor()
  await checkPage(page, 'skill-use')
  await page.evaluate(`location.hash = '#/skills/deploy/rollback?tab=use'`)
  await page.getByRole('heading', { name: 'Not used yet' }).waitFor()
  await checkPage(page, 'skill-unused')
})

test('history: what a version changed, restored, and taken back', async () => {
  const page = await dashboard().open('/skills/writing/changelog?tab=history')
  await page.getByRole('button', { name: /Version 2/ }).click()
  await page.locator('.diff-line[data-sign="+"]').getByText('One short sentence').waitFor()
  await checkPage(page, 'skill-history')
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Version 1 is in force again, as version 3.').waitFor()
  await page.getByRole('button', { name: /Version 3/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Version 2 is in force again.').waitFor()
})

test('relations: what to load before, who needs it', async () => {
  const page = await dashboard().open('/skills/deploy/staging?tab=relations')
  await page.getByRole('heading', { name: 'Load before it' }).waitFor()
  await checkPage(page, 'skill-relations')
  await page.getByRole('tabpanel').getByRole('link', { name: 'git/release-branch' }).click()
  await page.getByRole('heading', { name: 'git/release-branch' }).waitFor()
  await page.getByRole('tab', { name: 'Relations' }).click()
  await page.getByRole('heading', { name: 'Need it' }).waitFor()
})

test('policy: declared beside observed, and declared by hand', async () => {
  const page = await dashboard().open('/skills/deploy/staging?tab=policy')
  await page.getByRole('row', { name: /Hosts/ }).getByText('staging.example.org').first().waitFor()
  await checkPage(page, 'skill-policy')
  await page.getByRole('button', { name: 'Remove DEPLOY_TOKEN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Removed DEPLOY_TOKEN.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Remove DEPLOY_TOKEN' }).count()).toBe(0)
})

test('files: read as text with what hides in them, never shown as a page', async () => {
  const page = await dashboard().open('/skills/sql/slow-query?tab=files')
  await page.getByRole('button', { name: 'Show scripts/explain.sh' }).click()
  await page.getByRole('region', { name: 'The text of scripts/explain.sh' }).getByText('U+202E').waitFor()
  await page.getByRole('button', { name: 'Show assets/page.html' }).click()
  await page.getByText('<script>alert(1)</script>').waitFor()
  await checkPage(page, 'skill-files')
})

test('pinned, promoted, deprecated and back by hand', async () => {
  const page = await dashboard().open('/skills/python/flaky-tests')
  await page.getByRole('button', { name: 'Pin' }).click()
  await page.getByText('Pinned python/flaky-tests: only you change it.').waitFor()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.locator('.skill-head').getByText('verified', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Deprecate' }).click()
  await page.locator('.skill-head').getByText('deprecated', { exact: true }).waitFor()
  await checkPage(page, 'skill-deprecated')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.skill-head').getByText('verified', { exact: true }).waitFor()
})

test('archived, then found by its link and brought back', async () => {
  const page = await dashboard().open('/skills/incident/postmortem')
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived incident/postmortem.').waitFor()
  await page.evaluate(`location.hash = '#/skills/incident/postmortem'`)
  await page.getByText(/It was archived/).waitFor()
  await checkPage(page, 'skill-archived')
  await page.getByRole('button', { name: 'Bring back' }).click()
  await page.getByRole('heading', { name: 'Postmortem' }).waitFor()
})

test('a name that was never there says so, with the nearest', async () => {
  const page = await dashboard().open('/skills/deploy/stagging')
  await page.getByText(/deploy\/staging/).waitFor()
  await checkPage(page, 'skill-none')
})

test('what another changes meanwhile shows at once', async () => {
  const page = await dashboard().open('/skills/mcp/email')
  await page.getByText('Draft first').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await dashboard().ask('PATCH /api/skills?name=mcp/email', { old_string: 'Draft first', new_string: 'Write first' })
  await page.getByText('Write first').waitFor()
})

test('a hostile text runs nothing, loads nothing, and shows what hides in it', async () => {
  const page = await dashboard().open(`/skills/${HOSTILE.name}`)
  const text = page.locator('.markdown')
  await text.getByText('Hello').first().waitFor()
  expect(await page.title()).toBe(`${HOSTILE.name} · Skill Cortex`)
  for (const element of [
    'script',
    'img',
    'svg',
    'iframe',
    'style',
    'form',
    'input',
    'button',
    'base',
    'meta',
    'object',
  ]) {
    expect(await text.locator(element).count(), element).toBe(0)
  }
  const links = await page.evaluate(
    `[...document.querySelectorAll('.markdown a')].map((a) => [a.protocol, a.rel, a.target, a.id])`,
  )
  expect(links).toEqual([
    ['https:', 'noopener noreferrer nofollow', '_blank', ''],
    ['https:', 'noopener noreferrer nofollow', '_blank', ''],
  ])
  const shown = await text.innerText()
  expect(shown).toContain('the bank (https://evil.invalid/bank)')
  expect(shown).toContain('a friendly link (javascript:alert(3))')
  expect(shown).toContain('[picture: tracking] (https://evil.invalid/pixel.gif)')
  const marks = await text.locator('.hidden-character').allInnerTexts()
  expect(marks).toEqual(expect.arrayContaining(['U+200B', 'U+202E', 'U+202C', 'U+E0041', 'U+E0042']))
  // The entity that would have turned the words round is marked as well.
  expect(marks.filter((mark) => mark === 'U+202E')).toHaveLength(2)
  expect(await page.evaluate('document.getElementById("app").tagName')).toBe('DIV')
  await checkPage(page, 'skill-hostile')
  await page.getByRole('tab', { name: /Findings/ }).click()
  await page.locator('.findings').waitFor()
  await checkPage(page, 'skill-findings')
})

test('without a token one may look, and nothing offers a change', async () => {
  const page = await dashboard().open('/skills/deploy/staging', { who: 'anyone' })
  await page.getByRole('heading', { name: 'Deploy to staging' }).waitFor()
  expect(await page.getByRole('button', { name: /Pin|Archive|Deprecate|Restore/ }).count()).toBe(0)
})
