import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { beforeEach } from 'vitest'
import { recordHeartbeat } from '../agent/write-heartbeat.ts'
import type { Context } from '../runtime/context.ts'

/** The account with which that agent would publish. */
const TEST_AGENT = computeAddressAtIndex(50, 'local')

/** Records a heartbeat although no agent runs. */
export async function recordAgentHeartbeat({ db }: Pick<Context, 'db'>): Promise<void> {
  await recordHeartbeat(db, TEST_AGENT)
}

/**
 * Records a heartbeat before each test of a file: one that was recorded before the first is too old for the last, where
 * the machine is busy.
 */
export function keepAgentAlive(listContexts: () => Pick<Context, 'db'>[]): void {
  beforeEach(async () => {
    for (const context of listContexts()) await recordAgentHeartbeat(context)
  })
}
