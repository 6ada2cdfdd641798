// A process that learns on a home: it teaches, lists, keeps and forgets as it is asked, one JSON array at a time.
import { randomUUID } from 'node:crypto'
import { homeLayout } from '../../../src/files/home-layout.ts'
import { openFileJournal } from '../../../src/journal/file-journal.ts'
import { openLearner } from '../../../src/recall/learner.ts'
import { learningSchema, noLearning } from '../../../src/recall/learning-fold.ts'
import { smallDocument } from '../../../src/store/small-document.ts'

const layout = homeLayout(process.argv[2]!)
const now = () => new Date()
const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
  throw error
})
const learner = openLearner({ journal, document: smallDocument(layout.learning, learningSchema, noLearning), now })

async function teach(session: string, stems: string[], skillName: string): Promise<void> {
  await journal.append(session, { event: 'turn', actor: 'agent', stems })
  await journal.append(session, { event: 'loaded', actor: 'agent', skillName, version: 1, how: 'by-name' })
}

const WORK: Record<string, (...args: string[]) => Promise<unknown>> = {
  teach: (session, skill, ...stems) => teach(session!, stems, skill!),
  /** Many messages in two sessions, each with a load; numbered words. */
  async teachMany(count, session) {
    for (let i = 0; i < Number(count); i++) {
      await teach(`${session}-${i % 2}`, [`numbered${i}`, `other${i}`], i % 3 === 0 ? 'mail' : 'letter')
    }
  },
  async lessons() {
    learner.stale()
    await learner.levelSoon()
    return { lessons: learner.all(), isLearning: learner.isLearning() }
  },
  save: () => learner.save(),
  forget: (scope, of) =>
    learner.forget(scope === 'all' ? { scope, of: undefined } : { scope: scope as 'skill', of }, 'operator'),
  pause: () => learner.pause('operator'),
}

process.on('message', (question: string) => {
  const [what, ...args]: string[] = JSON.parse(question)
  WORK[what!]!(...args).then(
    (answer) => process.send!(answer ?? 'done'),
    (error: Error) => process.send!(`failed: ${error.stack}`),
  )
})
process.send!('ready')
