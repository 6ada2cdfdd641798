// "Did you mean": the names nearest to one that is not there.

/** At most `countMax` names, nearest first: fewest edits, with a bonus where one holds the other as a part. */
export function nearestNames(wanted: string, names: Iterable<string>, countMax = 3): string[] {
  const target = wanted.slice(0, 400).toLowerCase()
  const ranked: { name: string; distance: number }[] = []
  for (const name of names) {
    const holds = target.length > 2 && (name.includes(target) || target.includes(name))
    ranked.push({ name, distance: holds ? 0.5 : editDistance(target, name) / Math.max(target.length, name.length, 1) })
  }
  ranked.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return ranked.slice(0, countMax).map((r) => r.name)
}

/** Levenshtein distance, two rows. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, previous[j]! + 1, row[j - 1]! + 1))
    }
    previous = row
  }
  return previous[b.length]!
}
