// Appends numbered lines of very different lengths to one file, each marked with the writer.
import { openJsonlWriter } from '../../../src/files/jsonl-file.ts'

const [path, writer, count] = [process.argv[2]!, process.argv[3]!, Number(process.argv[4])]
const file = openJsonlWriter(path)
for (let n = 0; n < count; n++) file.append({ writer, n, filler: 'x'.repeat((n * 997) % 60_000) })
file.close()
