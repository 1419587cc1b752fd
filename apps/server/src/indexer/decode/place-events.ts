import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { buildEventTypeId, getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import type { TokenTransfer } from './decode-token-transfers.ts'
import { shortenTypeIdentifier } from './event-fields.ts'

/** Money that went into a stake, or came out of it, in the token event at `tokenEventIndex`. */
interface StakeMove {
  place: 'staking'
  direction: 'put' | 'taken'
  /** Id of the node; of a delegator with its own id behind a slash. */
  stake: string
  tokenEventIndex: number
}

/** Money that went into the guarded vault of an account or came out of it, or was paid for its storage. */
interface VaultMove {
  place: 'vault'
  direction: 'put' | 'taken'
  owner: Address
  token: string
  units: bigint
  /** What is in the place after the move. */
  balanceAfter: bigint
  eventIndex: number
  /** The event that moved it; `null` for contents, which leave and enter storage without an event. */
  tokenEventIndex: number | null
}

/** A move of money between an account and a place that may be its own, as the contract of the place reports it. */
export type PlaceMove = StakeMove | VaultMove

type Direction = PlaceMove['direction']

interface PlaceEvent {
  source: 'stake' | 'contents' | 'storage'
  direction: Direction
}

/** Staking rewards are not among these: they are income. */
const STAKE_EVENTS = [
  ['TokensCommitted', 'put'],
  ['DelegatorTokensCommitted', 'put'],
  ['UnstakedTokensWithdrawn', 'taken'],
  ['DelegatorUnstakedTokensWithdrawn', 'taken'],
] as const

const VAULT_EVENTS = [
  ['DharmaCustody.Deposited', 'contents', 'put'],
  ['DharmaCustody.Withdrawn', 'contents', 'taken'],
  ['DharmaCustody.StoragePaid', 'storage', 'put'],
  ['DharmaCustody.StorageReturned', 'storage', 'taken'],
] as const

const PLACE_EVENTS = new Map<Network, ReadonlyMap<string, PlaceEvent>>()

function getPlaceEventByType(network: Network): ReadonlyMap<string, PlaceEvent> {
  const known = PLACE_EVENTS.get(network) ?? buildPlaceEventByType(network)
  PLACE_EVENTS.set(network, known)
  return known
}

function buildPlaceEventByType(network: Network): ReadonlyMap<string, PlaceEvent> {
  const stakes = STAKE_EVENTS.map(([name, direction]): [string, PlaceEvent] => [
    buildSystemTypeId(network, 'FlowIDTableStaking', name),
    { source: 'stake', direction },
  ])
  if (CONTRACT_ADDRESSES[network].DharmaCustody === undefined) return new Map(stakes)
  const vaults = VAULT_EVENTS.map(([name, source, direction]): [string, PlaceEvent] => [
    buildEventTypeId(name, network),
    { source, direction },
  ])
  return new Map([...stakes, ...vaults])
}

/** Returns whether events of a type tell own money apart. */
export const isPlaceEventType = (type: string, network: Network): boolean =>
  getPlaceEventByType(network).has(type)

/**
 * Lists the types of the events that tell whether these transfers are between an account and its own money. To
 * request only where there may be any: where tokens enter or leave the account of the contract, or storage
 * without an event.
 */
export function listPlaceEventTypes(transfers: readonly Ends[], network: Network): string[] {
  const isTouched = {
    stake: hasSide(transfers, getAccount('stake', network)),
    storage: hasSide(transfers, getAccount('storage', network)),
    contents: hasSide(transfers, null),
  }
  return [...getPlaceEventByType(network)]
    .filter(([, { source }]) => isTouched[source])
    .map(([type]) => type)
}

type Ends = Pick<TokenTransfer, 'from' | 'to'>

const hasSide = (transfers: readonly Ends[], side: string | null | undefined): boolean =>
  transfers.some(({ from, to }) => from === side || to === side)

/** The account in which the tokens of a place lie; `undefined` where the contract is not deployed. */
function getAccount(source: 'stake' | 'storage', network: Network): string | undefined {
  return source === 'stake'
    ? NETWORKS[network].systemContracts.FlowIDTableStaking
    : CONTRACT_ADDRESSES[network].DharmaCustody
}

/** Decodes what the events of one transaction, in execution order, say about money in own places. */
export function decodePlaceMoves(events: readonly ChainEvent[], network: Network): PlaceMove[] {
  const types = getPlaceEventByType(network)
  if (!events.some(({ type }) => types.has(type))) return []
  const tokenTypes = ['Withdrawn', 'Deposited'].map((name) =>
    buildSystemTypeId(network, 'FungibleToken', name),
  )
  const tokens = events.filter(({ type }) => tokenTypes.includes(type))
  return events.flatMap((event) => {
    const kind = types.get(event.type)
    return kind === undefined ? [] : (decodeMove(event, kind, { tokens, network }) ?? [])
  })
}

/** The token events of a transaction, in execution order. */
interface Surroundings {
  tokens: readonly ChainEvent[]
  network: Network
}

function decodeMove(
  event: ChainEvent,
  { source, direction }: PlaceEvent,
  surroundings: Surroundings,
): PlaceMove | null {
  switch (source) {
    case 'stake':
      return decodeStakeMove(event, direction, surroundings)
    case 'contents':
      return decodeContentsMove(event, direction)
    case 'storage':
      return decodeStorageMove(event, direction, surroundings)
  }
}

/**
 * The contract announces a move just before it moves the tokens, so that no other token event is between. What is
 * committed again from within was moved before, and is no move of an account.
 */
function decodeStakeMove(
  event: ChainEvent,
  direction: Direction,
  { tokens, network }: Surroundings,
): StakeMove | null {
  const { nodeID, delegatorID, amount } = event.fields
  const moved = tokens.find(({ eventIndex }) => eventIndex > event.eventIndex)
  const account = getAccount('stake', network)
  if (typeof nodeID !== 'string' || !isMoveOf(moved, { direction, account, amount })) return null
  const stake = typeof delegatorID === 'bigint' ? `${nodeID}/${delegatorID}` : nodeID
  return { place: 'staking', direction, stake, tokenEventIndex: moved.eventIndex }
}

interface ExpectedMove {
  direction: Direction
  account: string | undefined
  amount: unknown
}

function isMoveOf(
  event: ChainEvent | undefined,
  { direction, account, amount }: ExpectedMove,
): event is ChainEvent {
  if (event === undefined || event.fields.amount !== amount) return false
  return (direction === 'put' ? event.fields.to : event.fields.from) === account
}

function decodeContentsMove(event: ChainEvent, direction: Direction): VaultMove | null {
  const { type, balanceAfter } = event.fields
  if (typeof type !== 'string') return null
  const token = shortenTypeIdentifier(type)
  return buildVaultMove(event, { direction, token, tokenEventIndex: null }, balanceAfter)
}

function decodeStorageMove(
  event: ChainEvent,
  direction: Direction,
  { tokens, network }: Surroundings,
): VaultMove | null {
  const { amount, paidAfter } = event.fields
  const moved =
    direction === 'put'
      ? tokens.findLast(({ eventIndex }) => eventIndex < event.eventIndex)
      : tokens.find(({ eventIndex }) => eventIndex > event.eventIndex)
  const account = getContractAddress('DharmaCustody', network)
  if (!isMoveOf(moved, { direction, account, amount })) return null
  const token = buildSystemTypeId(network, 'FlowToken', 'Vault')
  return buildVaultMove(event, { direction, token, tokenEventIndex: moved.eventIndex }, paidAfter)
}

function buildVaultMove(
  { fields, eventIndex }: ChainEvent,
  move: Pick<VaultMove, 'direction' | 'token' | 'tokenEventIndex'>,
  balanceAfter: unknown,
): VaultMove | null {
  const { address, amount: units } = fields
  const owner = typeof address === 'string' ? parseAddress(address) : null
  if (owner === null || typeof units !== 'bigint') return null
  const balance = typeof balanceAfter === 'bigint' ? balanceAfter : units
  return { ...move, place: 'vault', owner, units, balanceAfter: balance, eventIndex }
}
