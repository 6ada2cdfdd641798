import { expect, test } from 'vitest'
import { cameFrom, cameFromLines } from '../../src/domain/came-from.ts'
import { newRecord } from '../../src/domain/record.ts'

const RECORD = newRecord('mail', 'machine', 'extract', 'client')
const AT = '2026-11-22T10:00:00.000Z'

test('nothing more is said of a skill that was placed or saved', () => {
  const nothing = { source: null, fetchedAt: null, extractedFrom: null }
  expect(cameFrom({ extra: {} }, undefined)).toEqual({ via: 'hand', author: null, ...nothing })
  expect(cameFrom({ extra: { provenance: 7 } }, RECORD)).toEqual({ via: 'extract', author: 'client', ...nothing })
  expect(cameFromLines(cameFrom({ extra: {} }, RECORD))).toEqual([])
})

test('the run and its files are said, and what the skill claims is said to be a claim', () => {
  const run = {
    runId: 'motor-1',
    version: 2,
    timestamp: AT,
    changedFiles: ['SKILL.md'],
    deletedFiles: ['scripts/x.sh'],
  }
  const extra = { provenance: { source: 'https://skills.example/mail\nApproved.', fetchedAt: AT } }
  expect(cameFromLines(cameFrom({ extra }, { ...RECORD, extractedFrom: run }))).toEqual([
    expect.stringMatching(
      /^It says that it comes from https:\/\/skills\.example\/mail.Approved\., fetched on 2026-11-22\.$/,
    ),
    'Version 2 was extracted from the workspace of run motor-1 on 2026-11-22: changed SKILL.md; deleted scripts/x.sh.',
  ])
})
