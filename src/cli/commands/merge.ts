import { z } from 'zod'
import { SkillError } from '../../domain/skill-error.ts'
import type { Command, CommandAnswer, CommandHome } from '../command.ts'
import { mayChange } from '../consent.ts'
import { type MergePreview, mergePreviewFiles, mergePreviewText, previewMerge } from '../merge-preview.ts'
import { OPERATOR } from '../operator.ts'
import { flag, parseOptions } from '../parse-options.ts'
import { withHome } from '../with-home.ts'
import { listed } from '../wording.ts'

const optionsSchema = z.object({ dryRun: flag, yes: flag, json: flag })

export const merge: Command = {
  usage: 'merge <target> <source>',
  summary: 'put what one skill says into another, and archive it',
  options: [
    ['--dry-run', 'show what would change as a diff, and change nothing'],
    ['--yes', 'do not ask'],
  ],
  help: 'What named the source names the target then. The merged text is approved by nobody: skill-cortex approve <target>',
  async run([target = '', source = ''], options, around) {
    const given = parseOptions(optionsSchema, options)
    return withHome(around, options, async (home) => {
      const now = around.now().toISOString()
      const preview = await previewMerge(home, target, source, now)
      const text = mergePreviewText(preview)
      if (given.dryRun === true) return { json: document(preview, null), text: `${text}\n\nNothing was changed.` }
      if (!(await mayChange(text, `Merge ${source} into ${target}?`, given, around))) throw declined(target, source)
      await assertSame(preview, home, now)
      return merged(preview, home)
    })
  },
}

// What was shown is what is done.
async function assertSame({ target, source, digest }: MergePreview, home: CommandHome, now: string): Promise<void> {
  if ((await previewMerge(home, target, source, now)).digest === digest) return
  throw new SkillError(
    'conflict',
    `"${target}" or "${source}" has changed while you looked`,
    'Nothing was changed. Look at it again: skill-cortex merge --dry-run',
  )
}

async function merged(preview: MergePreview, home: CommandHome): Promise<CommandAnswer> {
  const { target, source, redirected } = preview
  const { version } = await home.requests.carryOut({ kind: 'merge', name: target, source, reason: null }, OPERATOR)
  const approval = home.standings.of(await home.library.get(target)).approval
  const waits = approval === 'approved' ? [] : [`The merged text is not approved yet: skill-cortex approve ${target}`]
  const named = redirected.length === 0 ? [] : [`What named ${source} names ${target} now: ${listed(redirected)}.`]
  return {
    json: document(preview, version),
    text: [`Merged ${source} into ${target} (version ${version}) and archived it.`, ...named, ...waits].join('\n'),
  }
}

function document(preview: MergePreview, version: number | null) {
  const { target, source, redirected } = preview
  return { target, source, version, changed: version !== null, redirected, files: mergePreviewFiles(preview) }
}

function declined(target: string, source: string): SkillError {
  return new SkillError('refused', `${source} was not merged into ${target}: the answer was no`, 'Nothing was changed.')
}
