import type { EvmToken } from '@app/values/define-network.ts'
import { EVM_FLOW_BRIDGE, toEvmAddress } from '@app/values/evm-address.ts'
import type { Network } from '@app/values/network.ts'
import * as Hex from 'ox/Hex'
import * as Rlp from 'ox/Rlp'
import type { TransactionEvent } from '../read/chain.ts'

/** A log as it is emitted: `words` are its topics. */
export interface EmittedLog {
  address: string
  words: readonly bigint[]
  data: bigint | string
}

/** A direct call: what Cadence had the EVM do. */
export interface DirectCall {
  /** 1 deposit, 2 withdraw, 3 transfer, 4 deploy, 5 call. */
  subType: number
  from: string
  to: string
  value?: bigint
  logs?: readonly EmittedLog[]
  hasFailed?: boolean
}

const repeat = (digit: string) => toEvmAddress(digit.repeat(40))

export const [ALICE, BOB, CAROL] = [repeat('a'), repeat('b'), repeat('c')] as const
/** Two tokens, of which the first is wrapped FLOW. */
export const [WFLOW, DOLLAR] = [repeat('f'), repeat('d')] as const

export const TOKENS: readonly EvmToken[] = [
  { address: WFLOW, symbol: 'WFLOW', name: 'Wrapped Flow', decimals: 18, isWrappedFlow: true },
  { address: DOLLAR, symbol: 'USD', name: 'Dollar', decimals: 6, isWrappedFlow: false },
]

export const TRANSFER = 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3efn
export const NATIVE = '0xfffffffffffffffffffffffffffffffffffffffe'

/** The log of a transfer by ERC-20, or by EIP-7708 with `NATIVE` as address. */
export const logTransfer = (
  address: string,
  from: string,
  to: string,
  units: bigint,
): EmittedLog => ({ address, words: [TRANSFER, BigInt(from), BigInt(to)], data: units })

const EVM_CONTRACTS: Readonly<Record<Network, string>> = {
  local: 'A.f8d6e0586b0a20c7.EVM',
  testnet: 'A.8c5303eaa26202d6.EVM',
}

/** An event as a contract emits it; `name` is that of an event of EVM, or a whole type. */
export interface EmittedEvent {
  name: string
  fields: Record<string, unknown>
}

/** Builds the events of one Cadence transaction on a network, each with the next index. */
export function buildEvents(
  network: Network,
  ...events: readonly EmittedEvent[]
): TransactionEvent[] {
  return events.map(({ name, fields }, eventIndex) => ({
    type: name.startsWith('A.') ? name : `${EVM_CONTRACTS[network]}.${name}`,
    txId: '1'.repeat(64),
    txIndex: 0,
    eventIndex,
    fields,
  }))
}

/** Encodes a direct call as the field `payload` has it, with `input` for the contract. */
export function encodeDirectCall(
  { subType, from, to, value = 0n }: Pick<DirectCall, 'subType' | 'from' | 'to' | 'value'>,
  input: Hex.Hex = '0x',
): Uint8Array {
  const [type, kind] = [toHex(255n), toHex(BigInt(subType))]
  const fields = [type, kind, from, to, input, toHex(value), '0x01', '0x'] as Hex.Hex[]
  return Buffer.concat([Uint8Array.of(255), Rlp.fromHex(fields, { as: 'Bytes' })])
}

/** Bytes as `decodeCadence` returns [UInt8]. */
export const toUint8s = (bytes: Uint8Array): bigint[] => Array.from(bytes, BigInt)

/** The event `TransactionExecuted` of a signed transaction, which used 21,000 gas. */
export const emitSigned = (signed: Uint8Array, fields: Record<string, unknown> = {}) =>
  emitTransaction(0n, { payload: toUint8s(signed), ...fields })

const emitTransaction = (type: bigint, fields: Record<string, unknown>) => ({
  name: 'TransactionExecuted',
  fields: {
    hash: Array(32).fill(7n),
    index: 0n,
    type,
    errorCode: 0n,
    errorMessage: '',
    gasConsumed: 21_000n,
    contractAddress: '',
    logs: [],
    blockHeight: 3n,
    ...fields,
  },
})

/** The event `TransactionExecuted` of a direct call. */
export function emitCall({
  subType,
  from,
  to,
  value = 0n,
  logs = [],
  hasFailed = false,
}: DirectCall) {
  return emitTransaction(255n, {
    payload: toUint8s(encodeDirectCall({ subType, from, to, value })),
    errorCode: hasFailed ? 306n : 0n,
    logs: logs.length === 0 ? [] : encodeLogs(logs),
  })
}

/** The two events of a deposit of 10⁻⁸ FLOW from a vault. */
export function emitDeposit(
  to: string,
  units: bigint,
  vaultUuid: bigint,
): [EmittedEvent, EmittedEvent] {
  const fields = { address: to.slice(2), amount: units, depositedUUID: vaultUuid }
  const value = units * 10n ** 10n
  return [
    emitCall({ subType: 1, from: EVM_FLOW_BRIDGE, to, value }),
    { name: 'FLOWTokensDeposited', fields },
  ]
}

/** The two events of a withdrawal of 10⁻⁸ FLOW to a vault. */
export function emitWithdrawal(
  from: string,
  units: bigint,
  vaultUuid: bigint,
): [EmittedEvent, EmittedEvent] {
  const fields = { address: from.slice(2), amount: units, withdrawnUUID: vaultUuid }
  const value = units * 10n ** 10n
  return [
    emitCall({ subType: 2, from, to: EVM_FLOW_BRIDGE, value }),
    { name: 'FLOWTokensWithdrawn', fields },
  ]
}

/** Encodes logs as the field `logs` has them. */
export const encodeLogs = (logs: readonly EmittedLog[]): bigint[] =>
  toUint8s(
    Rlp.fromHex(
      logs.map(({ address, words, data }) => [
        address as Hex.Hex,
        words.map((word) => Hex.fromNumber(word, { size: 32 })),
        typeof data === 'bigint' ? Hex.fromNumber(data, { size: 32 }) : (data as Hex.Hex),
      ]),
      { as: 'Bytes' },
    ),
  )

const toHex = (value: bigint): Hex.Hex => (value === 0n ? '0x' : Hex.fromNumber(value))
