// A home's own directives, as a person edits them: which stand, putting one in the place of the text that is built in, and
// going back to that. What cannot be read is shown with its fault and never overwritten.
import { join } from 'node:path'
import { sha256Of } from '../domain/digest.ts'
import type { PassName } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import { removeFile, writeDurably } from '../files/atomic-write.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { guarded } from '../files/storage-error.ts'
import { DIRECTIVE_BYTES_MAX, readDirective } from './directive.ts'
import type { Pass } from './pass.ts'

/** @property own null where the built-in text holds, also for a file that cannot be read: then `fault` says why. */
export type Directive = {
  pass: PassName
  file: string
  builtIn: string
  own: string | null
  /** Of the text that holds: what a change says it was made from. */
  digest: string
  fault: string | null
}

export type Directives = {
  /** In the order of a whole run. */
  list(): Promise<Directive[]>
  /**
   * @param base digest of the text that the change was made from; undefined: whatever stands.
   * @throws `not-found`, `bad-input` for a blank text, `too-large`, `conflict` when another text holds by now, `damaged`.
   */
  write(pass: PassName, text: string, base: string | undefined): Promise<Directive>
  /** @returns the text that was taken away; null where none was. @throws as `write`. */
  reset(pass: PassName, base: string | undefined): Promise<{ removed: string | null; directive: Directive }>
}

type DirectivePass = Pick<Pass, 'name' | 'directive'>

export function openDirectives(folder: string, passes: readonly DirectivePass[]): Directives {
  const inTurn = createKeyedQueue()
  const passOf = (name: PassName): DirectivePass => {
    const pass = passes.find((each) => each.name === name)
    if (pass === undefined) throw new SkillError('not-found', `no pass "${name}" is served here`, 'Take another pass.')
    return pass
  }
  const standing = async (pass: DirectivePass, base: string | undefined): Promise<Directive> => {
    const directive = await read(folder, pass)
    if (directive.fault !== null) throw new SkillError('damaged', directive.fault, 'Mend or remove the file by hand.')
    if (base !== undefined && base !== directive.digest) throw changed(pass)
    return directive
  }
  const change = <T>(name: PassName, work: (pass: DirectivePass, path: string) => Promise<T>) => {
    const pass = passOf(name)
    const path = join(folder, pass.directive.file)
    return inTurn(path, () => guarded('changing a directive', () => work(pass, path)))
  }
  return {
    list: () => Promise.all(passes.map((pass) => read(folder, pass))),
    write: (name, text, base) =>
      change(name, async (pass, path) => {
        assertText(text)
        await standing(pass, base)
        await writeDurably(path, text)
        return read(folder, pass)
      }),
    reset: (name, base) =>
      change(name, async (pass, path) => {
        const { own } = await standing(pass, base)
        await removeFile(path)
        return { removed: own, directive: await read(folder, pass) }
      }),
  }
}

async function read(folder: string, { name: pass, directive }: DirectivePass): Promise<Directive> {
  const { file, builtIn } = directive
  const base = { pass, file, builtIn }
  try {
    const text = await readDirective(folder, { directive })
    return { ...base, own: text === builtIn ? null : text, digest: sha256Of(text), fault: null }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { ...base, own: null, digest: sha256Of(builtIn), fault: `${error.message}. ${error.fix}` }
  }
}

function assertText(text: string): void {
  if (text.trim() === '') {
    throw new SkillError(
      'bad-input',
      'text: expected a directive, got a blank text',
      'Reset it to use the built-in one.',
    )
  }
  const bytes = Buffer.byteLength(text)
  if (bytes <= DIRECTIVE_BYTES_MAX) return
  throw new SkillError(
    'too-large',
    `text: expected at most ${DIRECTIVE_BYTES_MAX} bytes, got ${bytes}`,
    'Shorten it: it goes into every question of this pass.',
  )
}

function changed({ directive: { file } }: DirectivePass): SkillError {
  return new SkillError(
    'conflict',
    `directives/${file} was changed since it was read`,
    'Read it again, put your change into it, and send it once more.',
  )
}
