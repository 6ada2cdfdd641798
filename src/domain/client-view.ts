// What the model of one client sees of this server, channel by channel: the exact text after that client's cuts, its
// size, and what was lost on the way. It tells; it changes nothing and asks no client.
import {
  type ChannelFacts,
  CLIENT_FACTS,
  type Client,
  type ClientFacts,
  type Knowledge,
  SESSION_START_CHARS_MAX,
} from './client-channels.ts'
import { type CutText, cutText } from './client-cut.ts'
import type { ShownIndex } from './native-skills.ts'
import { type BlockHit, type BlockRelated, recallBlock } from './recall-block.ts'
import { inIndexOrder, skillIndexText } from './skill-index-text.ts'
import { charsWithheld, type SummaryCut, textLoss } from './text-loss.ts'
import { estimateTokens } from './token-estimate.ts'

export type OfferedTool = { name: string; description: string; isAlwaysLoaded: boolean }

/** What the server has to say before anybody asks. */
export type Offered = {
  /** As it is sent. */
  instructions: string
  indexText: (charsMax: number) => string
  /** What the index is made of, in any order. */
  index: ShownIndex
  tools: OfferedTool[]
}

/** The answer to a message. Whatever else is in it belongs to the structured content. */
export type Recalled = { hits: BlockHit[]; related: BlockRelated[]; silent?: string; block: string }

export type Channel = 'instructions' | 'session-start hook' | 'per-turn hook' | 'tool descriptions' | 'tool'

export type ClientPart = {
  channel: Channel
  reaches: boolean
  known: Knowledge
  when: string
  /** Empty when it does not reach the model. */
  text: string
  chars: number
  tokensEstimated: number
  /** Absent when nothing was lost. Marks that stand for what is missing are not counted. */
  cut?: { skillsLeftOut: string[]; summariesCut: SummaryCut[]; charsLost: number }
}

export type ClientView = { client: Client; title: string; parts: ClientPart[]; notes: string[] }

export function clientView(client: Client, offered: Offered, recalled: Recalled): ClientView {
  const facts = CLIENT_FACTS[client]
  const { lines, leftToClient } = offered.index
  const skills = inIndexOrder(lines)
  const index = { skills, whole: skillIndexText(skills, Infinity, { lineCharsMax: Infinity, leftToClient }) }
  const hits = [...recalled.hits, ...recalled.related]
  const answer = { skills: hits, whole: recallBlock(recalled.hits, recalled.related, Infinity, Infinity) }
  const parts = [
    textPart('instructions', facts.instructions, offered.instructions, index),
    textPart('session-start hook', facts.sessionStart, offered.indexText(SESSION_START_CHARS_MAX), index),
    textPart('per-turn hook', facts.perTurn, recalled.block, answer),
    descriptionsPart(facts.descriptions, offered.tools),
    facts.answer.form === 'json'
      ? part('tool', facts.answer, { text: asJson(recalled), charsLost: 0 })
      : textPart('tool', facts.answer, asText(recalled), answer),
  ]
  return { client, title: facts.title, parts, notes: [...notesOn(facts, parts, recalled.hits), ...facts.notes] }
}

type Source = { skills: { name: string; summary: string }[]; whole: string }

function textPart(channel: Channel, facts: ChannelFacts, sent: string, { skills, whole }: Source): ClientPart {
  if (!facts.reaches) return part(channel, facts, { text: '', charsLost: 0 })
  const { text, charsLost } = cutText(sent, facts.cut)
  const loss = textLoss(skills, text)
  return part(channel, facts, { text, charsLost: charsLost + charsWithheld(whole, sent) }, loss)
}

function part(
  channel: Channel,
  { reaches, known, when }: ChannelFacts,
  { text, charsLost }: CutText,
  loss: { skillsLeftOut: string[]; summariesCut: SummaryCut[] } = { skillsLeftOut: [], summariesCut: [] },
): ClientPart {
  const isWhole = charsLost === 0 && loss.skillsLeftOut.length === 0 && loss.summariesCut.length === 0
  return {
    channel,
    reaches,
    known,
    when,
    text,
    chars: text.length,
    tokensEstimated: estimateTokens(text),
    ...(isWhole ? {} : { cut: { ...loss, charsLost } }),
  }
}

// One line a tool; how a client sets it, and the schemas that it adds, are its own.
function descriptionsPart(facts: ClientFacts['descriptions'], tools: OfferedTool[]): ClientPart {
  let charsLost = 0
  const lines = tools.map(({ name, description, isAlwaysLoaded }) => {
    if (facts.upFront === 'names' || (facts.upFront === 'marked' && !isAlwaysLoaded)) return name
    const arrived = cutText(description, facts.cut)
    charsLost += arrived.charsLost
    return `${name}: ${arrived.text}`
  })
  return part('tool descriptions', facts, { text: lines.join('\n'), charsLost })
}

function asText({ silent, block }: Recalled): string {
  return silent === undefined ? block : `No skill recalled: ${silent}.`
}

function asJson({ block: _block, ...structured }: Recalled): string {
  return JSON.stringify(structured)
}

function notesOn(facts: ClientFacts, parts: ClientPart[], hits: BlockHit[]): string[] {
  const { charsSure } = facts.instructions
  const { form, tokensMax = Infinity } = facts.answer
  const [instructions, sessionStart] = parts
  const answer = parts.at(-1)!
  const notes: string[] = []
  if (instructions!.reaches && hits.length > 0) notes.push(knownNote(instructions!, hits))
  if (instructions!.reaches && sessionStart!.reaches)
    notes.push('With a session-start hook the index arrives twice: by the hook and in the instructions.')
  if (instructions!.reaches)
    notes.push('Instructions are read once per connection: in a long session they may be older than the library.')
  if (charsSure !== undefined) notes.push(sureNote(facts.title, instructions!.text, charsSure))
  if (facts.descriptions.upFront !== 'all')
    notes.push('Tools that stand here by name alone are described to the model when it looks for one.')
  if (form === 'json')
    notes.push(
      'Of a tool\'s answer the model reads the structured content, not the text; the frame ("reference, not instructions") stands there as its note.',
    )
  if (answer.tokensEstimated > tokensMax)
    notes.push(
      `The tool's answer is above ${tokensMax} tokens: it goes to a file, and the model reads what it opens of it.`,
    )
  return notes
}

// What recall is worth: the skills for this message that nothing else would have named.
function knownNote({ cut }: ClientPart, hits: BlockHit[]): string {
  const known = hits.filter(({ name }) => !cut?.skillsLeftOut.includes(name)).length
  return `Skills recalled for this message: ${hits.length}. Of these the instructions name ${known}.`
}

function sureNote(title: string, instructions: string, charsSure: number): string {
  // Lines that end within, or exactly at the border.
  const lines = `${instructions}\n`
    .slice(0, charsSure + 1)
    .split('\n')
    .slice(0, -1)
  const skills = lines.filter((line) => line.startsWith('- ')).length
  return `The documentation of ${title} asks for what matters in the first ${charsSure} characters of the instructions. Of the index, ${skills} ${skills === 1 ? 'skill stands' : 'skills stand'} there.`
}
