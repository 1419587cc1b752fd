import type { Address } from '@app/values/address.ts'
import type { ChangeSource } from '../db/tables/score-tables.ts'
import type { Context } from '../runtime/context.ts'
import { type Pauses, readPauses } from '../runtime/pauses.ts'
import { createLockedStage, type ScheduledStage, type Stage } from '../runtime/stage.ts'
import { readRules } from './read-rules.ts'
import { rescoreAccount } from './score-account.ts'
import {
  advanceChangeCursor,
  CHANGE_SOURCES,
  findChangedAccounts,
  findRelabelledAccounts,
  findRereadAccounts,
} from './tracked-accounts.ts'

/** Creates the scorer's stages, each with its wake-up conditions. */
export function createScorerStages(context: Context): ScheduledStage[] {
  const channels = ['chain_advanced', 'governance_changed', 'reports_changed'] as const
  return [{ stage: createRescoreStage(context), channels, pollMs: 5000 }]
}

/** Maximum number of changes of one source read in one step, and so of accounts scored. */
const MAX_CHANGES_PER_STEP = 200

/** Maximum number of accounts scored in one step because of label changes, and because of blocks that were read again. */
const MAX_RELABELLED_PER_STEP = 50

/**
 * Creates the stage that recomputes the score of every tracked account of which an input has changed:
 * from the chain, also by reading it again, from labels, from reports, or from what the community decided.
 */
export function createRescoreStage(context: Context): Stage {
  return createLockedStage(context, {
    name: 'rescore',
    lock: 'scorer',
    step: () => stepRescore(context),
  })
}

async function stepRescore(context: Context): Promise<'more' | 'idle'> {
  const pauses = await readPauses(context, 'rescore', { retriesDue: true })
  const rescoring = { context, pauses }
  await rescoreAll(rescoring, pauses.due)
  let hasMore = false
  for (const source of CHANGE_SOURCES) hasMore = (await followChanges(rescoring, source)) || hasMore
  const work = { limit: MAX_RELABELLED_PER_STEP, pauses }
  const relabelled = await findRelabelledAccounts(context.db, work)
  await rescoreAll(rescoring, relabelled)
  const { decoding } = (await readRules(context)).current
  const reread = await findRereadAccounts(context.db, decoding, work)
  await rescoreAll(rescoring, reread)
  return hasMore || relabelled.length > 0 || reread.length > 0 ? 'more' : 'idle'
}

interface Rescoring {
  context: Context
  pauses: Pauses
}

/** Scores the accounts of the next changes of a source. Returns whether there were any changes. */
async function followChanges(rescoring: Rescoring, source: ChangeSource): Promise<boolean> {
  const { db } = rescoring.context
  const { addresses, upTo } = await findChangedAccounts(db, source, MAX_CHANGES_PER_STEP)
  await rescoreAll(rescoring, addresses)
  if (upTo !== null) await advanceChangeCursor(db, source, upTo)
  return upTo !== null
}

/** Recomputes scores. Accounts that wait are scored when their pause is over. */
async function rescoreAll(
  { context, pauses }: Rescoring,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses as readonly Address[]) {
    if (pauses.waiting.includes(address)) continue
    await pauses.attempt(address, () => rescoreAccount(context, address))
  }
}
