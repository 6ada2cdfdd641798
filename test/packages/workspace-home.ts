// A home with its library, and workspaces beside it as a run has them: all of it real.
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../../src/domain/gate.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openWorkspaces, type Workspaces } from '../../src/packages/workspaces.ts'
import { openRegistries } from '../../src/registry/open-registries.ts'
import { type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'

export type WorkspaceHome = OpenLibrary & { layout: HomeLayout; workspaces: Workspaces }

export async function workspaceHome(gate: Gate = 'guarded', layout = tempHome()): Promise<WorkspaceHome> {
  const library = await openLibrary(layout, { gate })
  let runs = 0
  const workspaces = openWorkspaces({
    ...{ ...library, layout, workspaceRoots: [], importRoots: [], fetchBytes: undefined },
    registries: openRegistries({ registries: [], fetchBytes: undefined, now: () => new Date() }),
    tell: async () => undefined,
    ...{ userHome: '/nonexistent', now: () => new Date(), newId: () => `run-${++runs}` },
  })
  return { ...library, layout, workspaces }
}

/** An empty workspace, by its real path. */
export function workspace(name = 'work'): string {
  const dir = join(realpathSync(tempFolder()), name)
  mkdirSync(dir)
  return dir
}

/** Every file below a folder as `path size` or `path text`, sorted; programs are marked. */
export function treeOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const files = found.filter((path) => statSync(join(folder, path)).isFile()).sort()
  const isProgram = (path: string) => (statSync(join(folder, path)).mode & 0o111) !== 0
  return Object.fromEntries(
    files.map((path) => [isProgram(path) ? `${path}*` : path, readFileSync(join(folder, path), 'utf8')]),
  )
}

/** Of an extraction: each skill as `outcome name`, each fault as `code file`, each refusal as `- label`. */
export async function extracted({ workspaces }: WorkspaceHome, dir: string, run?: string): Promise<string[]> {
  const { skills, refused, diagnostics } = await workspaces.extract({ dir, run, author: 'client' })
  return [
    ...skills.map(({ name, outcome, draft }) => `${outcome} ${name}${draft ? ' draft' : ''}`),
    ...refused.map((label) => `- ${label}`),
    ...diagnostics.map(({ code, file }) => `${code} ${file}`),
  ]
}
