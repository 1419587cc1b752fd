import type { Address } from '@app/values/address.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'
import { NETWORK_NAMES, NETWORKS, type Network } from '@app/values/network.ts'
import type { TransactionEvent } from '../read/chain.ts'
import { buildSystemTypeId } from '../read/system-contracts.ts'
import { decodeEvmTransaction, type EvmTransaction } from './decode-evm-transaction.ts'
import {
  getEvmAddress,
  getText,
  getUnsigned,
  readOrExplain,
  type UnreadableEvent,
} from './read-fields.ts'

/**
 * FLOW that went from a Cadence vault into the EVM, or out of it. It follows the direct call that moved it,
 * and takes the place of `FungibleToken.Deposited` or `Withdrawn` of that vault.
 */
export interface FlowCrossing {
  kind: 'deposited' | 'withdrawn'
  address: EvmAddress
  /** In 10⁻⁸ FLOW. */
  units: bigint
  vaultUuid: bigint
}

/** A Cadence-owned account that was created. Who holds the resource that controls it is in no event. */
export interface CoaCreated {
  kind: 'coa created'
  address: EvmAddress
  uuid: bigint
}

/** Tokens that the bridge moved between a Cadence vault and an address in the EVM. */
export interface TokenCrossing {
  kind: 'bridged in' | 'bridged out'
  /** ERC-20 contract; that of wrapped FLOW for a vault of FLOW. */
  token: EvmAddress
  /** Who receives them in the EVM, or had them there. */
  address: EvmAddress
  /** In: 10⁻⁸ tokens, as in Cadence. Out: units of the ERC-20 token. */
  units: bigint
  vaultUuid: bigint
  /** Type of the vault, such as A.<address>.<contract>.Vault. */
  vaultType: string
}

export type DecodedEvmEvent = EvmTransaction | FlowCrossing | CoaCreated | TokenCrossing

type Decode = (fields: Record<string, unknown>) => DecodedEvmEvent | UnreadableEvent | null

/** Decodes `EVM.FLOWTokensDeposited`. Never throws. */
export function decodeFlowDeposited(
  fields: Record<string, unknown>,
): FlowCrossing | UnreadableEvent {
  return decodeFlowCrossing('deposited', fields, 'depositedUUID')
}

/** Decodes `EVM.FLOWTokensWithdrawn`. Never throws. */
export function decodeFlowWithdrawn(
  fields: Record<string, unknown>,
): FlowCrossing | UnreadableEvent {
  return decodeFlowCrossing('withdrawn', fields, 'withdrawnUUID')
}

function decodeFlowCrossing(
  kind: FlowCrossing['kind'],
  fields: Record<string, unknown>,
  uuid: string,
): FlowCrossing | UnreadableEvent {
  return readOrExplain(() => ({
    kind,
    address: getEvmAddress(fields, 'address'),
    units: getUnsigned(fields, 'amount'),
    vaultUuid: getUnsigned(fields, uuid),
  }))
}

/** Decodes `EVM.CadenceOwnedAccountCreated`. Never throws. */
export function decodeCoaCreated(fields: Record<string, unknown>): CoaCreated | UnreadableEvent {
  return readOrExplain(() => ({
    kind: 'coa created',
    address: getEvmAddress(fields, 'address'),
    uuid: getUnsigned(fields, 'uuid'),
  }))
}

/**
 * Decodes `IFlowEVMTokenBridge.BridgedTokensToEVM` ('bridged in') or `BridgedTokensFromEVM`; `null`
 * when another contract emitted it, as any can: the event belongs to an interface.
 * Never throws. Source: flow-evm-bridge `interfaces/IFlowEVMTokenBridge.cdc`.
 */
export function decodeTokenCrossing(
  kind: TokenCrossing['kind'],
  fields: Record<string, unknown>,
  bridge: Address,
): TokenCrossing | UnreadableEvent | null {
  if (fields.bridgeAddress !== bridge) return null
  return readOrExplain(() => ({
    kind,
    token: getEvmAddress(fields, 'evmContractAddress'),
    address: getEvmAddress(fields, kind === 'bridged in' ? 'to' : 'caller'),
    units: getUnsigned(fields, 'amount'),
    vaultUuid: getUnsigned(fields, 'bridgedUUID'),
    vaultType: getText(fields, 'type'),
  }))
}

/** Decodes an event; `null` for one that is not of the EVM, or of a contract that only bears its name. */
export function decodeEvmEvent(
  event: TransactionEvent,
  network: Network,
): DecodedEvmEvent | UnreadableEvent | null {
  return DECODERS[network].get(event.type)?.(event.fields) ?? null
}

/** Lists the types of the events that `decodeEvmEvent` decodes, as nodes name them. */
export function listEvmEventTypes(network: Network): string[] {
  return [...DECODERS[network].keys()]
}

const DECODERS = Object.fromEntries(
  NETWORK_NAMES.map((network) => [network, buildDecoders(network)]),
) as Readonly<Record<Network, ReadonlyMap<string, Decode>>>

function buildDecoders(network: Network): ReadonlyMap<string, Decode> {
  const decoders = new Map<string, Decode>([
    [buildSystemTypeId(network, 'EVM', 'TransactionExecuted'), decodeEvmTransaction],
    [buildSystemTypeId(network, 'EVM', 'FLOWTokensDeposited'), decodeFlowDeposited],
    [buildSystemTypeId(network, 'EVM', 'FLOWTokensWithdrawn'), decodeFlowWithdrawn],
    [buildSystemTypeId(network, 'EVM', 'CadenceOwnedAccountCreated'), decodeCoaCreated],
  ])
  const bridge = NETWORKS[network].evmBridge
  if (bridge === null) return decoders
  const type = `A.${bridge.slice(2)}.IFlowEVMTokenBridge`
  return decoders
    .set(`${type}.BridgedTokensToEVM`, (fields) =>
      decodeTokenCrossing('bridged in', fields, bridge),
    )
    .set(`${type}.BridgedTokensFromEVM`, (fields) =>
      decodeTokenCrossing('bridged out', fields, bridge),
    )
}
