// Of this folder what needs the parsers of the clients' languages, as one: fetched when setup or disconnect is asked for,
// so that no other command waits for them.
import { clientBlocks } from './client-blocks.ts'
import { clientStatuses } from './client-status.ts'
import { planDisconnect } from './disconnect-plan.ts'
import { planSetup } from './setup-plan.ts'

export const clientPlans = { planSetup, planDisconnect, clientStatuses, clientBlocks }
export type ClientPlans = typeof clientPlans
