// How each client hands on to its model what this server and its hooks have to say, as data: one place to correct when a
// client changes. "documented": the vendor's documents or sources say so; "observed": somebody traced what was sent to
// the model; "unknown": nothing was found. What is not known to reach a model is not counted as reaching it.
// As of November 2026.
import type { EndCut, FileCut, TextCut } from './client-cut.ts'

export const CLIENTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini'] as const
export type Client = (typeof CLIENTS)[number]

export type Knowledge = 'documented' | 'observed' | 'unknown'

export type ChannelFacts = {
  reaches: boolean
  known: Knowledge
  /** Completes "shown to the model …" or "not shown to the model; …". */
  when: string
  cut?: TextCut
}

export type ClientFacts = {
  title: string
  /** `charsSure`: its vendor promises no more of them at every moment. */
  instructions: ChannelFacts & { charsSure?: number }
  sessionStart: ChannelFacts
  /** A command, which says nothing when nothing is recalled. */
  perTurn: ChannelFacts
  /** Which tools the model is told about before it asks: all, those marked to be always loaded, or none but by name. */
  descriptions: ChannelFacts & { upFront: 'all' | 'marked' | 'names' }
  /**
   * What the model reads when it calls a tool that answers with both: the text, or the structured content as JSON.
   * `tokensMax`: a longer answer goes to a file, and the model reads what it opens of it.
   */
  answer: ChannelFacts & { form: 'text' | 'json'; tokensMax?: number }
  notes: string[]
}

/** What a session-start hook prints at most, for every client: what all of them take whole (fewer where letters are wide). */
export const SESSION_START_CHARS_MAX = 9_500

const START = 'at the start of a session'
const START_HOOK = `${START}, once a hook for it is set up`
const TURN_HOOK = 'beside each message, once a hook for it is set up'
const CALLED = 'when it calls recall_skills'
const CALLED_FOR_JSON = `${CALLED}: the structured content in place of the text`

// Documented: 2 KB each for instructions and descriptions. Observed: 2,048 characters, then this mark.
const CLAUDE_CODE_END: EndCut = { kind: 'end', charsMax: 2_048, mark: '… [truncated]' }

// Documented: 10,000 characters, beyond which the output goes to a file. Observed (claude-code issues 44086, 94358):
// this frame around the first 2,000.
const CLAUDE_CODE_HOOK: FileCut = {
  kind: 'file',
  unit: 'characters',
  sizeMax: 10_000,
  headChars: 2_000,
  tailChars: 0,
  before: '<persisted-output>\nOutput too large ({kB}KB). Full output saved to: <a file>\n\nPreview (first 2KB):\n',
  between: '',
  after: '\n</persisted-output>',
}

// In its source: 2,500 tokens of 4 bytes, then the head and the tail of that size together. The line that it puts above
// them differs between versions and is left out here.
const CODEX_HOOK: FileCut = {
  kind: 'file',
  unit: 'utf-8 bytes',
  sizeMax: 10_000,
  headChars: 4_950,
  tailChars: 4_950,
  before: '',
  between: '…{tokens} tokens truncated…',
  after: '\n\nFull hook output saved to: <a file>',
}

export const CLIENT_FACTS: Record<Client, ClientFacts> = {
  'claude-code': {
    title: 'Claude Code',
    instructions: { reaches: true, known: 'documented', when: START, cut: CLAUDE_CODE_END },
    sessionStart: { reaches: true, known: 'documented', when: START_HOOK, cut: CLAUDE_CODE_HOOK },
    perTurn: { reaches: true, known: 'documented', when: TURN_HOOK, cut: CLAUDE_CODE_HOOK },
    // Tool search is on by default: only names, but for tools with `anthropic/alwaysLoad`.
    descriptions: { reaches: true, known: 'documented', when: START, cut: CLAUDE_CODE_END, upFront: 'marked' },
    // Traced with 2.1.280 (claude-code issue 79944) and 2.1.330: the text is dropped where there is structured content.
    answer: { reaches: true, known: 'observed', when: CALLED_FOR_JSON, form: 'json', tokensMax: 25_000 },
    notes: [
      'A hook that calls a tool is documented to work like a command; traced with 2.1.197 and 2.1.330, what it answers does not reach the model (claude-code issue 64069).',
    ],
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    // claude-ai-mcp issue 93 is open and claude-code issue 43749 found no use of the field; other reports say it is used.
    instructions: {
      reaches: false,
      known: 'observed',
      when: 'Claude Desktop was seen to ignore them, though reports differ',
    },
    sessionStart: { reaches: false, known: 'documented', when: 'Claude Desktop has no hooks' },
    perTurn: { reaches: false, known: 'documented', when: 'Claude Desktop has no hooks' },
    descriptions: { reaches: true, known: 'documented', when: START, upFront: 'all' },
    // claude-code issue 55677 says so of claude.ai.
    answer: { reaches: true, known: 'observed', when: CALLED, form: 'text' },
    notes: [
      'The index comes only when it is asked for: by list_skills, or by a person with the prompt session_start or the resource cortex://index.',
    ],
  },
  cursor: {
    title: 'Cursor',
    // Requests traced by third parties carry the field as serverUseInstructions. No limit was found.
    instructions: { reaches: true, known: 'observed', when: START },
    // From a reading of client 3.20; older ones refuse the hook.
    sessionStart: { reaches: true, known: 'observed', when: START_HOOK },
    // Documented is only "go on" or "stop"; the shipped client takes additional_context as well, undocumented.
    perTurn: { reaches: false, known: 'unknown', when: 'Cursor documents no way for this hook to add text' },
    // "Dynamic context discovery": descriptions lie in files that the model may open.
    descriptions: { reaches: true, known: 'documented', when: START, upFront: 'names' },
    answer: { reaches: true, known: 'observed', when: CALLED_FOR_JSON, form: 'json' },
    notes: [],
  },
  vscode: {
    title: 'VS Code',
    instructions: { reaches: true, known: 'documented', when: START },
    // In preview.
    sessionStart: { reaches: true, known: 'documented', when: START_HOOK },
    perTurn: { reaches: false, known: 'documented', when: 'in VS Code this hook may stop a message, not add to it' },
    descriptions: { reaches: true, known: 'observed', when: START, upFront: 'all' },
    // vscode issue 290063.
    answer: { reaches: true, known: 'observed', when: CALLED_FOR_JSON, form: 'json' },
    notes: ['With many tools connected, VS Code may hold descriptions back until the model looks for a tool.'],
  },
  codex: {
    title: 'Codex',
    // In its source: the description of the server's group of tools, uncut. Its documentation promises less.
    instructions: {
      reaches: true,
      known: 'documented',
      when: `${START}, as the description of the server's tools`,
      charsSure: 512,
    },
    sessionStart: { reaches: true, known: 'documented', when: START_HOOK, cut: CODEX_HOOK },
    perTurn: { reaches: true, known: 'documented', when: TURN_HOOK, cut: CODEX_HOOK },
    descriptions: { reaches: true, known: 'documented', when: START, upFront: 'all' },
    // In its source: structured content, where there is any, takes the place of the text.
    answer: { reaches: true, known: 'documented', when: CALLED_FOR_JSON, form: 'json' },
    notes: [
      'Traced with 0.169.0: to a model that searches for its tools (gpt-5.5) Codex shows the first 247 characters of the instructions, and no description before the search; to others (gpt-5.1-codex) both, whole.',
    ],
  },
  gemini: {
    title: 'Gemini CLI',
    // Appended to the system instructions, in full.
    instructions: { reaches: true, known: 'documented', when: START },
    sessionStart: { reaches: true, known: 'documented', when: START_HOOK },
    // BeforeAgent: for this turn only.
    perTurn: { reaches: true, known: 'documented', when: TURN_HOOK },
    descriptions: { reaches: true, known: 'documented', when: START, upFront: 'all' },
    // In its source: the content blocks and nothing else.
    answer: { reaches: true, known: 'documented', when: CALLED, form: 'text' },
    notes: [],
  },
}
