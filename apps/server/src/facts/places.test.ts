import { judge } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RangeRows } from '../indexer/decode/build-rows.ts'
import {
  arbitraryAddress,
  arbitraryLossFreeLedger,
  type Ledger,
  writeLedger,
} from '../testing/arbitrary-ledger.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import { HISTORIES } from '../testing/histories.ts'
import { buildTransferRows, FLOW, toTestAddress, writeIndexedRows } from '../testing/ledger.ts'
import { loadTestFacts } from '../testing/load-one.ts'
import { buildStakeRows, linkChild, toBlockSeconds } from '../testing/own-places.ts'

const context = await openFileContext()

const ALICE = toTestAddress(11)
const CHILD = toTestAddress(12)
const LISTED = toTestAddress(13)
const TOP = 25

const loadAccount = (address: Address) => loadTestFacts(context, address)

/** A transfer that empties an account, in a transaction that it signs alone. */
function buildSignedRows(rows: Partial<RangeRows>, address: Address): Partial<RangeRows> {
  const roles = { is_proposer: true, is_payer: true, is_authorizer: true }
  const { transfers = [], coaMoves = [] } = rows
  const transactions = [...transfers.filter((row) => row.address === address), ...coaMoves].map(
    ({ height, tx_index, tx_id, block_ms }) => {
      return { address, height, tx_index, tx_id, block_ms, ...roles }
    },
  )
  return { ...rows, transactions }
}

const EVERYTHING = 10n ** 15n

const COA = toEvmAddress(`${'0'.repeat(23)}2${'7'.padStart(16, '0')}`)
const POSITION = {
  ...{ height: TOP, tx_index: 0, event_index: 1, tx_id: 'ab'.repeat(32) },
  block_ms: toBlockSeconds(TOP) * 1000,
}

describe('a wallet that puts everything away', () => {
  const everything = { height: TOP, units: EVERYTHING, seconds: toBlockSeconds(TOP) }
  const stake = () => buildStakeRows([{ ...everything, stake: 'own/1', address: ALICE }])
  const giveToChild = () => ({
    childActs: linkChild(TOP, ALICE, CHILD),
    transfers: buildTransferRows([{ ...everything, from: ALICE, to: CHILD, isEmptied: true }]),
  })
  const moveIntoEvm = () => {
    const act = { ...POSITION, address: COA, authorizer: ALICE, is_sole: true }
    const flags = { is_initiated: true, is_swept: false, is_emptied: true, is_dust: false }
    const move = { ...POSITION, split_index: 0, address: COA, sender: ALICE, recipient: COA }
    return {
      coaActs: [act],
      coaMoves: [
        { ...move, ...flags, initiator: null, token: FLOW, units: EVERYTHING, balance_after: null },
      ],
    }
  }
  const pay = () => ({
    transfers: buildTransferRows([{ ...everything, from: ALICE, to: CHILD, isEmptied: true }]),
  })

  /** The wallet's part of any ledger, with what it received in the end. */
  const history = fc.tuple(arbitraryLossFreeLedger, arbitraryAddress)
  const nameAlice = (rows: Ledger, wallet: Address): Ledger =>
    JSON.parse(
      JSON.stringify(rows, (_, value) =>
        typeof value === 'bigint' ? `${value}n` : value,
      ).replaceAll(wallet, ALICE),
      (_, value) => (/^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value),
    )

  it.each([
    ['a stake', stake],
    ['its child', giveToChild],
    ['its account in the EVM', moveIntoEvm],
  ])('into %s changes by one point at most, whatever it did before', async (_, putAway) => {
    const holds = async ([ledger, wallet]: [Ledger, Address]) => {
      await writeLedger(context, nameAlice(ledger, wallet), [LISTED])
      const before = judge(await loadAccount(ALICE)).score
      await writeIndexedRows(context, buildSignedRows(putAway(), ALICE), TOP)
      const facts = await loadAccount(ALICE)
      expect(facts.places?.some(({ put }) => put >= EVERYTHING)).toBe(true)
      expect(Math.abs(judge(facts).score - before)).toBeLessThanOrEqual(1)
    }
    await fc.assert(fc.asyncProperty(history, holds), { numRuns: HISTORIES })
  })

  it('to somebody else changes by more', async () => {
    const paid = Array.from({ length: 8 }, (_, index) => [
      { height: index + 1, from: toTestAddress(20 + index), to: ALICE, units: EVERYTHING },
      { height: index + 1, from: ALICE, to: toTestAddress(30 + (index % 3)), units: 1_000n },
    ]).flat()
    await clearChainTables(context.pool)
    await writeIndexedRows(context, { transfers: buildTransferRows(paid) }, TOP - 1)
    const before = judge(await loadAccount(ALICE)).score
    await writeIndexedRows(context, buildSignedRows(pay(), ALICE), TOP)
    expect(Math.abs(judge(await loadAccount(ALICE)).score - before)).toBeGreaterThan(1)
  })
})

describe('the places of an account', () => {
  beforeEach(() => clearChainTables(context.pool))

  it('are absent where there is none, so that the evidence stays the same', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([{ height: 1, from: CHILD, to: ALICE }]),
    })
    expect(await loadAccount(ALICE)).not.toHaveProperty('places')
  })

  it('name what went in and came out; of a child, what it paid its parent', async () => {
    await writeIndexedRows(context, {
      childActs: linkChild(1, ALICE, CHILD),
      stakeActs: buildStakeRows([{ height: 4, stake: 'own/1', address: ALICE }]).stakeActs,
      transfers: [
        ...buildTransferRows([
          { height: 2, from: ALICE, to: CHILD, units: 90n },
          { height: 3, from: CHILD, to: ALICE, units: 30n },
        ]),
        ...buildStakeRows([{ height: 4, stake: 'own/1', address: ALICE }]).transfers,
      ],
    })
    expect((await loadAccount(ALICE)).places).toEqual([
      { place: 'child', token: FLOW, put: 90n, taken: 30n },
      { place: 'staking', token: FLOW, put: 50n, taken: 0n },
    ])
  })
})
