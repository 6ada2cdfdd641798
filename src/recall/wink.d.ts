// The package has no types of its own; these are the parts in use.
declare module 'wink-bm25-text-search' {
  type Document<Field extends string> = Record<Field, string>
  type Configuration<Field extends string> = {
    fldWeights: Record<Field, number>
    /** Out of range, they silently become the defaults (1.2, 0.75, 1). */
    bm25Params?: { k1?: number; b?: number; k?: number }
  }
  export type Engine<Field extends string> = {
    /** Throws when a document was added before. */
    defineConfig(configuration: Configuration<Field>): boolean
    /** Text to tokens, for documents and queries. Throws before `defineConfig`. */
    definePrepTasks(tasks: [(text: string) => string[]]): number
    /** Throws on an id that was added, on a missing field, and after `consolidate`. */
    addDoc(document: Document<Field>, id: string): number
    /** Throws the second time and below three documents. `decimals` of the scores: 4 to 9. */
    consolidate(decimals?: number): boolean
    /** Best first, scores of 0 included, equal ones in no promised order. A limit of 0 is 10. Throws before `consolidate`. */
    search(text: string, limit?: number): [id: string, score: number][]
  }
  export default function bm25<Field extends string>(): Engine<Field>
}
