// The snapshot that a process begins from: what it finds unchanged is not indexed again, what changed is, and it is written
// again when and only when it would say something else.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Calibration, createCalibration } from '../../src/recall/calibration.ts'
import { frozenLessons } from '../../src/recall/frozen-lessons.ts'
import { createSkillIndex, type IndexEngine } from '../../src/recall/index-engine.ts'
import { createIndexKeeper, type KeptSkill } from '../../src/recall/index-keeper.ts'
import { decodeIndexSnapshot } from '../../src/recall/index-snapshot.ts'
import { learningSchema, noLearning } from '../../src/recall/learning-fold.ts'
import { createLessonBook, type LessonBook } from '../../src/recall/lesson-book.ts'
import { NO_LESSONS } from '../../src/recall/lessons.ts'
import { openRecall } from '../../src/recall/open-recall.ts'
import type { SkillIndex } from '../../src/recall/skill-index.ts'
import { smallDocument } from '../../src/store/small-document.ts'
import { teaching } from '../support/open-learner.ts'
import { openLibrary } from '../support/open-library.ts'
import { lessonOf } from '../support/session-events.ts'
import { tempHome } from '../support/temp-home.ts'
import { writeSkill, writeSkills } from '../support/written-skills.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { skill } from './indexed-skill.ts'

const LISTED = { listed: true }
const SKILLS: KeptSkill[] = DEVELOPER_SKILLS.map((each, i) => ({
  skill: { ...each, seeAlso: i === 0 ? ['mcp/calendar'] : [] },
  stamp: `stamp-${i}`,
  mark: LISTED,
}))
const COUNT = SKILLS.length
const ADDED: KeptSkill = {
  skill: { ...skill('telescope', 'Calibrate a telescope'), seeAlso: [] },
  stamp: 'new',
  mark: LISTED,
}
const MESSAGES = [
  'K8s pods restarting, what now?',
  'send an emial with the invoice',
  'calibrate the telescope',
  'mirror',
]
const found = (index: SkillIndex) => MESSAGES.map((message) => index.search(message, 10))

/** One process's keeper with everything that it keeps. */
function oneProcess({ engine = 'bm25f', isLearning = true }: { engine?: IndexEngine; isLearning?: boolean } = {}) {
  const index = createSkillIndex(engine)
  const book = createLessonBook()
  const loads = new Map<string, number>()
  let changes = 0
  let paused = false
  const lessons = {
    ...NO_LESSONS,
    isLearning: () => !paused,
    vote: (terms: readonly string[]) => book.vote(terms, new Date()),
    all: book.lessons,
    size: book.size,
    changes: () => changes,
    freeze: book.freeze,
  }
  const calibration: Calibration = createCalibration(index, lessons)
  const keeper = createIndexKeeper({
    engine,
    index,
    calibration,
    lessons,
    isLearning,
    loadsOf: (name) => loads.get(name) ?? 0,
  })
  const written: Uint8Array[] = []
  return {
    index,
    book,
    calibration,
    written,
    begin: (snapshot: Uint8Array | undefined, skills = SKILLS) =>
      keeper.begin(skills, snapshot && Uint8Array.from(snapshot)),
    follow: keeper.follow,
    /** How many bytes blocks were handed out for it: 0 or 1. */
    keep(skills = SKILLS): number {
      const before = written.length
      keeper.keep(skills, (bytes) => written.push(bytes))
      return written.length - before
    },
    keepAnew: (skills = SKILLS) => keeper.keepAnew(skills, (bytes) => written.push(bytes)),
    keepFailing: () => keeper.keep(SKILLS, () => fail('no space')),
    learn(change: (book: LessonBook) => void) {
      change(book)
      changes += 1
    },
    load: (name: string) => void loads.set(name, (loads.get(name) ?? 0) + 1),
    pause(now: boolean) {
      paused = now
      changes += 1
    },
    last: () => decodeIndexSnapshot(written.at(-1)!)!,
  }
}

function fail(why: string): never {
  throw new Error(why)
}

/** Bytes of a process that has begun anew and kept what there is. */
function kept(options: { engine?: IndexEngine; learn?: boolean } = {}): Uint8Array {
  const one = oneProcess(options)
  one.begin(undefined)
  if (options.learn) one.learn((book) => book.add(lessonOf({ skill: 'mcp/email' })))
  expect(one.keep()).toBe(1)
  return one.written[0]!
}

describe('a process that begins', () => {
  const changed = SKILLS.map((each, i) => (i < 3 ? { ...each, stamp: `${each.stamp}-later` } : each))
  test.each<[what: string, snapshot: () => Uint8Array | undefined, skills: KeptSkill[], indexed: number]>([
    ['without a snapshot indexes all', () => undefined, SKILLS, COUNT],
    ['from a level one indexes nothing', () => kept(), SKILLS, 0],
    ['indexes what bears another stamp', () => kept(), changed, 3],
    ['indexes what was added', () => kept(), [...SKILLS, ADDED], 1],
    ['indexes nothing for what is gone', () => kept(), SKILLS.slice(2), 0],
    ['from a damaged one indexes all', () => kept().map((byte, i) => (i === 5_000 ? byte ^ 1 : byte)), SKILLS, COUNT],
    ['from half of one indexes all', () => kept().subarray(0, 9_000), SKILLS, COUNT],
    ['from nothing much indexes all', () => new Uint8Array(0), SKILLS, COUNT],
    ['from the other engine’s indexes all', () => kept({ engine: 'wink' }), SKILLS, COUNT],
  ])('%s, and finds what a fresh index finds', (_, snapshot, skills, indexed) => {
    const one = oneProcess()
    expect(one.begin(snapshot(), skills)).toBe(indexed)
    const fresh = oneProcess()
    fresh.begin(undefined, skills)
    expect(one.index.size()).toBe(skills.length)
    expect(found(one.index)).toEqual(found(fresh.index))
  })

  test('follows what happens then', () => {
    const one = oneProcess()
    one.begin(kept())
    one.follow('telescope', ADDED)
    one.follow('mcp/email', undefined)
    expect(one.index.search('calibrate the telescope', 1).hits.map(({ name }) => name)).toEqual(['telescope'])
    expect(one.index.search('smtp mail server', 5).hits.map(({ name }) => name)).not.toContain('mcp/email')
  })
})

describe('a snapshot says', () => {
  test('what is shown of each skill, the threshold, and what was learned', () => {
    const one = oneProcess()
    one.begin(undefined)
    one.load('mcp/email')
    one.load('mcp/email')
    const lesson = lessonOf({ skill: 'mcp/email', turn: 't1', stems: ['ping', 'client'] })
    one.learn((book) => book.add(lesson))
    one.keep()
    const { head, lessons, index } = one.last()
    expect(head).toMatchObject({ engine: 'bm25f', isLearning: true, threshold: one.calibration.threshold() })
    expect(head.threshold).toBeGreaterThan(0)
    expect(head.skills).toHaveLength(COUNT)
    expect(head.skills[0]).toEqual({
      name: 'mcp/email',
      stamp: 'stamp-0',
      summary: 'Send and search email through an MCP mail server',
      seeAlso: ['mcp/calendar'],
      loads: 2,
    })
    expect(frozenLessons(lessons)!.all()).toEqual([lesson])
    const other = createSkillIndex('bm25f')
    expect(other.restore(Uint8Array.from(index))).toBe(true)
    expect(found(other)).toEqual(found(one.index))
  })

  test.each([
    [{ isLearning: true }, false, true],
    [{ isLearning: true }, true, false],
    [{ isLearning: false }, false, false],
  ])('by setting %j and paused %s, that recall learns: %s', (options, paused, isLearning) => {
    const one = oneProcess(options)
    one.begin(undefined)
    one.pause(paused)
    one.keep()
    expect(one.last().head.isLearning).toBe(isLearning)
  })
})

describe('a snapshot is written', () => {
  type Process = ReturnType<typeof oneProcess>
  const ROWS: [what: string, happens: (one: Process) => KeptSkill[] | undefined, times: number][] = [
    ['nothing happened', () => undefined, 0],
    [
      'a skill was added',
      (one) => {
        one.follow('telescope', ADDED)
        return [...SKILLS, ADDED]
      },
      1,
    ],
    [
      'a skill was changed',
      (one) => {
        const later = { ...SKILLS[0]!, stamp: 'later' }
        one.follow('mcp/email', later)
        return [later, ...SKILLS.slice(1)]
      },
      1,
    ],
    [
      'a skill was removed',
      (one) => {
        one.follow('mcp/email', undefined)
        return SKILLS.slice(1)
      },
      1,
    ],
    ['a lesson was learned', (one) => void one.learn((book) => book.add(lessonOf({ skill: 'mcp/email' }))), 1],
    ['learning was paused', (one) => void one.pause(true), 1],
    ['a skill was loaded, so that the index is in another order', (one) => void one.load('mcp/email'), 1],
    ['people asked', (one) => void found(one.index), 0],
  ]

  test.each(ROWS)('after it was kept, when %s', (_, happens, times) => {
    const one = oneProcess()
    one.begin(undefined)
    expect(one.keep()).toBe(1)
    const skills = happens(one) ?? SKILLS
    expect(one.keep(skills)).toBe(times)
    expect(one.keep(skills)).toBe(0)
    const next = oneProcess()
    expect(next.begin(one.written.at(-1), skills)).toBe(0)
    expect(found(next.index)).toEqual(found(one.index))
  })

  test.each(ROWS)('in a process that began from one, when %s', (_, happens, times) => {
    const one = oneProcess()
    one.begin(kept())
    const skills = happens(one) ?? SKILLS
    expect(one.keep(skills)).toBe(times)
    expect(one.keep(skills)).toBe(0)
  })

  test('not by every process that begins and has learned the same', () => {
    const bytes = kept({ learn: true })
    const one = oneProcess()
    one.begin(bytes)
    // The journal is read after the start.
    one.learn((book) => book.add(lessonOf({ skill: 'mcp/email' })))
    expect(one.keep()).toBe(0)
    one.learn((book) => book.judge('t/mcp/email', 'right'))
    expect(one.keep()).toBe(1)
    expect(frozenLessons(one.last().lessons)!.all()).toMatchObject([{ verdict: 'right' }])
  })

  test('again when the last time failed', () => {
    const one = oneProcess()
    one.begin(undefined)
    expect(() => one.keepFailing()).toThrow('no space')
    expect(one.keep()).toBe(1)
    one.load('mcp/email')
    expect(() => one.keepFailing()).toThrow('no space')
    expect(one.keep()).toBe(1)
    expect(one.keep()).toBe(0)
  })

  test('in any case when something in it must not stay', () => {
    const one = oneProcess()
    one.begin(kept({ learn: true }))
    one.keepAnew()
    expect(one.written).toHaveLength(1)
    expect(frozenLessons(one.last().lessons)!.size()).toBe(0)
    expect(one.keep()).toBe(0)
  })
})

describe('on a real home', () => {
  /** Recall as a server opens it. */
  async function server(layout: ReturnType<typeof tempHome>) {
    mkdirSync(layout.cortex, { recursive: true })
    const { shelf, kept, journal } = await openLibrary(layout)
    const troubles: unknown[] = []
    const recall = openRecall({
      engine: 'bm25f',
      isLearning: true,
      journal,
      document: smallDocument(layout.learning, learningSchema, noLearning),
      snapshotPath: layout.indexSnapshot,
      skills: kept,
      loadsOf: () => 0,
      now: () => new Date(),
      onTrouble: (error) => void troubles.push(error),
    })
    const level = async () => {
      await shelf.lookAround()
      for (const each of kept()) recall.keeper.follow(each.skill.name, each)
    }
    return { ...recall, ...teaching(journal), level, troubles, shelf }
  }
  const bytesOf = (layout: ReturnType<typeof tempHome>) => readFileSync(layout.indexSnapshot)
  /** How many skills a process that starts now would index. */
  async function indexedAnew(layout: ReturnType<typeof tempHome>): Promise<number> {
    const { kept } = await openLibrary(layout)
    return oneProcess().begin(bytesOf(layout), kept())
  }

  test('a restart begins from what was kept', async () => {
    const layout = tempHome()
    writeSkills(layout.home, 40)
    const one = await server(layout)
    await one.save()
    expect(await indexedAnew(layout)).toBe(0)
    const bytes = bytesOf(layout)
    const two = await server(layout)
    await two.save()
    expect(bytesOf(layout)).toEqual(bytes)
    expect(two.index.search('do thing number 7', 5)).toEqual(one.index.search('do thing number 7', 5))
    writeSkill(layout.home, 'skill-007', '# Other\n\nA telescope.\n')
    rmSync(join(layout.skills, 'skill-008.json'))
    writeSkill(layout.home, 'telescope', '# Telescope\n')
    expect(await indexedAnew(layout)).toBe(2)
  })

  test('two servers write it in turn, and each time it holds', async () => {
    const layout = tempHome()
    writeSkills(layout.home, 10)
    const [one, two] = [await server(layout), await server(layout)]
    await Promise.all([one.save(), two.save()])
    expect(await indexedAnew(layout)).toBe(0)
    await one.teach('s1', 'send letter', 'skill-001')
    writeSkill(layout.home, 'telescope', '# Telescope\n')
    await two.level()
    await two.save()
    await one.level()
    await one.save()
    expect(await indexedAnew(layout)).toBe(0)
    const { head, lessons } = decodeIndexSnapshot(bytesOf(layout))!
    expect(head.skills).toHaveLength(11)
    expect(
      frozenLessons(lessons)!
        .all()
        .map(({ skill }) => skill),
    ).toEqual(['skill-001'])
  })

  test('a damaged one is trouble for nobody, and made anew', async () => {
    const layout = tempHome()
    writeSkills(layout.home, 10)
    const one = await server(layout)
    await one.save()
    writeFileSync(layout.indexSnapshot, bytesOf(layout).subarray(0, 500))
    const two = await server(layout)
    expect(two.index.size()).toBe(10)
    await two.save()
    expect(await indexedAnew(layout)).toBe(0)
    expect(two.troubles).toEqual([])
  })

  test('one that cannot be read is told and replaced', async () => {
    const layout = tempHome()
    writeSkills(layout.home, 3)
    mkdirSync(layout.indexSnapshot, { recursive: true })
    const one = await server(layout)
    expect(one.troubles).toEqual([expect.objectContaining({ code: 'damaged' })])
    expect(one.index.size()).toBe(3)
  })
})
