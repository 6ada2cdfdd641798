// The pass "gap": finds what people ask for again and again without a skill for it. The model is shown the words that recur
// and the messages that hold them; what it may make of that stands in domain/judge-gap.ts.
import type { Gathered, Pass } from '../cycles/pass.ts'
import { sha256Of } from '../domain/digest.ts'
import { findGap, type Gap, type GapMessage, neighbours } from '../domain/gap-candidates.ts'
import { type GapAnswer, type GapState, gapAnswerSchema, gapStateSchema, judgeGap } from '../domain/judge-gap.ts'
import { markOf } from '../domain/mark.ts'
import { skillGap } from './directives/skill-gap.ts'
import type { DreamParts } from './dream-parts.ts'
import type { SessionBook } from './session-book.ts'
import { fenced, MATERIAL_NOTE, oneLine } from './skill-in-context.ts'
import { MARKS_MAX, type Watermarks } from './watermarks.ts'

export type GapParts = Pick<DreamParts, 'nearTo'> & {
  shelf: Pick<DreamParts['shelf'], 'entries' | 'lookAround'>
  sessions: SessionBook
  watermarks: Watermarks
}

export function gapPass({ shelf, nearTo, sessions, watermarks }: GapParts): Pass<GapAnswer> {
  return {
    name: 'gap',
    directive: { file: 'skill-gap.md', builtIn: skillGap },
    output: gapAnswerSchema,
    async gather(now) {
      const read = await watermarks.read('gap')
      const gap = findGap(await sessions(), (session) => read.has(markOf(session)), now)
      if (typeof gap === 'string') return { kind: 'skip', reason: gap }
      await shelf.lookAround()
      return { kind: 'work', gathered: gathered(gap, shelf) }
    },
    judge: (answer, { seen, state }, library, now) =>
      judgeGap(answer, gapStateSchema.parse(state), { seen, library, now }, nearTo),
    done: async ({ state }) => watermarks.add('gap', gapStateSchema.parse(state).marks),
  }
}

function gathered(gap: Gap, shelf: GapParts['shelf']): Gathered {
  const { messages, news, terms } = gap
  const skills = shelf.entries().map(({ skill }) => skill)
  const near = neighbours(
    skills,
    terms.map(({ term }) => term),
  )
  const marks = news.slice(0, MARKS_MAX).map(markOf)
  const state: GapState = { shown: messages.length, marks }
  return {
    context: contextOf(gap, near, skills.length),
    seen: {},
    fingerprint: sha256Of(JSON.stringify([messages, terms.map(({ term }) => term)])),
    state,
  }
}

function contextOf({ messages, terms }: Gap, near: { name: string; summary: string }[], size: number): string {
  const parts: [title: string, text: string][] = [
    [
      'Words that came up in several sessions, as stems',
      terms.map((t) => `- ${t.term}: ${t.sessions} sessions, ${t.withoutSkill} without a skill`).join('\n') || 'none',
    ],
    [
      'First messages of sessions',
      `${MATERIAL_NOTE} Names, numbers and small words are left out.\n\n${messages.map(messageText).join('\n')}`,
    ],
    [
      'Skills that hold some of these words',
      fenced('names and summaries', near.map(({ name, summary }) => `- ${name}: ${oneLine(summary)}`).join('\n')),
    ],
  ]
  const others = `(${size - near.length} other skills of the library hold none of them.)`
  return [...parts.map(([title, text]) => `# ${title}\n\n${text}`), others].join('\n\n')
}

function messageText({ text, usedSkill, wentBadly }: GapMessage, index: number): string {
  const how = [usedSkill ? 'used a skill' : 'used no skill', ...(wentBadly ? ['went badly'] : [])]
  return fenced(`session ${index + 1} (${how.join(', ')})`, text)
}
