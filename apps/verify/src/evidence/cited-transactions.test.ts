import type { EventName } from '@app/contracts/resolve-imports.ts'
import {
  buildNftRows,
  buildTransferRows,
  DOLLAR,
  FLOW,
  NO_ROWS,
  toTestAddress,
} from '@app/server/testing/ledger.ts'
import type { Address } from '@app/values/address.ts'
import { type Party, toEvmAddress } from '@app/values/evm-address.ts'
import { expect, it } from 'vitest'
import { formatDifference } from '../check.ts'
import { type CitedRows, findCitationDifference } from './cited-transactions.ts'
import type { PlacedCitation } from './evidence.ts'

const [ALICE, BOB, CAROL] = [toTestAddress(1), toTestAddress(2), toTestAddress(3)]
/** Rows of a transaction that shows nothing. */
const NOTHING = { ...NO_ROWS, actedCoas: [], communityEvents: [], hasFailed: false }
const TX_ID = 'ab'.repeat(32)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'

type Pointer = PlacedCitation['pointer']

const citation = (pointer: Pointer, counterparty: Party | null): PlacedCitation => ({
  ...{ path: 'reasons[0].evidence[0]', txId: TX_ID, height: 7, pointer, counterparty },
  ...{ evmHash: null, evmHeight: null },
})

const EVM_HASH = `0x${'cd'.repeat(32)}`
const EVM_TRANSACTION = {
  ...{ height: 7, tx_index: 0, event_index: 1 },
  ...{ evm_hash: EVM_HASH, evm_height: 90, evm_index: 0 },
}

const LARGEST = { kind: 'largest_sends', token: FLOW } as const
const LISTED = { kind: 'listed_contacts', hop: 0 } as const
const LATEST = { kind: 'latest_transfers' } as const
const HELD = { kind: 'holdings' } as const
const DUST = { kind: 'dust_sent' } as const
const FULL_KEY = { kind: 'account_events', act: 'full_key_added' } as const
const ACTS = { kind: 'account_events' } as const

const citeTransfer = (from: Address | null, to: Address | null, token = FLOW): CitedRows => ({
  ...NOTHING,
  transfers: buildTransferRows([{ height: 7, from, to, token }]),
})
const NFT_ROWS: CitedRows = {
  ...NOTHING,
  nftMoves: buildNftRows([{ height: 7, from: BOB, to: ALICE, nftType: PASS }]),
}
const REPORTS = { kind: 'reports', row: 'reports' } as const
const VOUCHES = { kind: 'reports', row: 'vouches' } as const
const FREEZES = { kind: 'reports', row: 'freezes' } as const
const speak = (name: EventName, author: Address | null, address = ALICE): CitedRows => ({
  ...NOTHING,
  communityEvents: [{ name, author, address }],
})
const reported = speak('DharmaReports.Reported', BOB)
const keyAdded: CitedRows = {
  ...NOTHING,
  accountEvents: [
    {
      ...{ address: ALICE, height: 7, tx_index: 0, event_index: 0, tx_id: TX_ID, block_ms: 0 },
      ...{ kind: 'key_added', detail: '1' },
    },
  ],
}

const formatFound = (cited: PlacedCitation, seen: CitedRows) => {
  const difference = findCitationDifference(ALICE, cited, seen)
  return difference === null ? null : formatDifference(difference)
}

it.each<[string, Pointer, Address | null, CitedRows]>([
  ['a payment', LARGEST, BOB, citeTransfer(ALICE, BOB)],
  ['contact by money', LISTED, BOB, citeTransfer(BOB, ALICE)],
  ['contact by an NFT', LISTED, BOB, NFT_ROWS],
  ['an NFT that moved', HELD, BOB, NFT_ROWS],
  ['a key that was added', ACTS, null, keyAdded],
  ['dust that was sent', DUST, BOB, citeTransfer(ALICE, BOB)],
  ['a signed report', REPORTS, BOB, reported],
  ['a freeze by vote', FREEZES, null, speak('DharmaProtection.Frozen', null)],
])('a cited transaction is correct when it shows %s', (_, pointer, counterparty, seen) => {
  expect(formatFound(citation(pointer, counterparty), seen)).toBeNull()
})

it.each<[string, Pointer, CitedRows, string]>([
  ['another token', LARGEST, citeTransfer(ALICE, BOB, DOLLAR), 'with a payment'],
  ['the other direction', LARGEST, citeTransfer(BOB, ALICE), 'with a payment'],
  ['other accounts', LATEST, citeTransfer(BOB, CAROL), 'with a transfer'],
  ['money where an NFT is meant', HELD, citeTransfer(BOB, ALICE), 'with a move of an NFT'],
  ['another key', FULL_KEY, keyAdded, 'with such a change to the account'],
  ['a report where a vouch is meant', VOUCHES, reported, 'with such a statement'],
  ['a report about another', REPORTS, speak('DharmaReports.Reported', BOB, CAROL), 'with such a'],
  ['nothing', LATEST, NOTHING, 'with a transfer'],
  ['what its reason does not cite', { kind: 'none' }, citeTransfer(BOB, ALICE), 'with anything'],
  ['no block', LARGEST, null, 'of block 7, but is (ab){32}, which is not in that block'],
  ['a failure', LARGEST, { ...NOTHING, hasFailed: true }, 'that succeeded, but .*, which failed'],
])('a cited transaction that shows %s is a difference', (_, pointer, seen, meaning) => {
  expect(formatFound(citation(pointer, BOB), seen)).toMatch(
    new RegExp(`^reasons\\[0\\].evidence\\[0\\].txId should be a transaction ${meaning}`),
  )
})

it('with another counterparty is a difference with the actual one', () => {
  const path = 'reasons[0].evidence[0].counterparty'
  expect(formatFound(citation(LARGEST, CAROL), citeTransfer(ALICE, BOB))).toBe(
    `${path} should be ${BOB}, but is ${CAROL}.`,
  )
  expect(formatFound(citation(REPORTS, CAROL), reported)).toContain(`should be ${BOB}, but is`)
  expect(formatFound(citation(LARGEST, null), citeTransfer(ALICE, BOB))).toBe(
    `${path} should be ${BOB}, but is missing.`,
  )
})

const [OWN, OTHERS, KEY] = [
  toEvmAddress(`${'0'.repeat(23)}2${'a'.repeat(16)}`),
  toEvmAddress(`${'0'.repeat(23)}2${'b'.repeat(16)}`),
  toEvmAddress('cd'.repeat(20)),
]
const citeInEvm = (sender: Party | null, recipient: Party | null): CitedRows => ({
  ...NOTHING,
  coaMoves: [
    {
      ...{ address: OWN, height: 7, tx_index: 0, event_index: 1, split_index: 0, tx_id: TX_ID },
      ...{ block_ms: 0, sender, recipient, initiator: null, token: FLOW, units: 5n },
      ...{ is_initiated: true, is_swept: false, is_emptied: false, is_dust: false },
      balance_after: null,
    },
  ],
})

it.each<[Pointer, Party | null, ends: (Party | null)[], isCorrect: boolean]>([
  [LISTED, KEY, [KEY, OWN], true],
  [LISTED, BOB, [OTHERS, OWN], true],
  [LISTED, BOB, [OWN, OTHERS], true],
  [LARGEST, BOB, [OWN, OTHERS], true],
  [LARGEST, KEY, [OWN, KEY], true],
  [LATEST, null, [OWN, null], true],
  [LARGEST, KEY, [KEY, OWN], false],
  [{ ...LARGEST, token: DOLLAR }, KEY, [OWN, KEY], false],
  [LISTED, BOB, [KEY, OWN], false],
  [LISTED, null, [KEY, OWN], false],
  [LISTED, KEY, [OTHERS, OWN], false],
  [HELD, KEY, [KEY, OWN], false],
])('in the EVM %j with %s can be between %j: %s', (pointer, other, [from, to], isCorrect) => {
  const found = formatFound(citation(pointer, other), citeInEvm(from ?? null, to ?? null))
  expect(found === null).toBe(isCorrect)
})

it('is a transfer with an account in the EVM in which somebody acted, who took it', () => {
  const taken = { ...NOTHING, actedCoas: [OTHERS] }
  expect(formatFound(citation(LATEST, OTHERS), taken)).toBeNull()
  expect(formatFound(citation(LATEST, OWN), taken)).toContain('whose events show none')
})

it('names the transaction in the EVM that it ran', () => {
  const cited = { ...citation(LATEST, BOB), evmHash: EVM_HASH, evmHeight: 90 }
  const seen = { ...NOTHING, ...citeTransfer(BOB, ALICE), evmTransactions: [EVM_TRANSACTION] }
  expect(formatFound(cited, seen)).toBeNull()
  expect(formatFound({ ...cited, evmHeight: 91 }, seen)).toContain(
    'evmHeight should be 90, but is 91',
  )
  const other = `0x${'ef'.repeat(32)}`
  expect(formatFound({ ...cited, evmHash: other }, seen)).toContain(
    `evmHash should be ${EVM_HASH},`,
  )
  expect(formatFound(cited, citeTransfer(BOB, ALICE))).toContain('should be missing')
})
