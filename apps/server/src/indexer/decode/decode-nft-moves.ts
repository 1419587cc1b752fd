import type { Address } from '@app/values/address.ts'

/** NonFungibleToken.Withdrawn and Deposited of one transaction, in the order of the chain. */
export interface NftEvent {
  kind: 'withdrawn' | 'deposited'
  eventIndex: number
  nftType: string
  id: bigint
  uuid: bigint
  /** The account withdrawn from or deposited to; `null` for a collection that lies in none. */
  account: Address | null
}

/** An NFT that changed hands. */
export interface NftMove {
  nftType: string
  id: bigint
  /** `null`: minted, or its origin is not shown. */
  from: Address | null
  /** `null`: burned, or kept where no deposit shows it. */
  to: Address | null
  /** Of the deposit, or of the withdrawal where nothing was deposited. */
  eventIndex: number
}

/** Follows NFTs by their uuid from account to account. One that comes back to where it was did not move. */
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
