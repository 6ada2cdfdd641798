// Which copies are not served under their own name, because another skill has it: each can be read as `name@source`, and
// none of them goes without a word.
import { sep } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { copyName, LIBRARY_SOURCE } from '../domain/mount.ts'
import type { MountsScan } from './mounted-packages.ts'

/** @property servedFrom the source of the one before it. */
export type ShadowedCopy = { name: string; source: string; servedFrom: string; textPath: string }

/** @param own names that the library itself has. In the order of mounts and paths. */
export function shadowedIn({ folders, first }: MountsScan, own: ReadonlySet<string>): ShadowedCopy[] {
  return folders.flatMap(({ packages }) =>
    packages.flatMap((placed) => {
      const { name, textPath, mount } = placed
      const served = first.get(name)
      if (served === placed && !own.has(name)) return []
      const servedFrom = own.has(name) ? LIBRARY_SOURCE : (served?.mount.source ?? '')
      return [{ name, source: mount.source, servedFrom, textPath }]
    }),
  )
}

export function shadowedFault({ name, source, servedFrom, textPath }: ShadowedCopy): Diagnostic {
  const isTwin = source === servedFrom
  const before = servedFrom === LIBRARY_SOURCE ? 'which the library has itself' : `which is served from ${servedFrom}`
  return {
    severity: 'warning',
    code: 'mount-shadowed',
    file: textPath.split(sep).join('/'),
    expected: 'a name of its own',
    received: `"${name}", ${before}`,
    fix: isTwin
      ? 'Two packages of one folder have this name; rename one of them.'
      : `It can be read as ${copyName(name, source)}; to serve both, mount ${source} with --prefix.`,
  }
}

/** Mounted skills whose names are paths of other names, or the other way round. */
export function prefixFaults({ first }: MountsScan, own: ReadonlySet<string>): Diagnostic[] {
  return [...new Set([...own, ...first.keys()])].flatMap((name) => {
    const paths = name.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))
    const above = paths.find((path) => first.has(path) || (first.has(name) && own.has(path)))
    const placed = above === undefined ? undefined : (first.get(name) ?? first.get(above))
    if (above === undefined || placed === undefined) return []
    return [
      {
        ...{ severity: 'warning' as const, code: 'prefix-name', file: placed.textPath.split(sep).join('/') },
        expected: 'no skill whose name is a path prefix of another',
        received: `"${above}" and "${name}"`,
        fix: `Rename one of them, or mount ${placed.mount.source} with another --prefix.`,
      },
    ]
  })
}

/** Names whose files in `skills/` nobody serves, because several claim them: they are no mount's either. */
export function contestedNames(diagnostics: readonly Diagnostic[]): string[] {
  const contested = diagnostics.filter(({ code }) => code === 'contested-name')
  return contested.map(({ file }) => file.replace(/^skills\//, '').replace(/\.json$/i, ''))
}
