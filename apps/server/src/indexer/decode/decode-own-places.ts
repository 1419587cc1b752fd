import type { TransactionRoles } from '@app/flow/read/chain.ts'
import { type Address, ZERO_ADDRESS } from '@app/values/address.ts'
import type { OwnPlace } from '@app/values/own-place.ts'
import type { StakeActRow } from '../../db/tables/chain-tables.ts'
import { isDustDeposit, type TokenTransfer } from './decode-token-transfers.ts'
import type { DecodedTransaction } from './decode-transaction.ts'
import type { PlaceMove } from './place-events.ts'

/** Money that an account moved into a place of its own, or out of it. It has no counterparty. */
export interface OwnMove {
  address: Address
  place: OwnPlace
  side: 'in' | 'out'
  token: string
  units: bigint
  eventIndex: number
  /** Below 0, so that a transfer of the same account can stand beside it. */
  splitIndex: number
  isEmptied: boolean
}

/** What the transfers of a transaction are, after those between accounts and own places are told apart. */
interface OwnedMoves {
  /** Between accounts. */
  transfers: TokenTransfer[]
  ownMoves: OwnMove[]
  stakeActs: StakeActRow[]
}

/**
 * Tells the transfers between accounts from those into own places and out of them.
 *
 * A stake belongs to whoever alone authorizes what moves it: the resource that controls it can be handed on. A
 * guarded vault belongs to the account that opened it, unless another one withdraws, to which it was recovered.
 * Money of somebody else that goes into a place is paid to its owner, who puts it there; money that goes from a
 * place to somebody else is taken out by its owner, who pays it. So no path ends at a place.
 */
export function decodeOwnPlaces(
  decoded: DecodedTransaction,
  roles: TransactionRoles | null,
): OwnedMoves {
  const { transfers, placeMoves } = decoded
  const left = new Set(transfers)
  const found: OwnedMoves = { transfers: [], ownMoves: [], stakeActs: [] }
  const authorizers = listAuthorizers(roles)
  for (const move of placeMoves) {
    for (const transfer of findMovedTransfers(move, left)) {
      left.delete(transfer)
      const owner = findOwner(move, transfer, authorizers)
      if (move.place === 'staking')
        found.stakeActs.push(...buildStakeActs(move, transfer, { decoded, owner, authorizers }))
      if (owner === null) found.transfers.push(transfer)
      else addThroughOwner(found, { move, transfer, owner })
    }
  }
  return { ...found, transfers: [...found.transfers, ...left] }
}

function listAuthorizers(roles: TransactionRoles | null): Address[] {
  return [...new Set(roles?.authorizers)].filter((address) => address !== ZERO_ADDRESS)
}

function findMovedTransfers(move: PlaceMove, left: ReadonlySet<TokenTransfer>): TokenTransfer[] {
  const { direction, tokenEventIndex } = move
  if (move.place === 'vault' && tokenEventIndex === null) return findContents(move, [...left])
  return [...left].filter(({ depositIndex, withdrawalIndex }) =>
    direction === 'put' ? depositIndex === tokenEventIndex : withdrawalIndex === tokenEventIndex,
  )
}

type ContentsMove = Extract<PlaceMove, { place: 'vault' }>

/**
 * Contents enter and leave storage without an event: what went in before the contract reported it, or came out
 * after that, of the same token, if it adds up to the amount.
 */
function findContents(
  { direction, token, units, eventIndex: at }: ContentsMove,
  left: readonly TokenTransfer[],
): TokenTransfer[] {
  const candidates = left
    .filter((each) => each.token === token)
    .filter(({ from, to, eventIndex }) =>
      direction === 'put' ? to === null && eventIndex < at : from === null && eventIndex > at,
    )
    .sort((a, b) =>
      direction === 'put' ? b.eventIndex - a.eventIndex : a.eventIndex - b.eventIndex,
    )
  let missing = units
  const found = candidates.filter((each) => {
    if (missing <= 0n) return false
    missing -= each.units
    return true
  })
  return missing === 0n ? found : []
}

/** Whose own money the transfer moves; `null` if nobody's. */
function findOwner(
  move: PlaceMove,
  { to }: TokenTransfer,
  authorizers: readonly Address[],
): Address | null {
  const sole = authorizers.length === 1 ? (authorizers[0] ?? null) : null
  if (move.place === 'staking') return sole
  const { owner, direction } = move
  if (direction === 'put' || sole === owner) return owner
  return to === owner && authorizers.includes(owner) ? owner : null
}

interface StakeMovers {
  decoded: DecodedTransaction
  owner: Address | null
  authorizers: readonly Address[]
}

function buildStakeActs(
  { stake, direction }: Extract<PlaceMove, { place: 'staking' }>,
  { from, to, eventIndex, splitIndex }: TokenTransfer,
  { decoded, owner, authorizers }: StakeMovers,
): StakeActRow[] {
  const { height, txIndex, blockMs } = decoded
  const place = { height, tx_index: txIndex, event_index: eventIndex, block_ms: blockMs }
  const act = { stake, ...place, is_sole: owner !== null }
  if (owner !== null) return [{ ...act, address: owner, split_index: toOwnSplitIndex(splitIndex) }]
  const other = direction === 'put' ? from : to
  const movers = other === null ? authorizers : [...authorizers, other]
  return [...new Set(movers)].map((address) => ({ ...act, address, split_index: splitIndex }))
}

const toOwnSplitIndex = (splitIndex: number): number => -1 - splitIndex

function addThroughOwner(
  found: OwnedMoves,
  { move, transfer, owner }: { move: PlaceMove; transfer: TokenTransfer; owner: Address },
): void {
  const { token, units, eventIndex, splitIndex } = transfer
  const isPut = move.direction === 'put'
  const isDirect = (isPut ? transfer.from : transfer.to) === owner
  found.ownMoves.push({
    address: owner,
    place: move.place,
    side: isPut ? 'out' : 'in',
    token,
    units,
    eventIndex,
    splitIndex: toOwnSplitIndex(splitIndex),
    isEmptied: isPut && isDirect && transfer.isEmptied,
  })
  if (isDirect) return
  found.transfers.push(
    isPut
      ? { ...transfer, to: owner, isDust: isDustInPlace(move, transfer) }
      : { ...transfer, from: owner, isEmptied: false },
  )
}

/** An owner cannot refuse what others put into its vault, but authorizes what goes into its stake. */
function isDustInPlace(move: PlaceMove, { token, units }: TokenTransfer): boolean {
  return move.place === 'vault' && isDustDeposit({ token, units, balanceAfter: move.balanceAfter })
}
