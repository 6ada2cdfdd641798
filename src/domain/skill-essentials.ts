// What recall needs of a skill file, read by hand: a process that answers one question has no time for the schema. It
// takes what parseSkillFile takes as far as names, texts and lists go; dates, steps and policy it does not look at.
import { findJsonFault } from './json-fault.ts'
import { CONTENT_BYTES_MAX, LIST_ITEM_CHARS_MAX, LIST_ITEMS_MAX, SUMMARY_CHARS_MAX } from './skill-limits.ts'
import { extractSummary } from './summary.ts'

export type SkillEssentials = {
  name: string
  summary: string
  content: string
  triggers: string[]
  tags: string[]
  seeAlso: string[]
}

/** @returns undefined for what is no skill of this name; the server says why. */
export function readEssentials(text: string, name: string): SkillEssentials | undefined {
  const file = jsonObject(text.startsWith('\ufeff') ? text.slice(1) : text)
  if (file === undefined || file.name !== name) return undefined
  const { content, summary = '' } = file
  const [triggers, tags, seeAlso] = [wordsOf(file.triggers), wordsOf(file.tags), wordsOf(file.seeAlso)]
  if (typeof content !== 'string' || content === '' || Buffer.byteLength(content) > CONTENT_BYTES_MAX) return undefined
  if (typeof summary !== 'string' || summary.length > SUMMARY_CHARS_MAX) return undefined
  if (triggers === undefined || tags === undefined || seeAlso === undefined) return undefined
  return { name, summary: summary.trim() || extractSummary(name, content), content, triggers, tags, seeAlso }
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  if (findJsonFault(text) !== undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function wordsOf(value: unknown = []): string[] | undefined {
  return Array.isArray(value) && value.length <= LIST_ITEMS_MAX && value.every(isWord) ? value : undefined
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LIST_ITEM_CHARS_MAX
}
