import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { recordHeartbeat } from '../agent/write-heartbeat.ts'
import type { Context } from '../runtime/context.ts'

/** The account with which that agent would publish. */
export const TEST_AGENT = computeAddressAtIndex(50, 'local')

/** Records a heartbeat although no agent runs. */
export async function recordAgentHeartbeat({ db }: Pick<Context, 'db'>): Promise<void> {
  await recordHeartbeat(db, TEST_AGENT)
}
