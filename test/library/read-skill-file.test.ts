// Goal: bytes are handed out only as those of the manifest that the standing is worked out from, whatever happens meanwhile.
// Method: a real library on a real disk; files are changed between the look and the reading.
import { setImmediate as breathe } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { readLiveFile } from '../../src/library/read-skill-file.ts'
import { saveWithFiles, writeFiles } from '../support/files-beside.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

async function tea() {
  const layout = tempHome()
  writeSkill(layout.home, 'tea', '# Tea\n')
  writeFiles(layout.home, 'tea', { 'run.sh': 'echo 0\n' })
  return { home: layout.home, ...(await openLibrary(layout, { gate: 'open' })) }
}

test('a file that changes between the look and the reading is looked at again', async () => {
  const { home, library, store } = await tea()
  let readings = 0
  const changing: typeof store.file = (name, file) => {
    if (++readings === 1) writeFiles(home, 'tea', { 'run.sh': 'echo another\n' })
    return store.file(name, file)
  }
  const { entry, bytes } = await readLiveFile({ library, store: { file: changing } }, 'tea', 'run.sh')
  expect(Buffer.from(bytes).toString()).toBe('echo another\n')
  expect(entry.skill.files[0]!.sha256).toBe(sha256Of(bytes))
  expect(readings).toBe(2)
})

test('bytes that cannot be had after a second look are a conflict', async () => {
  const { library } = await tea()
  let readings = 0
  const file = async () => {
    readings++
    return undefined
  }
  const reading = readLiveFile({ library, store: { file } }, 'tea', 'run.sh')
  await expect(reading).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('"run.sh"') })
  expect(readings).toBe(2)
})

test('while hands and agents change a file, no other bytes are ever read as the approved ones', async () => {
  const { home, library, store, review, standings } = await tea()
  await review.approve('tea', (await review.look('tea')).hash, OPERATOR)
  const approved = sha256Of('echo 0\n')
  let isOver = false
  const changes = (async () => {
    for (let i = 0; !isOver; i++) {
      const files = { 'run.sh': i % 3 === 0 ? 'echo 0\n' : `echo ${i}\n` }
      if (i % 2 === 0) writeFiles(home, 'tea', files)
      // One that finds the file changed under it is refused, which is as it should be.
      else await saveWithFiles({ library, store }, 'tea', { content: '# Tea\n', files }, AGENT).catch(() => undefined)
      await breathe()
    }
  })()
  const seen = new Set<boolean>()
  for (let i = 0; i < 200 || (seen.size < 2 && i < 20_000); i++) {
    await breathe()
    const read = await readLiveFile({ library, store }, 'tea', 'run.sh').catch(() => undefined)
    if (read === undefined) continue
    const { entry, file, bytes } = read
    expect(sha256Of(bytes)).toBe(file.sha256)
    const { executable } = standings.of(entry)
    if (executable) expect(file.sha256).toBe(approved)
    seen.add(executable)
  }
  isOver = true
  await changes
  expect(seen).toEqual(new Set([true, false]))
})
