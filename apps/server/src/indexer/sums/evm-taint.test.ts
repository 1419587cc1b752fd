import type { Address } from '@app/values/address.ts'
import { type EvmAddress, type Party, toEvmAddress } from '@app/values/evm-address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewCoaActRow } from '../../db/tables/chain-tables.ts'
import { loadContacts, loadListings } from '../../facts/load-contacts.ts'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, readActivity } from '../../testing/dump-sums.ts'
import {
  buildTransferRows,
  FLOW,
  labelAccount,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { loadOne } from '../../testing/load-one.ts'
import { createExposureStage } from '../stages/create-exposure-stage.ts'

const context = await openFileContext()
beforeEach(() => clearChainTables(context.pool))

const THIEF = toTestAddress(1)
const ALICE = toTestAddress(2)
const BOB = toTestAddress(3)
const toKey = (number: number) => toEvmAddress(number.toString(16).padStart(40, 'a'))
const COA = toEvmAddress(`${'0'.repeat(23)}2${'0'.repeat(15)}7`)

const label = (address: Party, kind?: 'service') => labelAccount(context, address, kind)

const indexPayments = (...payments: Payment[]) =>
  writeIndexedRows(context, { transfers: buildTransferRows(payments) })

async function readTaint(address: Party): Promise<[number, number] | null> {
  const row = await context.db
    .selectFrom('chain_taint')
    .select(['level', 'steps'])
    .where('address', '=', address)
    .executeTakeFirst()
  return row === undefined ? null : [row.level, row.steps]
}

/** A payment after the other: from the thief through addresses with keys. */
const passOn = (count: number): Payment[] =>
  Array.from({ length: count }, (_, index) => ({
    height: index + 1,
    from: index === 0 ? THIEF : toKey(index),
    to: toKey(index + 1),
  }))

const act = (authorizer: Address, height: number, coa: EvmAddress = COA): NewCoaActRow => ({
  ...{ address: coa, authorizer, is_sole: true, height, tx_index: 0, event_index: 0 },
  ...{ tx_id: String(height).padStart(64, '0'), block_ms: (1_700_000_000 + height) * 1000 },
})

describe('an address in the EVM', () => {
  it('keeps the hop of those from whom nine tenths of its money came, but not of less', async () => {
    await label(THIEF)
    await indexPayments(
      { height: 1, from: THIEF, to: toKey(1), units: 45n },
      { height: 1, from: THIEF, to: toKey(2), units: 90n },
      { height: 2, from: toKey(1), to: toKey(2), units: 45n },
      { height: 2, from: ALICE, to: toKey(2), units: 15n },
      { height: 2, from: THIEF, to: toKey(3), units: 89n },
      { height: 2, from: ALICE, to: toKey(3), units: 11n },
    )
    expect([
      await readTaint(toKey(1)),
      await readTaint(toKey(2)),
      await readTaint(toKey(3)),
    ]).toEqual([
      [0, 1],
      [0, 2],
      [1, 0],
    ])
  })

  it('does so up to eight steps for each hop, and after the last it is said that nobody knows', async () => {
    await label(THIEF)
    await indexPayments(...passOn(30))
    const taints = await Promise.all(
      [1, 8, 9, 17, 18, 26, 27, 28].map((at) => readTaint(toKey(at))),
    )
    expect(taints).toEqual([
      [0, 1],
      [0, 8],
      [1, 0],
      [1, 8],
      [2, 0],
      [2, 8],
      [3, 9],
      [3, 10],
    ])
    await indexPayments(
      { height: 40, from: toKey(26), to: ALICE },
      { height: 41, from: toKey(28), to: BOB },
    )
    expect(await loadOne(loadContacts, context.db, ALICE)).toMatchObject({ entries: [{ hop: 2 }] })
    const contacts = await loadOne(loadContacts, context.db, BOB)
    expect(contacts).toMatchObject({ entries: [], unfollowed: [{ token: FLOW, unitsIn: 100n }] })
  })

  it('that only pays itself in a circle carries nothing once the thief is off the list', async () => {
    const { id } = await label(THIEF)
    await indexPayments(
      { height: 1, from: THIEF, to: toKey(1), units: 10n },
      { height: 2, from: toKey(1), to: toKey(2), units: 90n },
      { height: 3, from: toKey(2), to: toKey(1), units: 90n },
    )
    expect([await readTaint(toKey(1)), await readTaint(toKey(2))]).toEqual([
      [1, 0],
      [1, 1],
    ])
    await removeLabel(context, { address: THIEF, id, reason: 'a mistake' })
    await propagateLabelTaint(context)
    expect([await readTaint(toKey(1)), await readTaint(toKey(2))]).toEqual([null, null])
  })

  it('is a service by lists alone, and a partner of nobody', async () => {
    await label(THIEF)
    const crowd = Array.from({ length: 20 }, (_, number) => toTestAddress(100 + number))
    const [pool] = [toKey(1)]
    await indexPayments(
      { height: 1, from: THIEF, to: pool, units: 1_000n },
      ...crowd.flatMap((someone) => [
        { height: 2, from: someone, to: pool, units: 1n },
        { height: 3, from: pool, to: someone, units: 1n },
      ]),
    )
    expect(await readTaint(pool)).toEqual([0, 1])
    expect(await readActivity(context, crowd[0] ?? ALICE, FLOW)).toMatchObject({
      ...{ transfers_in: 1, transfers_out: 1, received: 1n, sent: 1n },
      ...{ senders: 0, recipients: 0, mutual: 0 },
    })
    await label(pool, 'service')
    expect(await readTaint(pool)).toBeNull()
  })
})

describe('an account in the EVM', () => {
  it('that several hold carries the nearest hop of the last 20 who did', async () => {
    await label(THIEF)
    const others = Array.from({ length: 20 }, (_, number) => toTestAddress(100 + number))
    await writeIndexedRows(context, { coaActs: [act(THIEF, 1), act(ALICE, 2)] })
    expect(await readTaint(COA)).toEqual([0, 0])
    await writeIndexedRows(context, { coaActs: others.map((other, at) => act(other, 3 + at)) })
    expect(await readTaint(COA)).toBeNull()
    await writeIndexedRows(context, { coaActs: [act(THIEF, 40)] })
    expect(await readTaint(COA)).toEqual([0, 0])
    await label(COA, 'service')
    expect(await readTaint(COA)).toBeNull()
  })

  it('follows the hop of its holders when that changes', async () => {
    await writeIndexedRows(context, {
      coaActs: [act(ALICE, 1), act(BOB, 2)],
      transfers: buildTransferRows([
        { height: 3, from: THIEF, to: ALICE },
        { height: 4, from: COA, to: toTestAddress(7) },
      ]),
    })
    expect(await readTaint(COA)).toBeNull()
    await label(THIEF)
    expect(await readTaint(COA)).toEqual([1, 0])
    expect(await loadOne(loadContacts, context.db, toTestAddress(7))).toMatchObject({
      entries: [{ hop: 1 }],
    })
  })

  it('waits for its turn where one account holds any number of them', async () => {
    const coas = Array.from({ length: 30 }, (_, number) =>
      toEvmAddress(`${'0'.repeat(23)}2${String(number).padStart(16, '0')}`),
    )
    const coaActs = coas.flatMap((coa) => [act(THIEF, 1, coa), act(ALICE, 2, coa)])
    await writeIndexedRows(context, { coaActs })
    await upsertLabel(context, {
      ...{ address: THIEF, kind: 'scam', source: 'test', confidence: 1, reason: 'known' },
    })
    const countLevels = async () =>
      (await context.db.selectFrom('chain_taint').select('address').execute()).length
    await createExposureStage(context, 10).step()
    expect(await countLevels()).toBe(1 + 10)
    await propagateLabelTaint(context)
    expect(await countLevels()).toBe(1 + coas.length)
  })

  it('on a list puts its owner there, also when that is known later, as long as there is one', async () => {
    await label(COA)
    await indexPayments({ height: 1, from: ALICE, to: BOB })
    expect(await loadOne(loadListings, context.db, ALICE)).toBeNull()
    await writeIndexedRows(context, { coaActs: [act(ALICE, 2)] })
    expect(await readTaint(ALICE)).toEqual([0, 0])
    expect(await loadOne(loadListings, context.db, ALICE)).toMatchObject({ source: 'test' })
    expect(await loadOne(loadContacts, context.db, BOB)).toMatchObject({ entries: [{ hop: 0 }] })
    await writeIndexedRows(context, { coaActs: [act(BOB, 3)] })
    expect(await readTaint(ALICE)).toBeNull()
    expect(await loadOne(loadListings, context.db, ALICE)).toBeNull()
  })
})
