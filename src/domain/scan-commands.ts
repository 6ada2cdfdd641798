// What a text has run that a procedure seldom needs: code that nobody has looked at, files that steer agents or shells,
// ways out of the folder. Written as commands; prose that asks for the same is not found.
import { type Find, runsOf } from './scan-find.ts'

const FETCH = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)'
const SUDO = '(?:sudo\\s{1,4}(?:-\\S{1,12}\\s{1,4}){0,2})?'
const SHELL = '(?:(?:ba|z|da|k|fi)?sh|pwsh|powershell|iex|invoke-expression)'
// An interpreter that is given a script of its own (`python -m json.tool`) runs that, not what comes in.
const INTERPRETER = '(?:python[23]?|node|perl|ruby|php)(?=(?:\\s{1,4}-)?\\s{0,4}(?:$|[`"\';&)]))'

export const FETCHED = new RegExp(`\\b${FETCH}\\b`, 'gi')
export const PIPED_TO_SHELL = new RegExp(
  `\\|\\s{0,4}${SUDO}(?:/(?:usr/)?bin/)?(?:env\\s{1,4})?(?:${SHELL}\\b(?![-./=])|${INTERPRETER})`,
  'gim',
)
export const FETCH_SUBSTITUTED: RegExp[] = [
  new RegExp(
    `\\b(?:(?:ba|z|da|k)?sh|eval|source|python3?)\\s{1,4}(?:-\\w{1,4}\\s{1,4})?["']?(?:\\$\\(|<\\(|\`)\\s{0,4}${FETCH}\\b`,
    'gi',
  ),
  /\b(?:iex|invoke-expression)\s{0,4}["'(&]{0,3}\s{0,4}(?:\$?\(\s{0,2})?(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|\(?new-object\s{1,4}(?:system\.)?net\.webclient)\b/gi,
]

export const DECODED =
  /\bbase64\s{1,4}(?:-d|-D|--decode)\b|\bxxd\s{1,4}-r\b|\bopenssl\s{1,4}(?:enc|base64)\s{1,4}-d\b|frombase64string/gi
export const DECODED_AND_RUN: RegExp[] = [
  /\b(?:eval|exec|Function)\s{0,2}\(\s{0,2}(?:\w{1,20}\.){0,3}(?:atob|b64decode|unhexlify|fromhex|decompress|decode)\s{0,2}\(/gi,
  /\b(?:powershell|pwsh)(?:\.exe)?\s{1,4}(?:-\w{1,20}\s{1,4}(?:\w{1,12}\s{1,4})?){0,4}-(?:e|en|enc|encodedcommand)\s{1,4}["']?[A-Za-z0-9+/]{20}/gi,
]
export const SHELL_OF_TEXT =
  /\b(?:ba|z|da)?sh\s{1,4}(?:-c\s{1,4})?["']?(?:<<<\s{0,2})?["']?(?:\$\(|<\(|`)\s{0,4}(?:echo|printf|base64)\b/g
export const EVAL_OF_BUFFER = /\b(?:eval|exec)\s{0,2}\(\s{0,2}Buffer\.from\s{0,2}\(/g
export const FROM_ENCODED = /,\s{0,2}["'](?:base64|hex)["']/g

const isEncodedChar = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || ENCODED_SIGNS.has(code)
const ENCODED_SIGNS = new Set([...'+/=_-\\x'].map((sign) => sign.charCodeAt(0)))
/** Base64, hexadecimal digits, or characters by number. Lines of a ruler (`-----`) are none. */
export const findLongEncoded: Find = function* find(reading) {
  for (const span of runsOf(isEncodedChar, ENCODED_CHARS_MIN)(reading)) {
    if (new Set(reading.text.slice(span.start, span.start + ENCODED_CHARS_MIN)).size >= ENCODED_DISTINCT_MIN) yield span
  }
}
const ENCODED_CHARS_MIN = 400
const ENCODED_DISTINCT_MIN = 10

const TARGET = '["\']?(?:(?:~|\\$HOME|\\$\\{HOME\\}|\\.{1,2}|/[\\w.-]{1,40}){0,6}/)?'
const AGENT_FILE =
  '(?:CLAUDE(?:\\.local)?\\.md|AGENTS\\.md|GEMINI\\.md|\\.cursorrules|\\.cursor/(?:rules|mcp\\.json)|\\.windsurfrules|copilot-instructions\\.md|\\.mcp\\.json|\\.claude(?:/settings(?:\\.local)?\\.json|/hooks/|\\.json)|\\.codex/config\\.toml|\\.gemini/settings\\.json|\\.git/hooks/)'
const START_FILE =
  '(?:\\.(?:bash|zsh)rc|\\.(?:bash_)?profile|\\.zprofile|\\.zshenv|config\\.fish|authorized_keys|LaunchAgents/|autostart/|/etc/cron)'
const WRITE = '(?:>{1,2}|\\btee\\s{1,4}(?:-a\\s{1,4})?)\\s{0,4}'
export const AGENT_FILE_WRITES: RegExp[] = [new RegExp(`${WRITE}${TARGET}(?:\\.[a-z]{1,12}/)?${AGENT_FILE}`, 'gi')]
export const COPIED = /\b(?:cp|mv|ln|install|rsync)\s{1,4}(?:-\w{1,12}\s{1,4})?/g
export const TO_AGENT_FILE = new RegExp(`\\s${TARGET}${AGENT_FILE}(?=\\s{0,4}(?:$|[\`;&|]))`, 'gm')
export const START_FILE_WRITES: RegExp[] = [
  new RegExp(`${WRITE}${TARGET}(?:\\.(?:ssh|config)/(?:fish/)?)?${START_FILE}`, 'g'),
  /\|\s{0,4}(?:sudo\s{1,4})?crontab\s{1,4}-(?!\w)|\bcrontab\s{1,4}(?!-)[\w./~$]{1,80}\s{0,4}$|\bschtasks\s{1,4}\/create\b|\blaunchctl\s{1,4}load\b/gim,
]

export const PATH_ESCAPES: RegExp[] = [
  /(?:\.\.[/\\]){2,12}(?:home|users|root|etc|\.ssh|\.aws|\.gnupg|\.config|\.bash\w{0,10}|\.zsh\w{0,5}|library)\b/gi,
  /\brm\s{1,4}-(?:rf|fr|r\s{1,4}-f)\s{1,4}["']?(?:\/|~\/?|\$HOME\/?|\/(?:home|etc|usr|var)\/?)["']?(?:\*|(?=\s{0,4}(?:$|[;&|`])))/gim,
]
export const SYSTEM_WRITES: RegExp[] = [
  new RegExp(`${WRITE}["']?/(?:etc|usr|s?bin|boot|lib|root|System|Library)/`, 'g'),
  /\b(?:cp|mv|install)\s{1,4}(?:-\w{1,12}\s{1,4})?[^\s|;&]{1,120}\s{1,4}\/(?:etc|usr|s?bin|boot|lib|root|System|Library)\//g,
]

export const MADE_RUNNABLE =
  /\bchmod\s{1,4}(?:[augo]{0,3}\+r?x|[0-7]?7[0-7]{2})\b|\bunzip\b|\btar\s{1,4}-{0,1}\w{0,3}x/g
export const RUN_AT_ONCE =
  /(?:&&|;|\n)\s{0,4}(?:sudo\s{1,4})?(?:\.\/[\w./-]{1,80}|(?:\/tmp|\$TMPDIR)\/[\w./-]{1,80}|(?:ba|z)?sh\s{1,4}(?:\.\/)?[\w./-]{1,80}\.sh\b)/g
export const LOCKED_ARCHIVES: RegExp[] = [
  /\bunzip\s{1,4}(?:-\w{1,4}\s{1,4})?-P\s{0,4}\S{1,40}|\b7z\s{1,4}x\s{1,4}(?:-\w{1,4}\s{1,4})?-p\S{1,40}/g,
]

export const PRIVATE_THINGS =
  /\bprintenv\b|(?:^|[;&|(`])\s{0,4}env\b|\.ssh\/id_\w{1,12}|\.aws\/credentials|\.netrc\b|\bkeychain\b|\/etc\/shadow/gim
export const SENT = /\|\s{0,4}(?:curl|wget|nc|ncat|netcat)\b/g
export const CURL = /\bcurl\b/g
export const PRIVATE_FILE_SENT =
  /\s(?:-d|-F|-T|--data(?:-binary|-raw)?|--form|--upload-file)[\s=]{1,4}["']?(?:\w{1,20}=)?@?["']?(?:~|\$HOME|\/home\/\w{1,32}|\/root)\/\.(?:ssh|aws|gnupg|netrc|config|kube|docker)\b/g
