import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { dumpSums } from '../../testing/dump-sums.ts'
import { buildTransferRows, FLOW, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { createExposureStage } from '../stages/create-exposure-stage.ts'
import { readLabelSeqs } from '../stages/cursors.ts'
import { rebuildSums } from './rebuild-sums.ts'

let context: Context
let finish: () => Promise<void>

/** More than one transaction moves. */
const CUSTOMERS = 1_200
const THIEF = toTestAddress(0)
const NEW_CUSTOMER = toTestAddress(CUSTOMERS + 1)

/** Indexes an account that paid 1,200 others, and lists it. */
beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
  const payments = Array.from({ length: CUSTOMERS }, (_, index) => ({
    height: 1,
    from: THIEF,
    to: toTestAddress(index + 1),
    seconds: 1_700_000_000,
  }))
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
  const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
  await upsertLabel(context, { ...label, address: THIEF })
})
afterAll(() => finish())

async function readExposedCount(): Promise<number> {
  const { rows } = await context.pool.query<{ count: number }>(
    'select count(*) as count from chain_exposure where hop = 0 and token = $1',
    [FLOW],
  )
  return rows[0]?.count ?? 0
}

async function readAppliedSeq(): Promise<number> {
  const client = await context.pool.connect()
  try {
    return (await readLabelSeqs(client)).applied
  } finally {
    client.release()
  }
}

describe('listing an account with many counterparties', () => {
  const stage = () => createExposureStage(context)

  it('takes several steps, between which blocks are written; only the last one completes it', async () => {
    expect(await stage().step()).toBe('more')
    expect(await readExposedCount()).toBe(500)
    expect(await readAppliedSeq()).toBe(0)
    const payment = { height: 2, from: THIEF, to: NEW_CUSTOMER, seconds: 1_700_000_060 }
    await writeIndexedRows(context, { transfers: buildTransferRows([payment]) }, 2)
    expect(await readExposedCount()).toBe(501)
    await runUntilIdle([stage()])
    expect(await readExposedCount()).toBe(CUSTOMERS + 1)
    expect(await readAppliedSeq()).toBe(1)
  })

  it('results in the sums of a rebuild', async () => {
    const kept = await dumpSums(context.pool)
    await rebuildSums(context.pool, 'local')
    expect(await dumpSums(context.pool)).toEqual(kept)
  })
})
