// Where everything stands in a home folder. Only the layers `store` and `journal` and the app read these paths.
import { join } from 'node:path'

export type HomeLayout = {
  home: string
  /** One JSON file per skill: what people own. */
  skills: string
  /** One JSONL file per session. */
  usage: string
  directives: string
  /** What the server keeps for itself. */
  cortex: string
  records: string
  blobs: string
  leases: string
  ledger: string
  usageStats: string
}

export function homeLayout(home: string): HomeLayout {
  const cortex = join(home, 'cortex')
  return {
    home,
    skills: join(home, 'skills'),
    usage: join(home, 'skill-usage'),
    directives: join(home, 'directives'),
    cortex,
    records: join(cortex, 'records'),
    blobs: join(cortex, 'blobs'),
    leases: join(cortex, 'leases'),
    ledger: join(cortex, 'ledger.jsonl'),
    usageStats: join(cortex, 'stats.json'),
  }
}
