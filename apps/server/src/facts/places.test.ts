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
import {
  buildTransferRows,
  DOLLAR,
  FLOW,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
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
const TOKENS = [FLOW, DOLLAR]

const COA = toEvmAddress(`${'0'.repeat(23)}2${'7'.padStart(16, '0')}`)

/** Puts all FLOW and all of another token away in a block, or takes it back; a stake is FLOW alone. */
type MoveAll = (height: number, isBack: boolean) => Partial<RangeRows>

const toPayment = (height: number, token: string) => ({
  ...{ height, token, units: EVERYTHING, seconds: toBlockSeconds(height) },
})

const moveStake: MoveAll = (height, isBack) =>
  buildStakeRows([{ height, units: EVERYTHING, stake: 'own/1', address: ALICE, isPut: !isBack }])

const moveVault: MoveAll = (height, isBack) => ({
  transfers: buildTransferRows(
    TOKENS.map((token) => ({
      ...toPayment(height, token),
      ...(isBack ? { from: null, to: ALICE } : { from: ALICE, to: null, isEmptied: true }),
    })),
  ).map((row) => ({ ...row, split_index: -1, own_place: 'vault' as const })),
})

const moveChild: MoveAll = (height, isBack) => ({
  childActs: isBack ? [] : linkChild(height, ALICE, CHILD),
  transfers: buildTransferRows(
    TOKENS.map((token) => ({
      ...toPayment(height, token),
      ...(isBack ? { from: CHILD, to: ALICE } : { from: ALICE, to: CHILD, isEmptied: true }),
    })),
  ),
})

const moveCoa: MoveAll = (height, isBack) => {
  const place = { address: COA, height, tx_index: 0, tx_id: `${height}`.padStart(64, '0') }
  const position = { ...place, event_index: 1, block_ms: toBlockSeconds(height) * 1000 }
  const flags = { is_initiated: true, is_swept: false, is_emptied: !isBack, is_dust: false }
  const ends = isBack ? { sender: COA, recipient: ALICE } : { sender: ALICE, recipient: COA }
  return {
    coaActs: [{ ...position, authorizer: ALICE, is_sole: true }],
    coaMoves: TOKENS.map((token, split_index) => ({
      ...{ ...position, ...flags, ...ends, split_index, token, units: EVERYTHING },
      ...{ initiator: null, balance_after: null },
    })),
  }
}

describe('a wallet that puts everything away', () => {
  const pay = () => ({
    transfers: buildTransferRows([
      { ...toPayment(TOP, FLOW), from: ALICE, to: CHILD, isEmptied: true },
    ]),
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

  const holds = (moveAll: MoveAll, moves: readonly boolean[]) =>
    fc.assert(
      fc.asyncProperty(history, async ([ledger, wallet]) => {
        await writeLedger(context, nameAlice(ledger, wallet), [LISTED])
        const before = judge(await loadAccount(ALICE)).score
        for (const [index, isBack] of moves.entries()) {
          const rows = buildSignedRows(moveAll(TOP + index, isBack), ALICE)
          await writeIndexedRows(context, rows, TOP + index)
          const facts = await loadAccount(ALICE)
          expect(facts.places?.some(({ put }) => put >= EVERYTHING)).toBe(true)
          expect(Math.abs(judge(facts).score - before)).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: HISTORIES },
    )

  it.each([
    ['a stake', moveStake],
    ['its guarded vault', moveVault],
    ['its account in the EVM', moveCoa],
  ])('into %s changes by one point at most, and back, whatever it did before', (_, moveAll) =>
    holds(moveAll, [false, true]),
  )

  it('into its child changes by one point at most, whatever it did before', () =>
    holds(moveChild, [false]))

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
