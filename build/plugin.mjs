// Makes what Claude Code loads as a plugin in dist-plugin/, or in the folder named as argument, with the program in it:
// nothing is fetched when it is installed or started. Server and hooks come from the one description of them in
// src/domain. The folder is also a marketplace of one plugin, because that is how a folder is installed for good. Run
// `npm run build` before it.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudePlugin } from '../dist/domain/client-forms.js'
import { copyProgram, MAIN, outputFolder, PERSONS_HOME, packageFacts, ROOT } from './program.mjs'

const PLUGIN = outputFolder('dist-plugin')
const SERVER = 'server'

const { name, version, description, license, keywords, author } = packageFacts()
const { mcpServers, hooks } = claudePlugin({
  node: 'node',
  script: `\${CLAUDE_PLUGIN_ROOT}/${SERVER}/${MAIN}`,
  home: PERSONS_HOME,
})

cpSync(join(ROOT, 'build', 'plugin'), PLUGIN, { recursive: true })
copyProgram(join(PLUGIN, SERVER))
writeJson(`${SERVER}/package.json`, { type: 'module' })
writeJson('.claude-plugin/plugin.json', {
  name,
  displayName: 'Skill Cortex',
  version,
  description,
  author: { name: author },
  license,
  keywords,
})
writeJson('.claude-plugin/marketplace.json', {
  name,
  description,
  owner: { name: author },
  plugins: [{ name, source: './', description }],
})
writeJson('.mcp.json', { mcpServers })
writeJson('hooks/hooks.json', { description: 'Shows the skills that fit, and notes what was used', hooks })

function writeJson(path, value) {
  const file = join(PLUGIN, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
