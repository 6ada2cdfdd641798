// Entity tags of skills: `"<version>-<digest>"`, the version so that a change can be decided under the lock, the digest
// so that bytes nobody numbered yet are not taken for known ones.
import { SkillError } from '../domain/skill-error.ts'

const DIGEST_CHARS = 16
const TAGS_MAX = 20
const TAG = /^"(\d{1,9})-[0-9a-f]{16}"$/

export type Tagged = { version: number; digest: string }

export function etagOf({ version, digest }: Tagged): string {
  return `"${version}-${digest.slice(0, DIGEST_CHARS)}"`
}

/** If-None-Match, by weak comparison as for a GET. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return (
    ifNoneMatch !== undefined && tagsIn(ifNoneMatch).some((each) => each === '*' || each.replace(/^W\//, '') === tag)
  )
}

/** If-Match came, and nothing that stands has one of its tags. The answer is 412. */
export class StaleTag extends SkillError {
  /** What stands, if anything does. */
  readonly current: string | undefined

  constructor(name: string, current: string | undefined) {
    const stands = current === undefined ? 'nothing stands there' : `it is at ${current}`
    super(
      'conflict',
      `skill "${name}": expected the text of If-Match to stand, but ${stands}`,
      'Nothing was changed. Read it again, apply your change to what stands now, and send its ETag.',
    )
    this.current = current
  }
}

/**
 * The version that If-Match names, where what it names stands: live or as a draft. Undefined without the header.
 * @throws StaleTag when neither has the tag.
 */
export function matchedVersion(
  name: string,
  ifMatch: string | undefined,
  standing: readonly Tagged[],
): number | undefined {
  if (ifMatch === undefined) return undefined
  const tags = tagsIn(ifMatch)
  const [first] = standing
  const found = tags.includes('*') ? first : standing.find((each) => tags.includes(etagOf(each)))
  if (found === undefined) throw new StaleTag(name, first && etagOf(first))
  return found.version
}

// Weak tags match nothing that is to be changed.
function tagsIn(header: string): string[] {
  const tags = header.split(',', TAGS_MAX).map((tag) => tag.trim())
  const wrong = tags.find((tag) => tag !== '*' && !TAG.test(tag.replace(/^W\//, '')))
  if (wrong === undefined) return tags
  throw new SkillError(
    'bad-input',
    'If-Match and If-None-Match: expected ETags as this server sends them, such as "3-0123456789abcdef"',
    'Copy the ETag of an answer with its quotation marks, or leave the header out.',
  )
}
