import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Kysely } from 'kysely'
import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { removeLabelsAfterAppeal } from '../../labels/remove-labels-after-appeal.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { closeCase, insertNotice } from '../decision/write-case.ts'
import { appendEntry } from '../history/append-entry.ts'
import { lockActions } from '../write-action.ts'
import { buildClearance, CLEARED_CAUSES, type ClearedCase } from './build-clearance.ts'
import {
  type LiftedFlag,
  readLiftedFlags,
  readUnsignedClearances,
  storeClearance,
} from './queries.ts'

const CASES_PER_STEP = 50

/**
 * Creates the stage that ends a case when its flag was lifted, by whomever, and signs a clearance for
 * every accusation that was withdrawn, so that everybody who heard of it hears of its end.
 * `findSigner` returns a key of the agent's account.
 */
export function createClearingStage(context: Context, findSigner: () => Promise<Signer>): Stage {
  const step = () => stepClearing(context, findSigner)
  return {
    name: 'clearing',
    step: async () => (await tryWithAdvisoryLock(context.pool, 'clearing', step)) ?? 'idle',
  }
}

async function stepClearing(
  context: Context,
  findSigner: () => Promise<Signer>,
): Promise<'more' | 'idle'> {
  const { db, config } = context
  const lifted = await readLiftedFlags(db, CASES_PER_STEP)
  for (const flag of lifted) await endLiftedCase(context, flag)
  const cleared = await readUnsignedClearances(db, CASES_PER_STEP)
  if (cleared.length === 0) return lifted.length > 0 ? 'more' : 'idle'
  const signer = await findSigner()
  for (const one of cleared) {
    const clearance = buildClearance(signer, { network: config.network, cleared: one })
    await db.transaction().execute(async (queries) => {
      if (!(await storeClearance(queries, one, clearance))) return
      await notice(queries, one, clearance)
    })
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
  { address, caseId, liftedMs, cause, txId }: LiftedFlag,
): Promise<void> {
  await lockActions(db, address)
  if (!(await closeCase(db, { address, caseId, clearedMs: liftedMs, cause }))) return
  // The agent's own transaction is in the history already.
  if (cause === 'recheck' || cause === 'label_removed') return
  const reason = `The flag was lifted: ${CLEARED_CAUSES[cause]}.`
  const entry = { address, action: 'unflag', success: true, reason, caseId, txId }
  await appendEntry(db, { ...entry, evidenceHash: null, actionId: null })
}

async function notice(
  db: Kysely<Tables>,
  { address, caseId, clearedMs, cause }: ClearedCase,
  clearance: ReturnType<typeof buildClearance>,
): Promise<void> {
  await insertNotice(db, {
    address,
    atMs: clearedMs,
    caseId,
    data: { kind: 'cleared', cause: CLEARED_CAUSES[cause], clearance },
  })
}
