// The package has no types of its own.
declare module 'wink-porter2-stemmer' {
  /** The Porter2 stem of one English word. Never throws; quadratic in the word's length, so bound it. */
  export default function stem(word: string): string
}
