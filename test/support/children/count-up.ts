// Adds one to the number in a file, again and again, each time under the lock: read, then write, with no safety but that.
import { readFile, writeFile } from 'node:fs/promises'
import { acquireLease } from '../../../src/files/file-lease.ts'

const [path, times] = [process.argv[2]!, Number(process.argv[3])]
for (let i = 0; i < times; i++) {
  const lease = await acquireLease(`${path}.lock`, 'the counter')
  await writeFile(path, String(Number(await readFile(path, 'utf8')) + 1))
  await lease.release()
}
