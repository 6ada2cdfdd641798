// A run of the cases as one document, for `eval --json` and over HTTP: every case that a person should look at, with shares beside the counts they come from.
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { RecallCase } from '../domain/recall-case.ts'
import type { CaseRun, Change, Measures } from '../domain/recall-measures.ts'
import { rounded } from '../domain/rounded.ts'
import type { Evaluation, Noted } from './eval-recall.ts'

export function evalDocument(evaluation: Evaluation) {
  const { counts, gone, learning, changes } = evaluation
  return {
    cases: counts,
    gone,
    learning,
    static: measures(evaluation.static),
    withLearning: measures(evaluation.withLearning),
    changes:
      changes === undefined
        ? null
        : {
            lost: changes.lost.map(changed),
            won: changes.won.map(changed),
            added: changes.added,
            removed: changes.removed,
          },
    missed: evaluation.missed.map(noted),
    silent: evaluation.silent.map(noted),
    falseRecalls: evaluation.falseRecalls.map(noted),
    faults: evaluation.faults.map(fault),
  }
}

function measures({ found, false: falseRecalls }: Measures) {
  const share = (count: number) => (found.cases === 0 ? null : rounded(count / found.cases))
  const { cases, at1, at3, at5, answered } = found
  return {
    cases,
    recallAt1: share(at1),
    recallAt3: share(at3),
    recallAt5: share(at5),
    answered: share(answered),
    falseRecalls,
  }
}

function named(each: RecallCase) {
  const { id, kind, source, words } = each
  return { id, kind, source, skill: each.kind === 'silence' ? null : each.skill, words }
}

function changed({ case: each, before, after }: Change) {
  return { ...named(each), before, after }
}

function noted({ case: each, runs, reason }: Noted) {
  return { ...named(each), static: run(runs.static), withLearning: run(runs.withLearning), reason }
}

function run({ place, confidence, first }: CaseRun) {
  return { place, confidence: rounded(confidence), first }
}

function fault({ file, line, severity, code, expected, received, fix }: Diagnostic) {
  return { file, line: line ?? null, severity, code, expected, received, fix }
}
