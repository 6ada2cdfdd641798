import type { Diagnostic } from '../domain/diagnostic.ts'
import { SkillError } from '../domain/skill-error.ts'

/** What kept one skill's file from being read, as a diagnostic: the others are served all the same. */
export function unreadableSkill(name: string, error: unknown): Diagnostic {
  const refusal = `a refusal (${(error as NodeJS.ErrnoException).code})`
  const [received, fix] =
    error instanceof SkillError ? [error.message, error.fix] : [refusal, 'Check its permissions and size.']
  return {
    severity: 'error',
    code: 'file-unreadable',
    file: `skills/${name}.json`,
    expected: 'a readable file',
    received,
    fix,
  }
}
