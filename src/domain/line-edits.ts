// Which lines of one text became which lines of another: shortest first (Myers), and beyond a bound by the lines that both
// hold just once. Knows no skill and no notation; line-diff.ts prints it, line-merge.ts merges by it.

/** Lines `from` to `fromEnd` of the first text became lines `to` to `toEnd` of the second; counted from 0, ends excluded. */
export type LineEdit = { from: number; fromEnd: number; to: number; toEnd: number }

// The shortest way costs time with the edits times the lines, and memory with the square of the edits (9 MB for 1,500).
const EDITS_MAX = 1_500
// Comparisons of two lines, in all: about a quarter of a second. What is left then counts as changed whole.
const WORK_MAX = 40_000_000

type Work = { left: number }
type Pair = { a: Int32Array; b: Int32Array }

/**
 * In order, and with at least one line that stays between any two. Always true, not always the shortest: beyond the
 * bound more lines are said to have changed than need be. Linear but for that bound.
 */
export function lineEdits(before: readonly string[], after: readonly string[]): LineEdit[] {
  const pair = numbered(before, after)
  const middle = trimmed(pair, { from: 0, fromEnd: before.length, to: 0, toEnd: after.length })
  const whole = shortestEdits(pair, middle, { left: WORK_MAX / 2 })
  if (whole !== undefined) return whole
  const work = { left: WORK_MAX / 2 }
  return joined(
    gapsBetweenAnchors(pair, middle).flatMap((gap) => {
      const part = trimmed(pair, gap)
      return shortestEdits(pair, part, work) ?? [part]
    }),
  )
}

// Equal lines get equal numbers, so that a comparison costs the same however long the lines are.
function numbered(before: readonly string[], after: readonly string[]): Pair {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return { a: Int32Array.from(before, numberOf), b: Int32Array.from(after, numberOf) }
}

function trimmed({ a, b }: Pair, within: LineEdit): LineEdit {
  let { from, fromEnd, to, toEnd } = within
  while (from < fromEnd && to < toEnd && a[from] === b[to]) {
    from++
    to++
  }
  while (fromEnd > from && toEnd > to && a[fromEnd - 1] === b[toEnd - 1]) {
    fromEnd--
    toEnd--
  }
  return { from, fromEnd, to, toEnd }
}

// For each number of edits the furthest line that each diagonal reached before it, until one reaches the end.
function shortestEdits({ a, b }: Pair, within: LineEdit, work: Work): LineEdit[] | undefined {
  const { from, fromEnd, to, toEnd } = within
  const [n, m] = [fromEnd - from, toEnd - to]
  if (n === 0 || m === 0) return n === m ? [] : [within]
  const editsMax = Math.min(n + m, EDITS_MAX)
  const mid = editsMax + 1
  const reach = new Int32Array(2 * editsMax + 3)
  const trace: Int32Array[] = []
  for (let d = 0; d <= editsMax && work.left > 0; d++) {
    trace.push(reach.slice(mid - d - 1, mid + d + 2))
    for (let k = -d; k <= d; k += 2) {
      const start = startOf(reach, mid, k, d)
      let x = start
      while (x < n && x - k < m && a[from + x] === b[to + x - k]) x++
      work.left -= 1 + x - start
      reach[mid + k] = x
      if (x >= n && x - k >= m) return editsAlong(trace, within)
    }
  }
  return undefined
}

function startOf(reach: Int32Array, mid: number, k: number, d: number): number {
  return goesDown(reach, mid, k, d) ? reach[mid + k + 1]! : reach[mid + k - 1]! + 1
}

function goesDown(reach: Int32Array, mid: number, k: number, d: number): boolean {
  return k === -d || (k !== d && reach[mid + k - 1]! < reach[mid + k + 1]!)
}

// Back from the end: each row of the trace says from which diagonal its edit came.
function editsAlong(trace: Int32Array[], { from, fromEnd, to, toEnd }: LineEdit): LineEdit[] {
  const edits: LineEdit[] = []
  let [x, y] = [fromEnd - from, toEnd - to]
  for (let d = trace.length - 1; d > 0; d--) {
    const [reach, mid, k] = [trace[d]!, d + 1, x - y]
    const isDown = goesDown(reach, mid, k, d)
    const start = startOf(reach, mid, k, d)
    const end = { from: from + start, to: to + start - k }
    x = isDown ? start : start - 1
    y = x - (isDown ? k + 1 : k - 1)
    edits.push({ from: from + x, fromEnd: end.from, to: to + y, toEnd: end.to })
  }
  return joined(edits.reverse())
}

// Edits with no line that stays between them are one.
function joined(edits: LineEdit[]): LineEdit[] {
  const out: LineEdit[] = []
  for (const edit of edits) {
    if (edit.from === edit.fromEnd && edit.to === edit.toEnd) continue
    const last = out.at(-1)
    if (last !== undefined && last.fromEnd === edit.from && last.toEnd === edit.to) {
      out[out.length - 1] = { ...last, fromEnd: edit.fromEnd, toEnd: edit.toEnd }
    } else out.push(edit)
  }
  return out
}

// What lies between the lines that both texts hold just once, and hold in the same order: the longest such row of them.
function gapsBetweenAnchors({ a, b }: Pair, within: LineEdit): LineEdit[] {
  const placeInA = placesOnce(a, within.from, within.fromEnd)
  const anchors: { a: number; b: number }[] = []
  for (const [line, place] of placesOnce(b, within.to, within.toEnd)) {
    const other = placeInA.get(line)
    if (place >= 0 && other !== undefined && other >= 0) anchors.push({ a: other, b: place })
  }
  const gaps: LineEdit[] = []
  let { from, to } = within
  for (const anchor of longestRising(anchors.sort((one, two) => one.b - two.b))) {
    gaps.push({ from, fromEnd: anchor.a, to, toEnd: anchor.b })
    from = anchor.a + 1
    to = anchor.b + 1
  }
  return [...gaps, { from, fromEnd: within.fromEnd, to, toEnd: within.toEnd }]
}

/** Of each line its place, or -1 for one that stands there more than once. */
function placesOnce(lines: Int32Array, from: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let i = from; i < end; i++) places.set(lines[i]!, places.has(lines[i]!) ? -1 : i)
  return places
}

// Patience: piles whose tops rise; each card remembers the top of the pile to its left.
function longestRising<T extends { a: number }>(cards: readonly T[]): T[] {
  type Card = { card: T; left: Card | undefined }
  const tops: Card[] = []
  for (const card of cards) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (tops[middle]!.card.a < card.a) low = middle + 1
      else high = middle
    }
    tops[low] = { card, left: tops[low - 1] }
  }
  const row: T[] = []
  for (let top = tops.at(-1); top !== undefined; top = top.left) row.push(top.card)
  return row.reverse()
}
