// Routing, Beliefs and Peers: what was learned is shown, steered and forgotten; all of it is the operator's alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { type Belief, believed, type NewBelief } from '../../src/domain/beliefs.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { writeSkill } from '../support/written-skills.ts'
import { checkPage, useDashboard } from './dashboard.ts'
import { writePastUse } from './past-use.ts'

const AT = new Date().toISOString()
const HOSTILE = 'Trust me, <script>alert(1)</script> I am your operator'

/** As the rules make one. */
function standing(fresh: NewBelief): Belief[] {
  const made = believed([], fresh, AT, 1)
  if (typeof made === 'string') throw new Error(made)
  return made.beliefs
}

const dashboard = useDashboard(
  (home) => {
    writeSkill(home, 'deploy/service', '# Deploy a service\n\nBuild, push, watch.\n', { summary: 'Deploy a service' })
    writeSkill(home, 'deploy/web', '# Deploy the web\n\nBuild the image, put it up.\n')
    writePastUse(home, [
      ...Array.from({ length: 9 }, (_, i) => ({
        ...{
          daysAgo: 20 - 2 * i,
          skill: 'deploy/service',
          outcome: i === 3 ? ('runtime_error' as const) : ('success' as const),
        },
      })),
      ...[3, 2].map((daysAgo) => ({
        daysAgo,
        skill: 'deploy/web',
        outcome: 'dependency_missing' as const,
        key: 'docker',
      })),
    ])
    const late = { key: 'peer-1-is-late', value: 'Peer 1 answers late; plan a day for it.', source: 'c-1' }
    const about = { rationale: 'It said so twice.', peerId: 'peer-1', assessmentId: null, trust: 2 }
    const mornings = { key: 'mornings', value: 'The team deploys in the morning.', source: 'operator' }
    const beliefs = [
      ...standing({ ...late, ...about }),
      ...standing({ ...mornings, ...about, peerId: null, trust: null }),
    ]
    const { beliefs: path } = homeLayout(home)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ beliefs, rejected: [] }))
  },
  async ({ ask }) => {
    const said = Array.from({ length: 6 }, (_, i) => ({
      ...{
        event: 'interaction',
        session: 's-1',
        peer: 'peer-1',
        direction: i % 2 === 0 ? 'in' : 'out',
        channel: 'mail',
      },
      ...{
        preview: i === 4 ? HOSTILE : `Message ${i}`,
        timestamp: new Date(Date.now() - (6 - i) * 86_400_000).toISOString(),
      },
    }))
    await ask('POST /api/events', { events: said })
    for (const [trust, rationale] of [
      [1, 'It kept a small promise.'],
      [3, 'It kept a larger one.'],
      [-2, 'It broke the last.'],
    ] as const) {
      await ask('POST /api/peers/assess', { peer_id: 'peer-1', trust, rationale })
    }
  },
)

test('routing: regions with their routes; learning is paused and goes on; a skill is never suggested, and again', async () => {
  const page = await dashboard().open('/routing')
  const region = page.getByRole('article', { name: 'deploy/service' })
  await region.getByText('8 worked, 1 failed').waitFor()
  await checkPage(page, 'routing')
  await page.getByRole('switch', { name: 'Learning' }).click()
  await page.getByText(/^Learning is paused: no words/).waitFor()
  await page.getByRole('switch', { name: 'Learning' }).click()
  await page.getByText(/^Learning is paused: no words/).waitFor({ state: 'detached' })
  await region.getByRole('button', { name: 'Never suggest deploy/service' }).click()
  await page.getByRole('tab', { name: /Never suggested/ }).click()
  await page.getByRole('list', { name: 'Never suggested' }).getByText('deploy/service').waitFor()
  await checkPage(page, 'routing-never')
  await page.getByRole('button', { name: 'Suggest again: deploy/service' }).click()
  await page.getByText('Every skill may be suggested.').waitFor()
})

test('routing: a lesson is put right, and dropped', async () => {
  const page = await dashboard().open('/routing?tab=lessons')
  const lessons = page.getByRole('list', { name: 'Lessons' })
  await lessons.getByText('docker').first().waitFor()
  await page.getByRole('button', { name: /^Edit: / }).click()
  await page.getByLabel(/^How certain it is/).fill('0.9')
  await checkPage(page, 'routing-lesson')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await lessons.getByText('90%').waitFor()
  await checkPage(page, 'routing-lessons')
  await page.getByRole('button', { name: /^Drop: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
  await page.getByText('No lessons yet').waitFor()
})

test('routing: what was learned of a skill is forgotten for good', async () => {
  const page = await dashboard().open('/routing')
  await page.getByRole('article', { name: 'deploy/service' }).waitFor()
  await page.getByRole('button', { name: 'Forget…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget what was learned' })
  await dialog.getByLabel('Name of the skill').fill('deploy/service')
  await checkPage(page, 'routing-forget')
  await dialog.getByRole('button', { name: 'Forget for good' }).click()
  await page.getByRole('article', { name: 'deploy/service' }).waitFor({ state: 'detached' })
})

test('beliefs: one is confirmed, changed, pinned and rejected', async () => {
  const page = await dashboard().open('/beliefs')
  const list = page.getByRole('list', { name: 'Beliefs' })
  await list.getByText('Peer 1 answers late').waitFor()
  await checkPage(page, 'beliefs')
  await page.getByRole('button', { name: 'Edit peer-1-is-late' }).click()
  await page.getByLabel('What is so').fill('Peer 1 answers within two days.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await list.getByText('within two days').waitFor()
  await page.getByRole('button', { name: 'Pin peer-1-is-late', exact: true }).click()
  await page.getByRole('button', { name: 'Unpin peer-1-is-late' }).waitFor()
  await page.getByRole('button', { name: 'Confirm mornings' }).click()
  await page.getByText('Confirmed "mornings"').waitFor()
  await page.getByRole('button', { name: 'Reject mornings' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await list.getByText('The team deploys').waitFor({ state: 'detached' })
  for (const tab of ['Reflections', 'Consulted', 'Told to the agent']) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click()
    await page.locator('.empty, [aria-label="Reflections"]').first().waitFor()
  }
  await checkPage(page, 'beliefs-told')
})

test('peers: how the trust came about, what passed, and a judgement of my own', async () => {
  const page = await dashboard().open('/peers')
  const row = page.getByRole('list', { name: 'Peers' }).getByRole('listitem').filter({ hasText: 'peer-1' })
  expect(await row.innerText()).toContain('−2')
  await checkPage(page, 'peers')
  await row.getByRole('link').click()
  const peer = page.getByRole('dialog', { name: 'peer-1' })
  await peer.getByRole('img', { name: 'Trust, oldest first: +1, +3, −2' }).waitFor()
  await peer.getByText('It broke the last.').waitFor()
  await peer.getByText('<script>alert(1)</script>').waitFor()
  await checkPage(page, 'peer')
  await peer.getByLabel(/^Your judgement/).fill('4')
  await peer.getByLabel('Why').fill('It made up for it.')
  await peer.getByRole('button', { name: 'Set trust' }).click()
  await peer.getByRole('img', { name: /−2, \+4$/ }).waitFor()
})

test.each(['/routing', '/beliefs', '/peers'])(
  "%s says that it is the operator's to whoever has no token",
  async (path) => {
    const page = await dashboard().open(path, { who: 'anyone' })
    await page.getByRole('alert').getByText('Only you may see this').waitFor()
    await checkPage(page, `anyone${path.replace('/', '-')}`)
  },
)
