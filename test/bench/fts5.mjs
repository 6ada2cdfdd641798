// SQLite with full-text search, from whichever package is there: better-sqlite3 as test/bench/package.json asks for it (it
// needs a prebuilt binary or a compiler, so it may be missing), or the one in newer versions of Node. Without either the
// rows say "not installed".

/** @typedef {import('./retrieval-sets.mjs').Entry} Entry */
/** @typedef {import('./search-engines.mjs').Searched} Searched */
/** @typedef {import('./search-engines.mjs').SearchEngine} SearchEngine */
/** @typedef {{ all(...values: unknown[]): any[], run(...values: unknown[]): unknown }} Statement */
/** @typedef {{ exec(sql: string): unknown, prepare(sql: string): Statement, serialize?(): Uint8Array, close(): unknown }} Database */
/** @typedef {{ name: string, open(): Database, reopen?(saved: Uint8Array): Database }} Sqlite */

const SCHEMA = `
  CREATE VIRTUAL TABLE skills USING fts5(key UNINDEXED, name, summary, content, tokenize = 'porter unicode61');
  CREATE TABLE rows (row INTEGER PRIMARY KEY, key TEXT UNIQUE);
`

/** @returns {Promise<Sqlite | undefined>} */
export async function findSqlite() {
  for (const find of [betterSqlite, nodeSqlite]) {
    try {
      const sqlite = await find()
      const probe = sqlite.open()
      probe.exec(SCHEMA)
      probe.close()
      return sqlite
    } catch {
      // Not there, not built for this Node, or without fts5: all the same to a table.
    }
  }
  return undefined
}

// The names of the packages are values, so that the types do not ask for what may be missing.

/** @returns {Promise<Sqlite>} */
async function betterSqlite() {
  const name = 'better-sqlite3'
  const { default: Database } = await import(name)
  return { name, open: () => new Database(':memory:'), reopen: (saved) => new Database(Buffer.from(saved)) }
}

/** @returns {Promise<Sqlite>} */
async function nodeSqlite() {
  const name = 'node:sqlite'
  const { DatabaseSync } = await import(name)
  return { name, open: () => new DatabaseSync(':memory:') }
}

/** A database in memory. @param {string} engine @param {Sqlite} sqlite @param {(word: string) => boolean} isStop @returns {SearchEngine} */
export function fts5(engine, sqlite, isStop) {
  const { reopen } = sqlite
  return {
    engine,
    open(entries) {
      const database = sqlite.open()
      database.exec(SCHEMA)
      const filled = searched(database, isStop)
      database.exec('BEGIN')
      for (const entry of entries) filled.upsert(entry)
      database.exec('COMMIT')
      return filled
    },
    ...(reopen === undefined
      ? {}
      : { restore: (saved) => searched(reopen(/** @type {Uint8Array} */ (saved)), isStop) }),
  }
}

/** @param {Database} database @param {(word: string) => boolean} isStop */
function searched(database, isStop) {
  const ask = database.prepare(
    'SELECT key FROM skills WHERE skills MATCH ? ORDER BY bm25(skills, 0, 1, 1, 0.1) LIMIT ?',
  )
  const rowOf = database.prepare('SELECT row FROM rows WHERE key = ?')
  const enroll = database.prepare('INSERT OR IGNORE INTO rows (key) VALUES (?)')
  const put = database.prepare('REPLACE INTO skills (rowid, key, name, summary, content) VALUES (?, ?, ?, ?, ?)')
  const drop = database.prepare('DELETE FROM skills WHERE rowid = ?')
  const strike = database.prepare('DELETE FROM rows WHERE key = ?')
  return {
    /** @param {string} text @param {number} countMax @returns {string[]} */
    search(text, countMax) {
      const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      const wanted = [...words].filter((word) => !isStop(word))
      if (wanted.length === 0) return []
      return ask.all(wanted.map((word) => `"${word}"`).join(' OR '), countMax).map(({ key }) => key)
    },
    /** @param {Entry} entry */
    upsert({ name, summary, content }) {
      enroll.run(name)
      put.run(rowOf.all(name)[0].row, name, name, summary, content)
    },
    /** @param {string} name */
    remove(name) {
      drop.run(rowOf.all(name)[0].row)
      strike.run(name)
    },
    ...(database.serialize === undefined ? {} : { save: () => /** @type {Uint8Array} */ (database.serialize?.()) }),
    bytesOutsideHeap() {
      const [pages] = database.prepare('PRAGMA page_count').all()
      const [page] = database.prepare('PRAGMA page_size').all()
      return pages.page_count * page.page_size
    },
  }
}
