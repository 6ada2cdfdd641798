// Public, labelled sets of skills and messages, read as they lie in a folder of the user's. They are no part of this
// repository: a set that is not there is undefined, and whoever asked prints so.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sets with labels, in the order in which they are printed. */
export const LABELLED_SETS = ['metatool', 'metatool-multi', 'sealtools', 'livemcpbench']

/** @typedef {{ name: string, summary: string, content: string }} Entry the name is unique in its set. */
/** @typedef {{ text: string, relevant: string[] }} Asked a message and the names of the skills that it is about. */
/** @typedef {{ set: string, skills: Entry[], messages: Asked[], negatives: string[] }} LabelledSet */

/**
 * @param {string} data the folder of the sets @param {string} set
 * @returns {LabelledSet | undefined} messages in the order of the file; negatives are about no skill.
 */
export function readLabelledSet(data, set) {
  const queries = jsonLines(join(data, set, 'queries.jsonl'))
  if (queries.length === 0) return undefined
  const corpus = jsonLines(join(data, set, 'corpus.jsonl'))
  const nameById = new Map(corpus.map(({ id, name }) => [id, name]))
  const messages = queries.map(({ text, relevant }) => ({
    text,
    relevant: relevant.map((/** @type {string} */ id) => nameById.get(id) ?? id),
  }))
  return {
    set,
    skills: corpus.map(entry),
    messages,
    negatives: jsonLines(join(data, set, 'negatives.jsonl')).map(({ text }) => text),
  }
}

/** Names and summaries of real skills, without messages. @param {string} data @returns {Entry[]} none when the set is not there */
export function readRegistry(data) {
  return jsonLines(join(data, 'registry', 'corpus.jsonl')).map(entry)
}

/** @param {{ name: string, summary: string, content?: string }} line @returns {Entry} */
function entry({ name, summary, content = '' }) {
  return { name, summary, content }
}

/** @param {string} path @returns {any[]} none when there is no such file */
function jsonLines(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
