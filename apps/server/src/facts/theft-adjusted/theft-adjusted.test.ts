import { NFTS } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import {
  buildFactsFromTransfers,
  type Transfer,
} from '@app/score/transfers/build-facts-from-transfers.ts'
import type { Address } from '@app/values/address.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import {
  arbitraryAddress,
  arbitraryLedger,
  arbitraryLossFreeLedger,
  findThefts,
  type Ledger,
  removeThefts,
  TEST_ADDRESSES,
  writeLedger,
} from '../../testing/arbitrary-ledger.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { HISTORIES } from '../../testing/histories.ts'
import { buildNftRows, buildTransferRows, NO_ROWS, toTestAddress } from '../../testing/ledger.ts'
import { loadTestFacts } from '../../testing/load-one.ts'
import { markOwnPlaces } from '../../testing/own-places.ts'
import { loadTheftAdjustedAccount } from './load-theft-adjusted-account.ts'

const IN_EVM = toEvmAddress('ab'.repeat(20))
const LISTED = [toTestAddress(0), toTestAddress(1), IN_EVM]
const STRANGER = toTestAddress(9)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'

/**
 * On one day, person 2 receives and sends a payment, sends an NFT, and loses tokens and another NFT
 * by theft.
 */
const THEFT_ON_A_BUSY_DAY: Ledger = {
  ...NO_ROWS,
  transfers: buildTransferRows([
    { height: 1, from: STRANGER, to: toTestAddress(2) },
    { height: 1, from: toTestAddress(2), to: STRANGER },
    { height: 1, from: toTestAddress(2), to: toTestAddress(0), isSwept: true },
  ]),
  nftMoves: buildNftRows([
    { height: 1, from: toTestAddress(2), to: STRANGER, nftType: PASS },
    { height: 1, from: toTestAddress(2), to: toTestAddress(0), nftType: PASS, isSwept: true },
  ]),
}

/** Addresses in the EVM are no partners, whether they took something or got a payment. */
const THEFT_INTO_THE_EVM: Ledger = {
  ...NO_ROWS,
  transfers: buildTransferRows([
    { height: 1, from: STRANGER, to: toTestAddress(2) },
    { height: 2, from: toTestAddress(2), to: toEvmAddress('cd'.repeat(20)) },
    { height: 3, from: toTestAddress(2), to: IN_EVM, isSwept: true },
    { height: 4, from: toTestAddress(2), to: IN_EVM, isSwept: true },
  ]),
}

const context = await openFileContext()

const loadAccountFacts = (address: Address) => loadTestFacts(context, address)

const toTransfer = (row: TransferRow): Transfer => ({
  direction: row.side,
  counterparty: row.counterparty,
  token: row.token,
  units: row.units,
  seconds: row.block_ms / 1000,
  isDust: row.is_dust,
  isSwept: row.is_swept,
  isEmptied: row.is_emptied,
})

describe('for any ledger', () => {
  it('what listed accounts took from a wallet changes nothing of its facts but contact', async () => {
    const holds = async (rows: Ledger, wallet: Address) => {
      await writeLedger(context, rows, LISTED)
      const robbed = await loadAccountFacts(wallet)
      await writeLedger(context, removeThefts(rows, findThefts(wallet, rows, LISTED)), LISTED)
      const spared = await loadAccountFacts(wallet)
      expect({ ...robbed, contacts: null }).toEqual({ ...spared, contacts: null })
    }
    const examples: [Ledger, Address][] = [
      [THEFT_ON_A_BUSY_DAY, toTestAddress(2)],
      [THEFT_INTO_THE_EVM, toTestAddress(2)],
    ]
    await fc.assert(fc.asyncProperty(arbitraryLedger, arbitraryAddress, holds), {
      numRuns: HISTORIES,
      examples,
    })
  })

  it('the facts from the database equal those computed from the transfers', async () => {
    const holds = async (rows: Ledger, wallet: Address) => {
      await writeLedger(context, rows, LISTED)
      const kept = await loadAccountFacts(wallet)
      const moved = markOwnPlaces(rows).filter(({ address }) => address === wallet)
      const spent = moved.filter(({ own_place }) => own_place === null)
      // Contact with a child account counts as with any other, but what is put there was not taken.
      const all = moved.map((each) =>
        each.own_place ? { ...each, is_swept: false, is_emptied: false } : each,
      )
      const [plain, withOwn] = [spent, all].map((transfers) =>
        buildFactsFromTransfers(wallet, transfers.map(toTransfer), new Set<string>(LISTED)),
      )
      expect([kept.activity, kept.tokens, kept.dustIn]).toEqual([
        plain!.activity,
        plain!.tokens,
        plain!.dustIn,
      ])
      const direct = kept.contacts?.entries.filter(({ hop, token }) => hop === 0 && token !== NFTS)
      expect(direct?.sort((a, b) => (a.token < b.token ? -1 : 1))).toEqual(
        withOwn!.contacts?.entries,
      )
    }
    await fc.assert(fc.asyncProperty(arbitraryLedger, arbitraryAddress, holds), {
      numRuns: HISTORIES,
    })
  })

  it('listing an account that took nothing from a wallet never raises the wallet’s score', async () => {
    const holds = async (rows: Ledger, [wallet, added, listed]: Address[]) => {
      if (wallet === undefined || added === undefined || listed === undefined) return
      fc.pre(findThefts(wallet, rows, [added]).size === 0)
      await writeLedger(context, rows, [STRANGER, listed])
      const before = judge(await loadAccountFacts(wallet)).score
      await writeLedger(context, rows, [STRANGER, listed, added])
      expect(judge(await loadAccountFacts(wallet)).score).toBeLessThanOrEqual(before)
    }
    const three = fc.shuffledSubarray([...TEST_ADDRESSES], { minLength: 3, maxLength: 3 })
    await fc.assert(fc.asyncProperty(arbitraryLossFreeLedger, three, holds), { numRuns: HISTORIES })
  })
})

describe('the proposer of a transaction in which a listed account took everything', () => {
  const from = toTestAddress(2)
  const theft = buildTransferRows([{ height: 1, from, to: toTestAddress(0), isEmptied: true }])
  const payment = buildTransferRows([{ height: 1, from, to: STRANGER }])
  const alsoPaid = [...theft, ...payment.map((row) => ({ ...row, event_index: 2 }))]
  const signed = { is_proposer: true, is_payer: true, is_authorizer: true }
  const place = { address: from, height: 1, tx_index: 0, tx_id: 'signed', block_ms: 1_000 }
  const transactions = [{ ...place, ...signed }]

  it.each([
    ['has not acted', theft, { proposed: 0, last_height: 0, last_ms: 0 }],
    ['has if it paid another too', alsoPaid, { proposed: 1, last_height: 1, last_ms: 1_000 }],
  ])('%s', async (_, transfers, acts) => {
    const ledger = { ...THEFT_ON_A_BUSY_DAY, nftMoves: [], transfers, transactions }
    await writeLedger(context, ledger, LISTED)
    expect(await loadTheftAdjustedAccount(context.db, from)).toMatchObject(acts)
  })
})
