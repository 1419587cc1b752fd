import { addressAt } from '@app/values/account-index.ts'
import { beat } from '../agent/heartbeat.ts'
import type { Context } from '../context.ts'

/** Makes it look as if an agent were at work somewhere; it does nothing. */
export async function agentAtWork({ db }: Pick<Context, 'db'>): Promise<void> {
  await beat(db, addressAt(50, 'local'))
}
