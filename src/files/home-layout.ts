// Where everything stands in a home folder. Only the layers `store` and `journal` and the app read these paths.
import { join } from 'node:path'

export type HomeLayout = {
  home: string
  /** One JSON file per skill: what people own. */
  skills: string
  /** One JSONL file per session. */
  usage: string
  directives: string
  /** Messages with the skill that they should bring up, kept by people, for `eval`. */
  recallCases: string
  /** What the server keeps for itself. */
  cortex: string
  records: string
  blobs: string
  leases: string
  ledger: string
  /** What calls of a model took, one line when they begin and one when they end. */
  llmUsage: string
  /** What the agent holds to be so, since a reflection or a person's word. */
  beliefs: string
  /** Words to the agent from reflections and bindings, until they are delivered and over. */
  issuedDirectives: string
  /** What came of the last reflections. */
  reflections: string
  /** Decisions that were put to the judge. */
  consultations: string
  /** What passes did, cycle by cycle. */
  cycles: string
  /** What the cycle that is being carried out has yet to do. */
  cyclePlan: string
  /** When passes ran by themselves the last time. */
  schedule: string
  /** What each pass has read already. */
  watermarks: string
  usageStats: string
  /** What recall has learned so far: can be deleted, the journal holds it. */
  learning: string
  /** The search index as it last stood: can be deleted, the skills hold it. */
  indexSnapshot: string
  /** What the scan found in texts: can be deleted, it is found again. */
  scans: string
  /** What is known of peers, as far as sessions were read: can be deleted, the journal holds it. */
  peers: string
  /** Where the skill of each regression case of recall came up the last time. */
  evalResults: string
  /** What each run of these cases came to, for the trend. */
  evalHistory: string
  /** What went wrong in hooks, which may not say so themselves. */
  hooksLog: string
  /** Which clients `setup` attached, and what it did to which file. */
  attachments: string
  /** What agents asked for and only a person may decide. */
  proposals: string
  /** Which skill serves which intent: what was learned can be worked out anew, what a person wrote cannot. */
  routing: string
  /** Which skills were copied into which workspace, and what they were then. */
  checkouts: string
  /** Folders of packages that a person has mounted. */
  mounts: string
  /** What is done with which skill when something happens. */
  bindings: string
  /** How far the journal was read for bindings: can be deleted, the ledger says what has fired. */
  bindingState: string
  /** What bindings bring to sessions and no recall has taken yet. */
  bindingContext: string
  /** Changes of several skills that are under way. */
  transactions: string
  /** Opens what is the operator's alone over HTTP. */
  operatorToken: string
}

export function homeLayout(home: string): HomeLayout {
  const cortex = join(home, 'cortex')
  return {
    home,
    skills: join(home, 'skills'),
    usage: join(home, 'skill-usage'),
    directives: join(home, 'directives'),
    recallCases: join(home, 'recall-cases.jsonl'),
    cortex,
    records: join(cortex, 'records'),
    blobs: join(cortex, 'blobs'),
    leases: join(cortex, 'leases'),
    ledger: join(cortex, 'ledger.jsonl'),
    llmUsage: join(cortex, 'llm-usage.jsonl'),
    beliefs: join(cortex, 'beliefs.json'),
    issuedDirectives: join(cortex, 'directives.json'),
    reflections: join(cortex, 'reflections.json'),
    consultations: join(cortex, 'consultations.json'),
    cycles: join(cortex, 'cycles.jsonl'),
    cyclePlan: join(cortex, 'cycle-plan.json'),
    schedule: join(cortex, 'schedule.json'),
    watermarks: join(cortex, 'watermarks.json'),
    usageStats: join(cortex, 'stats.json'),
    learning: join(cortex, 'learning.json'),
    indexSnapshot: join(cortex, 'index.snapshot'),
    scans: join(cortex, 'scans.json'),
    peers: join(cortex, 'peers', 'seen.json'),
    evalResults: join(cortex, 'eval.json'),
    evalHistory: join(cortex, 'eval-history.json'),
    hooksLog: join(cortex, 'hooks.log'),
    attachments: join(cortex, 'attachments.json'),
    proposals: join(cortex, 'proposals.json'),
    routing: join(cortex, 'cortex.json'),
    checkouts: join(cortex, 'checkouts.json'),
    mounts: join(cortex, 'mounts.json'),
    bindings: join(cortex, 'bindings.json'),
    bindingState: join(cortex, 'bindings-state.json'),
    bindingContext: join(cortex, 'context'),
    transactions: join(cortex, 'transactions'),
    operatorToken: join(cortex, 'operator-token'),
  }
}
