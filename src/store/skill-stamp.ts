// The stamp of a skill: that of its JSON, and of its further files where there are any. Loads nothing, for hooks.

// In no stamp of a file.
const JOINT = '+'

/** @param tree undefined for a skill without files: its stamp is that of its JSON. */
export function joinedStamp(json: string, tree: string | undefined): string {
  return tree === undefined ? json : `${json}${JOINT}${tree}`
}

/** Whether a stamp is of a skill without files. */
export function isOfJsonAlone(stamp: string): boolean {
  return !stamp.includes(JOINT)
}

/** The part of a stamp that is of the JSON. */
export function jsonStamp(stamp: string): string {
  return stamp.split(JOINT, 1)[0]!
}
