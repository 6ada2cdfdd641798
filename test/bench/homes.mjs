// Libraries on the disk: homes of Skill Cortex as if every skill had been saved by an agent (file, record, blob), and the
// same skills as folders with a SKILL.md for the official loader. Written without syncs, beside the timed parts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatedSkill } from './generated-skills.mjs'

const AT = '2026-11-21T10:00:00.000Z'

/** @typedef {import('./generated-skills.mjs').GeneratedSkill} GeneratedSkill */

/** @param {number} count @returns {GeneratedSkill[]} */
export function generatedSkills(count) {
  return Array.from({ length: count }, (_, number) => generatedSkill(number))
}

/** @type {string[]} */
const folders = []

/**
 * A new folder in `parent`. It stays until `clearFolders`: freeing thousands of files is work that the file system does
 * later, in the middle of somebody's fsync.
 * @param {string} parent @returns {string}
 */
export function temporaryFolder(parent) {
  const path = mkdtempSync(join(parent, 'skill-cortex-bench-'))
  folders.push(path)
  return path
}

/** To be called when nothing is measured any more. */
export function clearFolders() {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
}

/** Waits until what was prepared is on the disk, so that the first durable save does not pay for it. */
export function settleDisk() {
  if (process.platform !== 'win32') spawnSync('sync')
}

/**
 * @param {string} home @param {readonly GeneratedSkill[]} skills
 * @param {string} dist the built server: its own rules decide what a saved skill looks like.
 */
export async function writeHome(home, skills, dist) {
  const { decideSave } = await import(pathToFileURL(join(dist, 'domain/skill-change.js')).href)
  const { sha256Of } = await import(pathToFileURL(join(dist, 'domain/digest.js')).href)
  mkdirSync(join(home, 'skill-usage'), { recursive: true })
  for (const { name, ...patch } of skills) {
    const context = {
      name,
      actor: 'agent',
      via: 'save_skill',
      author: 'bench',
      now: AT,
      lostOrigin: 'machine',
      gate: 'open',
    }
    const decision = decideSave({ live: undefined, record: undefined }, patch, context, { cause: 'saved' })
    write(join(home, 'skills', `${name}.json`), decision.live)
    write(join(home, 'cortex/records', `${name}.json`), `${JSON.stringify(decision.record)}\n`)
    for (const blob of decision.blobs) write(join(home, 'cortex/blobs', sha256Of(blob)), blob)
  }
}

/** One folder per skill, its name without "/". @param {string} root @param {readonly GeneratedSkill[]} skills */
export function writeSkillFolders(root, skills) {
  for (const { name, summary, content } of skills) {
    const flat = name.replaceAll('/', '-')
    write(
      join(root, flat, 'SKILL.md'),
      `---\nname: ${flat}\ndescription: ${JSON.stringify(summary)}\n---\n\n${content}\n`,
    )
  }
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
