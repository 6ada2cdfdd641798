// What has to be possible with a client's configuration, whatever it is written in. Texts in, texts out: nothing here
// reads or writes a file, and every function throws a SkillError `damaged` for a text that it cannot read.
import type { ConfigEntry } from '../domain/client-forms.ts'
import type { Shell } from '../domain/shell-words.ts'

/** What is to be written, and the shell by whose rules our own commands are known again. */
export type Wanted = { entries: ConfigEntry[]; shell: Shell }

/** Something of ours in a configuration: where it stands, and the home that it works on. */
export type OurEntry = { at: string[]; value: unknown; home: string }

export type ConfigLanguage = {
  ours(text: string, wanted: Wanted): OurEntry[]
  /** Whether our name stands for something that we did not write. */
  isNameTaken(text: string, wanted: Wanted): boolean
  /** Whether the keys that must be there whoever put them are there. */
  hasNeeded(text: string, wanted: Wanted): boolean
  /** Adds each entry; what already stands under our name is replaced. An empty text becomes a whole one. */
  add(text: string, wanted: Wanted): string
  /**
   * Takes out what is ours and nothing else; comments and the order of the rest stay.
   * @param keeps whether an object or list that becomes empty is to stay.
   */
  takeOut(text: string, wanted: Wanted, keeps: (at: string[]) => boolean): string
  /** Whether an object or list stands there; with an empty path, whether the text says anything at all. */
  holds(text: string, at: string[]): boolean
  /** True when nothing is left that anybody could miss. */
  isBare(text: string, wanted: Wanted): boolean
}
