import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Address } from '@app/values/address.ts'
import type { Random } from '@app/world/seed/random.ts'
import { buildEvmBlock } from './evm-history.ts'
import {
  addFee,
  buildTokenMove,
  createBlockRandom,
  type EncodedEvent,
  FLOW_VAULT,
  type HistoryOptions,
  type HistoryTransaction,
  NETWORK,
  toEvent,
  toHistoryAddress,
  toTransactionId,
  toUuid,
} from './history-parts.ts'

/** Mean number of events that the indexer asks for, in one block. */
export const EVENTS_PER_BLOCK = 32

const TRANSACTIONS_PER_BLOCK = { min: 4, max: 12 }
/** Accounts that exist before the first block, and blocks until the next one is created. */
const FIRST_ACCOUNTS = 2_000
const BLOCKS_PER_ACCOUNT = 3
/** The first accounts are services, with whom a third of all payments are. */
const SERVICES = 50
/** Two thirds of the other payments are between accounts this close in the order of creation. */
const NEIGHBOURHOOD = 24
const SECONDS_PER_BLOCK = 0.8
const GENESIS_MS = Date.UTC(2025, 0, 1)

const DOLLAR_VAULT = 'A.f8d6e0586b0a20c7.TestDollar.Vault'
const COLLECTION = 'A.f8d6e0586b0a20c7.TestArt.NFT'
const TYPES = {
  nftWithdrawn: buildSystemTypeId(NETWORK, 'NonFungibleToken', 'Withdrawn'),
  nftDeposited: buildSystemTypeId(NETWORK, 'NonFungibleToken', 'Deposited'),
  accountCreated: 'flow.AccountCreated',
}

export const toBlockId = (height: number): string => height.toString(16).padStart(64, 'b')

export const toBlockTime = (height: number): string =>
  new Date(GENESIS_MS + Math.round(height * SECONDS_PER_BLOCK * 1000)).toISOString()

/** Builds the transactions of a block, the same at each call. */
export const buildBlock = (history: HistoryOptions, height: number): HistoryTransaction[] =>
  history.side === 'evm' ? buildEvmBlock(history, height) : buildCadenceBlock(history, height)

function buildCadenceBlock({ seed }: HistoryOptions, height: number): HistoryTransaction[] {
  const random = createBlockRandom(seed, height)
  const { min, max } = TRANSACTIONS_PER_BLOCK
  const transactions = Array.from({ length: random.integer(min, max) }, (_, position) =>
    buildTransaction(random, height, position),
  )
  const isCreating = height > 0 && height % BLOCKS_PER_ACCOUNT === 0
  return isCreating ? [...transactions, buildCreation(height, transactions.length)] : transactions
}

const countAccounts = (height: number): number =>
  FIRST_ACCOUNTS + Math.floor(height / BLOCKS_PER_ACCOUNT)

function buildTransaction(random: Random, height: number, position: number): HistoryTransaction {
  const sender = pickSender(random, height)
  const receiver = pickReceiver(random, height, sender)
  const kind = random.integer(0, 99)
  const uuid = toUuid(height, position)
  const from = toHistoryAddress(sender)
  const to = toHistoryAddress(receiver)
  const moved =
    kind < 12 ? buildNftMove(uuid, from, to) : buildPayment(random, { kind, uuid, from, to })
  // Some services move what their customers hold.
  const signer = kind >= 97 ? toHistoryAddress(random.integer(0, SERVICES - 1)) : from
  return addFee({ id: toTransactionId(height, position), signer, uuid, moved })
}

function buildCreation(height: number, position: number): HistoryTransaction {
  const address = toHistoryAddress(countAccounts(height) - 1)
  const created = toEvent(TYPES.accountCreated, [['address', 'Address', address]])
  const uuid = toUuid(height, position)
  const signer = toHistoryAddress(height % SERVICES)
  return addFee({ id: toTransactionId(height, position), signer, uuid, moved: [created] })
}

function pickSender(random: Random, height: number): number {
  if (random.integer(0, 5) === 0) return random.integer(0, SERVICES - 1)
  return SERVICES + random.integer(0, countAccounts(height) - SERVICES - 2)
}

function pickReceiver(random: Random, height: number, sender: number): number {
  if (random.integer(0, 5) === 0) return (sender + random.integer(1, SERVICES - 1)) % SERVICES
  const accounts = countAccounts(height) - SERVICES - 1
  const distance =
    random.integer(0, 2) === 0
      ? random.integer(0, accounts - 1)
      : random.integer(0, NEIGHBOURHOOD - 1)
  const receiver = SERVICES + ((sender + distance) % accounts)
  return receiver === sender ? receiver + 1 : receiver
}

interface Payment {
  kind: number
  uuid: number
  from: Address
  to: Address
}

function buildPayment(random: Random, { kind, uuid, from, to }: Payment): EncodedEvent[] {
  const amount = `${random.integer(1, 500)}.${String(random.integer(0, 1e8 - 1)).padStart(8, '0')}`
  return buildTokenMove({ token: kind < 25 ? DOLLAR_VAULT : FLOW_VAULT, amount, uuid, from, to })
}

function buildNftMove(uuid: number, from: Address, to: Address): EncodedEvent[] {
  const common: Parameters<typeof toEvent>[1] = [
    ['type', 'String', COLLECTION],
    ['id', 'UInt64', String(uuid)],
    ['uuid', 'UInt64', String(uuid)],
  ]
  return [
    toEvent(TYPES.nftWithdrawn, [
      ...common,
      ['from', 'Address?', from],
      ['providerUUID', 'UInt64', '1'],
    ]),
    toEvent(TYPES.nftDeposited, [
      ...common,
      ['to', 'Address?', to],
      ['collectionUUID', 'UInt64', '2'],
    ]),
  ]
}
