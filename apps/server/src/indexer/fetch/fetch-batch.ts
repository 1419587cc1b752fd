import type { BlockRange } from '@app/flow/read/chain.ts'
import type { FetchedRange } from './fetch-range.ts'

/** Ranges that are fetched concurrently; each takes some 20 calls. */
const CONCURRENT_RANGES = 2

/** Rows after which a batch is complete. A batch in memory takes some 80 MB. */
const ROWS_PER_BATCH = 40_000

/** Ranges of a batch, however few rows they have: 10,000 blocks. */
const RANGES_PER_BATCH = 40

export interface BatchPlan {
  first: BlockRange
  /** Returns the range that follows, or `null` after the last one. */
  findNext: (range: BlockRange) => BlockRange | null
  fetch: (range: BlockRange) => Promise<FetchedRange>
}

/**
 * Fetches the first ranges of the plan, several concurrently: about `ROWS_PER_BATCH` rows, in order. Throws when
 * one of the first few cannot be fetched; at a later failure returns what is before it.
 */
export async function fetchBatch(plan: BatchPlan): Promise<FetchedRange[]> {
  const batch = await fetchConcurrently(plan, plan.first)
  let rows = countRows(batch)
  while (rows < ROWS_PER_BATCH && batch.length < RANGES_PER_BATCH) {
    const next = plan.findNext(batch.at(-1) ?? plan.first)
    if (next === null) break
    const further = await fetchConcurrently(plan, next).catch(() => [])
    if (further.length === 0) break
    batch.push(...further)
    rows += countRows(further)
  }
  return batch
}

function fetchConcurrently(plan: BatchPlan, first: BlockRange): Promise<FetchedRange[]> {
  const ranges = [first]
  while (ranges.length < CONCURRENT_RANGES) {
    const next = plan.findNext(ranges.at(-1) ?? first)
    if (next === null) break
    ranges.push(next)
  }
  return Promise.all(ranges.map(plan.fetch))
}

const countRows = (batch: readonly FetchedRange[]): number =>
  batch.flatMap(({ rows }) => Object.values(rows)).reduce((sum, { length }) => sum + length, 0)

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
