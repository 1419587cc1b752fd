import type { BlockRange } from '../next-range.ts'
import { type BatchPlan, fetchBatch } from './fetch-batch.ts'
import type { FetchedRange } from './fetch-range.ts'

interface Upcoming {
  first: BlockRange
  fetching: Promise<FetchedRange[]>
}

/**
 * Creates a function that returns the first batch of a plan, and begins to fetch the one after it, so that the
 * node works while the database does. At most two batches are in memory.
 */
export function createBatchQueue(): (plan: BatchPlan) => Promise<FetchedRange[]> {
  let upcoming: Upcoming | null = null
  return async (plan) => {
    const isExpected = upcoming?.first.fromHeight === plan.first.fromHeight
    const batch = await (isExpected && upcoming !== null
      ? upcoming.fetching
      : fetchBatch(plan)
    ).finally(() => {
      upcoming = null
    })
    const last = batch.at(-1)
    const first = last === undefined ? null : plan.findNext(last)
    if (first !== null) upcoming = startFetching({ ...plan, first })
    return batch
  }
}

function startFetching(plan: BatchPlan): Upcoming {
  const fetching = fetchBatch(plan)
  // A failure is thrown by the call that takes the batch.
  fetching.catch(() => {})
  return { first: plan.first, fetching }
}
