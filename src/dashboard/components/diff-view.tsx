// What differs between two texts, line by line, below each other or side by side. Takes the hunks that the API sends for
// versions (GET /api/skills/diff), or two texts of this page.
import { type DiffHunk, diffHunks } from '../../domain/line-diff.ts'
import { VisibleText } from './visible-text.tsx'

type View = 'lines' | 'sides'
type ShownFile = { file: string; hunks: readonly DiffHunk[]; note?: string }

export function DiffView({ files, view = 'lines' }: { files: readonly ShownFile[]; view?: View }) {
  return (
    <div class="stack">
      {files.map(({ file, hunks, note }) => (
        <section key={file} class="diff" aria-label={`Changes of ${file}`}>
          <div class="diff-file">
            <VisibleText text={file} />
            {note !== undefined && <span class="faint"> {note}</span>}
          </div>
          {hunks.map((hunk) =>
            view === 'lines' ? (
              <HunkLines key={hunk.toLine} hunk={hunk} />
            ) : (
              <HunkSides key={hunk.toLine} hunk={hunk} />
            ),
          )}
        </section>
      ))}
    </div>
  )
}

/** Two texts of this page. Cost as domain/line-diff.ts says. */
export function TextDiff({ file, before, after, view }: { file: string; before: string; after: string; view?: View }) {
  const hunks = diffHunks(before, after)
  if (hunks.length === 0) return <p class="muted">Nothing differs.</p>
  return <DiffView files={[{ file, hunks }]} {...(view && { view })} />
}

type Line = { sign: string; text: string; from: number | null; to: number | null }

function HunkLines({ hunk }: { hunk: DiffHunk }) {
  return (
    <>
      <HunkHead hunk={hunk} />
      {linesOf(hunk).map(({ sign, text, from, to }) => (
        <div key={`${sign}${from}${to}`} class="diff-line" data-sign={sign}>
          <span>{from}</span>
          <span>{to}</span>
          <span>{sign}</span>
          <span>
            <VisibleText text={text} lines />
          </span>
        </div>
      ))}
    </>
  )
}

function HunkSides({ hunk }: { hunk: DiffHunk }) {
  const rows = pairsOf(linesOf(hunk))
  return (
    <>
      <HunkHead hunk={hunk} />
      {/* Row by row, so that a line that wraps pushes its counterpart down as well. */}
      <div class="diff-sides">
        {rows.flatMap(([before, after], i) => [
          sideLine(before, before?.from, 2 * i),
          sideLine(after, after?.to, 2 * i + 1),
        ])}
      </div>
    </>
  )
}

function sideLine(line: Line | undefined, number: number | null | undefined, i: number) {
  if (line === undefined) return <div key={i} class="diff-line diff-gap" />
  return (
    <div key={i} class="diff-line" data-sign={line.sign}>
      <span>{number}</span>
      <span>{line.sign}</span>
      <span>
        <VisibleText text={line.text} lines />
      </span>
    </div>
  )
}

function HunkHead({ hunk }: { hunk: DiffHunk }) {
  return (
    <div class="diff-hunk">
      lines {hunk.fromLine}–{hunk.fromLine + Math.max(0, hunk.fromLines - 1)} → {hunk.toLine}–
      {hunk.toLine + Math.max(0, hunk.toLines - 1)}
    </div>
  )
}

function linesOf({ fromLine, toLine, lines }: DiffHunk): Line[] {
  let [from, to] = [fromLine, toLine]
  return lines.map((line) => {
    const sign = line.slice(0, 1)
    const text = line.slice(1)
    if (sign === '-') return { sign, text, from: from++, to: null }
    if (sign === '+') return { sign, text, from: null, to: to++ }
    return sign === '\\' ? { sign: '', text: line, from: null, to: null } : { sign: ' ', text, from: from++, to: to++ }
  })
}

// What goes and what comes in its place stand beside each other, as far as there are as many.
function pairsOf(lines: Line[]): [Line | undefined, Line | undefined][] {
  const rows: [Line | undefined, Line | undefined][] = []
  let gone: Line[] = []
  let come: Line[] = []
  const flush = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++) rows.push([gone[i], come[i]])
    gone = []
    come = []
  }
  for (const line of lines) {
    if (line.sign === '-') gone.push(line)
    else if (line.sign === '+') come.push(line)
    else {
      flush()
      rows.push([line, line])
    }
  }
  flush()
  return rows
}
