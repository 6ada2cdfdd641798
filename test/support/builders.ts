// Skills, files and changes with everything at a neutral value but what a test is about.

import type { ChangeContext, CurrentState } from '../../src/domain/change-state.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { type Actor, newRecord, type SkillRecord, withVersion } from '../../src/domain/record.ts'
import { bareSkill, type Skill } from '../../src/domain/skill.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import type { Change, Current } from '../../src/store/skill-store.ts'

export const NOW = '2026-11-21T10:00:00.000Z'

export function skillOf(over: Partial<Skill> = {}): Skill {
  const { name = 'mail', content = '# Mail\nSend it.\n' } = over
  return { ...bareSkill(name, content, NOW), summary: 'Send mail', ...over }
}

/** A skill file as a person would write it. */
export function skillJson(name: string, content: string, more: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ name, content, ...more }, null, 2)}\n`
}

export function contextOf(over: Partial<ChangeContext> = {}): ChangeContext {
  const by = { actor: 'agent', via: 'save_skill', author: 'client' } as const
  return { name: 'mail', ...by, now: NOW, lostOrigin: 'human', gate: 'open', ...over }
}

/** What stands after saves of these texts, the last one live. */
export function stateOf(texts: string[], actor: Actor = 'agent', name = 'mail'): CurrentState {
  const source = { actor, cause: 'saved' as const, at: NOW }
  const record = texts.reduce(
    (known, text) => withVersion(known, documentBytes(text), source),
    newRecord(name, actor === 'operator' ? 'human' : actor === 'system' ? 'builtin' : 'machine', 'save_skill', null),
  )
  const text = texts.at(-1)
  if (text === undefined) return { live: undefined, record: undefined }
  return { live: liveText(text), record }
}

export function liveText(text: string): { text: string; digest: string; modifiedAt: string } {
  return { text, digest: sha256Of(text), modifiedAt: NOW }
}

/** The simplest decision of a store's `update`: these bytes become the skill's next version. */
export function saving(name: string, text: string) {
  return ({ record }: Current): { change: Change; result: SkillRecord } => {
    const base = record ?? newRecord(name, 'machine', 'save_skill', null)
    const source = { actor: 'agent' as const, cause: 'saved' as const, at: NOW }
    const next = withVersion({ ...base, archivedAt: null }, documentBytes(text), source)
    return { change: { record: next, live: text, blobs: [text] }, result: next }
  }
}

type LoadedEvent = Extract<JournalEvent, { event: 'loaded' }>

export function loaded(skillName: string, over: Partial<LoadedEvent> = {}): LoadedEvent {
  const id = over.id ?? `${skillName}-${over.sessionId ?? 's'}-${over.timestamp ?? NOW}`
  const envelope = { id, sessionId: 's', timestamp: NOW, seq: 0, actor: 'agent' as const }
  return { event: 'loaded', ...envelope, skillName, version: 1, how: 'by-name', ...over }
}
