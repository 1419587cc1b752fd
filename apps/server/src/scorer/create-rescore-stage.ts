import type { Address } from '@app/values/address.ts'
import { tryWithAdvisoryLock } from '../db/locks.ts'
import type { Context } from '../runtime/context.ts'
import { isRetryable, type Stage } from '../runtime/stage.ts'
import {
  advanceCursor,
  findChangedAccounts,
  findRelabelledAccounts,
  markChangesScored,
} from './queries.ts'
import { rescoreAccount } from './score-account.ts'

/** Changes looked at, and so accounts scored at most, in one step. */
const MAX_CHANGES_PER_STEP = 200

/** Accounts scored in one step because the labels changed. */
const MAX_RELABELLED_PER_STEP = 50

/** Scores again every account of which the chain's or the labels' inputs changed since its newest score. */
export function createRescoreStage(context: Context): Stage {
  return {
    name: 'rescore',
    step: async () =>
      (await tryWithAdvisoryLock(context.pool, 'scorer', () => stepRescore(context))) ?? 'idle',
  }
}

async function stepRescore(context: Context): Promise<'more' | 'idle'> {
  const { addresses, upTo } = await findChangedAccounts(context.db, MAX_CHANGES_PER_STEP)
  await rescoreAll(context, addresses)
  if (upTo !== null) await advanceCursor(context.db, upTo)
  const relabelled = await findRelabelledAccounts(context.db, MAX_RELABELLED_PER_STEP)
  await rescoreAll(context, relabelled)
  return upTo !== null || relabelled.length > 0 ? 'more' : 'idle'
}

async function rescoreAll(context: Context, addresses: readonly Address[]): Promise<void> {
  for (const address of addresses) await rescoreOrSkip(context, address)
}

/** One account that cannot be judged must not keep all others from it. */
async function rescoreOrSkip(context: Context, address: Address): Promise<void> {
  try {
    await rescoreAccount(context, address)
  } catch (error) {
    if (isRetryable(error)) throw error
    context.log.error({ err: error, address }, 'an account could not be scored')
    await markChangesScored(context.db, address)
  }
}
