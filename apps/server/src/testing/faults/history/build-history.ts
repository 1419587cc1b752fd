import { createHash } from 'node:crypto'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { createSeededRandom } from '../../votes/seeded-random.ts'
import { type CadenceJson, cadence, encodeEvent } from './encode-cadence.ts'

/** An event as a node sends it. */
export interface HistoryEvent {
  type: string
  transaction_id: string
  transaction_index: string
  event_index: string
  payload: string
}

export interface HistoryBlock {
  height: number
  id: string
  parentId: string
  timestamp: string
  events: HistoryEvent[]
}

/** A chain that exists only as what a node would answer. */
export interface History {
  blocks: readonly HistoryBlock[]
  /** The proposer, who also pays and authorizes, by transaction id. */
  proposers: ReadonlyMap<string, Address>
  accounts: readonly Address[]
  /** One of the accounts, which empties others. */
  thief: Address
  /** NFTs of each account, of one collection. */
  holdings: ReadonlyMap<Address, number>
}

export const COLLECTION = 'A.f8d6e0586b0a20c7.GardenPass.Collection'
const GARDEN_PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'
const GENESIS_MS = Date.UTC(2026, 0, 5, 8)
/** Months of history in a few hundred blocks. */
const MS_PER_BLOCK = 6 * 3_600_000
const ACCOUNTS = 9
const TOKENS = {
  flow: buildSystemTypeId('local', 'FlowToken', 'Vault'),
  dollar: 'A.f8d6e0586b0a20c7.TestDollar.Vault',
}

interface Draft {
  blocks: HistoryBlock[]
  proposers: Map<string, Address>
  holdings: Map<Address, number>
  random: () => number
  nextUuid: bigint
}

/**
 * Builds a history of payments, gifts of NFTs and new keys among nine accounts, one of which empties the vaults of
 * others. The same seed gives the same history.
 */
export function buildHistory(seed: number, blockCount: number): History {
  const random = createSeededRandom(seed)
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) =>
    computeAddressAtIndex(100 + index, 'local'),
  )
  const thief = accounts[0]!
  const draft: Draft = {
    blocks: [],
    proposers: new Map(),
    holdings: new Map(),
    random,
    nextUuid: 1_000n,
  }
  for (let height = 0; height < blockCount; height += 1) {
    const block = buildBlock(seed, height)
    draft.blocks.push(block)
    const newcomer = accounts[height]
    if (newcomer !== undefined) openAccount(draft, block, newcomer)
    else
      for (let count = Math.floor(random() * 3); count > 0; count -= 1)
        addMove(draft, block, accounts)
  }
  return { ...draft, accounts, thief }
}

function buildBlock(seed: number, height: number): HistoryBlock {
  return {
    height,
    id: hash(`block ${seed} ${height}`),
    parentId: hash(`block ${seed} ${height - 1}`),
    timestamp: new Date(GENESIS_MS + height * MS_PER_BLOCK).toISOString(),
    events: [],
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Starts a transaction of the block, and returns how its events are added. */
function startTransaction(draft: Draft, block: HistoryBlock, proposer: Address) {
  const txIndex = new Set(block.events.map((event) => event.transaction_id)).size
  const txId = hash(`transaction ${block.id} ${txIndex}`)
  draft.proposers.set(txId, proposer)
  let eventIndex = 0
  return (type: string, fields: Readonly<Record<string, CadenceJson>>) => {
    block.events.push({
      type,
      transaction_id: txId,
      transaction_index: String(txIndex),
      event_index: String(eventIndex),
      payload: encodeEvent(type, fields),
    })
    eventIndex += 1
  }
}

function openAccount(draft: Draft, block: HistoryBlock, address: Address): void {
  const emit = startTransaction(draft, block, address)
  emit('flow.AccountCreated', { address: cadence.address(address) })
}

function addMove(draft: Draft, block: HistoryBlock, accounts: readonly Address[]): void {
  const { random } = draft
  const from = accounts[Math.floor(random() * accounts.length)]!
  const to = accounts[Math.floor(random() * accounts.length)]!
  const kind = random()
  if (from === to) return
  if (kind < 0.12) give(draft, block, { from, to })
  else pay(draft, block, { from, to, thief: accounts[0]! })
}

function give(draft: Draft, block: HistoryBlock, { from, to }: { from: Address; to: Address }) {
  const emit = startTransaction(draft, block, from)
  const uuid = draft.nextUuid
  draft.nextUuid += 1n
  draft.holdings.set(to, (draft.holdings.get(to) ?? 0) + 1)
  const nft = {
    type: cadence.text(GARDEN_PASS),
    id: cadence.integer('UInt64', uuid),
    uuid: cadence.integer('UInt64', uuid),
    collectionUUID: cadence.integer('UInt64', 1n),
  }
  emit(buildSystemTypeId('local', 'NonFungibleToken', 'Deposited'), {
    ...nft,
    to: cadence.optional(cadence.address(to)),
  })
}

function pay(
  draft: Draft,
  block: HistoryBlock,
  { from, to, thief }: { from: Address; to: Address; thief: Address },
): void {
  const { random } = draft
  const isTheft = to === thief
  const emit = startTransaction(draft, block, isTheft ? thief : from)
  const uuid = draft.nextUuid
  draft.nextUuid += 1n
  const units = BigInt(Math.floor(1 + random() * 5e9)) * 10n
  const common = {
    type: cadence.text(random() < 0.7 ? TOKENS.flow : TOKENS.dollar),
    amount: cadence.ufix64(units),
  }
  emit(buildSystemTypeId('local', 'FungibleToken', 'Withdrawn'), {
    ...common,
    from: cadence.optional(cadence.address(from)),
    fromUUID: cadence.integer('UInt64', 1n),
    withdrawnUUID: cadence.integer('UInt64', uuid),
    balanceAfter: cadence.ufix64(isTheft ? 0n : units * 7n),
  })
  emit(buildSystemTypeId('local', 'FungibleToken', 'Deposited'), {
    ...common,
    to: cadence.optional(cadence.address(to)),
    toUUID: cadence.integer('UInt64', 2n),
    depositedUUID: cadence.integer('UInt64', uuid),
    balanceAfter: cadence.ufix64(units * 3n),
  })
}
