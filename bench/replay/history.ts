import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { createRandom, type Random } from '@app/world/seed/random.ts'

/** A chain that was never executed: every block follows from these and its height alone. */
export interface HistoryOptions {
  /** Where its accounts act. */
  side: 'cadence' | 'evm'
  seed: number
  /** Height of its last block; the first is 0. */
  tipHeight: number
}

/** An event as the chain emits it; `payload` is JSON-CDC. */
export interface EncodedEvent {
  type: string
  payload: string
}

export interface HistoryTransaction {
  /** 64 hexadecimal digits, which start with the height and the position in the block. */
  id: string
  proposer: Address
  payer: Address
  authorizers: Address[]
  events: EncodedEvent[]
}

export const NETWORK = 'local'
export const FLOW_VAULT = buildFlowVaultTypeId(NETWORK)
const [FEE_ACCOUNT] = NETWORKS[NETWORK].feeAccounts
const WITHDRAWN = buildSystemTypeId(NETWORK, 'FungibleToken', 'Withdrawn')
const DEPOSITED = buildSystemTypeId(NETWORK, 'FungibleToken', 'Deposited')

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
export function buildBlock({ seed }: HistoryOptions, height: number): HistoryTransaction[] {
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
  const token = kind < 25 ? DOLLAR_VAULT : FLOW_VAULT
  const moved =
    kind < 12
      ? buildNftMove(uuid, from, to)
      : buildTokenMove({ token, amount: pickAmount(random), uuid, from, to })
  // Some services move what their customers hold.
  const signer = kind >= 97 ? toHistoryAddress(random.integer(0, SERVICES - 1)) : from
  return addFee(toTransactionId(height, position), signer, { uuid, moved })
}

const pickAmount = (random: Random): string =>
  `${random.integer(1, 500)}.${String(random.integer(0, 1e8 - 1)).padStart(8, '0')}`

function buildCreation(height: number, position: number): HistoryTransaction {
  const address = toHistoryAddress(countAccounts(height) - 1)
  const created = toEvent(TYPES.accountCreated, { address: ['Address', address] })
  const uuid = toUuid(height, position)
  const signer = toHistoryAddress(height % SERVICES)
  return addFee(toTransactionId(height, position), signer, { uuid, moved: [created] })
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

const addresses = new Map<number, Address>()

/** Returns the address of an account of the history by its place in the order of creation, from 0. */
export function toHistoryAddress(place: number): Address {
  const known = addresses.get(place)
  if (known !== undefined) return known
  const address = computeAddressAtIndex(10 + place, NETWORK)
  addresses.set(place, address)
  return address
}

/** Moves tokens between two vaults in accounts. */
const buildTokenMove = ({ from, to, ...vault }: TokenMove): EncodedEvent[] => [
  buildWithdrawn({ ...vault, from }),
  buildDeposited({ ...vault, to }),
]

export const buildWithdrawn = ({ token, amount, uuid, from }: Omit<TokenMove, 'to'>) =>
  toEvent(WITHDRAWN, {
    type: ['String', token],
    amount: ['UFix64', amount],
    from: ['Address?', from],
    fromUUID: ['UInt64', String(uuid)],
    withdrawnUUID: ['UInt64', String(uuid + 1)],
    balanceAfter: ['UFix64', '812.00450000'],
  })

export const buildDeposited = ({ token, amount, uuid, to }: Omit<TokenMove, 'from'>) =>
  toEvent(DEPOSITED, {
    type: ['String', token],
    amount: ['UFix64', amount],
    to: ['Address?', to],
    toUUID: ['UInt64', String(uuid + 2)],
    depositedUUID: ['UInt64', String(uuid + 1)],
    balanceAfter: ['UFix64', '1043.11000000'],
  })

interface TokenMove {
  token: string
  amount: string
  uuid: number
  from: Address
  to: Address
}

function buildNftMove(uuid: number, from: Address, to: Address): EncodedEvent[] {
  const id = ['UInt64', String(uuid)] as const
  const moved = { type: ['String', COLLECTION], id, uuid: id } as const
  return [
    toEvent(TYPES.nftWithdrawn, {
      ...moved,
      from: ['Address?', from],
      providerUUID: ['UInt64', '1'],
    }),
    toEvent(TYPES.nftDeposited, {
      ...moved,
      to: ['Address?', to],
      collectionUUID: ['UInt64', '2'],
    }),
  ]
}

/** The signer pays the fee. */
export function addFee(
  id: string,
  signer: Address,
  { uuid, moved }: { uuid: number; moved: EncodedEvent[] },
): HistoryTransaction {
  const fee = { token: FLOW_VAULT, amount: '0.00000185', uuid: uuid + 500, from: signer }
  const events = [...moved, ...buildTokenMove({ ...fee, to: FEE_ACCOUNT as Address })]
  return { id, proposer: signer, payer: signer, authorizers: [signer], events }
}

/** Cadence types (`?`: optional) and values of the fields; of bytes the elements as text. */
export function toEvent(
  type: string,
  fields: Readonly<Record<string, readonly [string, string]>>,
): EncodedEvent {
  const texts = Object.entries(fields).map(
    ([name, [kind, value]]) => `{"value":${toJsonCdc(kind, value)},"name":"${name}"}`,
  )
  const payload = `{"value":{"id":"${type}","fields":[${texts.join(',')}]},"type":"Event"}\n`
  return { type, payload }
}

function toJsonCdc(kind: string, value: string): string {
  if (kind === 'Bytes') return `{"value":[${value}],"type":"Array"}`
  if (!kind.endsWith('?')) return `{"value":"${value}","type":"${kind}"}`
  return `{"value":${toJsonCdc(kind.slice(0, -1), value)},"type":"Optional"}`
}

export const toUuid = (height: number, position: number): number => (height * 64 + position) * 1_000

export const toTransactionId = (height: number, position: number): string =>
  height.toString(16).padStart(8, '0') + position.toString(16).padStart(4, '0') + 'c'.repeat(52)

/** Returns the height and the position in the block of a transaction. */
export function parseTransactionId(id: string): { height: number; position: number } {
  return {
    height: Number.parseInt(id.slice(0, 8), 16),
    position: Number.parseInt(id.slice(8, 12), 16),
  }
}

/** Creates the random numbers of a block, the same at each call. */
export const createBlockRandom = (seed: number, height: number): Random =>
  createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(height + 1, 0xc2b2ae35))
