// Characters that a reader does not see, or that turn the order of what is seen. Written as code units: emoji, the joiners
// of scripts and the marks that right-to-left languages need are not among them.
import { anyOf, type Find } from './scan-find.ts'

const BEYOND_ASCII = /[\u0080-\uffff]/

/** Override and isolate the direction of what follows. */
export const findTurning = beyondAscii(anyOf(/[\u202a-\u202e\u2066-\u2069]/g))

// The tags of the flags of England, Scotland and Wales are six.
const TAGS = /(?:\udb40[\udc00-\udc7f]){7,64}/g
const SELECTORS = /(?:\udb40[\udd00-\uddef]){4,64}/g
const WIDTHLESS = /[\u200b-\u200d\u2060-\u2064\ufeff\u00ad]{7,64}/g
/** As many as could say something. */
export const findHiddenRuns = beyondAscii(anyOf(TAGS, SELECTORS, WIDTHLESS))

/** A single one, as copying from a page brings along. The first character of a file may be a byte order mark. */
export const findInvisible = beyondAscii(anyOf(/[\u200b\u2060-\u2064\u115f\u1160\u3164\uffa0]|(?<=[\s\S])\ufeff/g))

function beyondAscii(find: Find): Find {
  return (reading) => (BEYOND_ASCII.test(reading.text) ? find(reading) : [])
}
