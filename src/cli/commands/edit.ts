import { type Diagnostic, diagnosticLine } from '../../domain/diagnostic.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { SKILL_FILE_BYTES_MAX } from '../../domain/skill-limits.ts'
import { writeSkillMd } from '../../domain/skill-md-writer.ts'
import { MOVED_FIX } from '../../domain/skill-refusal.ts'
import { type PrivateTemp, writePrivateTemp } from '../../files/private-temp.ts'
import { guarded } from '../../files/storage-error.ts'
import type { Saved } from '../../library/library.ts'
import type { ShelfEntry } from '../../library/shelf-entry.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { type EditedSkill, readEdited } from '../edited-skill.ts'
import { editorCommand, runEditor } from '../editor.ts'
import { OPERATOR } from '../operator.ts'
import { withHome } from '../with-home.ts'

export const edit: Command = {
  usage: 'edit <name>',
  summary: 'open a skill in $VISUAL or $EDITOR, in its SKILL.md form, and save what was changed',
  help: 'When what you wrote cannot be saved (it cannot be read, or the skill changed meanwhile), it is kept in a file.',
  async run([name = ''], options, around) {
    const editor = editorOf(around)
    return withHome(around, options, async (home) => {
      const entry = await home.library.get(name)
      const before = writeSkillMd(entry.skill)
      const temp = await guarded('opening the skill for the editor', () =>
        writePrivateTemp(`${name.replaceAll('/', '.')}.md`, before),
      )
      const after = await edited(editor, temp, before)
      const read = readEdited(before, after, { name, file: 'SKILL.md', now: around.now().toISOString() })
      return conclude(read, entry, temp, home)
    })
  },
}

function editorOf({ env, isTerminal }: Surroundings): string[] {
  if (isTerminal) return editorCommand(env)
  throw new SkillError(
    'refused',
    'expected a terminal for the editor, got a pipe or a file at one end',
    'Run it in a terminal, or change the JSON file of the skill in the home, under skills/.',
  )
}

/** What the person left in the file. An editor that fails means: do not save. */
async function edited(editor: string[], temp: PrivateTemp, before: string): Promise<string> {
  const { code, signal } = await runEditor(editor, temp.path).catch(async (error: unknown) => {
    await temp.remove()
    throw error
  })
  const after = await keeping(temp, () => temp.read(SKILL_FILE_BYTES_MAX))
  if (code === 0 && after !== undefined) return after
  const how = code === 0 ? 'it removed the file' : signal === null ? `exit code ${code}` : `signal ${signal}`
  const failed = new SkillError('refused', `the editor did not end well (${how})`, 'Nothing was saved; edit it again.')
  if (after !== undefined && after !== before) throw kept(failed, temp)
  await temp.remove()
  throw failed
}

async function conclude(
  read: EditedSkill,
  entry: ShelfEntry,
  temp: PrivateTemp,
  home: CommandHome,
): Promise<CommandAnswer> {
  const { name } = entry.skill
  switch (read.kind) {
    case 'same':
      await temp.remove()
      return {
        json: { name, version: entry.version, changed: false, warnings: [] },
        text: `${name} says what it said before (version ${entry.version}): nothing was saved.`,
      }
    case 'refused':
      throw unreadable(name, read.diagnostics, temp.path)
    case 'changed': {
      const { version, changed } = await keeping(temp, () => saveOver(entry, read, home))
      await temp.remove()
      const notes = read.warnings.map((warning) => `\n${diagnosticLine(warning)}`)
      return {
        json: { name, version, changed, warnings: read.warnings },
        text: `Saved ${name} as version ${version}.${notes.join('')}`,
      }
    }
  }
}

async function saveOver(
  entry: ShelfEntry,
  { patch }: Extract<EditedSkill, { kind: 'changed' }>,
  { library }: CommandHome,
): Promise<Saved> {
  const { name } = entry.skill
  // A file that was placed by hand has no record whose version could tell; looking at it again makes one if it changed.
  await library.get(name)
  return library.save(name, patch, OPERATOR, { expectedVersion: entry.version })
}

/** Whatever keeps the text from being saved, the person has it still. */
async function keeping<T>(temp: PrivateTemp, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SkillError ? kept(error, temp) : error
  }
}

function kept(error: SkillError, { path }: PrivateTemp): SkillError {
  const fix =
    error.fix === MOVED_FIX
      ? 'See what stands now with "skill-cortex show", then edit it again and bring your change over.'
      : error.fix
  return new SkillError(error.code, `${error.message}; your text is kept in ${path}`, fix, { cause: error })
}

function unreadable(name: string, diagnostics: Diagnostic[], path: string): SkillError {
  const faults = diagnostics.filter((d) => d.severity === 'error').map((d) => `\n  ${diagnosticLine(d)}`)
  return new SkillError(
    'damaged',
    `what you wrote cannot be saved as "${name}"; your text is kept in ${path}${faults.join('')}`,
    `Correct it there, then put it in with: skill-cortex edit ${name}`,
  )
}
