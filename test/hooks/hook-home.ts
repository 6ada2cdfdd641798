// A home as hooks find it, and hooks as clients run them: in a process of their own, or (where every byte of the process
// does not matter) in this one.
import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Gate } from '../../src/domain/gates.ts'
import type { HookClient, HookEvent } from '../../src/domain/hook-names.ts'
import type { Signals } from '../../src/domain/signal-text.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { readHookInput } from '../../src/hooks/hook-input.ts'
import { hookWork } from '../../src/hooks/hook-work.ts'
import { createEventWriter } from '../../src/journal/event-writer.ts'
import type { IndexEngine } from '../../src/recall/index-engine.ts'
import { learningSchema, noLearning } from '../../src/recall/learning-fold.ts'
import { openRecall } from '../../src/recall/open-recall.ts'
import { smallDocument } from '../../src/store/small-document.ts'
import { DEVELOPER_SKILLS } from '../recall/developer-skills.ts'
import { mountedOn } from '../support/mounted.ts'
import { openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

type Skill = { name: string; content: string } & Record<string, unknown>

export function homeOf(skills: readonly Skill[]): HomeLayout {
  const layout = tempHome()
  for (const folder of [layout.skills, layout.usage, layout.cortex]) mkdirSync(folder, { recursive: true })
  for (const { name, content, ...more } of skills) writeSkill(layout.home, name, content, more)
  return layout
}

/** The library of a small team, without a snapshot. */
export const teamHome = () => homeOf(DEVELOPER_SKILLS.map((skill) => ({ ...skill })))

/** What a server does every minute. */
export async function keepSnapshot(
  layout: HomeLayout,
  { engine = 'bm25f', isLearning = true, gate }: { engine?: IndexEngine; isLearning?: boolean; gate?: Gate } = {},
) {
  const { store } = mountedOn(layout)
  const { kept, journal } = await openLibrary(layout, gate === undefined ? { store } : { store, gate })
  const recall = openRecall({
    engine,
    isLearning,
    journal,
    document: smallDocument(layout.learning, learningSchema, noLearning),
    snapshotPath: layout.indexSnapshot,
    skills: kept,
    loadsOf: () => 0,
    now: () => new Date(),
    onTrouble(error) {
      throw error
    },
  })
  await recall.save()
  return recall
}

export type HookRun = { exit: number | string; out: string; err: string }
type RunOptions = {
  program?: string
  env?: Record<string, string>
  stdio?: SpawnOptions['stdio']
  cwd?: string
  node?: string[]
}

/** @param input an object as JSON, else these very bytes; undefined leaves stdin to `stdio`. */
export function runHook(args: string[], input: object | string | Buffer | undefined, options: RunOptions = {}) {
  const { program = inject('program'), env = {}, stdio = 'pipe', cwd, node = [] } = options
  return new Promise<HookRun>((resolve) => {
    const child = spawn(process.execPath, [...node, program, 'hook', ...args], {
      // Nothing of the tester's own settings may reach the hook.
      env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...env },
      stdio,
      cwd,
    })
    const said = { out: '', err: '' }
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      said.out += part
    })
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      said.err += part
    })
    // A hook that does not listen is seen by what it leaves behind.
    child.stdin?.on('error', () => {})
    if (input !== undefined)
      child.stdin?.end(typeof input === 'string' || Buffer.isBuffer(input) ? input : JSON.stringify(input))
    child.once('close', (code, signal) => resolve({ exit: code ?? signal ?? 'unknown', ...said }))
  })
}

export function hookArgs(event: HookEvent, client: HookClient, { home }: { home: string }): string[] {
  return [event, '--client', client, '--home', home]
}

type HookOptions = { client?: HookClient; mayLearn?: boolean; gate?: Gate; signals?: Signals }

/** Hooks of one client in this process, one after the other. */
export function hooksOn(
  layout: HomeLayout,
  {
    client = 'claude',
    mayLearn = true,
    gate = 'guarded',
    signals = { turns: 'off', tools: 'names' },
  }: HookOptions = {},
) {
  let ids = 0
  const { append } = createEventWriter(layout, { now: () => new Date(), newId: () => `hook-${ids++}` })
  const troubles: unknown[] = []
  return {
    troubles,
    /** What is printed. */
    async run(event: HookEvent, input: object): Promise<string> {
      const read = readHookInput(JSON.stringify(input))
      if (read === undefined) throw new Error('a test gave no object')
      const onTrouble = (error: unknown) => void troubles.push(error)
      const asks = { gate: () => gate, ownSkills: () => [], signals: () => signals, beliefMinutes: () => 120 }
      return hookWork(event, { layout, client, input: read, mayLearn, ...asks, now: new Date(), append, onTrouble })
    },
    /** The block that a message brings up; empty when there is none. */
    async block(session: string | undefined, prompt: string): Promise<string> {
      const out = await this.run('prompt', { ...(session === undefined ? {} : { session_id: session }), prompt })
      return out === '' ? '' : JSON.parse(out).hookSpecificOutput.additionalContext
    },
    async names(session: string | undefined, prompt: string): Promise<string[]> {
      const block = await this.block(session, prompt)
      return /^Relevant skills for this message: (.*)$/m.exec(block)?.[1]?.split(', ') ?? []
    },
  }
}

type Line = { event: string } & Record<string, unknown>

/** The session's events without what each line begins with. */
export function sessionLines(layout: HomeLayout, session: string): Line[] {
  return jsonLines(join(layout.usage, `${session}.jsonl`)).map((line) => {
    const { id, sessionId, timestamp, seq, ...event } = line
    return event as Line
  })
}

export function jsonLines(path: string): Record<string, unknown>[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}
