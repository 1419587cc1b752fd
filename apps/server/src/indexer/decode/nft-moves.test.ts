import { addressAt } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { type NftEvent, nftMoves } from './nft-moves.ts'

const ALICE = addressAt(10, 'local')
const BOB = addressAt(11, 'local')
const CAROL = addressAt(12, 'local')

/** An event of NFT 7, whose uuid is 900. */
const nft = (
  eventIndex: number,
  kind: NftEvent['kind'],
  account: NftEvent['account'],
): NftEvent => ({ kind, eventIndex, nftType: 'A.01.Art.NFT', id: 7n, uuid: 900n, account })

const hands = (events: NftEvent[]) =>
  nftMoves(events).map(({ from, to, eventIndex }) => [from, to, eventIndex])

describe('moves of an NFT', () => {
  it('go from the account that gave it to each that took it', () => {
    const events = [
      nft(0, 'withdrawn', ALICE),
      nft(1, 'deposited', BOB),
      nft(2, 'withdrawn', BOB),
      nft(3, 'deposited', CAROL),
    ]
    expect(hands(events)).toEqual([
      [ALICE, BOB, 1],
      [BOB, CAROL, 3],
    ])
  })

  it('pass through collections that lie in no account', () => {
    const events = [
      nft(0, 'withdrawn', ALICE),
      nft(1, 'deposited', null),
      nft(2, 'withdrawn', null),
      nft(3, 'deposited', BOB),
    ]
    expect(hands(events)).toEqual([[ALICE, BOB, 3]])
  })

  it('begin with nobody when it was minted and end with nobody when it was burned', () => {
    expect(hands([nft(0, 'deposited', ALICE)])).toEqual([[null, ALICE, 0]])
    expect(hands([nft(0, 'withdrawn', ALICE)])).toEqual([[ALICE, null, 0]])
  })

  it('are none when it comes back to where it was', () => {
    expect(hands([nft(0, 'withdrawn', ALICE), nft(1, 'deposited', ALICE)])).toEqual([])
  })
})
