import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { recordHeartbeat } from '../agent/write-heartbeat.ts'
import type { Context } from '../runtime/context.ts'

/** Records a heartbeat although no agent runs. */
export async function recordAgentHeartbeat({ db }: Pick<Context, 'db'>): Promise<void> {
  await recordHeartbeat(db, computeAddressAtIndex(50, 'local'))
}
