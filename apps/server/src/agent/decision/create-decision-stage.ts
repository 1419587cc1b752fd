import type { Address } from '@app/values/address.ts'
import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import { isRetryable, type Stage } from '../../runtime/stage.ts'
import { listScoreChanges } from '../../scorer/read-score-changes.ts'
import { removeScoreChange } from '../../scorer/write-score-changes.ts'
import { readBlockTimeMs } from '../history/read-block-time.ts'
import { considerAccount } from './consider-account.ts'
import { buildPolicy } from './policy.ts'
import { listRecovered, listRevisits } from './read-situation.ts'

/** Maximum number of accounts considered in one step. */
const ACCOUNTS_PER_STEP = 50

/** Creates the stage that considers each new score once, and decides what follows. */
export function createDecisionStage(context: Context): Stage {
  return {
    name: 'decision',
    step: async () =>
      (await tryWithAdvisoryLock(context.pool, 'decisions', () => stepDecisions(context))) ??
      'idle',
  }
}

async function stepDecisions(context: Context): Promise<'more' | 'idle'> {
  const addresses = await listScoreChanges(context.db, ACCOUNTS_PER_STEP)
  for (const address of addresses) await considerOrSkip(context, address, {})
  const due = await listDueAccounts(context)
  for (const address of due) await considerOrSkip(context, address, { isForced: true })
  return addresses.length + due.length > 0 ? 'more' : 'idle'
}

/** Logs an error instead of throwing it, so that one account does not block the others. */
async function considerOrSkip(
  context: Context,
  address: Address,
  options: { isForced?: boolean },
): Promise<void> {
  try {
    await considerAccount(context, address, options)
  } catch (error) {
    if (isRetryable(error)) throw error
    context.log.error({ err: error, address }, 'a score could not be considered')
    await removeScoreChange(context.db, { address, seq: Number.MAX_SAFE_INTEGER })
  }
}

/** Lists accounts whose cases can end, after an hour of block time with a good score, or wait no longer. */
async function listDueAccounts({ db, config }: Context): Promise<Address[]> {
  const { isEnabled, clearAfterMs } = buildPolicy(config)
  if (!isEnabled) return []
  const nowMs = await readBlockTimeMs(db)
  const limit = ACCOUNTS_PER_STEP
  const recovered = await listRecovered(db, { nowMs, untilMs: nowMs - clearAfterMs, limit })
  return [...new Set([...recovered, ...(await listRevisits(db, { nowMs, limit }))])]
}
