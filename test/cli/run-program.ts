// Starts the built program as a person or a script does, and gives back all that can be seen of it from outside.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'

export type Ended = { exit: number; out: string; err: string }

// Nothing of the tester's own settings may reach the program.
const { PATH, SystemRoot } = process.env
const BARE = { PATH, SystemRoot, NO_COLOR: '1' }

export function skillCortex(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  const { env = {}, cwd } = options
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [inject('program'), ...args],
      { env: { ...BARE, HOME: env.HOME ?? '/nonexistent', ...env }, cwd, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => resolve({ exit: error === null ? 0 : Number(error.code), out, err }),
    )
    child.stdin?.end()
  })
}

export type SkillJson = { name: string; content: string } & Record<string, unknown>

/** A home with these skills, placed by hand. */
export function homeWith(skills: SkillJson[]): string {
  const home = tempFolder()
  mkdirSync(join(home, 'skill-usage'))
  mkdirSync(join(home, 'skills'))
  for (const skill of skills) placeSkill(home, skill)
  return home
}

export function placeSkill(home: string, skill: SkillJson): void {
  place(home, `skills/${skill.name}.json`, JSON.stringify(skill, null, 2))
}

export function place(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}

/** One row of a table: what is typed, and what is seen. Absent `err` means that nothing is said there. */
export type Row = { args: string[]; exit?: number; out?: RegExp; err?: RegExp }

export async function expectRow({ args, exit = 0, out, err }: Row, home: string): Promise<void> {
  const ended = await skillCortex([...args, '--home', home])
  const said = `${args.join(' ')}\n${ended.out}${ended.err}`
  expect(ended.exit, said).toBe(exit)
  expect(ended.out, said).toMatch(out ?? /^$/)
  expect(ended.err, said).toMatch(err ?? /^$/)
}

export async function json(args: string[], home: string): Promise<Record<string, unknown>> {
  const ended = await skillCortex([...args, '--json', '--home', home])
  expect(ended.err).toBe('')
  return JSON.parse(ended.out)
}
