// Makes the program of what the compiler wrote: main.js, the hook as one file, and a few files for the rest, with all
// packages inside. A process spends more time on finding hundreds of small files than on answering, and whoever installs
// this needs nothing else. Run by `npm run build`, after the compiler. Not minified: a stack trace must be readable.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { CHUNKS, DASHBOARD_MODULES, DIST, HOOK, LICENSES, MAIN } from './program.mjs'
import { licenseTexts } from './third-party-licenses.mjs'

// One file of its own, sharing none with the rest: a client starts it at every message.
const hook = await bundle({ input: join(DIST, HOOK) }, { file: join(DIST, HOOK), codeSplitting: false })
const rest = await bundle(
  { input: join(DIST, MAIN), external: (id) => id.endsWith(`/${HOOK}`) },
  { dir: DIST, entryFileNames: MAIN, chunkFileNames: `${CHUNKS}/[name].js` },
)

const written = new Set(rest.map((file) => file.fileName))
for (const name of readdirSync(join(DIST, CHUNKS))) {
  if (!written.has(`${CHUNKS}/${name}`)) rmSync(join(DIST, CHUNKS, name))
}
// What the pages of the dashboard are made of was written down when they were built.
const inPages = JSON.parse(readFileSync(join(DIST, DASHBOARD_MODULES), 'utf8'))
const inProgram = [...hook, ...rest].flatMap((file) => file.moduleIds ?? [])
writeFileSync(join(DIST, LICENSES), licenseTexts([...inProgram, ...inPages]))

/** @returns the files written, as rolldown describes them. */
async function bundle(input, output) {
  // A package's ES modules before its `main`, which for jsonc-parser asks for its parts in a way that no bundler sees.
  const resolve = { mainFields: ['module', 'main'] }
  const build = await rolldown({ platform: 'node', logLevel: 'warn', resolve, ...input })
  const { output: files } = await build.write({ format: 'esm', ...output })
  await build.close()
  return files
}
