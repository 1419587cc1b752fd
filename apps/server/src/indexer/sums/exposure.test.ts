import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import {
  buildTransferRows,
  DOLLAR,
  FLOW,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())
beforeEach(() => clearChainTables(context.pool))

const THIEF = toTestAddress(1)
const MULE = toTestAddress(2)
const FENCE = toTestAddress(3)
const ALICE = toTestAddress(4)
const BANK = toTestAddress(5)

const addLabel = (address: Address, kind: 'scam' | 'service' = 'scam') =>
  upsertLabel(context, { address, kind, source: 'test', confidence: 1, reason: 'seen stealing' })

const propagateLabels = () => propagateLabelTaint(context)

async function addLabelAndPropagate(address: Address, kind?: 'scam' | 'service') {
  const label = await addLabel(address, kind)
  await propagateLabels()
  return label
}

const indexPayments = (...payments: Payment[]) =>
  writeIndexedRows(context, { transfers: buildTransferRows(payments) })

async function readTaintLevel(address: Address): Promise<number | null> {
  const row = await context.db
    .selectFrom('chain_taint')
    .select('level')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.level ?? null
}

const readExposure = (address: Address) =>
  context.db
    .selectFrom('chain_exposure')
    .selectAll()
    .where('address', '=', address)
    .orderBy('hop')
    .orderBy('token')
    .execute()

describe('contact with a listed account', () => {
  it('is counted by direction: received, sent voluntarily, and taken', async () => {
    await indexPayments(
      { height: 1, from: THIEF, to: ALICE, units: 10n },
      { height: 2, from: ALICE, to: THIEF, units: 20n },
      { height: 3, from: ALICE, to: THIEF, units: 70n, isSwept: true },
    )
    await addLabelAndPropagate(THIEF)
    expect(await readExposure(ALICE)).toMatchObject([
      {
        hop: 0,
        token: FLOW,
        counterparties: 1,
        in_count: 1,
        in_units: 10n,
        out_count: 1,
        out_units: 20n,
        swept_count: 1,
        swept_units: 70n,
      },
    ])
  })

  it('is the same whether the label or the transfer came first', async () => {
    const payment = { height: 1, from: ALICE, to: THIEF, units: 20n }
    await indexPayments(payment)
    await addLabelAndPropagate(THIEF)
    const labelLast = await dumpSums(context.pool)
    await clearChainTables(context.pool)
    await addLabelAndPropagate(THIEF)
    await indexPayments(payment)
    expect(await dumpSums(context.pool)).toEqual(labelLast)
  })

  it('ends with the label and comes back when the account is listed again', async () => {
    await indexPayments(
      { height: 1, from: THIEF, to: MULE },
      { height: 2, from: MULE, to: FENCE },
      { height: 3, from: FENCE, to: ALICE },
    )
    const before = await dumpSums(context.pool)
    const { id } = await addLabelAndPropagate(THIEF)
    const during = await dumpSums(context.pool)
    expect(during).not.toEqual(before)
    await removeLabel(context, { address: THIEF, id, reason: 'a mistake' })
    await propagateLabels()
    expect(await dumpSums(context.pool)).toEqual(before)
    await addLabelAndPropagate(THIEF)
    expect(await dumpSums(context.pool)).toEqual(during)
  })

  it('counts an account that was emptied once as a victim, and twice as a helper', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments({ height: 1, from: ALICE, to: THIEF, units: 100n, isEmptied: true })
    expect(await readExposure(ALICE)).toMatchObject([{ out_count: 0, swept_units: 100n }])
    await indexPayments({ height: 2, from: ALICE, to: THIEF, units: 50n, isEmptied: true })
    expect(await readExposure(ALICE)).toMatchObject([
      { out_count: 2, out_units: 150n, swept_units: 0n },
    ])
  })

  it('never comes from dust', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments({ height: 1, from: THIEF, to: ALICE, isDust: true })
    expect(await readExposure(ALICE)).toEqual([])
    expect(await readTaintLevel(ALICE)).toBeNull()
  })
})

describe('the taint of an account', () => {
  it('extends one and two hops from a listed one and no further', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments(
      { height: 1, from: THIEF, to: MULE },
      { height: 2, from: MULE, to: FENCE },
      { height: 3, from: FENCE, to: ALICE },
      { height: 4, from: ALICE, to: BANK },
    )
    const levels = await Promise.all([THIEF, MULE, FENCE, ALICE, BANK].map(readTaintLevel))
    expect(levels).toEqual([0, 1, 2, null, null])
    expect(await readExposure(ALICE)).toMatchObject([{ hop: 2, in_units: 100n }])
  })

  it('needs a tenth of what was received', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments(
      { height: 1, from: THIEF, to: ALICE, units: 10n },
      { height: 2, from: BANK, to: ALICE, units: 91n },
    )
    expect(await readTaintLevel(ALICE)).toBeNull()
    await indexPayments({ height: 3, from: THIEF, to: ALICE, units: 1n })
    expect(await readTaintLevel(ALICE)).toBe(1)
    await indexPayments({ height: 4, from: BANK, to: ALICE, units: 1000n })
    expect(await readTaintLevel(ALICE)).toBeNull()
  })

  it('ignores a token that the account only received, unless it is FLOW', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments({ height: 1, from: THIEF, to: ALICE, token: DOLLAR })
    expect(await readTaintLevel(ALICE)).toBeNull()
    await indexPayments({ height: 2, from: ALICE, to: BANK, token: DOLLAR, units: 1n })
    expect(await readTaintLevel(ALICE)).toBe(1)
  })

  it('counts amounts sent voluntarily to a listed account, not what it took', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments({ height: 1, from: ALICE, to: THIEF, isSwept: true })
    expect(await readTaintLevel(ALICE)).toBeNull()
    await indexPayments({ height: 2, from: MULE, to: THIEF })
    expect(await readTaintLevel(MULE)).toBe(1)
  })

  it('stops at a service, whether by label or by having many senders and recipients', async () => {
    await addLabelAndPropagate(THIEF)
    await indexPayments({ height: 1, from: THIEF, to: BANK }, { height: 1, from: BANK, to: ALICE })
    expect(await readTaintLevel(ALICE)).toBe(2)
    const { id } = await addLabelAndPropagate(BANK, 'service')
    expect([await readTaintLevel(BANK), await readTaintLevel(ALICE)]).toEqual([null, null])
    await removeLabel(context, { address: BANK, id, reason: 'not ours' })
    await propagateLabels()
    expect(await readTaintLevel(ALICE)).toBe(2)
    const crowd = Array.from({ length: 20 }, (_, number) => toTestAddress(100 + number))
    await indexPayments(
      ...crowd.flatMap((someone) => [
        { height: 2, from: someone, to: BANK, units: 1n },
        { height: 2, from: BANK, to: someone, units: 1n },
      ]),
    )
    expect([await readTaintLevel(BANK), await readTaintLevel(ALICE)]).toEqual([null, null])
  })
})
