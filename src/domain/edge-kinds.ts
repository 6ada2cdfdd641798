// What may lead from one skill to another, by itself so that the dashboard, too, can name it. From the strongest to the
// loosest: of two skills all of them are kept.
export const EDGE_KINDS = ['depends-on', 'parent', 'conflicts', 'see-also', 'co-use', 'merged'] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]
