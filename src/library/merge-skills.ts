// Merges one skill into another, so that after a crash at any point the whole library is as before or as after. What a merge
// makes of the texts and who may ask for it is decided in domain/merge-plan.ts.

import type { ChangeContext } from '../domain/change-state.ts'
import { GATE_DEFAULT } from '../domain/gates.ts'
import { type MergeParty, type MergePlan, planMerge, planRedirect } from '../domain/merge-plan.ts'
import { referrersOf } from '../domain/redirect-references.ts'
import type { Skill } from '../domain/skill.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { stepVersion } from '../domain/transaction-step.ts'
import { readOnlySkill } from '../store/mounted-refusal.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Transaction, TransactionLog } from '../store/transaction-log.ts'
import { assertSeen, type Caller, type ChangeParts, contextOf } from './change-skill.ts'
import type { Shelf } from './shelf.ts'
import { leftTransactions, type Recovered, recover, StepConflict, transact } from './transaction.ts'

/** So often a merge is planned anew because somebody saved one of its skills meanwhile. */
export const MERGE_ATTEMPTS_MAX = 4
// A skill may come to name the source while we look for those that do; each round finds fewer.
const REDIRECT_ROUNDS_MAX = 3

export type MergeParts = ChangeParts & { transactions: TransactionLog; newId: () => string }
/** `redirected`: skills that named the source and now name the target; sorted. */
export type Merged = { name: string; source: string; version: number; digest: string; redirected: string[] }

/**
 * `source` goes into `target` and then into the archive.
 * @throws `not-found`; `bad-input`, `conflict` or `refused` for two that are not merged; `needs-person` for an agent's call;
 * `conflict` when others keep changing one of the skills; `busy`.
 */
export async function mergeSkills(parts: MergeParts, target: string, source: string, caller: Caller): Promise<Merged> {
  parseSkillName(target)
  parseSkillName(source)
  const { transactions, shelf } = parts
  const done = await transactions.exclusively(async () => {
    await recoverLeft(parts)
    const draft = await mergedAtLast(parts, target, source, caller)
    const allSkills = async () => {
      await shelf.lookAround()
      return writableSkills(shelf)
    }
    const contextFor = (name: string) => contextOf(parts, name, caller)
    const late = await redirectLate(parts, draft.merge, { allSkills, contextFor }).catch((error) => {
      parts.log('library', `not every skill that named "${source}" could be changed; see: skill-cortex check`, error)
      return []
    })
    await transactions.end(draft.id)
    return { ...draft, late }
  })
  await tellLedger(parts, done)
  const names = done.steps.map((step) => step.name)
  for (const name of [...names, ...done.late]) await shelf.look(name)
  const redirected = [...new Set([...names.slice(1, -1), ...done.late])].sort()
  return { name: target, source, ...stepVersion(done.steps[0]!), redirected }
}

export type RecoverParts = Pick<MergeParts, 'store' | 'transactions' | 'appendLedger' | 'lostOrigin' | 'now' | 'log'>

/**
 * Ends what a crash has left under way, each of them done or undone. To be called before the shelf is opened, and cheap when
 * there is nothing. @throws `busy`, or what the disk says; then it is tried again by the next merge or start.
 */
export async function recoverMerges(parts: RecoverParts): Promise<Recovered[]> {
  const { left, damaged } = await leftTransactions(parts)
  for (const file of damaged) parts.log('library', `cortex/transactions/${file} cannot be read and is left as it is`)
  return left.length === 0 ? [] : parts.transactions.exclusively(() => recoverLeft(parts))
}

async function recoverLeft(parts: RecoverParts): Promise<Recovered[]> {
  const recovered: Recovered[] = []
  // Looked at again under the lock: another process may just have seen to them.
  const { left } = await leftTransactions(parts)
  for (const transaction of left) {
    const { id, merge } = transaction
    const outcome = await recover(parts, transaction)
    const contextFor = (name: string) => recoveryContext(parts, name, transaction)
    if (outcome === 'done') await redirectLate(parts, merge, { allSkills: () => storedSkills(parts.store), contextFor })
    await parts.transactions.end(id)
    if (outcome === 'done') await tellLedger(parts, transaction)
    parts.log('library', `a merge of "${merge.source}" into "${merge.target}" was cut off; it is ${outcome} now`)
    recovered.push({ transaction, outcome })
  }
  return recovered
}

type Begun = Omit<Transaction, 'owner'>

/** The merge as it was done. */
async function mergedAtLast(parts: MergeParts, target: string, source: string, caller: Caller): Promise<Begun> {
  for (let attempt = 1; ; attempt++) {
    const plan = await planNow(parts, target, source, caller)
    const begun = begunOf(plan, parts, caller)
    try {
      await transact(parts, begun)
      return begun
    } catch (error) {
      if (!(error instanceof StepConflict) || attempt === MERGE_ATTEMPTS_MAX) throw error
    }
  }
}

async function planNow(parts: MergeParts, target: string, source: string, caller: Caller): Promise<MergePlan> {
  const { shelf, store } = parts
  // Also every hand edit becomes a version of its own first.
  await shelf.lookAround()
  const party = async (name: string): Promise<MergeParty> => {
    await shelf.look(name)
    const live = await store.read(name)
    if (live?.mount !== undefined) throw readOnlySkill(name, live.mount.source)
    assertSeen(name, caller, live?.digest ?? null)
    return { current: { live, record: await store.record(name) }, context: contextOf(parts, name, caller) }
  }
  const others = await Promise.all(referrersOf(source, writableSkills(shelf)).map(({ name }) => party(name)))
  const find = (name: string) => shelf.entry(name)?.skill
  return planMerge(await party(target), await party(source), others, find)
}

// What a mounted folder holds is not written, so its references stay; `check` names those that lead nowhere then.
function writableSkills(shelf: Shelf): Skill[] {
  return shelf.entries().flatMap(({ skill, mount }) => (mount === undefined ? [skill] : []))
}

function begunOf({ target, source, changes }: MergePlan, parts: MergeParts, { actor }: Caller): Begun {
  const steps = changes.map(({ name, current, standing, decision }) => ({
    name,
    before: { text: current.live?.text ?? null, record: current.record ?? null, standing },
    after: { text: decision.live ?? null, record: decision.record },
  }))
  return { id: parts.newId(), at: parts.now().toISOString(), actor, merge: { target, source }, steps }
}

type Late = { allSkills: () => Promise<Skill[]>; contextFor: (name: string) => ChangeContext }

/** Those that came to name the source while it was merged. @returns their names. */
async function redirectLate(
  { store, log }: Pick<MergeParts, 'store' | 'log'>,
  { target, source }: Transaction['merge'],
  { allSkills, contextFor }: Late,
): Promise<string[]> {
  const done: string[] = []
  for (let round = 0; round < REDIRECT_ROUNDS_MAX; round++) {
    const skills = await allSkills()
    const byName = new Map(skills.map((skill) => [skill.name, skill]))
    // Somebody brought it back: then there is nothing to redirect.
    if (byName.has(source)) return done
    const late = referrersOf(source, skills).map(({ name }) => name)
    if (late.every((name) => done.includes(name))) return done
    for (const name of late) {
      const isRedirected = await store.update(name, (current) => {
        const planned = planRedirect({ current, context: contextFor(name) }, source, target, (other) =>
          byName.get(other),
        )
        if (planned === undefined) return { result: false }
        const { record, live, blobs } = planned.decision
        return { change: { record, blobs, ...(live === undefined ? {} : { live }) }, result: true }
      })
      if (!isRedirected)
        log('library', `skill "${name}" still names "${source}", which is archived: see skill-cortex check`)
      done.push(name)
    }
  }
  return done
}

async function storedSkills(store: SkillStore): Promise<Skill[]> {
  const { stamps } = await store.list()
  const { skills } = await store.readAll(stamps.keys())
  return skills.flatMap(({ name, text, modifiedAt, mount }) => {
    if (mount !== undefined) return []
    const file = { file: `skills/${name}.json`, pathName: name, createdAt: modifiedAt }
    return parseSkillFile(text, file).skill ?? []
  })
}

function recoveryContext(parts: RecoverParts, name: string, { actor }: Transaction): ChangeContext {
  const by = { actor, via: 'merge', author: null, gate: GATE_DEFAULT }
  return { name, ...by, now: parts.now().toISOString(), lostOrigin: parts.lostOrigin(name) }
}

// The change is durable and must not be refused any more; the records say the same as a line that is missing.
async function tellLedger({ appendLedger, log }: RecoverParts, { actor, merge, steps }: Begun): Promise<void> {
  const told = {
    event: 'skill-merged' as const,
    actor,
    name: merge.target,
    ...stepVersion(steps[0]!),
    note: merge.source,
  }
  await appendLedger(told).catch((error) => log('library', `the ledger misses a merge into "${merge.target}"`, error))
}
