import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { removeLabelsAfterAppeal } from '../../labels/remove-labels-after-appeal.ts'
import type { Context } from '../../runtime/context.ts'
import { readPauses } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { closeCase } from '../decision/execute-decisions.ts'
import { appendEntry } from '../history/write-entry.ts'
import { insertNotice } from '../take-notices.ts'
import { lockActions } from '../write-action.ts'
import { buildClearance, CLEARED_CAUSES, type ClearedCase } from './build-clearance.ts'
import { type LiftedFlag, readLiftedFlags, readUnsignedClearances } from './read-clearances.ts'

const CASES_PER_STEP = 50

/**
 * Creates the stage that ends a case when its flag was lifted, by whomever, and signs a clearance for
 * every accusation that was withdrawn, so that everybody who heard of it hears of its end.
 * `findSigner` returns a key of the agent's account.
 */
export function createClearingStage(context: Context, findSigner: () => Promise<Signer>): Stage {
  const step = () => stepClearing(context, findSigner)
  return createLockedStage(context, { name: 'clearing', lock: 'clearing', step })
}

async function stepClearing(
  context: Context,
  findSigner: () => Promise<Signer>,
): Promise<'more' | 'idle'> {
  const pauses = await readPauses(context, 'clearing')
  const work = { limit: CASES_PER_STEP, pauses }
  const lifted = await readLiftedFlags(context.db, work)
  for (const flag of lifted) {
    await pauses.attempt(flag.address, () => endLiftedCase(context, flag))
  }
  const cleared = await readUnsignedClearances(context.db, work)
  if (cleared.length === 0) return lifted.length > 0 ? 'more' : 'idle'
  const signer = await findSigner()
  for (const one of cleared) {
    await pauses.attempt(one.address, () => signClearance(context, one, signer))
  }
  return 'more'
}

/** Where an upheld appeal found an entry of the scam list to be wrong, it goes first. */
async function endLiftedCase(context: Context, flag: LiftedFlag): Promise<void> {
  const { address, labelAppealId: appealId } = flag
  if (appealId !== null) await removeLabelsAfterAppeal(context, { address, appealId })
  await context.db.transaction().execute((queries) => endCase(queries, flag))
}

async function endCase(
  db: Kysely<Tables>,
  { address, caseId, liftedMs: clearedMs, cause, txId }: LiftedFlag,
): Promise<void> {
  await lockActions(db, address)
  if (!(await closeCase(db, { address, caseId }, { clearedMs, cause }))) return
  // The agent's own transaction is in the history already.
  if (cause === 'recheck' || cause === 'label_removed') return
  const reason = `The flag of ${address} was lifted: ${CLEARED_CAUSES[cause]}.`
  await appendEntry(db, { address, action: 'unflag', success: true, reason, caseId, txId })
}

/** Stores the clearance once, and notifies of it. */
async function signClearance(
  { db, config }: Context,
  cleared: ClearedCase,
  signer: Signer,
): Promise<void> {
  const { address, caseId, clearedMs: atMs, cause } = cleared
  const clearance = buildClearance(signer, { network: config.network, cleared })
  await db.transaction().execute(async (queries) => {
    const { numUpdatedRows } = await queries
      .updateTable('agent_case')
      .set({ clearance: JSON.stringify(clearance) })
      .where('address', '=', address)
      .where('case_id', '=', caseId)
      .where('clearance', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const data = { kind: 'cleared', cause: CLEARED_CAUSES[cause], clearance } as const
    await insertNotice(queries, { address, atMs, caseId, data })
  })
}
