// What the model of a client sees, for people: an overview, then each channel with its exact text between two rulers and
// what was lost on the way, then what else there is to know.
import type { Channel, ClientPart, ClientView } from '../domain/client-view.ts'
import { columns } from './columns.ts'
import { counted } from './wording.ts'

const WIDTH = 100
const RULER = '-'.repeat(WIDTH)

export function clientViewText({ title, parts, notes }: ClientView): string {
  const sections = parts.map((part, i) => section(part, parts.slice(0, i)))
  return [
    `What the model of ${title} sees. Tokens are estimated.`,
    columns(['channel', 'reaches', 'known', 'characters', 'tokens'], parts.map(overview)),
    ...sections,
    ['Notes:', ...notes.flatMap((note) => wrapped(note.split(' '), ' ', '- ', '  '))].join('\n'),
  ].join('\n\n')
}

const CONDITIONS: Record<Channel, string> = {
  instructions: 'yes',
  'session-start hook': 'with a hook',
  'per-turn hook': 'with a hook',
  'tool descriptions': 'yes',
  tool: 'when called',
}

function overview({ channel, reaches, known, chars, tokensEstimated }: ClientPart): string[] {
  if (!reaches) return [channel, 'no', known, '', '']
  return [channel, CONDITIONS[channel], known, `${chars}`, `${tokensEstimated}`]
}

function section(part: ClientPart, earlier: ClientPart[]): string {
  const { channel, reaches, when, text } = part
  const heading = `${channel.toUpperCase()}: ${reaches ? 'shown to the model' : 'not shown to the model;'} ${when}.`
  const headLines = wrapped(heading.split(' '), ' ', '', '')
  if (!reaches) return headLines.join('\n')
  return [...headLines, ...shown(text, earlier), ...size(part), ...losses(part)].join('\n')
}

function shown(text: string, earlier: ClientPart[]): string[] {
  if (text === '') return ['Nothing is added for this message.']
  const same = earlier.find((other) => other.text === text)
  return same === undefined ? [RULER, text, RULER] : [`The same text as by the ${same.channel}.`]
}

function size({ text, chars, tokensEstimated }: ClientPart): string[] {
  return text === '' ? [] : [`${counted(chars, 'character')}, about ${counted(tokensEstimated, 'token')}.`]
}

function losses({ cut, text }: ClientPart): string[] {
  if (cut === undefined) return text === '' ? [] : ['Nothing was cut.']
  const { skillsLeftOut, summariesCut, charsLost } = cut
  const lines = [`Lost: ${counted(charsLost, 'character')}.`]
  if (skillsLeftOut.length > 0) {
    lines.push(`Left out (${skillsLeftOut.length}):`, ...wrapped(skillsLeftOut, ', ', '  ', '  '))
  }
  if (summariesCut.length > 0) lines.push(`Summaries cut, with the words lost (${summariesCut.length}):`)
  for (const { name, wordsLost } of summariesCut) {
    const words = wordsLost.length === 0 ? ['none that the rest does not say'] : wordsLost
    lines.push(...wrapped(words, ', ', `  ${name}: `, '    '))
  }
  return lines
}

/** Lines of at most WIDTH characters, as far as no item is longer. */
function wrapped(items: string[], separator: string, first: string, further: string): string[] {
  const lines: string[] = []
  let line = first
  for (const [i, item] of items.entries()) {
    const piece = i === items.length - 1 ? item : item + separator
    if (line !== first && line !== further && (line + piece).trimEnd().length > WIDTH) {
      lines.push(line.trimEnd())
      line = further
    }
    line += piece
  }
  return [...lines, line]
}
