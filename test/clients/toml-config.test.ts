// Goal: our table comes into a TOML text and goes out of it again, and no other character of it changes.
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import type { Wanted } from '../../src/clients/config-language.ts'
import { tomlConfig } from '../../src/clients/toml-config.ts'

const value = { command: 'C:\\n\\node.exe', args: ['C:\\m\\main.js', 'stdio', '--home', '/h "x"'] }
const wanted: Wanted = {
  entries: [{ kind: 'member', at: ['mcp_servers'], key: 'skill-cortex', value }],
  shell: 'sh',
}
const TABLE = `[mcp_servers.skill-cortex]
command = "C:\\\\n\\\\node.exe"
args = [ "C:\\\\m\\\\main.js", "stdio", "--home", "/h \\"x\\"" ]
`
const all = () => true

describe('adding', () => {
  const ROWS: [title: string, before: string, after: string][] = [
    ['to nothing', '', TABLE],
    ['behind others', 'model = "x"\n', `model = "x"\n\n${TABLE}`],
    ['where the last line has no end', 'a = 1', `a = 1\n\n${TABLE}`],
    [
      'beside other servers',
      '[mcp_servers]\nx = { command = "y" }\n',
      `[mcp_servers]\nx = { command = "y" }\n\n${TABLE}`,
    ],
    [
      'behind a text that looks like us',
      'a = """\n[mcp_servers.skill-cortex]\n"""\n',
      `a = """\n[mcp_servers.skill-cortex]\n"""\n\n${TABLE}`,
    ],
    [
      'in place of what has our name',
      '[mcp_servers.skill-cortex]\ncommand = "npx"\n\n[mcp_servers.skill-cortex.env]\nA = "1"\n\n# z\n[z]\n',
      `\n# z\n[z]\n\n${TABLE}`,
    ],
  ]
  test.each(ROWS)('%s', (_, before, after) => {
    expect(tomlConfig.add(before, wanted)).toBe(after)
  })

  test('keeps the line ends of the file', () => {
    const added = tomlConfig.add('a = 1\r\n', wanted)
    expect(added.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

describe('taking out', () => {
  const ROWS: [title: string, before: string, after: string][] = [
    ['the only table', TABLE, ''],
    ['with the line above it', `a = 1\n\n${TABLE}`, 'a = 1\n'],
    [
      'between others, whose comments stay',
      `[a]\n# in a\n\n${TABLE}\n# about b\n[b]\n`,
      '[a]\n# in a\n\n# about b\n[b]\n',
    ],
    [
      'with what stands under it',
      `${TABLE}startup_timeout_sec = 20\n\n[mcp_servers.skill-cortex.tools.recall_skills]\napproval_mode = "approve"\n\n[mcp_servers.other]\ncommand = "y"\n`,
      '\n[mcp_servers.other]\ncommand = "y"\n',
    ],
    [
      'under a quoted key',
      '[ mcp_servers . "skill-cortex" ] # us\nargs = [\n  "/m/main.js", # [x]\n  "stdio", "--home", "/h",\n]\n[b]\n',
      '[b]\n',
    ],
    [
      'nothing of others',
      '[mcp_servers.skill-cortex]\ncommand = "npx"\n',
      '[mcp_servers.skill-cortex]\ncommand = "npx"\n',
    ],
    [
      'nothing that has a similar name',
      '[mcp_servers.skill-cortex-2]\na = 1\n',
      '[mcp_servers.skill-cortex-2]\na = 1\n',
    ],
  ]
  test.each(ROWS)('%s', (_, before, after) => {
    expect(tomlConfig.takeOut(before, wanted, all)).toBe(after)
  })
})

describe('refused', () => {
  const ROWS: [title: string, text: string, message: RegExp][] = [
    ['no TOML', 'a = \n', /^expected TOML: /],
    ['JSON', '{"a": 1}', /^expected TOML: /],
    ['a key twice', 'a = 1\na = 2\n', /^expected TOML: /],
    ['servers as an inline table', 'mcp_servers = { x = { command = "y" } }\n', /to be a table of its own/],
    ['us as dotted keys', 'mcp_servers.skill-cortex.command = "x"\n', /to be a table of its own/],
    ['us as an inline table', '[mcp_servers]\nskill-cortex = { command = "x" }\n', /to be a table of its own/],
  ]
  test.each(ROWS)('%s', (_, text, message) => {
    expect(() => tomlConfig.add(text, wanted)).toThrow(message)
  })
})

test('what is ours is found with its home, and what has our name is not ours', () => {
  expect(tomlConfig.ours(TABLE, wanted)).toMatchObject([{ at: ['mcp_servers'], home: '/h "x"' }])
  expect(tomlConfig.isNameTaken(TABLE, wanted)).toBe(false)
  expect(tomlConfig.isNameTaken('[mcp_servers.skill-cortex]\nurl = "http://x"\n', wanted)).toBe(true)
})

const line = fc.constantFrom(
  'a = 1',
  "b = 'it''s'.x",
  '# [mcp_servers.skill-cortex]',
  'c = [',
  '  [1, 2], # ]',
  ']',
  'd = """',
  '[mcp_servers.skill-cortex]',
  '"""',
  "e = '''",
  "'''",
  'f = "]" # "',
  '[t]',
  '[[u]]',
  '[mcp_servers.other]',
  'g = { h = "}" }',
  'i = 1979-05-27T07:32:00Z',
  '',
  '  ',
)
const isToml = (text: string) => {
  try {
    return parse(text) !== undefined
  } catch {
    return false
  }
}

test('in and out again leaves every byte of a text that ends in a line end', () => {
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, eol]) => lines.map((l) => l + eol).join(''))
    .filter((t) => isToml(t) && !tomlConfig.isNameTaken(t, wanted))
  fc.assert(
    fc.property(text, (before) => {
      const added = tomlConfig.add(before, wanted)
      expect(parse(added)).toMatchObject({ mcp_servers: { 'skill-cortex': value } })
      expect(tomlConfig.takeOut(added, wanted, all)).toBe(before)
    }),
    { numRuns: 300 },
  )
})
