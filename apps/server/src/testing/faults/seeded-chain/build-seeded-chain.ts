import { arg } from '@app/flow/decode/cadence-arg.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { createSeededRandom } from '@app/score/testing/seeded-random.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { addEvmMove } from './add-evm-move.ts'
import {
  type Draft,
  emitDeposited,
  emitWithdrawn,
  hash,
  type SeededBlock,
  startTransaction,
  takeUuid,
} from './draft.ts'

/** A chain that exists only as what a node would answer. */
export interface SeededChain {
  blocks: readonly SeededBlock[]
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
/** The first of them have accounts in the EVM, in which something moves in most blocks. */
const ACCOUNTS_IN_EVM = 5
const EVM_MOVES_PER_BLOCK = 0.6
const TOKENS = {
  flow: buildSystemTypeId('local', 'FlowToken', 'Vault'),
  dollar: 'A.f8d6e0586b0a20c7.TestDollar.Vault',
}

/**
 * Builds a history of payments, in Cadence and in the EVM, and gifts of NFTs among nine accounts, one of which empties
 * the vaults of others. The same seed gives the same history.
 */
export function buildSeededChain(seed: number, blockCount: number): SeededChain {
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
    evm: { coas: new Map(), balances: new Map(), executed: 0 },
  }
  for (let height = 0; height < blockCount; height += 1) {
    const block = buildBlock(seed, height)
    draft.blocks.push(block)
    const newcomer = accounts[height]
    if (newcomer === undefined) addMoves(draft, block, accounts)
    else openAccount(draft, block, newcomer)
  }
  return { ...draft, accounts, thief }
}

function buildBlock(seed: number, height: number): SeededBlock {
  return {
    height,
    id: hash(`block ${seed} ${height}`),
    parentId: hash(`block ${seed} ${height - 1}`),
    timestamp: new Date(GENESIS_MS + height * MS_PER_BLOCK).toISOString(),
    events: [],
  }
}

function openAccount(draft: Draft, block: SeededBlock, address: Address): void {
  const emit = startTransaction(draft, block, address)
  emit('flow.AccountCreated', { address: arg.address(address) })
}

function addMoves(draft: Draft, block: SeededBlock, accounts: readonly Address[]): void {
  const { random } = draft
  for (let count = Math.floor(random() * 3); count > 0; count -= 1) addMove(draft, block, accounts)
  if (random() > EVM_MOVES_PER_BLOCK) return
  const [from, distance] = [random() * ACCOUNTS_IN_EVM, 1 + random() * (ACCOUNTS_IN_EVM - 1)]
  addEvmMove(draft, block, {
    from: accounts[Math.floor(from)]!,
    to: accounts[(Math.floor(from) + Math.floor(distance)) % ACCOUNTS_IN_EVM]!,
  })
}

function addMove(draft: Draft, block: SeededBlock, accounts: readonly Address[]): void {
  const { random } = draft
  const from = accounts[Math.floor(random() * accounts.length)]!
  const to = accounts[Math.floor(random() * accounts.length)]!
  const kind = random()
  if (from === to) return
  if (kind < 0.12) give(draft, block, { from, to })
  else pay(draft, block, { from, to, thief: accounts[0]! })
}

function give(draft: Draft, block: SeededBlock, { from, to }: { from: Address; to: Address }) {
  const emit = startTransaction(draft, block, from)
  const uuid = takeUuid(draft)
  draft.holdings.set(to, (draft.holdings.get(to) ?? 0) + 1)
  const nft = {
    type: arg.string(GARDEN_PASS),
    id: arg.integer('UInt64', uuid),
    uuid: arg.integer('UInt64', uuid),
    collectionUUID: arg.integer('UInt64', 1n),
  }
  emit(buildSystemTypeId('local', 'NonFungibleToken', 'Deposited'), {
    ...nft,
    to: arg.optional(arg.address(to)),
  })
}

function pay(
  draft: Draft,
  block: SeededBlock,
  { from, to, thief }: { from: Address; to: Address; thief: Address },
): void {
  const { random } = draft
  const isTheft = to === thief
  const emit = startTransaction(draft, block, isTheft ? thief : from)
  const uuid = takeUuid(draft)
  const units = BigInt(Math.floor(1 + random() * 5e9)) * 10n
  const common = { token: random() < 0.7 ? TOKENS.flow : TOKENS.dollar, units, uuid }
  emitWithdrawn(emit, { ...common, account: from, balanceAfter: isTheft ? 0n : units * 7n })
  emitDeposited(emit, { ...common, account: to, balanceAfter: units * 3n })
}
