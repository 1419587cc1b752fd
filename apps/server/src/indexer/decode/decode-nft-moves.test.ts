import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { decodeNftMoves, type NftEvent } from './decode-nft-moves.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const BOB = computeAddressAtIndex(11, 'local')
const CAROL = computeAddressAtIndex(12, 'local')

/** Builds an event of NFT 7, whose uuid is 900. */
const buildNftEvent = (
  eventIndex: number,
  kind: NftEvent['kind'],
  account: NftEvent['account'],
): NftEvent => ({ kind, eventIndex, nftType: 'A.01.Art.NFT', id: 7n, uuid: 900n, account })

const listOwners = (events: NftEvent[]) =>
  decodeNftMoves(events).map(({ from, to, eventIndex }) => [from, to, eventIndex])

describe('moves of an NFT', () => {
  it('go from the account that gave it to each that took it', () => {
    const events = [
      buildNftEvent(0, 'withdrawn', ALICE),
      buildNftEvent(1, 'deposited', BOB),
      buildNftEvent(2, 'withdrawn', BOB),
      buildNftEvent(3, 'deposited', CAROL),
    ]
    expect(listOwners(events)).toEqual([
      [ALICE, BOB, 1],
      [BOB, CAROL, 3],
    ])
  })

  it('pass through collections that are not stored in an account', () => {
    const events = [
      buildNftEvent(0, 'withdrawn', ALICE),
      buildNftEvent(1, 'deposited', null),
      buildNftEvent(2, 'withdrawn', null),
      buildNftEvent(3, 'deposited', BOB),
    ]
    expect(listOwners(events)).toEqual([[ALICE, BOB, 3]])
  })

  it('have no sender when it was minted and no recipient when it was burned', () => {
    expect(listOwners([buildNftEvent(0, 'deposited', ALICE)])).toEqual([[null, ALICE, 0]])
    expect(listOwners([buildNftEvent(0, 'withdrawn', ALICE)])).toEqual([[ALICE, null, 0]])
  })

  it('are none when it returns to its owner', () => {
    expect(
      listOwners([buildNftEvent(0, 'withdrawn', ALICE), buildNftEvent(1, 'deposited', ALICE)]),
    ).toEqual([])
  })
})
