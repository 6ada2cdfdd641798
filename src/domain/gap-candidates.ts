// Where a skill may be missing: words that come up in the first messages of several sessions, and sessions that went badly
// without one. Pure; the same sessions give the same choice, whatever their order.
import { analyze } from './analyzer.ts'
import type { SessionSignals } from './session-signals.ts'
import type { Skill } from './skill.ts'

/** What was read already helps to see that something recurs, for so long. */
const GAP_DAYS = 30
/** What was not read waits for so long. */
export const UNREAD_DAYS_MAX = 90
const TERM_SESSIONS_MIN = 2
const TERMS_SHOWN_MAX = 30
const MESSAGES_SHOWN_MAX = 30
const NEIGHBOURS_SHOWN_MAX = 60
// Of many messages a word that most of them hold tells no task from another.
const COMMON_MESSAGES_MIN = 10
const COMMON_SHARE_MAX = 0.5
const DAY_MS = 86_400_000

export type GapTerm = { term: string; sessions: number; withoutSkill: number }
export type GapMessage = { session: string; text: string; usedSkill: boolean; wentBadly: boolean }
export type Gap = {
  terms: GapTerm[]
  /** In the order of time. */
  messages: GapMessage[]
  /** Sessions that were counted for the first time. */
  news: string[]
}

type Message = GapMessage & { at: string; isNew: boolean; terms: ReadonlySet<string> }

/** @returns why there is nothing to do, where nothing recurs that is new. */
export function findGap(
  sessions: readonly SessionSignals[],
  isRead: (session: string) => boolean,
  now: Date,
): Gap | string {
  const messages = sessions.flatMap((session) => messageOf(session, isRead, now)).sort(byTime)
  if (messages.length === 0) return 'no message of a session is kept'
  const news = messages.filter(({ isNew }) => isNew).map(({ session }) => session)
  if (news.length === 0) return 'no session is new since its last run'
  const terms = recurringTerms(messages)
  const bad = messages.filter(({ isNew, wentBadly, usedSkill }) => isNew && wentBadly && !usedSkill)
  if (terms.length === 0 && bad.length < TERM_SESSIONS_MIN) return 'no word of a new session came up in another one'
  return { terms, messages: shownMessages(messages, terms), news }
}

/** Skills that hold one of the words, those that hold most of them first. */
export function neighbours(
  skills: readonly Pick<Skill, 'name' | 'summary' | 'triggers'>[],
  terms: readonly string[],
): { name: string; summary: string }[] {
  const wanted = new Set(terms)
  const found = skills.flatMap(({ name, summary, triggers }) => {
    const own = new Set(analyze(`${name} ${summary} ${triggers.join(' ')}`))
    const shared = [...own].filter((term) => wanted.has(term)).length
    return shared === 0 ? [] : [{ name, summary, shared }]
  })
  found.sort((a, b) => b.shared - a.shared || (a.name < b.name ? -1 : 1))
  return found.slice(0, NEIGHBOURS_SHOWN_MAX).map(({ name, summary }) => ({ name, summary }))
}

function messageOf(signals: SessionSignals, isRead: (session: string) => boolean, now: Date): Message[] {
  const { session, first, usedSkill, wentBadly } = signals
  if (first === undefined || first.text === '') return []
  const isNew = !isRead(session)
  const age = now.getTime() - Date.parse(first.at)
  if (age > (isNew ? UNREAD_DAYS_MAX : GAP_DAYS) * DAY_MS) return []
  return [{ session, text: first.text, at: first.at, usedSkill, wentBadly, isNew, terms: new Set(analyze(first.text)) }]
}

// Words that are known to recur are asked about again only when they come up again.
function recurringTerms(messages: readonly Message[]): GapTerm[] {
  const holders = new Map<string, Message[]>()
  for (const message of messages) {
    for (const term of message.terms) {
      const others = holders.get(term)
      if (others === undefined) holders.set(term, [message])
      else others.push(message)
    }
  }
  const isCommon = (count: number) =>
    messages.length >= COMMON_MESSAGES_MIN && count > messages.length * COMMON_SHARE_MAX
  const terms = [...holders].flatMap(([term, all]) => {
    const count = all.length
    const withoutSkill = all.filter(({ usedSkill }) => !usedSkill).length
    const isOpen = all.some(({ isNew }) => isNew) && withoutSkill > 0
    return count >= TERM_SESSIONS_MIN && isOpen && !isCommon(count) ? [{ term, sessions: count, withoutSkill }] : []
  })
  const more = (a: GapTerm, b: GapTerm) => b.withoutSkill - a.withoutSkill || b.sessions - a.sessions
  return terms.sort((a, b) => more(a, b) || (a.term < b.term ? -1 : 1)).slice(0, TERMS_SHOWN_MAX)
}

// What went badly and what holds most of the words; the newest of equal ones.
function shownMessages(messages: readonly Message[], terms: readonly GapTerm[]): GapMessage[] {
  const ranked = messages.flatMap((message, place) => {
    const held = terms.filter(({ term }) => message.terms.has(term)).length
    const isBad = message.wentBadly && !message.usedSkill
    return held > 0 || isBad ? [{ message, place, weight: held + (isBad ? TERMS_SHOWN_MAX : 0) }] : []
  })
  ranked.sort((a, b) => b.weight - a.weight || b.place - a.place)
  return ranked
    .slice(0, MESSAGES_SHOWN_MAX)
    .sort((a, b) => a.place - b.place)
    .map(({ message: { session, text, usedSkill, wentBadly } }) => ({ session, text, usedSkill, wentBadly }))
}

function byTime(a: Message, b: Message): number {
  return a.at === b.at ? (a.session < b.session ? -1 : 1) : a.at < b.at ? -1 : 1
}
