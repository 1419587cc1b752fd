import type { BlockRange } from '@app/flow/read/chain.ts'
import { describe, expect, it } from 'vitest'
import { type BatchPlan, createBatchQueue, fetchBatch } from './fetch-batch.ts'
import type { FetchedRange } from './fetch-range.ts'

/** Ranges of one block from 100 downwards to 1; each has so many rows. */
function buildPlan(rows: number, failing?: number) {
  const fetched: number[] = []
  const fetch = async ({ fromHeight, toHeight }: BlockRange): Promise<FetchedRange> => {
    fetched.push(fromHeight)
    if (fromHeight === failing) throw new Error(`block ${fromHeight} cannot be read`)
    const some = Array.from({ length: rows })
    return { fromHeight, toHeight, rows: { transactions: [], coaMoves: some } } as never
  }
  const findNext = ({ fromHeight }: BlockRange) =>
    fromHeight === 1 ? null : toRange(fromHeight - 1)
  const plan: BatchPlan = { first: toRange(100), findNext, fetch }
  return { plan, fetched }
}

const toRange = (height: number): BlockRange => ({ fromHeight: height, toHeight: height })
const listHeights = (batch: readonly FetchedRange[]) => batch.map(({ fromHeight }) => fromHeight)

describe('a batch', () => {
  it('ends when it has enough rows', async () => {
    const batch = await fetchBatch(buildPlan(20_000).plan)
    expect(listHeights(batch)).toEqual([100, 99])
  })

  it('ends after 10,000 blocks, however few rows these have', async () => {
    const batch = await fetchBatch(buildPlan(0).plan)
    expect(listHeights(batch)).toEqual(Array.from({ length: 40 }, (_, index) => 100 - index))
  })

  it('ends at the last range', async () => {
    const { plan } = buildPlan(0)
    expect(listHeights(await fetchBatch({ ...plan, first: toRange(2) }))).toEqual([2, 1])
    expect(listHeights(await fetchBatch({ ...plan, first: toRange(1) }))).toEqual([1])
  })

  it('ends before a range that cannot be fetched, and fails when that is among the first', async () => {
    expect(listHeights(await fetchBatch(buildPlan(0, 95).plan))).toEqual([100, 99, 98, 97])
    await expect(fetchBatch(buildPlan(0, 99).plan)).rejects.toThrow('block 99 cannot be read')
  })
})

describe('the queue of batches', () => {
  it('fetches the next batch before it is taken', async () => {
    const { plan, fetched } = buildPlan(20_000)
    const takeBatch = createBatchQueue()
    expect(listHeights(await takeBatch(plan))).toEqual([100, 99])
    expect(fetched).toEqual([100, 99, 98, 97])
    expect(listHeights(await takeBatch({ ...plan, first: toRange(98) }))).toEqual([98, 97])
    expect(fetched).toEqual([100, 99, 98, 97, 96, 95])
  })

  it('does not return what it fetched for a cursor that another process has moved', async () => {
    const { plan } = buildPlan(20_000)
    const takeBatch = createBatchQueue()
    await takeBatch(plan)
    expect(listHeights(await takeBatch({ ...plan, first: toRange(50) }))).toEqual([50, 49])
  })

  it('fails once for a batch that could not be fetched, and then fetches it again', async () => {
    const { plan } = buildPlan(20_000, 98)
    const takeBatch = createBatchQueue()
    await takeBatch(plan)
    const later = { ...plan, first: toRange(98) }
    await expect(takeBatch(later)).rejects.toThrow('block 98 cannot be read')
    const repaired = { ...later, fetch: buildPlan(20_000).plan.fetch }
    expect(listHeights(await takeBatch(repaired))).toEqual([98, 97])
  })
})
