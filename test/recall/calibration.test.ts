// Goal: the threshold of silence belongs to the library at hand, follows its changes, and neither silences a small
// library nor lets everyday talk through in a large one.
import { describe, expect, test } from 'vitest'
import { FOREIGN_MESSAGES } from '../../src/domain/foreign-messages.ts'
import { createCalibration } from '../../src/recall/calibration.ts'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { NO_LESSONS } from '../../src/recall/lessons.ts'
import type { IndexedSkill } from '../../src/recall/skill-index.ts'
import { STARTER_SKILLS } from '../../src/starter/index.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { skill } from './indexed-skill.ts'
import { namesOf, recallOn } from './recall-on.ts'

// A library of small talk: whatever is said in passing, it has a skill for it.
const TALK = FOREIGN_MESSAGES.map((message, i) => skill(`talk/${i + 100}`, message))

const recalledOf = async (skills: readonly IndexedSkill[]) => {
  const { recall } = recallOn(skills)
  const answers = await Promise.all(FOREIGN_MESSAGES.map((message) => recall(message)))
  return answers.filter(({ hits }) => hits.length > 0).length
}

describe('the threshold', () => {
  function calibrated(skills: readonly IndexedSkill[]) {
    const index = createSkillIndex('bm25f')
    for (const each of skills) index.upsert(each)
    return { index, calibration: createCalibration(index, NO_LESSONS) }
  }

  test.each<[what: string, skills: IndexedSkill[], threshold: number]>([
    // A tenth of ln(2n + 2), which everyday talk does not reach.
    ['no skill', [], 0.069_3],
    ['one', DEVELOPER_SKILLS.slice(0, 1), 0.138_6],
    ['two', DEVELOPER_SKILLS.slice(0, 2), 0.179_2],
    ['three', DEVELOPER_SKILLS.slice(0, 3), 0.207_9],
    ['thirty-two of developers', DEVELOPER_SKILLS, 0.419],
  ])('of %s is the floor', (_, skills, threshold) => {
    expect(calibrated(skills).calibration.threshold()).toBeCloseTo(threshold, 3)
  })

  test('of skills for all that is said in passing lies where half of it is silent', async () => {
    // Far above the floor, which is a tenth of ln(202).
    expect(calibrated(TALK).calibration.threshold()).toBeGreaterThan(5)
    expect(await recalledOf(TALK)).toBe(50)
  })

  test('is found out once, and again when a twentieth of the library has changed', () => {
    const talk = TALK.slice(0, 60)
    const { index, calibration } = calibrated(DEVELOPER_SKILLS)
    const before = calibration.threshold()
    for (const each of talk) index.upsert(each)
    // Nobody said so; and of 92 skills four may change.
    for (let changes = 0; changes <= 4; changes++) {
      expect(calibration.threshold()).toBe(before)
      calibration.skillChanged()
    }
    const after = calibration.threshold()
    expect(after).toBeGreaterThan(2 * before)
    expect(after).toBe(calibrated([...DEVELOPER_SKILLS, ...talk]).calibration.threshold())
    // The count begins anew; of 32 skills one may change.
    for (const { name } of talk) index.remove(name)
    calibration.skillChanged()
    expect(calibration.threshold()).toBe(after)
    calibration.skillChanged()
    expect(calibration.threshold()).toBe(before)
  })

  test('of a small library follows each change', () => {
    const { put, remove, calibration } = recallOn(DEVELOPER_SKILLS.slice(0, 1))
    expect(calibration.threshold()).toBeCloseTo(0.138_6, 3)
    put(DEVELOPER_SKILLS[1]!)
    expect(calibration.threshold()).toBeCloseTo(0.179_2, 3)
    put(DEVELOPER_SKILLS[2]!)
    expect(calibration.threshold()).toBeCloseTo(0.207_9, 3)
    remove(DEVELOPER_SKILLS[0]!.name)
    expect(calibration.threshold()).toBeCloseTo(0.179_2, 3)
  })

  test('does not mind the order of the skills', () => {
    const [one, other] = [TALK, TALK.toReversed()].map((skills) => calibrated(skills).calibration.threshold())
    expect(one).toBe(other)
  })
})

describe.each([1, 2, 3, 32])('in a library of %i', (count) => {
  // Windows over the list, and over its end.
  const libraries = DEVELOPER_SKILLS.map((_, at) => [...DEVELOPER_SKILLS, ...DEVELOPER_SKILLS].slice(at, at + count))

  test.each([
    ['by its name', ({ name }: IndexedSkill) => name],
    ['by its name in a sentence', ({ name }: IndexedSkill) => `please use the skill ${name} for this`],
    ['by its summary', ({ summary }: IndexedSkill) => summary],
  ])('each skill is recalled %s', async (_, messageOf) => {
    const missed: string[] = []
    for (const skills of count === 32 ? [DEVELOPER_SKILLS] : libraries) {
      const { recall } = recallOn(skills)
      for (const each of skills) if (namesOf(await recall(messageOf(each)))[0] !== each.name) missed.push(each.name)
    }
    expect(missed).toEqual([])
  })
})

describe('messages in passing', () => {
  const MESSAGES = [
    'deploy my blog with docker to the raspberry pi',
    'use docker to deploy the new payment service tonight before the customer demo',
  ]
  const DOCKER = DEVELOPER_SKILLS.filter(({ name }) => name === 'docker/deploy')

  test.each([1, 2, 31])('name a skill among many other words, beside %i others', async (others) => {
    const rest = DEVELOPER_SKILLS.filter(({ name }) => !name.startsWith('docker/')).slice(0, others)
    const { recall } = recallOn([...DOCKER, ...rest])
    for (const message of MESSAGES) expect(namesOf(await recall(message))[0]).toBe('docker/deploy')
  })

  // Wrong: with one skill, a word that it holds weighs a fifth of one that it does not. A fresh home has three.
  test('are not understood by a library of one skill', async () => {
    const { recall } = recallOn(DOCKER)
    for (const message of MESSAGES) expect(namesOf(await recall(message))).toEqual([])
  })
})

describe('everyday talk that no skill is for', () => {
  test('is a hundred messages', () => {
    expect(FOREIGN_MESSAGES).toHaveLength(100)
    expect(new Set(FOREIGN_MESSAGES).size).toBe(100)
  })

  // Measured, and more than one would like: the rest share one word with one skill ("how do bees make honey").
  test.each<[what: string, skills: readonly IndexedSkill[], most: number]>([
    ['thirty-two skills of developers', DEVELOPER_SKILLS, 17],
    ['the starters', STARTER_SKILLS, 3],
  ])('brings up something in %s for so many of a hundred', async (_, skills, most) => {
    expect(await recalledOf(skills)).toBeLessThanOrEqual(most)
  })
})
