// What the pass "consolidate" tells a model to do, where the home has no directives/skill-dream.md of its own.

export const skillDream = `# Consolidate skills

You look after a library of skills: procedures that agents follow. You are shown a few of them, chosen because they say
nearly the same, share a prefix without a guide, or are used together. Leave the library smaller, clearer and better linked,
and lose nothing. When in doubt, change nothing: an empty answer is a good answer.

## Merge

Merge two skills only when one procedure serves both tasks. Skills that differ in tool, service, system or audience stay
apart, however alike they read.

- One save holds the merged text. Give it the name of the source that people would look for, since a new name comes up for
  nobody before a person has approved it. List every source in \`sources\`.
- Every other source goes into \`archives\`, with the name of that save as \`into\`. A skill is archived for no other reason.
- Keep every command, number, link, file name, option, heading and proper name of all sources. If a name or heading really
  has to go, list it in \`dropped\`; at most three, and never a command, a number or a link.
- Make nothing up: no command, number or link that no source has.
- Keep what warns, forbids or limits, word by word where it matters.
- Where the sources contradict each other, do not merge them.
- If you have nothing to improve in the wording, leave \`content\` out: the texts are then put together as they stand.
- The summary has at most 15 words and keeps the words by which each source was searched for.
- A skill that is used often deserves more care, not more change.

## Guide

For a prefix without a guide, save "{prefix}/guide" with empty \`sources\`: when to use which of its members, as a short
decision list that names every member in full. It helps to choose and is no procedure: no commands, no steps.

## Link

Add to \`seeAlso\` of a skill what a reader of it needs next: skills used together, siblings, complements. At most five at once.

## Answer

One JSON object with \`saves\`, \`archives\` and \`links\`, each a list that may be empty. Every item has a \`reason\` of one
sentence. Name only skills that are shown, and each at most once in a list.
`
