// One engine with one library, in a process of its own: memory is told apart from everything else that way, and no engine
// runs on what another one made of the compiler. Prints its figures as JSON.
// Usage: node --expose-gc recall-speed-row.mjs '{"dist", "data", "engine", "skills", "withContent", "msMax"}'
import { builtRecall } from './built.mjs'
import { median, quantile } from './figures.mjs'
import { OUR_WINK, searchEngines } from './search-engines.mjs'
import { chatMessages, speedLibrary } from './speed-library.mjs'

/** @typedef {import('./retrieval-sets.mjs').Entry} Entry */
/** @typedef {import('./search-engines.mjs').SearchEngine} SearchEngine */
/** @typedef {import('./search-engines.mjs').Searched} Searched */
/** @typedef {{ dist: string, data: string, engine: string, skills: number, withContent: boolean, msMax: number }} RowAsked `msMax` of asking; a slow engine is asked fewer messages then. */
/** @typedef {Awaited<ReturnType<typeof measured>>} Figures */

const HITS = 5
const PASSES = 3
const CHANGES = 200
const RESTORES = 5
// Of one kind of work: an engine that begins anew at every change is not waited for two hundred times.
const REPEATED_MS_MAX = 5_000

process.stdout.write(JSON.stringify(await measured(JSON.parse(process.argv[2] ?? ''))))

/** @param {RowAsked} asked */
async function measured({ dist, data, engine: name, skills, withContent, msMax }) {
  const engine = (await searchEngines(await builtRecall(dist)))[name]
  if (engine === undefined) return { installed: /** @type {const} */ (false) }
  const messages = chatMessages(data)
  const all = speedLibrary(data, skills + CHANGES, { withContent })
  const [library, others] = [all.slice(0, skills), all.slice(skills)]
  const first = messages[0] ?? ''
  const before = heldBytes()
  const begin = performance.now()
  const searched = engine.open(library)
  // Some do the last of the work when they are first asked.
  searched.search(first, HITS)
  const buildMs = performance.now() - begin
  const memoryMiB = (heldBytes() - before + (searched.bytesOutsideHeap?.() ?? 0)) / 2 ** 20
  const times = asking(searched, messages, msMax)
  return {
    installed: /** @type {const} */ (true),
    buildMs,
    memoryMiB,
    messages: times.length,
    p50: median(times),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    ...saving(engine, searched, messages),
    ...changing(engine, searched, library, others, first),
  }
}

// Of each message the best of three passes: what else the machine does hits a message once and not three times.
/** @param {Searched} searched @param {readonly string[]} messages @param {number} msMax @returns {number[]} milliseconds */
function asking(searched, messages, msMax) {
  /** @type {number[]} */
  let best = []
  for (let pass = 0; pass < PASSES; pass++) {
    const deadline = performance.now() + msMax / PASSES
    const times = []
    for (const [i, message] of messages.entries()) {
      const begin = performance.now()
      searched.search(message, HITS)
      times.push(Math.min(performance.now() - begin, best[i] ?? Number.POSITIVE_INFINITY))
      if (performance.now() > deadline) break
    }
    // Only messages that every pass came to.
    best = times.slice(0, best.length || times.length)
  }
  return best
}

/** @param {SearchEngine} engine @param {Searched} searched @param {readonly string[]} messages */
function saving({ restore }, { save }, messages) {
  if (save === undefined || restore === undefined)
    return { saveMs: Number.NaN, restoreMs: Number.NaN, restoreSlowestMs: Number.NaN, savedMiB: Number.NaN }
  const saves = repeated(RESTORES, () => save())
  const saved = save()
  // Until the first answer, each time to another message: what it asks for first may cost once.
  const restores = repeated(RESTORES, (i) => restore(saved).search(messages[i] ?? '', HITS))
  return {
    saveMs: median(saves),
    restoreMs: median(restores),
    restoreSlowestMs: Math.max(...restores),
    savedMiB: Buffer.byteLength(saved) / 2 ** 20,
  }
}

/**
 * One skill more, one changed, one gone, each until the next message could be answered.
 * @param {SearchEngine} engine @param {Searched} searched @param {readonly Entry[]} library @param {readonly Entry[]} others @param {string} message
 */
function changing(engine, searched, library, others, message) {
  const { upsert, remove } = searched
  if (upsert === undefined || remove === undefined) return rebuilding(engine, library, others, message)
  const other = (/** @type {number} */ i) => /** @type {Entry} */ (others[i])
  const known = (/** @type {number} */ i) => /** @type {Entry} */ (library[(i * 7919) % library.length])
  // What an engine puts off until it is asked belongs to the change.
  const putsOff = engine.engine === OUR_WINK
  const settle = () => (putsOff ? searched.search(message, HITS) : undefined)
  const add = (/** @type {number} */ i) => [upsert(other(i)), settle()]
  const update = (/** @type {number} */ i) => [upsert({ ...other(CHANGES - 1 - i), name: known(i).name }), settle()]
  const drop = (/** @type {number} */ i) => [remove(other(i).name), settle()]
  const adds = repeated(CHANGES, add)
  const updates = repeated(CHANGES, update)
  const drops = repeated(adds.length, drop)
  return { addMs: median(adds), updateMs: median(updates), removeMs: median(drops) }
}

/** @param {SearchEngine} engine @param {readonly Entry[]} library @param {readonly Entry[]} others @param {string} message */
function rebuilding({ open }, library, others, message) {
  const ms = median(repeated(RESTORES, (i) => open([...library, ...others.slice(i, i + 1)]).search(message, HITS)))
  return { addMs: ms, updateMs: ms, removeMs: ms }
}

/** @param {number} timesMax at least one @param {(index: number) => unknown} work @returns {number[]} milliseconds each */
function repeated(timesMax, work) {
  const times = []
  const deadline = performance.now() + REPEATED_MS_MAX
  while (times.length < timesMax && (times.length === 0 || performance.now() < deadline)) {
    const begin = performance.now()
    work(times.length)
    times.push(performance.now() - begin)
  }
  return times
}

function heldBytes() {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
