// The pass "extract": makes a procedure of a task of several steps that went well. The model is shown what was asked and
// which tools were called with which words; what it may make of that stands in domain/judge-extract.ts.
import type { Gathered, Pass } from '../cycles/pass.ts'
import { sha256Of } from '../domain/digest.ts'
import { type FoundTask, findTasks } from '../domain/extract-candidates.ts'
import {
  type ExtractAnswer,
  type ExtractState,
  extractAnswerSchema,
  extractStateSchema,
  judgeExtract,
} from '../domain/judge-extract.ts'
import { markOf } from '../domain/mark.ts'
import type { ToolUse } from '../domain/session-signals.ts'
import { SkillError } from '../domain/skill-error.ts'
import { extractDirective } from './directives/extract.ts'
import type { DreamParts } from './dream-parts.ts'
import type { SessionBook } from './session-book.ts'
import { fenced, MATERIAL_NOTE } from './skill-in-context.ts'
import type { Watermarks } from './watermarks.ts'

export type ExtractParts = Pick<DreamParts, 'nearTo' | 'propose'> & {
  shelf: Pick<DreamParts['shelf'], 'entry'>
  sessions: SessionBook
  watermarks: Watermarks
}

export function extractPass(parts: ExtractParts): Pass<ExtractAnswer> {
  const { nearTo, sessions, watermarks } = parts
  return {
    name: 'extract',
    directive: { file: 'extract.md', builtIn: extractDirective },
    output: extractAnswerSchema,
    async gather(now) {
      const read = await watermarks.read('extract')
      const tasks = findTasks(await sessions(), (session) => read.has(markOf(session)), now)
      if (tasks.length === 0) {
        return { kind: 'skip', reason: 'no new session has a task of several steps and tools that went well' }
      }
      return { kind: 'work', gathered: gathered(tasks) }
    },
    judge: (answer, { seen, state }, library, now) =>
      judgeExtract(answer, extractStateSchema.parse(state), { seen, library, now }, nearTo),
    // A session is asked about once, whatever came of it.
    done: async ({ state }, applied) => {
      const { sessions: shown } = extractStateSchema.parse(state)
      for (const { name, draft } of applied) if (!draft) await proposeMerge(name, parts)
      await watermarks.add(
        'extract',
        shown.map(({ mark }) => mark),
      )
    },
  }
}

async function proposeMerge(source: string, { nearTo, shelf, propose }: ExtractParts): Promise<void> {
  const skill = shelf.entry(source)?.skill
  const [near] = skill === undefined ? [] : nearTo(skill)
  if (near === undefined) return
  const reason = `made of a task that went well; likeness ${near.similarity.toFixed(2)}`
  try {
    await propose({ kind: 'merge', name: near.name, source, reason }, { actor: 'model', via: 'extract', author: null })
  } catch (error) {
    // The queue is full. Nothing is lost: the candidate stands, and the health job names what says nearly the same.
    if (!(error instanceof SkillError)) throw error
  }
}

function gathered(tasks: readonly FoundTask[]): Gathered {
  const state: ExtractState = {
    sessions: tasks.map(({ session, task }) => ({
      mark: markOf(session),
      // A tool may be called anything, at any length.
      tools: [...new Set(task.calls.map(({ tool }) => markOf(tool)))].sort(),
    })),
  }
  const note = `${MATERIAL_NOTE} Names, numbers, paths and addresses are left out of them.`
  return {
    context: ['# Tasks that went well', note, ...tasks.map(taskText)].join('\n\n'),
    seen: {},
    fingerprint: sha256Of(JSON.stringify(tasks)),
    state,
  }
}

function taskText({ task: { said, calls, moreCalls } }: FoundTask, index: number): string {
  const lines = calls.map(callText)
  const left = moreCalls === 0 ? [] : [`(${moreCalls} calls before the last one are left out)`]
  return `## Session ${index + 1}\n\n${fenced('what was asked', said)}\n${fenced('tools, in order', [...lines, ...left].join('\n'))}`
}

// A tool's name comes from outside, too.
function callText({ tool, ok, args }: ToolUse, index: number): string {
  const name = tool.replace(/\s+/g, ' ')
  return `${index + 1}. ${name}${ok ? '' : ' (failed)'}${args === '' ? '' : `: ${args}`}`
}
