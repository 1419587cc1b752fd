import answers from './answers.json' with { type: 'json' }
import bridge from './bridge.json' with { type: 'json' }
import payloads from './payloads.json' with { type: 'json' }
import transactions from './transactions.json' with { type: 'json' }

/** An event with the bytes that a node sent, or with the values of its fields, from which they follow. */
export interface RecordedEvent {
  index: number
  type: string
  /** Base64 as recorded. */
  payload?: string | undefined
  /** In any order; encoded by `encodeRecordedEvent`. */
  fields?: Readonly<Record<string, unknown>> | undefined
}

/** A transaction of a public network. Addresses have 0x. */
export interface RecordedTransaction {
  name: string
  id: string
  network: string
  proposer: string
  payer: string
  authorizers: string[]
  /** Empty unless it failed. */
  error: string
  /** What the source lacks and is made up, in words. */
  assumed?: string[] | undefined
  events: RecordedEvent[]
}

/** Sources: sources.md in this folder. */
export const RECORDED_ANSWERS = answers
/** Of the EVM and the bridge alone, in the transaction that takes tokens in and in the one that takes them out. */
export const RECORDED_BRIDGE: Readonly<Record<'in' | 'out', readonly RecordedEvent[]>> = bridge
export const RECORDED_PAYLOADS = payloads
export const RECORDED_TRANSACTIONS: readonly RecordedTransaction[] = transactions

/** Throws an error that names the known ones. */
export function findRecordedTransaction(name: string): RecordedTransaction {
  const found = RECORDED_TRANSACTIONS.find((transaction) => transaction.name === name)
  if (found !== undefined) return found
  const known = RECORDED_TRANSACTIONS.map((transaction) => transaction.name).join(', ')
  throw new Error(`No transaction '${name}' is recorded. Choose from ${known}.`)
}

/**
 * Returns the payload as nodes send it: base64 of JSON-CDC with `value` before `type`, the fields in the order
 * of their declaration, and a newline at the end.
 */
export function encodeRecordedEvent({ type, payload, fields = {} }: RecordedEvent): string {
  if (payload !== undefined) return payload
  const declared = Object.entries(DECLARATIONS[type.replace(/^A\.[0-9a-f]{16}\./, '')] ?? {})
  if (declared.length !== Object.keys(fields).length)
    throw new Error(`The recorded event ${type} has other fields than its declaration.`)
  const encoded = declared.map(([name, encode]) => ({ value: encode(fields[name]), name }))
  const json = JSON.stringify({ value: { id: type, fields: encoded }, type: 'Event' })
  return Buffer.from(`${json}\n`).toString('base64')
}

type Encode = (value: unknown) => unknown

const simple =
  (type: string): Encode =>
  (value) => ({ value, type })
const optional =
  (encode: Encode): Encode =>
  (value) => ({ value: value === null ? null : encode(value), type: 'Optional' })
const bytes: Encode = (hex) => ({
  value: [...Buffer.from(String(hex), 'hex')].map((byte) => simple('UInt8')(String(byte))),
  type: 'Array',
})
const rawValue =
  (id: string): Encode =>
  (value) => ({
    value: { id, fields: [{ value: simple('UInt8')(value), name: 'rawValue' }] },
    type: 'Enum',
  })
const publicKey: Encode = (key) => {
  const { publicKey: hex, signatureAlgorithm } = key as Record<string, string>
  const algorithm = rawValue('SignatureAlgorithm')(signatureAlgorithm)
  const fields = [
    { value: bytes(hex), name: 'publicKey' },
    { value: algorithm, name: 'signatureAlgorithm' },
  ]
  return { value: { id: 'PublicKey', fields }, type: 'Struct' }
}
const publicPath: Encode = (identifier) => ({
  value: { domain: 'public', identifier },
  type: 'Path',
})
const vaultCapability: Encode = (capability) => {
  const { id, address, vault } = capability as Record<string, string>
  const type = {
    type: '',
    kind: 'Resource',
    typeID: vault,
    fields: [
      { type: { kind: 'UInt64' }, id: 'uuid' },
      { type: { kind: 'UFix64' }, id: 'balance' },
    ],
    initializers: [],
  }
  const authorization = { kind: 'Unauthorized', entitlements: null }
  const borrowType = { type, kind: 'Reference', authorization }
  return { value: { borrowType, address, id }, type: 'Capability' }
}

const text = simple('String')
const ufix64 = simple('UFix64')
const uint64 = simple('UInt64')
const address = simple('Address')
const optionalAddress = optional(address)

/** The fields of events by contract and name. */
const DECLARATIONS: Readonly<Record<string, Readonly<Record<string, Encode>>>> = {
  'FungibleToken.Withdrawn': {
    type: text,
    amount: ufix64,
    from: optionalAddress,
    fromUUID: uint64,
    withdrawnUUID: uint64,
    balanceAfter: ufix64,
  },
  'FungibleToken.Deposited': {
    type: text,
    amount: ufix64,
    to: optionalAddress,
    toUUID: uint64,
    depositedUUID: uint64,
    balanceAfter: ufix64,
  },
  'NonFungibleToken.Withdrawn': {
    type: text,
    id: uint64,
    uuid: uint64,
    from: optionalAddress,
    providerUUID: uint64,
  },
  'NonFungibleToken.Deposited': {
    type: text,
    id: uint64,
    uuid: uint64,
    to: optionalAddress,
    collectionUUID: uint64,
  },
  'FlowToken.TokensWithdrawn': { amount: ufix64, from: optionalAddress },
  'FlowToken.TokensDeposited': { amount: ufix64, to: optionalAddress },
  'FlowFees.TokensDeposited': { amount: ufix64 },
  'FlowFees.FeesDeducted': { amount: ufix64, inclusionEffort: ufix64, executionEffort: ufix64 },
  'FlowIDTableStaking.DelegatorTokensCommitted': {
    nodeID: text,
    delegatorID: simple('UInt32'),
    amount: ufix64,
  },
  'EVM.TransactionExecuted': {
    hash: bytes,
    index: simple('UInt16'),
    type: simple('UInt8'),
    payload: bytes,
    errorCode: simple('UInt16'),
    errorMessage: text,
    gasConsumed: uint64,
    contractAddress: text,
    logs: bytes,
    blockHeight: uint64,
    returnedData: bytes,
    precompiledCalls: bytes,
    stateUpdateChecksum: bytes,
  },
  'IFlowEVMTokenBridge.BridgedTokensToEVM': {
    type: text,
    amount: ufix64,
    bridgedUUID: uint64,
    to: text,
    evmContractAddress: text,
    bridgeAddress: address,
  },
  'IFlowEVMTokenBridge.BridgedTokensFromEVM': {
    type: text,
    amount: simple('UInt256'),
    bridgedUUID: uint64,
    caller: text,
    evmContractAddress: text,
    bridgeAddress: address,
  },
  'flow.AccountCreated': { address },
  'flow.AccountKeyAdded': {
    address,
    publicKey,
    weight: ufix64,
    hashAlgorithm: rawValue('HashAlgorithm'),
    keyIndex: simple('Int'),
  },
  'flow.AccountContractAdded': { address, codeHash: bytes, contract: text },
  'flow.CapabilityPublished': { address, path: publicPath, capability: vaultCapability },
}
