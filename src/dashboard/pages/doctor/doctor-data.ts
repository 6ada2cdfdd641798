// What GET /api/doctor, /api/mounts and /api/clients answer.
import type { Diagnostic } from '../../../domain/diagnostic.ts'

export type Repair = { file: string; repairs: string[]; diff: string; hash: string }
export type Checked = {
  findings: Diagnostic[]
  errors: number
  warnings: number
  skills: number
  repairs: Repair[]
  moreRepairs: number
}
export type Done = { file: string; outcome: 'repaired' | 'shown' | 'refused'; reason: string | null }
export type Mounted = {
  source: string
  path: string
  prefix: string | null
  client: string | null
  skills: number
  shadowed: { name: string; readAs: string; servedFrom: string; file: string }[]
  faults: Diagnostic[]
}
export type Attached = 'yes' | 'no' | 'outdated' | 'elsewhere' | 'taken' | 'unreadable'
export type ClientState = {
  client: string
  title: string
  found: boolean
  attached: Attached
  files: string[]
  note?: string
}
