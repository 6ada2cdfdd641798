// Three-way merge of lists as sets whose order is kept: what either side took out is gone, what either put in is there.
// Such lists cannot contradict each other; only their order can, and whether that matters is for the caller to say.

export type Three<T> = { base: T; ours: T; theirs: T }

/** Ours decides the order, unless theirs alone changed it. */
export function mergeSets(lists: Three<readonly string[]>): string[] {
  const { base, ours, theirs } = lists
  const isSame = (one: readonly string[], two: readonly string[]) => JSON.stringify(one) === JSON.stringify(two)
  if (isSame(ours, theirs) || isSame(theirs, base)) return [...ours]
  if (isSame(ours, base)) return [...theirs]
  const [was, us, them] = [new Set(base), new Set(ours), new Set(theirs)]
  return mergeOrder(lists).order.filter((item) => (us.has(item) ? them.has(item) || !was.has(item) : !was.has(item)))
}

/** Whatever stands in ours or theirs, each once. `isContested`: both put into another order what all three hold. */
export function mergeOrder({ base, ours, theirs }: Three<readonly string[]>): {
  order: string[]
  isContested: boolean
} {
  const sets = [new Set(base), new Set(ours), new Set(theirs)]
  const isCommon = (item: string) => sets.every((set) => set.has(item))
  const orderOf = (list: readonly string[]) => JSON.stringify([...new Set(list)].filter(isCommon))
  const [was, us, them] = [orderOf(base), orderOf(ours), orderOf(theirs)]
  const order = us === was && them !== was ? interleaved(theirs, ours) : interleaved(ours, theirs)
  return { order, isContested: us !== was && them !== was && us !== them }
}

// What only `other` holds comes before the item that follows it there.
function interleaved(main: readonly string[], other: readonly string[]): string[] {
  const known = new Set(main)
  const before = new Map<string | undefined, string[]>()
  let waiting: string[] = []
  for (const item of new Set(other)) {
    if (!known.has(item)) waiting.push(item)
    else {
      before.set(item, waiting)
      waiting = []
    }
  }
  return [...[...known].flatMap((item) => [...(before.get(item) ?? []), item]), ...waiting]
}
