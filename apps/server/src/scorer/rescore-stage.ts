import type { Address } from '@app/values/address.ts'
import type { Context } from '../context.ts'
import { withTurn } from '../db/locks.ts'
import { isWorthRetrying, type Stage } from '../stage.ts'
import { changedSubjects, moveCursor, relabelledSubjects } from './due-subjects.ts'
import { markSeen } from './mark-seen.ts'
import { rescoreAccount } from './score-account.ts'

/** Changes looked at, and so accounts scored at most, in one step. */
const CHANGES_PER_STEP = 200

/** Accounts scored in one step because the labels changed. */
const RELABELLED_PER_STEP = 50

/** Scores again every account of which the chain's or the labels' inputs changed since its newest score. */
export function createRescoreStage(context: Context): Stage {
  return {
    name: 'rescore',
    step: async () =>
      (await withTurn(context.pool, 'scorer', () => stepRescore(context))) ?? 'idle',
  }
}

async function stepRescore(context: Context): Promise<'more' | 'idle'> {
  const { addresses, upTo } = await changedSubjects(context.db, CHANGES_PER_STEP)
  await rescoreAll(context, addresses)
  if (upTo !== null) await moveCursor(context.db, upTo)
  const relabelled = await relabelledSubjects(context.db, RELABELLED_PER_STEP)
  await rescoreAll(context, relabelled)
  return upTo !== null || relabelled.length > 0 ? 'more' : 'idle'
}

async function rescoreAll(context: Context, addresses: readonly Address[]): Promise<void> {
  for (const address of addresses) await rescoreUnlessBroken(context, address)
}

/** One account that cannot be judged must not keep all others from it. */
async function rescoreUnlessBroken(context: Context, address: Address): Promise<void> {
  try {
    await rescoreAccount(context, address)
  } catch (error) {
    if (isWorthRetrying(error)) throw error
    context.log.error({ err: error, address }, 'an account could not be scored')
    await markSeen(context.db, address)
  }
}
