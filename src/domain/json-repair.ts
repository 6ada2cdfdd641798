// Takes out of JSON text what editors and people put in and JSON has no place for: a byte order mark, comments, a comma
// after the last item. Whatever else is wrong stays as it is, for nobody can know what was meant.

export type JsonRepair = { text: string; repairs: string[] }

// A string is taken whole, so that nothing inside it counts. What does not end is one token up to the end, and no repair.
const TOKEN =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\/\/[^\n\r]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)|\s+|[,\]}]|[^",\]}\s/]+|[\s\S]/g
const COMMENT = /^\/(?:\/|\*[\s\S]*\*\/$)/

/** Never throws; linear. `repairs` is empty, and the text the same, when there is nothing of that kind. */
export function repairJson(text: string): JsonRepair {
  const hasMark = text.startsWith('\ufeff')
  const source = hasMark ? text.slice(1) : text
  const parts: string[] = []
  // Where a comma stands that may prove to be the last, and what stood before it.
  let comma: { at: number; isAfterValue: boolean } | undefined
  let before = ''
  let [hasComments, hasCommas] = [false, false]
  for (const [token] of source.matchAll(TOKEN)) {
    if (COMMENT.test(token)) {
      hasComments = true
      // Two words that only a comment kept apart stay apart.
      parts.push(' ')
      continue
    }
    parts.push(token)
    if (token.trim() === '') continue
    if ((token === ']' || token === '}') && comma?.isAfterValue === true) {
      hasCommas = true
      parts[comma.at] = ''
    }
    comma = token === ',' ? { at: parts.length - 1, isAfterValue: !'[{,:'.includes(before.at(-1) ?? ',') } : undefined
    before = token
  }
  const repairs = [
    ...(hasMark ? ['the byte order mark'] : []),
    ...(hasComments ? ['comments'] : []),
    ...(hasCommas ? ['a comma after the last item'] : []),
  ]
  return { text: repairs.length === 0 ? text : parts.join(''), repairs }
}
