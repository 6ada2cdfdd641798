// Runs a script of this repository on Node 24: `node test/conformance/on-node24.mjs <script> [argument ...]`.
// The programs that the script starts by the name `node` are Node 24 too.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { installed } from './installed.mjs'

const { node24 } = installed()
const env = { ...process.env, PATH: `${dirname(node24)}${delimiter}${process.env.PATH}` }
const { status } = spawnSync(node24, process.argv.slice(2), { stdio: 'inherit', env })
process.exit(status ?? 1)
