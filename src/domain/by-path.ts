// The order in which lists of files are written. Apart from manifest.ts, whose digests need Node: this runs in a browser too.

/** By code unit of the path. */
export function byPath<F extends { path: string }>(files: readonly F[]): F[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
}
