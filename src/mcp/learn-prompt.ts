// What the prompt `learn_skill` says: how a skill is made in a workspace, and how one is mended by whoever works by it
// (seed 003). Names the tools as they are called here; without the toolset `packages` save_skill does the same for a text alone.
import { printableLine } from '../domain/printable.ts'

export const TOPIC_CHARS_MAX = 1_000

/** @param topic what to learn, in the user's words. */
export function learnText(topic: string | undefined): string {
  const asked = topic === undefined ? '' : printableLine(topic).trim()
  const task =
    asked === '' ? 'Learn a skill for later: ask the user which, if it is not clear.' : `Learn this: ${asked}`
  return `${task}\n\n${CREATING}\n\n${MENDING}\n\n${AFTER}`
}

const CREATING = `## Creating one

1. Call recall_skills first. What a skill covers already is mended, not written a second time.
2. Find out how it is really done: read the documentation, try what can be tried. Reach only hosts that the user allowed; for
   another one ask the user first.
3. Write it into an empty folder of its own, best called like the skill:
   SKILL.md      required: front matter (name, description) and the instructions
   policy.json   required: what it needs {"version": 1, "tools": [], "domains": [], "credentials": [], "sideEffects": []}
   references/   optional: API documentation, schemas, examples
   scripts/      optional: scripts that help
   assets/       optional: templates and the like
   SKILL.md has YAML front matter between two lines of "---", then markdown. name: lower-case words joined by "-", as the
   folder is called. description: what the skill does and when to use it. Write numbered steps with concrete values, and
   the pitfalls that you met. Credentials are names, never values; domains are those that its use needs, not those where
   you read about it. If you took it from somewhere, add "provenance": {"source": the URL, "fetchedAt": an ISO 8601 date}.
4. Call extract_skills with the folder. Only these files are taken; the answer names whatever was left.
   Without that tool, give the text to save_skill. A SKILL.md that the user pasted goes to import_skill as it is.`

const MENDING = `## Working by one, and mending it

1. Call checkout_skill with an empty folder. Read SKILL.md there before you start, and look for references.
2. Only if the answer says that it is executable may its scripts be run, and only what its policy names may be touched. Otherwise
   it is advice, and the user decides about each step.
3. If its instructions fail because they are out of date (an endpoint moved, a method is gone): find out what is wrong, finish
   the task in the way that works, then change the files in place. A failure that passes (503, a rate limit, a network that is
   down) is not the skill's fault: try again later and change nothing.
4. If it now needs a host, a tool or a credential that its policy does not name, stop and ask the user. Write it into policy.json
   when they agree: that becomes a proposal, and the policy changes when they accept it. Then check the skill out again.
5. When the work is over, call extract_skills with the folder and the run, and report_outcome.`

const AFTER = `## Afterwards

Nothing that you extract is approved: it waits for the user. Tell them the result of the task; then, for each skill that was made
or changed, what it does, what it asks for (tools, hosts, credentials), and where it came from. They decide with
"skill-cortex review". If they say no, ask what is wrong, mend it in the same folder, and extract it again.`
