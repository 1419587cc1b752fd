import type { Address } from '@app/values/address.ts'

/** A NonFungibleToken.Withdrawn or Deposited event of one transaction, in execution order. */
export interface NftEvent {
  kind: 'withdrawn' | 'deposited'
  eventIndex: number
  nftType: string
  id: bigint
  uuid: bigint
  /**
   * The account withdrawn from or deposited to; `null` for a collection that is not stored in an
   * account.
   */
  account: Address | null
}

/** A move of an NFT between accounts. */
export interface NftMove {
  nftType: string
  id: bigint
  /** `null`: minted, or of unknown origin. */
  from: Address | null
  /** `null`: burned, or stored without a deposit event. */
  to: Address | null
  /** Index of the deposit event, or of the withdrawal when there is no deposit. */
  eventIndex: number
}

/** Tracks NFTs by uuid between accounts. An NFT that ends where it started did not move. */
export function decodeNftMoves(events: readonly NftEvent[]): NftMove[] {
  const inTransit = new Map<bigint, NftEvent>()
  const moves: NftMove[] = []
  for (const event of events) {
    if (event.account === null) continue
    if (event.kind === 'withdrawn') {
      inTransit.set(event.uuid, event)
      continue
    }
    const from = inTransit.get(event.uuid)?.account ?? null
    inTransit.delete(event.uuid)
    if (from !== event.account) moves.push(buildMove(event, from, event.account))
  }
  for (const event of inTransit.values()) moves.push(buildMove(event, event.account, null))
  return moves
}

function buildMove(
  { nftType, id, eventIndex }: NftEvent,
  from: Address | null,
  to: Address | null,
): NftMove {
  return { nftType, id, from, to, eventIndex }
}
