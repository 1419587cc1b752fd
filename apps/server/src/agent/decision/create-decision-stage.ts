import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import type { Context } from '../../runtime/context.ts'
import { isWorkable, readPauses, type Work } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { listScoreChanges } from '../../scorer/write-score.ts'
import { CHANGED_RECENTLY } from '../write-action.ts'
import { considerAccount } from './consider-account.ts'
import { buildPolicy } from './decide.ts'
import { tellLastingLevels } from './told-level.ts'

const ACCOUNTS_PER_STEP = 50

/** Creates the stage that considers each new score once, and decides what follows. */
export function createDecisionStage(context: Context): Stage {
  const step = () => stepDecisions(context)
  return createLockedStage(context, { name: 'decision', lock: 'decisions', step })
}

async function stepDecisions(context: Context): Promise<'more' | 'idle'> {
  const pauses = await readPauses(context, 'decision')
  const work = { limit: ACCOUNTS_PER_STEP, pauses }
  const changed = await listScoreChanges(context.db, work)
  for (const address of changed) {
    await pauses.attempt(address, () => considerAccount(context, address))
  }
  const due = await listDueAccounts(context, work)
  for (const address of due) {
    await pauses.attempt(address, () => considerAccount(context, address, { isForced: true }))
  }
  const nowMs = await readBlockTimeMs(context.db)
  const lasting = await tellLastingLevels(context, { nowMs, ...work })
  return changed.length + due.length + lasting > 0 ? 'more' : 'idle'
}

/**
 * Lists accounts that are to be considered again by now, and those whose case can end after a time with a good score;
 * not while the flag is being lifted: a failed lift is repeated after an hour.
 */
async function listDueAccounts(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { limit, pauses }: Work,
): Promise<Address[]> {
  const { isEnabled, clearAfterMs } = buildPolicy(config)
  if (!isEnabled) return []
  const nowMs = await readBlockTimeMs(db)
  const { rows } = await sql<{ address: Address }>`
    select distinct address from agent_case accused
    where ${isWorkable('address', pauses)} and (revisit_ms <= ${nowMs}
      or cleared_ms is null and recovered_ms <= ${nowMs - clearAfterMs}
        and coalesce(revisit_ms, 0) <= ${nowMs} and not ${IS_BEING_LIFTED})
    limit ${limit}`.execute(db)
  return rows.map(({ address }) => address)
}

const IS_BEING_LIFTED: RawBuilder<boolean> = sql`exists (
  select from agent_action lift
  where lift.address = accused.address and lift.case_id = accused.case_id and lift.kind = 'unflag'
    and (lift.status <> 'failed' or ${CHANGED_RECENTLY}))`
