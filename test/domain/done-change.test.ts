import { expect, test } from 'vitest'
import type { Doing } from '../../src/domain/cycle.ts'
import { doneChange } from '../../src/domain/done-change.ts'
import { type Actor, newRecord, type SkillRecord, type SkillVersion } from '../../src/domain/record.ts'

const BEFORE = '2026-05-01T09:00:00.000Z'
const AT = '2026-05-01T10:00:00.000Z'
const AFTER = '2026-05-01T10:00:01.000Z'

const saving: Doing = { kind: 'save', name: 'mail', before: 'old', reason: '', at: AT }
const creating: Doing = { ...saving, before: null }
const archiving: Doing = { ...saving, kind: 'archive' }

const version = (number: number, actor: Actor, at: string, over: Partial<SkillVersion> = {}): SkillVersion => {
  return { version: number, digest: `d${number}`, at, actor, cause: 'saved', manifest: [], ...over }
}
const record = (over: Partial<SkillRecord>): SkillRecord => ({ ...newRecord('mail', 'machine', 'x', null), ...over })
const draft = { version: 3, digest: 'd3', size: 1, files: [], base: 'old', via: 'gap', author: null }
const archived = (actor: Actor, at: string): Partial<SkillRecord> => ({
  ...{ versions: [version(1, 'agent', BEFORE)], archivedAt: at, lifecycle: 'archived' },
  lastStep: { cause: 'archive', from: 'candidate', actor, at, reason: null },
})
const saved = [version(1, 'agent', BEFORE), version(2, 'model', AFTER)]
const edited = [...saved, version(3, 'operator', AFTER, { cause: 'hand-edited' })]

test.each<
  [what: string, doing: Doing, of: Partial<SkillRecord> | undefined, live: string | undefined, done: object | undefined]
>([
  ['no record', creating, undefined, undefined, undefined],
  ['a version of its own', saving, { versions: saved }, 'd2', { version: 2, draft: false, created: false }],
  ['the same, edited since', saving, { versions: edited }, 'd3', { version: 2, draft: false, created: false }],
  ['a record that ran ahead of its file', saving, { versions: saved }, 'old', undefined],
  [
    'a new name of which there is the record alone',
    creating,
    { versions: [version(1, 'model', AFTER)] },
    undefined,
    undefined,
  ],
  [
    'a new name that stands',
    creating,
    { versions: [version(1, 'model', AFTER)] },
    'd1',
    { version: 1, draft: false, created: true },
  ],
  ["a model's version of before", saving, { versions: [version(2, 'model', BEFORE)] }, 'd2', undefined],
  ["an agent's version", saving, { versions: [version(2, 'agent', AFTER)] }, 'd2', undefined],
  [
    "a model's text that was put back",
    saving,
    { versions: [version(2, 'model', AFTER, { cause: 'restored' })] },
    'd2',
    undefined,
  ],
  [
    'a draft',
    saving,
    { draft: { ...draft, actor: 'model', at: AFTER } },
    'old',
    { version: 3, draft: true, created: false },
  ],
  ["an agent's draft", saving, { draft: { ...draft, actor: 'agent', at: AFTER } }, 'old', undefined],
  ['archived by it', archiving, archived('model', AFTER), undefined, { version: 1, draft: false, created: false }],
  ['archived, with its file still there', archiving, archived('model', AFTER), 'd1', undefined],
  ['archived before', archiving, archived('model', BEFORE), undefined, undefined],
  ['archived by a person', archiving, archived('operator', AFTER), undefined, undefined],
  ['not archived', archiving, { versions: saved }, 'd2', undefined],
])('%s', (_, doing, of, live, done) => {
  expect(doneChange(doing, of === undefined ? undefined : record(of), live)).toEqual(done)
})
