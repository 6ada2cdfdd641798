// What agents do with packages, put together over one home: copying a skill out, bringing work back, taking in what was
// handed over or what a registry lists.
import { checkoutsSchema, noCheckouts } from '../domain/checkout.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'
import { type CheckedOut, type CheckoutAsked, type CheckoutParts, checkoutSkill } from './checkout-skill.ts'
import { type ExtractAsked, type Extraction, type ExtractParts, extractSkills } from './extract-skills.ts'
import { type InstallAsked, type InstallParts, type InstallReport, installSkill } from './install-skill.ts'
import { type TakeAsked, type TakeParts, type TakeReport, takePackages } from './take-packages.ts'

export type Workspaces = {
  checkout(asked: CheckoutAsked): Promise<CheckedOut>
  extract(asked: ExtractAsked): Promise<Extraction>
  take(asked: TakeAsked): Promise<TakeReport>
  install(asked: InstallAsked): Promise<InstallReport>
}

/** @property workspaceRoots as `PlaceRules.roots`. */
export type WorkspaceInputs = Omit<CheckoutParts & ExtractParts & TakeParts & InstallParts, 'checkouts' | 'rules'> & {
  layout: HomeLayout
  workspaceRoots: readonly string[]
}

export function openWorkspaces(inputs: WorkspaceInputs): Workspaces {
  const { layout, userHome, workspaceRoots } = inputs
  const place = { path: layout.checkouts, lock: `${layout.leases}/checkouts.lock`, what: 'the list of checkouts' }
  const checkouts = lockedDocument(place, checkoutsSchema, noCheckouts)
  const parts = { ...inputs, checkouts, rules: { home: layout.home, userHome, roots: workspaceRoots } }
  return {
    checkout: (asked) => checkoutSkill(asked, parts),
    extract: (asked) => extractSkills(asked, parts),
    take: (asked) => takePackages(asked, parts),
    install: (asked) => installSkill(asked, parts),
  }
}
