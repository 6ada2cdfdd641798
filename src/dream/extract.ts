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
import type { ToolUse } from '../domain/session-signals.ts'
import { extractDirective } from './directives/extract.ts'
import type { DreamParts } from './dream-parts.ts'
import type { SessionBook } from './session-book.ts'
import { fenced, MATERIAL_NOTE } from './skill-in-context.ts'
import { markOf, type Watermarks } from './watermarks.ts'

export type ExtractParts = Pick<DreamParts, 'nearTo'> & { sessions: SessionBook; watermarks: Watermarks }

export function extractPass({ nearTo, sessions, watermarks }: ExtractParts): Pass<ExtractAnswer> {
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
    done: async ({ state }) => {
      const { sessions: shown } = extractStateSchema.parse(state)
      await watermarks.add(
        'extract',
        shown.map(({ mark }) => mark),
      )
    },
  }
}

function gathered(tasks: readonly FoundTask[]): Gathered {
  const state: ExtractState = {
    sessions: tasks.map(({ session, task }) => ({
      mark: markOf(session),
      tools: [...new Set(task.calls.map(({ tool }) => tool))].sort(),
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
