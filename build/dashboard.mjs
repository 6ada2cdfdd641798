// Makes the dashboard of src/dashboard/: one page with its parts, named by their content, for `serve` to hand out. Nothing
// in it is fetched from anywhere else. Run by `npm run build`, before build/bundle.mjs, which passes its licenses on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { DASHBOARD, DASHBOARD_MODULES, DIST, ROOT } from './program.mjs'

const { output } = await build({
  configFile: false,
  root: join(ROOT, 'src', 'dashboard'),
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(DIST, DASHBOARD),
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows no data: but in pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
writeFileSync(join(DIST, DASHBOARD_MODULES), JSON.stringify(modules.filter((id) => id.includes('node_modules'))))
