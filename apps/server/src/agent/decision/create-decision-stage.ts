import type { Address } from '@app/values/address.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import type { Context } from '../../runtime/context.ts'
import { type Pauses, readPauses } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { listScoreChanges } from '../../scorer/write-score.ts'
import { considerAccount } from './consider-account.ts'
import { buildPolicy } from './decide.ts'
import { listRecovered, listRevisits } from './read-situation.ts'
import { tellLastingLevels } from './told-level.ts'

/** Maximum number of accounts considered in one step. */
const ACCOUNTS_PER_STEP = 50

/** Creates the stage that considers each new score once, and decides what follows. */
export function createDecisionStage(context: Context): Stage {
  return createLockedStage(context, {
    name: 'decision',
    lock: 'decisions',
    step: () => stepDecisions(context),
  })
}

async function stepDecisions(context: Context): Promise<'more' | 'idle'> {
  const pauses = await readPauses(context, 'decision')
  const work = { limit: ACCOUNTS_PER_STEP, pauses }
  const addresses = await listScoreChanges(context.db, work)
  for (const address of addresses) {
    await pauses.attempt(address, () => considerAccount(context, address, {}))
  }
  const due = await listDueAccounts(context, pauses)
  for (const address of due) {
    await pauses.attempt(address, () => considerAccount(context, address, { isForced: true }))
  }
  const nowMs = await readBlockTimeMs(context.db)
  const lasting = await tellLastingLevels(context, { nowMs, ...work })
  return addresses.length + due.length + lasting > 0 ? 'more' : 'idle'
}

/** Lists accounts whose cases can end, after an hour of block time with a good score, or wait no longer. */
async function listDueAccounts({ db, config }: Context, pauses: Pauses): Promise<Address[]> {
  const { isEnabled, clearAfterMs } = buildPolicy(config)
  if (!isEnabled) return []
  const nowMs = await readBlockTimeMs(db)
  const work = { nowMs, limit: ACCOUNTS_PER_STEP, pauses }
  const recovered = await listRecovered(db, { ...work, untilMs: nowMs - clearAfterMs })
  return [...new Set([...recovered, ...(await listRevisits(db, work))])]
}
