// get_skill of `name@source`: the copy that a mounted folder has of a skill which is served from elsewhere.
import { copyName, parseCopyName } from '../domain/mount.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { SkillDetail } from '../domain/skill-shapes.ts'
import { copyDetail } from '../library/mounted-copy.ts'
import type { ToolParts } from './tool.ts'

/** What is asked for: a copy that is not served, or the skill of this name. */
export function askedCopy(
  asked: string,
  { shelf }: Pick<ToolParts, 'shelf'>,
): { name: string; copy: undefined } | { name: string; copy: { name: string; source: string } } {
  const copy = parseCopyName(asked)
  if (copy === undefined) return { name: asked, copy }
  const isServed = shelf.entry(copy.name)?.mount?.source === copy.source
  return isServed ? { name: copy.name, copy: undefined } : { name: asked, copy }
}

/** @throws as `copyDetail`, and `bad-input` for a file of it or a draft: it has none of its own here. */
export function copyAnswer(
  copy: { name: string; source: string },
  asked: { file?: string | undefined; version?: string | undefined },
  parts: ToolParts,
): Promise<SkillDetail> {
  const odd = asked.file !== undefined ? 'a file' : asked.version !== undefined ? 'a draft' : undefined
  if (odd === undefined) return copyDetail(copy, parts)
  throw new SkillError(
    'bad-input',
    `"${copyName(copy.name, copy.source)}": expected no more than the name of the copy, got ${odd} of it too`,
    'Only its text is shown; a person serves it whole by mounting its folder with --prefix.',
  )
}
