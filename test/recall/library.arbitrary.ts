// Random libraries and messages for property tests, over few words and names so that ties, repetitions, common
// terms and changes of the same skill are frequent.
import fc from 'fast-check'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'

const WORDS =
  'deploy docker dokcer server email send invoice invoise pdf merge test GitHub C++ k8s constructor __proto__ the письмо 发送邮件'.split(
    ' ',
  )
const NAMES = ['mcp/email', 'mcp/calendar', 'deploy', 'deploy-docker', 'merge-pdf', 'test', '__proto__', 'a', 'b', '7']

export type Change = { kind: 'upsert'; skill: IndexedSkill } | { kind: 'remove'; name: string }

export const message = fc.array(fc.constantFrom(...WORDS, 'unicorn'), { maxLength: 8 }).map((words) => words.join(' '))

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 10 }).map((words) => words.join(' '))
const list = fc.array(text, { maxLength: 3 })
const name = fc.constantFrom(...NAMES)
const skill = fc.record({ name, summary: text, triggers: list, tags: list, content: text })

/** A library: no two of one name. */
export const skills = fc.uniqueArray(skill, { selector: ({ name }) => name, maxLength: 10 })

export const changes = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: skill.map((skill): Change => ({ kind: 'upsert', skill })) },
    { weight: 1, arbitrary: name.map((name): Change => ({ kind: 'remove', name })) },
  ),
  { maxLength: 40 },
)

/** Applies the changes to the index and to the library that it holds, and returns what is in that then. */
export function applied(
  index: SkillIndex,
  changes: readonly Change[],
  library = new Map<string, IndexedSkill>(),
): IndexedSkill[] {
  for (const change of changes) {
    if (change.kind === 'upsert') {
      index.upsert(change.skill)
      library.set(change.skill.name, change.skill)
    } else {
      index.remove(change.name)
      library.delete(change.name)
    }
  }
  return [...library.values()]
}
