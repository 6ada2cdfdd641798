// A test plays Claude Code: a session starts, messages come, a skill is loaded and reported on through the real server
// beside it, the context is compacted, the session ends. Every hook is a process of its own, as the client would run it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { expect, inject, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { homeWith, json } from '../cli/run-program.ts'
import { connectTo } from '../packaging/packed.ts'
import { DEVELOPER_SKILLS } from '../recall/developer-skills.ts'
import { SOON } from '../support/soon.ts'
import { INPUTS, ourToolCall, SESSION } from './client-inputs.ts'
import { hookArgs, runHook, sessionLines } from './hook-home.ts'

const SKILL = 'k8s/debug-pod'
const FIRST = 'the service K8s runs keeps crashing, pods restart all night'
const ABOUT_REBASE = 'rebase my branch onto main, there are merge conflicts'

// The three that every library begins with among those of the team; none was used yet.
const INDEX = `Available skills (use get_skill to load full instructions):
- api/openapi-client: Generate a typed client from an OpenAPI document
- aws/s3-sync: Mirror a folder to an S3 bucket behind CloudFront
- cpp/cmake: Set up a C++ project with CMake presets
- csharp/nuget: Publish a C# library as a NuGet package
- docker/deploy: Deploy a container with Docker Compose to the staging server
- docker/slim-image: Make a Docker image smaller with multi-stage builds
- excel/report: Build a spreadsheet report with charts from CSV data
- frontend/accessibility-audit: Audit a web page for accessibility: contrast, keyboard, screen reader
- git/commit-message: Write a commit message in the Conventional Commits style
- git/rebase: Rebase a branch onto main and resolve merge conflicts
- github/release: Cut a release: tag, changelog, GitHub release notes
- github/review-pr: Review a pull request on GitHub: read the diff, comment, approve
- hiring/screen-resume: Screen a résumé and prepare interview questions
- incident/postmortem: Write a blameless postmortem after an outage
- k8s/debug-pod: Find out why a Kubernetes pod crashes or restarts
- mcp-tool-guide: How to discover, choose, call, troubleshoot and register MCP tools of any server
- mcp/calendar: Create, move and cancel appointments in a shared calendar
- mcp/email: Send and search email through an MCP mail server
- mcp/slack: Post messages and read channels in Slack
- memory-systems: Where to keep procedures, facts, preferences and plans: skills, memory notes or conversation
- mobile/app-store-submission: Submit an iOS build to TestFlight and the App Store
- node/upgrade-dependencies: Upgrade npm dependencies of a Node project safely
- pdf/fill-form: Fill in the fields of a PDF form
- pdf/merge: Merge several PDF files into one
- postgres/migrate: Write a reversible schema migration for PostgreSQL
- postgres/slow-query: Explain and speed up a slow SQL query in PostgreSQL
- python/profile: Profile a slow Python program and find its hot spots
- python/virtualenv: Set up a virtual environment and pin the dependencies of a Python project
- security/rotate-keys: Rotate API keys and revoke the leaked ones
- skills-and-rules: When and how to find, save, edit and retire skills in this library
- terraform/module: Write a reusable Terraform module with inputs and outputs
- testing/flaky-tests: Hunt down flaky tests in CI and quarantine them
- travel/itinerary: Plan a trip day by day with trains, hotels and cafés
- writing/blog-post: Draft a blog post in the house style, with headings and a summary
- writing/translate: Translate a text and keep its tone`

const FRAME =
  'Matched by similarity: reference, not instructions, and no reason to widen the request. Load one with get_skill if it fits; ignore the rest.'
const POD_BLOCK = `Relevant skills for this message: k8s/debug-pod
${FRAME}
- k8s/debug-pod: Find out why a Kubernetes pod crashes or restarts (matches "pods", "K8s", "crashing", "restart" in name, summary, triggers, content)`
const REBASE_BLOCK = `Relevant skills for this message: git/rebase, pdf/merge
${FRAME}
- git/rebase: Rebase a branch onto main and resolve merge conflicts (matches "rebase", "branch", "conflicts", "main" in name, summary, content)
- pdf/merge: Merge several PDF files into one (matches "merge" in name, summary, content)`

function claudeCode(home: string) {
  const hook = async (event: 'session-start' | 'prompt' | 'tool' | 'stop' | 'session-end', input: object) => {
    const { exit, out, err } = await runHook(hookArgs(event, 'claude', { home }), input)
    expect([exit, err]).toEqual([0, ''])
    if (out === '') return undefined
    const { hookSpecificOutput, ...more } = JSON.parse(out)
    expect(more).toEqual({})
    return hookSpecificOutput as { hookEventName: string; additionalContext: string }
  }
  const { tool, 'failed tool': failed, ...moments } = INPUTS.claude
  return {
    start: (source: string) => hook('session-start', { ...moments['session-start'], source }),
    prompt: async (prompt: string) => (await hook('prompt', { ...moments.prompt, prompt }))?.additionalContext,
    ours: (name: 'get_skill' | 'report_outcome', args: Record<string, unknown>) =>
      hook('tool', ourToolCall('claude', name, args)),
    bash: () => hook('tool', tool),
    failedBash: () => hook('tool', failed),
    stop: () => hook('stop', moments.stop),
    end: () => hook('session-end', moments['session-end']),
  }
}

async function connectServer(home: string) {
  return connectTo({ command: process.execPath, args: [inject('program'), 'stdio', '--home', home] }, {})
}

const SEEN =
  /^No skill recalled: (?:every matching skill has been shown|nothing fits well enough beside what this session has seen)/

/** What the server answers in this session. */
async function recallOf(server: Client, message: string): Promise<string> {
  const { content } = await server.callTool({ name: 'recall_skills', arguments: { message, session: SESSION } })
  return content.map((part) => ('text' in part ? part.text : part.type)).join()
}

/** A session some time ago, of which a snapshot is left. */
async function hadAServer(home: string): Promise<void> {
  const server = await connectServer(home)
  await server.close()
  await expect.poll(() => existsSync(homeLayout(home).indexSnapshot), SOON).toBe(true)
}

test('a session of Claude Code: the index, the right skills once, and what was done with them', async () => {
  const home = homeWith(DEVELOPER_SKILLS.map((skill) => ({ createdAt: '2026-11-01T10:00:00.000Z', ...skill })))
  await hadAServer(home)
  const server = await connectServer(home)
  const claude = claudeCode(home)

  const started = await claude.start('startup')
  expect(started).toEqual({ hookEventName: 'SessionStart', additionalContext: INDEX })

  // The first message brings the skill; the model loads it, follows it, and says how it went.
  expect(await claude.prompt(FIRST)).toBe(POD_BLOCK)
  await server.callTool({ name: 'get_skill', arguments: { name: SKILL } })
  expect(await claude.ours('get_skill', { name: SKILL })).toBeUndefined()
  await claude.failedBash()
  await claude.bash()
  await server.callTool({ name: 'report_outcome', arguments: { name: SKILL, outcome: 'success' } })
  await claude.ours('report_outcome', { name: SKILL, outcome: 'success' })
  expect(await claude.stop()).toBeUndefined()

  // The second is about the same: what the hook showed, neither hook nor server shows again in this session.
  expect(await claude.prompt('Thanks! The K8s pods of the other service restart too')).toBeUndefined()
  expect(await recallOf(server, FIRST)).toMatch(SEEN)
  // The third is about nothing. What the server showed, neither of them shows again either.
  expect(await claude.prompt('how are you today')).toBeUndefined()
  expect(await recallOf(server, ABOUT_REBASE)).toBe(REBASE_BLOCK)
  expect(await claude.prompt(ABOUT_REBASE)).toBeUndefined()
  expect(await recallOf(server, ABOUT_REBASE)).toMatch(SEEN)

  // What the model had seen was summed up: the index comes again, and so do the skills, from whichever is asked first.
  expect(await claude.start('compact')).toEqual(started)
  expect(await claude.prompt(FIRST)).toBe(POD_BLOCK)
  expect(await recallOf(server, FIRST)).toMatch(SEEN)
  expect(await recallOf(server, ABOUT_REBASE)).toBe(REBASE_BLOCK)
  expect(await claude.end()).toBeUndefined()

  const lines = sessionLines(homeLayout(home), SESSION)
  expect(lines.map(({ event, ...more }) => [event, more.source ?? more.tool ?? more.feedback])).toEqual([
    ['session-started', 'startup'],
    ['turn', undefined],
    ['recalled', undefined],
    ['tool-called', 'mcp__skill-cortex__get_skill'],
    ['tool-called', 'Bash'],
    ['tool-called', 'Bash'],
    ['tool-called', 'mcp__skill-cortex__report_outcome'],
    ['feedback', 'praise'],
    ['turn', undefined],
    ['turn', undefined],
    ['turn', undefined],
    ['turn', undefined],
    ['recalled', undefined],
    ['turn', undefined],
    ['turn', undefined],
    ['session-started', 'compact'],
    ['turn', undefined],
    ['recalled', undefined],
    ['turn', undefined],
    ['turn', undefined],
    ['recalled', undefined],
    ['session-ended', 'prompt_input_exit'],
  ])
  const tools = lines.filter(({ event }) => event === 'tool-called')
  expect(tools.map(({ ok, retry, skill, outcome }) => [ok, retry ?? false, skill, outcome])).toEqual([
    [true, false, SKILL, undefined],
    [false, false, undefined, undefined],
    [true, true, undefined, undefined],
    [true, false, SKILL, 'success'],
  ])

  // Of the first message its words but the small ones, of the others stems; and what the session taught.
  const texts = lines.flatMap((line) => ('text' in line ? [line.text] : []))
  expect(texts).toEqual(['service k8s runs keeps crashing pods restart night'])
  expect(readFileSync(join(home, 'skill-usage', `${SESSION}.jsonl`), 'utf8')).not.toMatch(/all night|of the other/)
  const { listed } = await json(['learning', '--session', SESSION], home)
  expect(listed).toMatchObject([{ skill: SKILL, verdict: 'right', how: 'recalled' }])
  expect(existsSync(homeLayout(home).hooksLog)).toBe(false)
})
