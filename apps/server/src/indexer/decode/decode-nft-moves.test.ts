import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { expect, it } from 'vitest'
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

const [OUT_OF, INTO] = ['withdrawn', 'deposited'] as const

it.each<[string, [NftEvent['kind'], NftEvent['account']][], unknown[]]>([
  [
    'goes from the account that gave it to each that took it',
    [
      [OUT_OF, ALICE],
      [INTO, BOB],
      [OUT_OF, BOB],
      [INTO, CAROL],
    ],
    [
      [ALICE, BOB, 1],
      [BOB, CAROL, 3],
    ],
  ],
  [
    'passes through collections that are not stored in an account',
    [
      [OUT_OF, ALICE],
      [INTO, null],
      [OUT_OF, null],
      [INTO, BOB],
    ],
    [[ALICE, BOB, 3]],
  ],
  ['has no sender when it was minted', [[INTO, ALICE]], [[null, ALICE, 0]]],
  ['has no recipient when it was burned', [[OUT_OF, ALICE]], [[ALICE, null, 0]]],
  [
    'does not move when it returns to its owner',
    [
      [OUT_OF, ALICE],
      [INTO, ALICE],
    ],
    [],
  ],
])('an NFT %s', (_, events, moves) => {
  expect(listOwners(events.map(([kind, who], at) => buildNftEvent(at, kind, who)))).toEqual(moves)
})
