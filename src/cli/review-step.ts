import type { CommandHome } from './command.ts'
import type { Dialog } from './dialog.ts'

/** How one thing that waited was left. `again`: it is not what was shown any more, and has to be shown anew. */
export type Ending = 'approved' | 'accepted' | 'rejected' | 'declined' | 'skipped' | 'quit'

/** What deciding one thing takes: the home, the person, and a way to tell the person something. */
export type ReviewStep = { home: CommandHome; dialog: Dialog; tell: (text: string) => void; now: () => Date }
