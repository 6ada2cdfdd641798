// What one skill becomes when it takes in another. All that either says is in it; it goes by the name of the first.
// Whether the two may be merged is not asked here.

import { byPath } from './by-path.ts'
import { factsMissingFrom } from './kept-facts.ts'
import type { ManifestFile } from './manifest.ts'
import { mergedSteps } from './merge-steps.ts'
import { mergedSummary } from './merge-summary.ts'
import { mergedContent } from './merge-text.ts'
import type { Policy, Skill } from './skill.ts'

/** @param now of the change. */
export function mergedSkill(target: Skill, source: Skill, now: string): Skill {
  const others = (list: 'seeAlso' | 'dependsOn' | 'conflictsWith') =>
    united(target[list], source[list]).filter((name) => name !== target.name && name !== source.name)
  return {
    name: target.name,
    summary: mergedSummary(target.summary, source.summary),
    content: mergedContent(target, source),
    createdAt: Date.parse(source.createdAt) < Date.parse(target.createdAt) ? source.createdAt : target.createdAt,
    updatedAt: now,
    seeAlso: others('seeAlso'),
    tags: united(target.tags, source.tags),
    triggers: unitedLines(target.triggers, source.triggers),
    steps: mergedSteps(target.steps, source.steps),
    dependsOn: others('dependsOn'),
    conflictsWith: others('conflictsWith'),
    parent: target.parent ?? source.parent,
    policy: unitedPolicy(target.policy, source.policy),
    files: unitedFiles(target.files, source.files),
    extra: { ...source.extra, ...target.extra },
  }
}

/** Everything of a skill that must say after a merge what it said before. */
export function factText({ content, summary, steps, triggers }: Skill): string {
  const lines = steps.map(({ action, description, tool }) => [action, description, tool].filter(Boolean).join('\n'))
  return [content, summary, ...lines, ...triggers].join('\n\n')
}

// What it needs is what both need; nobody has approved that, so nothing is allowed by it.
function unitedPolicy(a: Policy, b: Policy): Policy {
  return {
    ...b,
    ...a,
    tools: united(a.tools, b.tools),
    domains: united(a.domains, b.domains),
    credentials: united(a.credentials, b.credentials),
    sideEffects: united(a.sideEffects, b.sideEffects),
  }
}

// Rivals for a path are refused before (rivalFiles).
function unitedFiles(a: readonly ManifestFile[], b: readonly ManifestFile[]): ManifestFile[] {
  const known = new Set(a.map(({ path }) => path))
  return byPath([...a, ...b.filter(({ path }) => !known.has(path))])
}

function united(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])]
}

function unitedLines(a: readonly string[], b: readonly string[]): string[] {
  const plain = (line: string) => line.toLowerCase().replace(/\s+/g, ' ').trim()
  const known = new Set(a.map(plain))
  const lacks = factsMissingFrom(a.join('\n'))
  return [...a, ...b.filter((line) => !known.has(plain(line)) || (!a.includes(line) && lacks(line).length > 0))]
}
