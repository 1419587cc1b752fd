import type { EvidencePointer } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { describe, expect, it } from 'vitest'
import { DOLLAR, FLOW, NO_ROWS, nftRows, person, transferRows } from '../../testing/ledger.ts'
import type { SeenRows } from '../chain/read-cited.ts'
import type { Citation } from '../citation.ts'
import { sentenceOf } from '../difference.ts'
import { findCitationDifference } from './find-citation-difference.ts'

const [ALICE, BOB, CAROL] = [person(1), person(2), person(3)]
const TX_ID = 'ab'.repeat(32)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'

const citation = (pointer: EvidencePointer, counterparty: Address | null): Citation => ({
  path: 'reasons[0].evidence[0]',
  txId: TX_ID,
  height: 7,
  counterparty,
  pointer,
})

const LARGEST = { kind: 'largest_sends', token: FLOW } as const
const LISTED = { kind: 'listed_contacts', hop: 0 } as const
const LATEST = { kind: 'latest_transfers' } as const
const HELD = { kind: 'holdings' } as const
const DUST = { kind: 'dust_sent' } as const
const FULL_KEY = { kind: 'account_events', act: 'full_key_added' } as const
const ACTS = { kind: 'account_events' } as const

const paid = (from: Address | null, to: Address | null, token = FLOW): SeenRows => ({
  ...NO_ROWS,
  transfers: transferRows([{ height: 7, from, to, token }]),
})
const given: SeenRows = {
  ...NO_ROWS,
  nftMoves: nftRows([{ height: 7, from: BOB, to: ALICE, nftType: PASS }]),
}
const keyAdded: SeenRows = {
  ...NO_ROWS,
  accountEvents: [
    {
      address: ALICE,
      height: 7,
      tx_index: 0,
      event_index: 0,
      tx_id: TX_ID,
      block_ms: 0,
      kind: 'key_added',
      subject: '1',
    },
  ],
}

const said = (cited: Citation, seen: SeenRows) => {
  const difference = findCitationDifference(ALICE, cited, seen)
  return difference === null ? null : sentenceOf(difference)
}

describe('a cited transaction', () => {
  it.each([
    ['a payment', citation(LARGEST, BOB), paid(ALICE, BOB)],
    ['a payment to nobody', citation(LARGEST, null), paid(ALICE, null)],
    ['a transfer that came in', citation(LATEST, BOB), paid(BOB, ALICE)],
    ['contact by money', citation(LISTED, BOB), paid(BOB, ALICE)],
    ['contact by an NFT', citation(LISTED, BOB), given],
    ['an NFT that moved', citation(HELD, BOB), given],
    ['a key that was added', citation(ACTS, null), keyAdded],
    ['dust that was sent', citation(DUST, BOB), paid(ALICE, BOB)],
  ])('holds when it shows %s', (_, cited, seen) => {
    expect(said(cited, seen)).toBeNull()
  })

  it('that its block does not hold is named', () => {
    expect(said(citation(LARGEST, BOB), null)).toBe(
      `reasons[0].evidence[0].txId should be a transaction of block 7, but is ${TX_ID}, which that block does not hold.`,
    )
  })

  it.each([
    ['another token', citation(LARGEST, BOB), paid(ALICE, BOB, DOLLAR), 'a payment'],
    ['the other direction', citation(LARGEST, BOB), paid(BOB, ALICE), 'a payment'],
    ['other people', citation(LATEST, BOB), paid(BOB, CAROL), 'a transfer'],
    ['money where an NFT is meant', citation(HELD, BOB), paid(BOB, ALICE), 'a move of an NFT'],
    ['no dust sent', citation(DUST, BOB), paid(BOB, ALICE), 'a payment'],
    ['another key', citation(FULL_KEY, null), keyAdded, 'such a change to the account'],
    ['no change of keys', citation(ACTS, null), given, 'such a change to the account'],
    ['nothing', citation(LATEST, BOB), NO_ROWS, 'a transfer'],
    ['a reason that cites nothing', citation({ kind: 'none' }, BOB), paid(ALICE, BOB), 'anything'],
  ])('that shows %s is named', (_, ...[cited, seen, meaning]) => {
    expect(said(cited, seen)).toContain(
      `reasons[0].evidence[0].txId should be a transaction with ${meaning}`,
    )
  })

  it('with another counterparty is named with the true one', () => {
    expect(said(citation(LARGEST, CAROL), paid(ALICE, BOB))).toBe(
      `reasons[0].evidence[0].counterparty should be ${BOB}, but is ${CAROL}.`,
    )
    expect(said(citation(LARGEST, null), paid(ALICE, BOB))).toBe(
      `reasons[0].evidence[0].counterparty should be ${BOB}, but is missing.`,
    )
  })
})
