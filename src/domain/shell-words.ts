// One command line from words, and words from one, for clients that hand a hook's command to a shell. Knows two of them:
// `sh`, and the PowerShell that agents prefer on Windows. No general parser: enough to read back what was written here.

export type Shell = 'sh' | 'windows'

const PLAIN: Record<Shell, RegExp> = { sh: /^[\w@%+=:,./-]+$/, windows: /^[\w:\\./~+-]+$/ }

/** @param words the first is the program. */
export function commandLine([program = '', ...words]: string[], shell: Shell): string {
  return [programWord(program, shell), ...words.map((word) => quoted(word, shell))].join(' ')
}

/** The words of a line; a quote that nobody closes ends with it. */
export function wordsOf(line: string, shell: Shell): string[] {
  const word = shell === 'sh' ? /(?:'[^']*'?|"[^"]*"?|\\.|[^\s'"\\])+/gs : /(?:"(?:[^"`]|`.)*"?|[^\s"])+/gs
  return (line.match(word) ?? []).map((text) => (shell === 'sh' ? plainSh(text) : plainWindows(text)))
}

// On Windows a quoted program does not start: PowerShell takes it for a text to print, and what reaches cmd.exe through
// some clients has its quotes escaped. A quoted argument is fine. So a program whose path needs quotes (the usual
// "C:\Program Files\nodejs") is named as the PATH finds it.
function programWord(program: string, shell: Shell): string {
  return shell === 'windows' && !PLAIN.windows.test(program) ? 'node' : quoted(program, shell)
}

function quoted(word: string, shell: Shell): string {
  if (PLAIN[shell].test(word)) return word
  return shell === 'sh' ? `'${word.replaceAll("'", "'\\''")}'` : `"${word.replace(/[`$"]/g, '`$&')}"`
}

function plainSh(text: string): string {
  return text.replace(/'([^']*)'?|"([^"]*)"?|\\(.)/gs, (_, single, double, escaped) => single ?? double ?? escaped)
}

function plainWindows(text: string): string {
  return text.replace(/"((?:[^"`]|`.)*)"?/gs, (_, inner: string) => inner.replace(/`(.)/gs, '$1'))
}
