// The snapshots of a small library, pinned by their digests. A snapshot is trusted by its title: a process would go on with
// terms that the analyzer no longer makes, or arrays that mean something else, if the bytes changed under the same one.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { encodeIndexSnapshot } from '../../src/recall/index-snapshot.ts'
import { createLessonBook } from '../../src/recall/lesson-book.ts'
import { lessonOf } from '../support/session-events.ts'
import { skill } from './indexed-skill.ts'

const SKILLS = [
  skill('mcp/email', 'Send emails through the HTTPServer of GitHub, never to the wrong addresses', {
    triggers: ['send a mail', 'answering customers'],
    tags: ['smtp', 'c++'],
    content:
      '# Email\n\nRun k8s-v2 --dry-run 256 times; the café’s naïve client keeps failing. 发送邮件 😀 APIs, PDFs, don’t.\n',
  }),
  skill('deploy-docker', 'Deploying containers to the staging servers', { content: 'node_modules getUserById x86_64' }),
  skill('письмо', 'Отправить письмо'),
]

const PINS: [what: string, file: string, title: string, digest: string, bytes: () => Uint8Array][] = [
  [
    'index of bm25f',
    'src/recall/bm25f-index.ts',
    'skill-cortex bm25f 3',
    'c000265ef776f5db',
    () => indexBytes('bm25f'),
  ],
  ['index of wink', 'src/recall/wink-index.ts', 'skill-cortex wink 1', '5e243c8eaab199da', () => indexBytes('wink')],
  ['lessons', 'src/recall/frozen-lessons.ts', 'skill-cortex lessons 1', '6ab3769294487de8', lessonBytes],
  ['whole snapshot', 'src/recall/index-snapshot.ts', 'skill-cortex snapshot 2', 'e0774f190626d3cc', wholeBytes],
]

test.each(PINS)('%s', (_, file, title, digest, bytes) => {
  const text = Buffer.from(bytes())
  const known = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const found = /"title":"([^"]*)"/.exec(text.toString('latin1'))?.[1]
  const advice =
    found === title
      ? `The bytes under "${title}" changed. Raise the number in TITLE of ${file}, then pin title and digest "${known}" here.`
      : `TITLE of ${file} is now "${found}": pin it here with the digest "${known}".`
  expect({ title: found, digest: known }, advice).toEqual({ title, digest })
})

function indexBytes(engine: 'bm25f' | 'wink'): Uint8Array {
  const index = createSkillIndex(engine)
  for (const each of SKILLS) index.upsert(each)
  return index.snapshot()
}

function lessonBytes(): Uint8Array {
  const book = createLessonBook()
  book.add(lessonOf({ turn: 't1', stems: ['letter', 'send'], verdict: 'right' }))
  book.add(lessonOf({ turn: 't2', skill: 'deploy-docker', stems: ['contain', 'deploy'] }))
  return book.freeze()
}

function wholeBytes(): Uint8Array {
  const card = { name: 'mcp/email', stamp: '1-2-3-4', summary: 'Send emails', seeAlso: ['письмо'], loads: 3 }
  const head = { engine: 'bm25f' as const, threshold: 0.5, isLearning: true, skills: [card] }
  return encodeIndexSnapshot({ head, lessons: Uint8Array.of(1, 2, 3), index: Uint8Array.of(4, 5) })
}
