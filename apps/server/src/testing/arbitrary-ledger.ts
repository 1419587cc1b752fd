import { NFTS } from '@app/score/facts.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import type { RangeRows } from '../indexer/decode/build-rows.ts'
import { upsertLabel } from '../labels/change-labels.ts'
import type { Context } from '../runtime/context.ts'
import { clearChainTables } from './dump-sums.ts'
import {
  buildNftRows,
  buildTransferRows,
  DOLLAR,
  FLOW,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from './ledger.ts'
import { buildChildActs, buildStakeRows, markOwnPlaces, toBlockSeconds } from './own-places.ts'

const TOP_HEIGHT = 20
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'

/** The accounts of every generated ledger. */
export const TEST_ADDRESSES: readonly Address[] = [0, 1, 2, 3, 4].map(toTestAddress)

/** All rows that the indexer would write for some blocks. */
export type Ledger = Pick<
  RangeRows,
  'transfers' | 'nftMoves' | 'transactions' | 'accountEvents' | 'stakeActs' | 'childActs'
>

/** Generates one of the accounts. */
export const arbitraryAddress = fc.constantFrom(...TEST_ADDRESSES)

const height = fc.integer({ min: 1, max: TOP_HEIGHT })

/**
 * Builds a generator in which transfers are swept, emptied or dust with the probability of
 * `isLoss`.
 */
const buildLedgerDraw = (isLoss: fc.Arbitrary<boolean>) => {
  const payment = fc.record({
    height,
    minute: fc.nat(1439),
    from: fc.option(arbitraryAddress, { freq: 9 }),
    to: fc.option(arbitraryAddress, { freq: 9 }),
    units: fc.bigInt({ min: 1n, max: 10n ** 19n }),
    token: fc.constantFrom(FLOW, DOLLAR),
    isSwept: isLoss,
    isEmptied: isLoss,
    isDust: isLoss,
  })
  const stakeMove = fc.record({
    height,
    stake: fc.constantFrom('node', 'node/1'),
    address: arbitraryAddress,
    isPut: fc.boolean(),
    units: fc.bigInt({ min: 1n, max: 10n ** 19n }),
  })
  const gift = fc.record({ height, from: arbitraryAddress, to: arbitraryAddress, isSwept: isLoss })
  return fc.record({
    payments: fc.array(payment, { minLength: 1, maxLength: 30 }),
    gifts: fc.array(gift, { maxLength: 6 }),
    stakeMoves: fc.array(stakeMove, { maxLength: 4 }),
    links: fc.array(fc.record({ height, child: arbitraryAddress, parent: arbitraryAddress }), {
      maxLength: 2,
    }),
    parts: fc.record({ is_payer: fc.boolean(), is_authorizer: fc.boolean() }),
    withKey: fc.array(fc.nat(40), { maxLength: 4 }),
  })
}

type LedgerDraw = ReturnType<typeof buildLedgerDraw> extends fc.Arbitrary<infer T> ? T : never

/**
 * Generates payments and NFT moves among five accounts, each in its own transaction, proposed by
 * the sender or another account; some transactions also add a key to the sender's account. Block
 * times increase with height.
 */
export const arbitraryLedger: fc.Arbitrary<Ledger> = buildLedgerDraw(fc.boolean()).map(
  buildLedgerFromDraw,
)

/** Like `arbitraryLedger`, but senders proposed all their transfers, and none is dust. */
export const arbitraryLossFreeLedger: fc.Arbitrary<Ledger> = buildLedgerDraw(
  fc.constant(false),
).map(buildLedgerFromDraw)

function buildLedgerFromDraw(draw: LedgerDraw): Ledger {
  const { payments, gifts, stakeMoves, links, parts, withKey } = draw
  const paid = payments.filter(isMove).map(({ minute, ...payment }) => ({
    ...payment,
    seconds: toBlockSeconds(payment.height) + minute * 20,
  }))
  const given = gifts.filter(isMove).map((gift) => ({ ...gift, nftType: PASS }))
  const nftMoves = buildNftRows(given).map((row) => ({
    ...row,
    block_ms: toBlockSeconds(row.height) * 1000,
  }))
  const staked = buildStakeRows(stakeMoves)
  const moves = { transfers: [...buildTransferRows(paid), ...staked.transfers], nftMoves }
  const steps = links.flatMap((link) => [
    { ...link, kind: 'published' as const },
    { ...link, kind: 'redeemed' as const },
  ])
  const sent = [...moves.transfers, ...moves.nftMoves]
    .filter(({ side }) => side === 'out')
    .map(({ address, height, tx_index, tx_id, block_ms, is_initiated }) => ({
      place: { address: toAddress(address), height, tx_index, tx_id, block_ms },
      is_initiated,
    }))
  return {
    ...moves,
    stakeActs: staked.stakeActs,
    childActs: buildChildActs(steps),
    transactions: sent.map(({ place, is_initiated }) => {
      return { ...place, ...parts, is_proposer: is_initiated }
    }),
    accountEvents: sent
      .filter((_, position) => withKey.includes(position))
      .map(({ place }) => ({ ...place, event_index: 9, kind: 'key_added', detail: '1' })),
  }
}

function isMove({ from, to }: { from: Address | null; to: Address | null }): boolean {
  return from !== to
}

/** Writes a ledger into the empty database, with the accounts `listed` on the scam list. */
export async function writeLedger(
  context: Context,
  rows: Ledger,
  listed: readonly Party[],
): Promise<void> {
  await clearChainTables(context.pool)
  for (const address of listed) {
    const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
    await upsertLabel(context, { ...label, address })
  }
  await propagateLabelTaint(context)
  await writeIndexedRows(context, rows, TOP_HEIGHT)
}

/**
 * Finds the transactions in which a listed account took something from the wallet, by the
 * definition of theft: `height/index`.
 */
export function findThefts(wallet: Address, ledger: Ledger, listed: readonly Party[]): Set<string> {
  const lost = [
    ...markOwnPlaces(ledger).filter(({ own_place }) => own_place === null),
    ...ledger.nftMoves.map((move) => ({ ...move, token: NFTS, is_emptied: false })),
  ].filter(
    ({ address, side, counterparty }) =>
      address === wallet && side === 'out' && listed.some((thief) => thief === counterparty),
  )
  const pairs = Map.groupBy(lost, ({ counterparty, token }) => `${counterparty} ${token}`)
  const taken = [...pairs.values()].flatMap((pair) => {
    const own = pair.filter((row) => !row.is_swept)
    const isVictim = own.length === 1 && own.every((row) => row.is_emptied)
    return isVictim ? pair : pair.filter((row) => row.is_swept)
  })
  return new Set(taken.map(formatPosition))
}

function formatPosition(row: { height: number; tx_index: number }): string {
  return `${row.height}/${row.tx_index}`
}

/**
 * Returns the ledger without the thefts. Transactions in which something else happened stay,
 * without the theft.
 */
export function removeThefts(ledger: Ledger, thefts: Set<string>): Ledger {
  const { transfers, nftMoves, transactions, accountEvents } = ledger
  const changed = new Set(accountEvents.map(formatPosition))
  const isLeft = (row: { height: number; tx_index: number }) => !thefts.has(formatPosition(row))
  return {
    ...ledger,
    transfers: transfers.filter(isLeft),
    nftMoves: nftMoves.filter(isLeft),
    transactions: transactions.filter((row) => isLeft(row) || changed.has(formatPosition(row))),
  }
}
