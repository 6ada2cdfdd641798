// The bindings and what they fired, for people.
import type { BindingReport, ReportedBinding, TestedBinding } from '../bindings/binding-report.ts'
import { diagnosticLine } from '../domain/diagnostic.ts'
import { isListed } from '../domain/exposure.ts'
import { columns } from './columns.ts'
import { ago, counted } from './wording.ts'

export function bindingsText({ bindings, status }: BindingReport, now: Date): string {
  const fault = status.fault === null ? [] : [diagnosticLine(status.fault)]
  if (bindings.length === 0) return [...fault, 'Nothing is bound. How to: skill-cortex bindings --help'].join('\n')
  const waiting = status.activeCooldowns === 0 ? '' : `, ${status.activeCooldowns} in cooldown`
  const head = `${counted(status.total, 'binding')}, ${status.enabled} switched on${waiting}.`
  const rows = bindings.map((binding) => [
    binding.id,
    binding.enabled ? 'on' : 'off',
    binding.failed === 0 ? String(binding.fired) : `${binding.fired} (${binding.failed} failed)`,
    binding.lastFiredAt === null ? '' : ago(binding.lastFiredAt, now),
    binding.text,
  ])
  const notes = bindings.flatMap(noteOf)
  const table = columns(['id', 'on', 'fired', 'last', 'what'], rows)
  return [...fault, head, '', table, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n')
}

function noteOf({ id, skill, exposure }: ReportedBinding): string[] {
  if (exposure === null) return [`${id}: no skill is named ${skill} now, so nothing of it comes before a model.`]
  return isListed(exposure) ? [] : [`${id}: ${skill} is ${exposure}, so nothing of it comes before a model.`]
}

export function firedText({ recent }: BindingReport, now: Date): string {
  if (recent.length === 0) return 'No binding has fired yet.'
  return recent
    .flatMap(({ type, session, at, fired }) => [
      `${type}${session === null ? '' : ` in session ${session}`}, ${ago(at, now)}`,
      ...fired.map(({ binding, action, ok, result }) => `  ${ok ? 'ok' : 'FAILED'}  ${binding} ${action}: ${result}`),
    ])
    .join('\n')
}

export function testedText(type: string, tested: readonly TestedBinding[]): string {
  const fires = tested.filter((each) => each.fires)
  const head = `${counted(fires.length, 'binding')} would fire for ${type}; nothing has.`
  const lines = tested.map(
    ({ id, text, fires: does, why }) => `${does ? 'fires' : 'not  '}  ${id} ${text}${does ? '' : `: ${why}`}`,
  )
  return [head, ...lines].join('\n')
}
