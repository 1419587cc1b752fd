import { NFTS } from '@app/score/facts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums, readActivity } from '../../testing/dump-sums.ts'
import {
  buildNftRows,
  buildTransferRows,
  DOLLAR,
  FLOW,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'

const context = await openFileContext()

beforeEach(() => clearChainTables(context.pool))

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)

describe('the activity of an account', () => {
  it('counts transfers, days, hours, counterparties and what was swept at once', async () => {
    const day = 1_700_006_400
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, units: 100n, seconds: day },
        { height: 2, from: ALICE, to: BOB, units: 30n, seconds: day + 60 },
        { height: 3, from: ALICE, to: toTestAddress(3), units: 50n, seconds: day + 7200 },
        { height: 4, from: BOB, to: ALICE, units: 5n, seconds: day + 90_000 },
        { height: 5, from: null, to: ALICE, units: 1n, seconds: day + 90_001, isDust: true },
      ]),
    })
    expect(await readActivity(context, ALICE, FLOW)).toEqual({
      address: ALICE,
      token: FLOW,
      transfers_in: 2,
      transfers_out: 2,
      dust_in: 1,
      senders: 1,
      recipients: 2,
      mutual: 1,
      repeat_senders: 1,
      repeat_recipients: 0,
      first_seconds: day,
      last_seconds: day + 90_000,
      last_height: 4,
      active_days: 2,
      active_hours: 3,
      days_in: 2,
      days_out: 1,
      days_both: 1,
      busiest_day: 3,
      received: 105n,
      sent: 80n,
      largest_received: 100n,
      largest_sent: 50n,
      swept_same_hour: 30n,
      swept_same_day: 80n,
      received_moment: 100n * BigInt(day) + 5n * BigInt(day + 90_000),
      sent_moment: 30n * BigInt(day + 60) + 50n * BigInt(day + 7200),
    })
  })

  it('over all tokens counts transfers without adding up their amounts', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, token: FLOW },
        { height: 2, from: BOB, to: ALICE, token: DOLLAR },
      ]),
    })
    expect(await readActivity(context, ALICE, '*')).toMatchObject({
      transfers_in: 2,
      senders: 1,
      repeat_senders: 1,
      received: 0n,
      largest_received: 0n,
    })
  })

  it('counts NFTs under a token of their own, one unit each', async () => {
    const nftType = 'A.f8d6e0586b0a20c7.GardenPass.NFT'
    await writeIndexedRows(context, {
      nftMoves: buildNftRows([
        { height: 1, from: null, to: ALICE, nftType },
        { height: 3, from: ALICE, to: BOB, nftType },
      ]),
    })
    expect(await readActivity(context, ALICE, NFTS)).toMatchObject({
      transfers_in: 1,
      received: 1n,
      sent: 1n,
    })
    expect(await readActivity(context, ALICE, '*')).toBeUndefined()
    const collections = await dumpSums(context.pool, ['chain_collection'])
    expect(collections.chain_collection).toHaveLength(2)
    expect(collections.chain_collection?.join()).toContain('A.f8d6e0586b0a20c7.GardenPass"')
  })
})

describe('dust', () => {
  it('is counted on the side of its sender, too', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, isDust: true },
        { height: 2, from: BOB, to: ALICE, token: DOLLAR, isDust: true },
        { height: 3, from: BOB, to: ALICE },
        { height: 4, from: null, to: ALICE, isDust: true },
      ]),
    })
    const pairs = await context.db
      .selectFrom('chain_counterparty')
      .select(['address', 'out_count', 'dust_sent_count', 'dust_count'])
      .where('token', '=', '*')
      .orderBy('address')
      .execute()
    expect(pairs).toEqual(
      [
        { address: ALICE, out_count: 0, dust_sent_count: 0, dust_count: 2 },
        { address: BOB, out_count: 3, dust_sent_count: 2, dust_count: 0 },
      ].sort((a, b) => (a.address < b.address ? -1 : 1)),
    )
  })
})
