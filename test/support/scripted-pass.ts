// A pass that saves and archives what its answer says, held only to the rules that every judge holds a model to. What those
// let through is the engine's to survive.
import { z } from 'zod'
import type { Pass } from '../../src/cycles/pass.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import {
  firstOfEachName,
  type Judging,
  judgeArchive,
  judgeSave,
  REPEATED_REASON,
} from '../../src/domain/judge-change.ts'
import type { PassName, Verdict } from '../../src/domain/pass-change.ts'
import type { Shelf } from '../../src/library/shelf.ts'

const scriptedOutput = z.object({
  saves: z.array(z.object({ name: z.string(), content: z.string(), summary: z.string().optional() })).max(500),
  archives: z.array(z.object({ name: z.string(), into: z.string() })).max(500),
})
export type ScriptedOutput = z.input<typeof scriptedOutput>

type Given = {
  name?: PassName
  /** Names that it shows; all unless given. */
  shows?: (name: string) => boolean
  state?: unknown
  gather?: Pass['gather']
  judge?: Pass['judge']
  done?: Pass['done']
}

export function scriptedPass(shelf: Pick<Shelf, 'entries' | 'lookAround'>, given: Given = {}): Pass {
  const { name = 'consolidate', shows = () => true, state = null, ...over } = given
  const pass: Pass<ScriptedOutput> = {
    name,
    directive: { file: `skill-${name}.md`, builtIn: `Do the pass ${name}.` },
    output: scriptedOutput as z.ZodType<ScriptedOutput>,
    async gather() {
      await shelf.lookAround()
      const shown = shelf.entries().filter((entry) => shows(entry.skill.name))
      const seen = Object.fromEntries(shown.map(({ skill, digest }) => [skill.name, digest]))
      if (shown.length === 0) return { kind: 'skip', reason: 'there is no skill' }
      const context = shown.map(({ skill }) => `## ${skill.name}\n${skill.content}`).join('\n')
      return { kind: 'work', gathered: { context, seen, fingerprint: sha256Of(JSON.stringify(seen)), state } }
    },
    judge({ saves, archives }, { seen }, library, now) {
      return verdictsOn(saves, archives, { seen, library, now })
    },
  }
  return { ...(pass as Pass), ...over }
}

function verdictsOn(saves: ScriptedOutput['saves'], archives: ScriptedOutput['archives'], judging: Judging): Verdict[] {
  const { first, repeated } = firstOfEachName(saves)
  const reason = 'as the script says'
  return [
    ...repeated.map(({ name }) => refused('save', name, REPEATED_REASON)),
    ...first.map(({ name, ...patch }) => verdict('save', name, judgeSave({ name, patch, reason }, judging))),
    ...archives.map(({ name, into }) => verdict('archive', name, judgeArchive({ name, into, reason }, judging))),
  ]
}

function verdict(
  what: 'save' | 'archive',
  name: string,
  judged: ReturnType<typeof judgeSave> | ReturnType<typeof judgeArchive>,
): Verdict {
  return typeof judged === 'string' ? refused(what, name, judged) : { kind: 'apply', change: judged }
}

function refused(what: 'save' | 'archive', name: string, reason: string): Verdict {
  return { kind: 'refuse', what, name, reason }
}
