// Skills put into a home by hand, the way a person does it: a file, no server asked.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { skillJson } from './builders.ts'

export function writeSkill(home: string, name: string, content: string, more: Record<string, unknown> = {}): void {
  const path = join(home, 'skills', `${name}.json`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, skillJson(name, content, more))
}

/** `skill-000`, `skill-001`, ... */
export function writeSkills(home: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const name = `skill-${String(i).padStart(3, '0')}`
    writeSkill(home, name, `# Skill ${i}\n\nHow to do thing number ${i}.\n`, { summary: `Do thing number ${i}` })
  }
}
