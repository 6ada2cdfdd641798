// A process that asks a model server on one budget again and again, several questions at once, and tells how many were
// answered and how many the budget refused.
import { randomUUID } from 'node:crypto'
import { SkillError } from '../../../src/domain/skill-error.ts'
import { openProvider } from '../../../src/llm/open-provider.ts'

const [usagePath, baseUrl, times, tokensPerDay] = [
  process.argv[2]!,
  process.argv[3]!,
  Number(process.argv[4]),
  Number(process.argv[5]),
]
const provider = openProvider(
  {
    'provider.kind': 'openai',
    'provider.baseUrl': baseUrl,
    'provider.model': 'little-1',
    'provider.keyEnv': null,
    'provider.schemaIn': 'prompt',
    'provider.timeoutSeconds': 60,
    'provider.tokensPerDay': tokensPerDay,
    'provider.moneyPerDay': null,
    'provider.inputPrice': null,
    'provider.outputPrice': null,
  },
  {
    usagePath,
    readVariable: () => undefined,
    now: () => new Date('2026-11-22T10:00:00.000Z'),
    newId: randomUUID,
    log: () => {},
  },
)!
const counts = { answered: 0, refused: 0 }
const askOnce = async () => {
  try {
    const messages = [{ role: 'user', text: '' }] as const
    await provider.ask({ system: '', messages, schema: {}, maxOutputTokens: 999 })
    counts.answered += 1
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== 'budget-exhausted') throw error
    counts.refused += 1
  }
}
process.send!('ready')
process.once('message', async () => {
  await Promise.all(Array.from({ length: times }, askOnce))
  process.send!(counts)
  process.disconnect()
})
