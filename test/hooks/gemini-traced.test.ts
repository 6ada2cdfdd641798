// What Gemini CLI 0.61 was seen to do and its documents do not say: two habits of its own that would have recalled the
// wrong skills, or the same ones with every message.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { readHookInput } from '../../src/hooks/hook-input.ts'
import { homeWith } from '../cli/run-program.ts'
import { runHook } from '../packaging/packed.ts'

test.each([
  ['save this', 'save this'],
  ['<hook_context>Available skills:\n- mail: Send mail</hook_context>\n\nsave this', '\n\nsave this'],
  ['what does <hook_context>x</hook_context> mean?', 'what does <hook_context>x</hook_context> mean?'],
  ['<hook_context>never closed', '<hook_context>never closed'],
])('the words of the person in %j', (prompt, own) => {
  expect(readHookInput(JSON.stringify({ hook_event_name: 'BeforeAgent', prompt }))?.prompt).toBe(own)
})

test.each([
  ['auto', 0],
  ['manual', 1],
])('a compression that it calls "%s" makes it forget what was seen: %i time(s)', async (trigger, times) => {
  const home = homeWith([{ name: 'mail', content: '# Mail\n' }])
  const args = [inject('program'), 'hook', 'compact', '--client', 'gemini', '--home', home]
  const input = { session_id: 'a-session', hook_event_name: 'PreCompress', trigger }
  expect(await runHook({ command: process.execPath, args }, input, {})).toBe('{}')
  const journal = join(home, 'skill-usage/a-session.jsonl')
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : []
  expect(lines.map((line) => JSON.parse(line).source)).toEqual(Array.from({ length: times }, () => 'compact'))
})
