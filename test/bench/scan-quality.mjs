// How often does the scan cry wolf over honest packages, and how many of the texts that it is made for does it find? The
// packages are public ones in a folder of the user's and no part of this repository; the texts are those of its own tests,
// so their share says that no rule broke, not how much of what is out there would be found.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quantile } from './figures.mjs'

const HONEST_SEVERE_MAX = 5
const FOUND_MIN = 100
const MEBIBYTE = 1024 * 1024
const HOSTILE_MS_MAX = 200
/** Repeated to 1 MiB: beginnings of what the rules look for. */
const PIECES = ['curl ', '| sh ', 'ignore all previous system ', 'user not ', 'sk-aaaa', 'http://a.b ', '../', 'A', 'İ']
const NO_POLICY = { tools: [], domains: [], credentials: [], sideEffects: [] }
const FIXTURES = join(import.meta.dirname, '../scan/scan-fixtures.json')

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureScanQuality({ dist, data }) {
  /** @type {typeof import('../../src/domain/scan.ts')} */
  const { scanText } = await import(pathToFileURL(join(dist, 'domain/scan.js')).href)
  const severe = (/** @type {{ path: string, text: string }[]} */ parts) =>
    scanText(parts, NO_POLICY).findings.filter(({ severity }) => severity === 'severe')
  const texts = fixtures().flatMap(({ rule, found }) => found.map((text) => ({ rule, text })))
  const missed = texts.filter(
    ({ rule, text }) =>
      !scanText([{ path: 'text', text }], NO_POLICY).findings.some((finding) => finding.rule === rule),
  )
  const times = PIECES.map((piece) => {
    const text = piece.repeat(Math.ceil(MEBIBYTE / piece.length))
    const began = performance.now()
    scanText([{ path: 'text', text }], NO_POLICY)
    return performance.now() - began
  })
  const found = (100 * (texts.length - missed.length)) / texts.length
  const slowest = quantile(times, 1)
  const bars = [
    bar('texts of the rules that are found, %', `>= ${FOUND_MIN}`, found, found >= FOUND_MIN),
    bar('slowest of 1 MiB of hostile text, ms', `<= ${HOSTILE_MS_MAX}`, slowest, slowest <= HOSTILE_MS_MAX),
  ]
  const title = `the scan: ${texts.length} texts of its rules`
  const folder = join(data, '..', 'packages')
  if (!existsSync(folder)) {
    return { question: 'scan', title, rows: [], bars, notes: ['no folder of honest packages beside the sets'] }
  }
  const packages = readPackages(folder)
  const flagged = packages.map((parts) => severe(parts)).filter((findings) => findings.length > 0)
  const share = (100 * flagged.length) / packages.length
  bars.unshift(bar('honest packages flagged severe, %', `<= ${HONEST_SEVERE_MAX}`, share, share <= HONEST_SEVERE_MAX))
  const rules = [...new Set(flagged.flat().map(({ rule }) => rule))].sort()
  const rows = rules.map((rule) => ({
    rule,
    packages: flagged.filter((findings) => findings.some((finding) => finding.rule === rule)).length,
  }))
  return { question: 'scan', title: `${title}, and ${packages.length} honest packages, by severe rule`, rows, bars }
}

/** @param {string} promise @param {string} bar @param {number} measured @param {boolean} met */
function bar(promise, bar, measured, met) {
  return { promise, bar, measured, met }
}

/** @returns {{ rule: string, found: string[] }[]} a list of strings is one text, so that no key stands in the file. */
function fixtures() {
  /** @type {{ rule: string, found: (string | string[])[] }[]} */
  const all = JSON.parse(readFileSync(FIXTURES, 'utf8'))
  return all.map(({ rule, found }) => ({ rule, found: found.map((text) => [text].flat().join('')) }))
}

/** A package is a folder with a SKILL.md and all of Markdown below it. @param {string} folder */
function readPackages(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.md'))
  const roots = files.filter((file) => file.endsWith('/SKILL.md')).map((file) => file.slice(0, -'SKILL.md'.length))
  return roots.map((root) =>
    files
      .filter((file) => file.startsWith(root))
      .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') })),
  )
}
