// The licenses of the packages whose code is in the program: they ask to be passed on with it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string[]} modules the files that went in @returns {string} @throws for a package without a license text. */
export function licenseTexts(modules) {
  const folders = modules.map(packageFolder).filter((folder) => folder !== undefined)
  return [...new Set(folders)].map(licenseText).sort().join('\n\n')
}

// The last node_modules of the path: a package may bring its own copy of another.
function packageFolder(module) {
  return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(module)?.[0]
}

function licenseText(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry))
  if (file === undefined) throw new Error(`${name}: no license text in ${folder}; without one it may not be bundled`)
  const text = readFileSync(join(folder, file), 'utf8').trim()
  return `## ${name} ${version} (${license})\n\n${text}\n`
}
