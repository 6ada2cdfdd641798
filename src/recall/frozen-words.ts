// The words one typo away from a given one, looked for in a saved table: slower than a word book for each word, and ready
// at once. Who asks about one message and ends would build a book for nothing.
import { type StringTableBytes, stringTable } from './string-table.ts'
import { isOneEdit, type WordBook } from './word-book.ts'

/**
 * @param table may hold other texts as well; `isWanted` says which count.
 * @returns what a word book of the wanted ones finds. They must be of three letters or more, a to z.
 */
export function frozenWords(table: StringTableBytes, isWanted: (text: string) => boolean): Pick<WordBook, 'near'> {
  const { starts } = table
  const texts = stringTable(table)
  return {
    near(word) {
      const found: string[] = []
      const wanted = Buffer.from(word, 'latin1')
      for (let i = 0; i < texts.size; i++) {
        if (!mayBeNear(table.bytes, starts[i]!, starts[i + 1]!, wanted)) continue
        const text = texts.at(i)
        if (isOneEdit(text, word) && isWanted(text)) found.push(text)
      }
      return found
    },
  }
}

// Passes whatever is one edit away, and little else, so that hardly a text is decoded for nothing. As in a word book, an
// edit changes the first letter or the last one, never both.
function mayBeNear(bytes: Uint8Array, from: number, to: number, word: Uint8Array): boolean {
  const { length } = word
  const difference = to - from - length
  if (difference < -1 || difference > 1) return false
  if (bytes[from] !== word[0] && bytes[to - 1] !== word[length - 1]) return false
  let same = 0
  while (same < length && bytes[from + same] === word[same]) same++
  let alsoSame = 0
  while (alsoSame < length - same && bytes[to - 1 - alsoSame] === word[length - 1 - alsoSame]) alsoSame++
  // Two neighbours that changed places are the most that one edit can leave between.
  return same + alsoSame >= length - 2
}
