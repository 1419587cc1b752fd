import type { Address } from '@app/values/address.ts'
import { tryWithAdvisoryLock } from '../db/locks.ts'
import type { ChangeSource } from '../db/tables/score-tables.ts'
import type { Context } from '../runtime/context.ts'
import { isRetryable, type Stage } from '../runtime/stage.ts'
import {
  advanceCursor,
  CHANGE_SOURCES,
  findChangedAccounts,
  findRelabelledAccounts,
  markChangesScored,
} from './queries.ts'
import { rescoreAccount } from './score-account.ts'

/** Maximum number of changes of one source read in one step, and so of accounts scored. */
const MAX_CHANGES_PER_STEP = 200

/** Maximum number of accounts scored in one step because of label changes. */
const MAX_RELABELLED_PER_STEP = 50

/**
 * Creates the stage that recomputes the score of every tracked account of which an input has changed:
 * from the chain, from labels, from reports, or from what the community decided.
 */
export function createRescoreStage(context: Context): Stage {
  return {
    name: 'rescore',
    step: async () =>
      (await tryWithAdvisoryLock(context.pool, 'scorer', () => stepRescore(context))) ?? 'idle',
  }
}

async function stepRescore(context: Context): Promise<'more' | 'idle'> {
  let hasMore = false
  for (const source of CHANGE_SOURCES) hasMore = (await followChanges(context, source)) || hasMore
  const relabelled = await findRelabelledAccounts(context.db, MAX_RELABELLED_PER_STEP)
  await rescoreAll(context, relabelled)
  return hasMore || relabelled.length > 0 ? 'more' : 'idle'
}

/** Scores the accounts of the next changes of a source. Returns whether there were any changes. */
async function followChanges(context: Context, source: ChangeSource): Promise<boolean> {
  const { addresses, upTo } = await findChangedAccounts(context.db, source, MAX_CHANGES_PER_STEP)
  await rescoreAll(context, addresses)
  if (upTo !== null) await advanceCursor(context.db, source, upTo)
  return upTo !== null
}

async function rescoreAll(context: Context, addresses: readonly Address[]): Promise<void> {
  for (const address of addresses) await rescoreOrSkip(context, address)
}

/**
 * Recomputes a score and logs an error instead of throwing it, so that one account does not block
 * the others.
 */
async function rescoreOrSkip(context: Context, address: Address): Promise<void> {
  try {
    await rescoreAccount(context, address)
  } catch (error) {
    if (isRetryable(error)) throw error
    context.log.error({ err: error, address }, 'an account could not be scored')
    await markChangesScored(context.db, address)
  }
}
