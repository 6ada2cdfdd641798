// A real server with skills that a person wrote, and bindings in one line each.
import { expect } from 'vitest'
import { type HttpApi, useHttpApi } from '../support/http-api.ts'

export type Bound = HttpApi & {
  /** As the operator; its id. */
  bind(spec: Record<string, unknown>): Promise<string>
  /** A tool was called in this session, as a program tells it. */
  called(tool: string, more?: Record<string, unknown>): Promise<void>
  /** What the next recall of the session brings beside skills. */
  context(session?: string): Promise<{ kind: string; text: string }[]>
  report(): Promise<Report>
  /** Results of what has fired, oldest first. */
  fired(): Promise<{ binding: string; type: string; action: string; ok: boolean; result: string }[]>
}
type Report = {
  bindings: { id: string; fired: number; failed: number; cooldownUntil: string | null; summary: string | null }[]
  status: Record<string, unknown>
  recent: {
    type: string
    session: string | null
    fired: { binding: string; action: string; ok: boolean; result: string }[]
  }[]
}

export async function useBound(flags: Record<string, unknown> = {}): Promise<Bound> {
  const api = await useHttpApi(flags)
  for (const name of ['deploy', 'mail']) {
    await api.save(name, { summary: `How to ${name}` }, { who: 'operator' })
  }
  const report = async () => {
    const { status, json } = await api.ask('GET /api/skills/bindings?events=200', { who: 'operator' })
    expect(status).toBe(200)
    return json as Report
  }
  return {
    ...api,
    report,
    async bind(spec) {
      const body = { skill: 'deploy', event: 'tool.called', action: { kind: 'notify' }, ...spec }
      const { status, json } = await api.ask('POST /api/skills/bindings', { who: 'operator', body })
      expect(json, api.logged.join('\n')).toMatchObject({ done: true, version: 1 })
      expect(status).toBe(201)
      return String(json.id)
    },
    async called(tool, more = {}) {
      const event = { event: 'tool-called', session: 's', tool, ok: true, ...more }
      const { json } = await api.ask('POST /api/events', { body: { events: [event] } })
      expect(json).toMatchObject({ taken: 1 })
    },
    async context(session = 's') {
      const body = { message: 'anything at all', session }
      const { json } = await api.ask('POST /api/recall', { who: 'operator', body })
      return json.context as { kind: string; text: string }[]
    },
    async fired() {
      const { recent } = await report()
      return [...recent]
        .reverse()
        .flatMap(({ type, fired }) =>
          fired.map(({ binding, action, ok, result }) => ({ binding, type, action, ok, result })),
        )
    },
  }
}
