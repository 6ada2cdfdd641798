// Finding one's place in a list that is sorted by name, code unit order, without looking at all of it.

/** The index of the first item whose name is greater than this one; the length when there is none. */
export function indexAfter<T>(sorted: readonly T[], nameOf: (item: T) => string, name: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (nameOf(sorted[middle]!) > name) high = middle
    else low = middle + 1
  }
  return low
}
