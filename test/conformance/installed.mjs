// Installs what this folder's package.json names, once, and says where it is. Nothing outside the folder changes.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = import.meta.dirname

export function installed() {
  const modules = join(FOLDER, 'node_modules')
  const paths = {
    node24: join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    conformance: join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  }
  if (Object.values(paths).some((path) => !existsSync(path))) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' })
  }
  return paths
}
