// A home in which agents have written, changed and asked for things: what a person has to decide about.
import { openApp } from '../../src/app.ts'
import type { Caller } from '../../src/library/library.ts'
import { homeWith } from './run-program.ts'

export const AGENT: Caller = { actor: 'agent', via: 'save_skill', author: 'claude-code' }
const OPERATOR: Caller = { actor: 'operator', via: 'test', author: null }

type App = Awaited<ReturnType<typeof openApp>>

/** @param work what has happened in it; the app is closed afterwards. */
export async function workedHome(work: (app: App) => Promise<unknown>, home = homeWith([])): Promise<string> {
  await workIn(home, work)
  return home
}

/** More of it, as another process. */
export async function workIn(home: string, work: (app: App) => Promise<unknown>): Promise<void> {
  const app = await openApp({ flags: { home }, log: () => undefined, serving: false })
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

export const TEA = '# Tea\n\nBoil the water.\nWarm the pot.\n'
export const TEA_DRAFT = '# Tea\n\nBoil the water twice.\nWarm the pot.\n'

/** `tea`: a person's, with a draft of an agent. `bread`: an agent's, never looked at. */
export const teaAndBread = (more: (app: App) => Promise<unknown> = async () => undefined) =>
  workedHome(async (app) => {
    await app.library.save('tea', { content: TEA, summary: 'Make tea' }, OPERATOR)
    await app.library.save('tea', { content: TEA_DRAFT }, AGENT)
    await app.library.save('bread', { content: '# Bread\n\nFeed the sourdough.\n', summary: 'Bake rye bread' }, AGENT)
    await more(app)
  })
