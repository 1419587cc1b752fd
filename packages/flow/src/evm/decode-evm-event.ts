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
interface CoaCreated {
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

/** Throws an error when the fields do not have the shape that the chain gives them. */
type Decode = (fields: Record<string, unknown>) => DecodedEvmEvent | null

/**
 * Decodes an event; `null` for one that is not of the EVM, or of a contract that only bears its name. Never throws: contracts
 * choose most of what is in it.
 */
export function decodeEvmEvent(
  { type, fields }: TransactionEvent,
  network: Network,
): DecodedEvmEvent | UnreadableEvent | null {
  const decode = DECODERS[network].get(type)
  return decode === undefined ? null : readOrExplain(() => decode(fields))
}

/** Lists the types of the events that `decodeEvmEvent` decodes, as nodes name them. */
export function listEvmEventTypes(network: Network): string[] {
  return [...DECODERS[network].keys()]
}

/** Sources: flow-go `fvm/evm/events`, flow-evm-bridge `interfaces/IFlowEVMTokenBridge.cdc`. */
function buildDecoders(network: Network): ReadonlyMap<string, Decode> {
  const decoders = new Map<string, Decode>([
    [buildSystemTypeId(network, 'EVM', 'TransactionExecuted'), decodeEvmTransaction],
    [buildSystemTypeId(network, 'EVM', 'FLOWTokensDeposited'), decodeFlowCrossing('deposited')],
    [buildSystemTypeId(network, 'EVM', 'FLOWTokensWithdrawn'), decodeFlowCrossing('withdrawn')],
    [buildSystemTypeId(network, 'EVM', 'CadenceOwnedAccountCreated'), decodeCoaCreated],
  ])
  const bridge = NETWORKS[network].evmBridge
  if (bridge === null) return decoders
  const type = `A.${bridge.slice(2)}.IFlowEVMTokenBridge`
  return decoders
    .set(`${type}.BridgedTokensToEVM`, decodeTokenCrossing('bridged in', bridge))
    .set(`${type}.BridgedTokensFromEVM`, decodeTokenCrossing('bridged out', bridge))
}

const decodeFlowCrossing =
  (kind: FlowCrossing['kind']): Decode =>
  (fields) => ({
    kind,
    address: getEvmAddress(fields, 'address'),
    units: getUnsigned(fields, 'amount'),
    vaultUuid: getUnsigned(fields, `${kind}UUID`),
  })

const decodeCoaCreated: Decode = (fields) => ({
  kind: 'coa created',
  address: getEvmAddress(fields, 'address'),
  uuid: getUnsigned(fields, 'uuid'),
})

/** `null` when another contract emitted it, as any can: the event belongs to an interface. */
const decodeTokenCrossing =
  (kind: TokenCrossing['kind'], bridge: Address): Decode =>
  (fields) => {
    if (fields.bridgeAddress !== bridge) return null
    return {
      kind,
      token: getEvmAddress(fields, 'evmContractAddress'),
      address: getEvmAddress(fields, kind === 'bridged in' ? 'to' : 'caller'),
      units: getUnsigned(fields, 'amount'),
      vaultUuid: getUnsigned(fields, 'bridgedUUID'),
      vaultType: getText(fields, 'type'),
    }
  }

const DECODERS = Object.fromEntries(
  NETWORK_NAMES.map((network) => [network, buildDecoders(network)]),
) as Readonly<Record<Network, ReadonlyMap<string, Decode>>>
