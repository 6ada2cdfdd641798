// Goal: a program in the cache of a package runner is told from one that is installed, on every platform.
import { expect, test } from 'vitest'
import { passingRunner } from '../../src/clients/installation.ts'

const IN_PACKAGE = 'node_modules/skill-cortex/dist/main.js'

test.each([
  ['npx', `/home/ann/.npm/_npx/1f2e3d4c5b6a7980/${IN_PACKAGE}`],
  ['npx', 'C:\\Users\\ann\\AppData\\Local\\npm-cache\\_npx\\1f2e3d4c\\node_modules\\skill-cortex\\dist\\main.js'],
  ['bunx', `/tmp/bunx-1000-skill-cortex@latest/${IN_PACKAGE}`],
  [
    'bunx',
    'C:\\Users\\ann\\AppData\\Local\\Temp\\bunx-1-skill-cortex@0.1.0\\node_modules\\skill-cortex\\dist\\main.js',
  ],
  ['pnpm dlx', `/home/ann/.cache/pnpm/dlx/8a7b6c/19381ba-1f/node_modules/.pnpm/skill-cortex@0.1.0/${IN_PACKAGE}`],
  ['pnpm dlx', `/Users/ann/Library/Caches/pnpm/dlx/8a7b6c/pkg/${IN_PACKAGE}`],
  ['pnpm dlx', 'C:\\Users\\ann\\AppData\\Local\\pnpm-cache\\dlx\\8a7b\\node_modules\\skill-cortex\\dist\\main.js'],
  ['pnpm dlx', `/home/ann/.local/share/pnpm/store/v3/tmp/dlx-4711/${IN_PACKAGE}`],
  ['yarn dlx', `/tmp/xfs-3d2c1b0a/dlx-4711/${IN_PACKAGE}`],
  [undefined, '/usr/local/lib/node_modules/skill-cortex/dist/main.js'],
  [undefined, `/home/ann/.local/share/pnpm/global/5/${IN_PACKAGE}`],
  [undefined, `/home/ann/.bun/install/global/${IN_PACKAGE}`],
  [undefined, `/home/ann/work/${IN_PACKAGE}`],
  [undefined, '/home/ann/_npx-notes/main.js'],
  [undefined, '/home/ann/dlx/main.js'],
  [undefined, '/home/ann/bunx/main.js'],
  [undefined, '/opt/skill-cortex/dist/main.js'],
])('%s: %s', (runner, script) => expect(passingRunner({ script })).toBe(runner))
