// The official skills loader in a process of its own: loads a folder, says how many and how much memory, and ends.
// Usage: node load-catalog.mjs <folder>
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node'

const [folder = ''] = process.argv.slice(2)
const { entries } = await loadSkills(folder)
process.stdout.write(`${JSON.stringify({ skills: entries.length, rssMiB: process.memoryUsage().rss / 1024 ** 2 })}\n`)
