// Installs what this folder's package.json names, once, and runs it. Nothing outside the folder changes.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
const CLI = join(FOLDER, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js')

/** @param {string[]} args of the `mcpb` command @throws when it fails; what it says goes to stderr. */
export function mcpb(args) {
  if (!existsSync(CLI)) {
    // A shell only where npm is a script that needs one; no word of this line comes from outside.
    const shell = process.platform === 'win32'
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
    execFileSync('npm', install, { cwd: FOLDER, stdio: 'inherit', shell })
  }
  execFileSync(process.execPath, [CLI, ...args], { stdio: ['ignore', 2, 2] })
}
