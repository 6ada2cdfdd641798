// The starter on where knowledge belongs: skills here, facts with the client, plans in the conversation.
import type { StarterSkill } from './starter-skill.ts'

export const memorySystems: StarterSkill = {
  name: 'memory-systems',
  summary: 'Where to keep procedures, facts, preferences and plans: skills, memory notes or conversation',
  tags: ['memory', 'privacy', 'guide'],
  triggers: [
    'remember this for next time',
    'remember my preference',
    'where should this be stored',
    'memory or skill',
    'forget what you know about me',
  ],
  seeAlso: ['skills-and-rules'],
  content: `# Memory systems

Four kinds of memory serve an agent. They differ in what they hold, who keeps them and how long they last. Putting a
thing into the wrong one makes it hard to find, or shows it to people it does not concern.

## When to use

- The user says "remember", "note this", "next time" or "forget".
- You learned something that outlasts this conversation and wonder where it goes.
- A note in a memory file has grown into instructions.

## The four kinds

| Kind | Holds | Kept by | Lasts |
|---|---|---|---|
| Procedural | how to do a kind of task | this server, as skills | until retired |
| Facts and preferences | what is true, what the user likes | the client: its memory files, notes or settings | until changed |
| Working | the task at hand: plan, findings, open questions | the conversation, plan or to-do list | this task |
| Usage history | which skills were recalled, loaded and reported on | this server, one JSONL file a session | kept as a record |

This server has no store for facts. If the client has none either, say so to the user and keep nothing.
The server writes the usage history by itself; you add to it only through \`report_outcome\`.

## Which one

Ask in this order and stop at the first yes:

1. Is it a secret (password, token, key)? Store it nowhere. Say where it belongs: a vault or an environment variable.
2. Is it about a person? It is a fact: only into the client's memory, and only if the user wants it kept.
3. Does it matter only until this task is done? Working memory.
4. Does it say *how* to do something, in more than one step, and will it recur? A skill, see \`skills-and-rules\`.
5. Is it one sentence that stays true? A fact or preference, into the client's memory.
6. Does it say how well a skill worked? \`report_outcome\`.
7. Otherwise do not keep it.

## Examples

| What came up | Where |
|---|---|
| "To release: bump the version, run the checks, tag, wait for the build, publish" | skill \`release/publish-package\` |
| "The calendar server wants the time zone as a region name, not as an offset" | skill \`mcp/calendar\`, under pitfalls |
| "I prefer short answers", "our team writes British English" | client's memory |
| "The staging database is called blue" | client's memory; in a skill only if a step needs the value |
| "Three of the seven files are converted" | working memory |
| "The steps for the invoice export failed at step 4" | \`report_outcome\` with \`runtime_error\`, then \`edit_skill\` |
| "Her phone number is ..." | client's memory if the user asks for it, never a skill |

## Move a note to a skill

Do this when a note in the client's memory has become a list of steps, or is copied from project to project.

1. Find out whether a skill covers it: \`recall_skills\` with the note's own words and \`force: true\`.
2. If one does, add what is missing with \`edit_skill\`. If none does, write one as \`skills-and-rules\` says.
3. Leave out names of people, private data and values that hold for one project only; write what to look up instead.
4. Read the skill back with \`get_skill\` and compare it with the note.
5. Offer to shorten the note to one line that names the skill. The note is the user's: change it only if they agree.

## Privacy

- A skill is a plain file that people share, back up and commit. Never put a person's data or a secret into one.
- The same holds for the \`message\` of \`recall_skills\` and the \`note\` of \`report_outcome\`: they can end up in the usage
  history. Leave secrets out of both.
- "Forget this": remove the words from the skill with \`edit_skill\`, or retire it with \`delete_skill\`, and clear the
  client's memory. Earlier versions and archived skills stay restorable on disk. Say so: only a person can erase them.

## Verify

Ask of each thing you kept: would another agent, on another day, find it by the words of its task, and may everyone who
reads that place know it? If either answer is no, move it.
`,
}
