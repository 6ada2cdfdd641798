/** `open`: the agent's word is enough. `guarded`: only on what no person made or approved. `strict`: never (gate.ts). */
export const GATES = ['open', 'guarded', 'strict'] as const
export type Gate = (typeof GATES)[number]
export const GATE_DEFAULT: Gate = 'guarded'
