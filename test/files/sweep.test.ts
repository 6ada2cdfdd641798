// Goal: what killed processes left half-written goes, and nothing else does.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discard, stageFile } from '../../src/files/atomic-write.ts'
import { sweepTempFiles } from '../../src/files/sweep.ts'
import { deadPid } from '../support/child-process.ts'
import { tempFolder } from '../support/temp-home.ts'

const tempName = (pid: number) => `.a.json.${pid}-0123456789ab.tmp`

test('temporary files of the dead go, at any depth', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'mcp', 'deep'), { recursive: true })
  for (const at of ['', 'mcp', 'mcp/deep']) writeFileSync(join(folder, at, tempName(deadPid())), 'half')
  expect(await sweepTempFiles(folder)).toBe(3)
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['mcp', 'mcp/deep'])
})

test('those of the living, and files that only look alike, stay', async () => {
  const folder = tempFolder()
  const stay = [tempName(process.ppid), 'a.json', '.a.json.swp', `.a.json.${deadPid()}.tmp`]
  for (const name of stay) writeFileSync(join(folder, name), 'x')
  expect(await sweepTempFiles(folder)).toBe(0)
  expect(readdirSync(folder).sort()).toEqual([...stay].sort())
})

test('this process keeps what it is writing; what bears its pid from a former life goes', async () => {
  const folder = tempFolder()
  const staged = await stageFile(join(folder, 'a.json'), 'x')
  writeFileSync(join(folder, tempName(process.pid)), 'half')
  expect(await sweepTempFiles(folder)).toBe(1)
  expect(existsSync(staged.temp)).toBe(true)
  await discard(staged)
})

test('what lies behind a link stays', async () => {
  const [folder, outside] = [tempFolder(), tempFolder()]
  writeFileSync(join(outside, tempName(deadPid())), 'x')
  symlinkSync(outside, join(folder, 'link'))
  symlinkSync(folder, join(folder, 'loop'))
  expect(await sweepTempFiles(folder)).toBe(0)
  expect(readdirSync(outside)).toHaveLength(1)
})

test('a folder that is not there holds nothing', async () => {
  expect(await sweepTempFiles(join(tempFolder(), 'none'))).toBe(0)
})
