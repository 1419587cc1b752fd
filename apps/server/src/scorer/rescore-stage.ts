import type { Address } from '@app/values/address.ts'
import type { Context } from '../context.ts'
import { withTurn } from '../db/locks.ts'
import { isWorthRetrying, type Stage } from '../stage.ts'
import { changedSubjects, moveCursor, relabelledSubjects } from './due-subjects.ts'
import { markSeen } from './mark-seen.ts'
import { rescoreAccount } from './score-account.ts'

/** Accounts scored in one step. */
const SUBJECTS_PER_STEP = 50

/** Scores again every account of which the chain's or the labels' inputs changed since its newest score. */
export function createRescoreStage(context: Context): Stage {
  return {
    name: 'rescore',
    step: async () =>
      (await withTurn(context.pool, 'scorer', () => stepRescore(context))) ?? 'idle',
  }
}

async function stepRescore(context: Context): Promise<'more' | 'idle'> {
  const changed = await changedSubjects(context.db, SUBJECTS_PER_STEP)
  await rescoreAll(context, changed.addresses)
  await moveCursor(context.db, changed.upTo)
  const relabelled = await relabelledSubjects(context.db, SUBJECTS_PER_STEP)
  await rescoreAll(context, relabelled)
  return changed.addresses.length + relabelled.length > 0 ? 'more' : 'idle'
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
