// Starts the person's own editor on a file and waits until it is closed. No shell: the command is split into words as a
// shell would split it, and the path is a word of its own.
import { spawn } from 'node:child_process'
import { SkillError, shown } from '../domain/skill-error.ts'

export type EditorEnd = { code: number | null; signal: string | null }

/** The command of $VISUAL or $EDITOR as words. @throws `bad-input` when neither says one. */
export function editorCommand(env: Record<string, string | undefined>): string[] {
  const command = env.VISUAL?.trim() || env.EDITOR?.trim()
  const words = [...(command ?? '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? '')
  if (words.length > 0) return words
  throw new SkillError(
    'bad-input',
    'expected $VISUAL or $EDITOR to name an editor, got neither',
    'Set one, for example: EDITOR=nano skill-cortex edit <name>',
  )
}

/** @throws `bad-input` when there is no such program. */
export function runEditor([program = '', ...words]: string[], path: string): Promise<EditorEnd> {
  // Ctrl+C at the keyboard belongs to the editor; it reaches us as well and must not end us before it has.
  const stay = () => undefined
  process.on('SIGINT', stay)
  const ended = new Promise<EditorEnd>((resolve, reject) => {
    const editor = spawn(program, [...words, path], { stdio: 'inherit' })
    editor.once('error', (cause) => reject(notStarted(program, cause)))
    editor.once('exit', (code, signal) => resolve({ code, signal }))
  })
  return ended.finally(() => process.off('SIGINT', stay))
}

function notStarted(program: string, cause: Error): SkillError {
  return new SkillError(
    'bad-input',
    `expected $VISUAL or $EDITOR to name a program that can be started, got "${shown(program)}"`,
    'Correct it, or give the whole path of the program.',
    { cause },
  )
}
