import type { EvmToken } from '@app/values/define-network.ts'
import {
  EVM_FEE_ACCOUNT,
  EVM_FLOW_BRIDGE,
  type EvmAddress,
  toEvmAddress,
  ZERO_EVM_ADDRESS,
} from '@app/values/evm-address.ts'
import type { EvmLog, EvmTransaction } from './decode-evm-transaction.ts'
import { toUnsigned } from './read-fields.ts'

export type TokensByAddress = ReadonlyMap<EvmAddress, EvmToken>

interface EvmTransfer {
  /** 'FLOW', wrapped or not, or the contract of a listed token. */
  token: 'FLOW' | EvmAddress
  /** `null`: from a vault in Cadence, or newly minted. */
  from: EvmAddress | null
  /** `null`: to a vault in Cadence, or burned. */
  to: EvmAddress | null
  /** 10⁻¹⁸ FLOW, or units of the token's last decimal. */
  units: bigint
  /** Whether it is FLOW itself, not wrapped. */
  isNative: boolean
  /** Whether it went from or to a vault of Cadence. */
  isCrossing: boolean
}

/** Money that moved in the EVM, into it, or out of it. */
export interface EvmMove extends Omit<EvmTransfer, 'isNative' | 'isCrossing'> {
  /** Of the Cadence vault at the end that is `null`; `null` when tokens were minted or burned. */
  vaultUuid: bigint | null
  /** Who signed, or for whom Cadence called; `null` when Cadence only deposited. */
  initiator: EvmAddress | null
  /** Index of the event `TransactionExecuted` in the Cadence transaction. */
  eventIndex: number
  evmHash: string
  evmHeight: number
}

/** What a contract that is on no list says that it moved. Any contract can say so of any two addresses. */
export interface UnverifiedTransfer {
  /** The contract. */
  token: EvmAddress
  /** `null`: newly minted. */
  from: EvmAddress | null
  /** `null`: burned. */
  to: EvmAddress | null
  /** In the token's last decimal, whichever that is. */
  units: bigint
}

/** Hash of 'Transfer(address,address,uint256)', the event of ERC-20 and of EIP-7708. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Where the chain itself logs every movement of its own money, once EIP-7708 is active on it. */
const NATIVE_LOG_ADDRESS = toEvmAddress('0xfffffffffffffffffffffffffffffffffffffffe')

/**
 * Who runs a signed transaction gets its gas, at a price that its signer chooses: usually a thousandth of one
 * FLOW, but everything that somebody has can be paid so. From 1 FLOW on it is a payment.
 */
const GAS_PAYMENT_ATTO = 10n ** 18n

/**
 * Returns what a transaction moved, in order, what other contracts say, and the number of logs of listed tokens that
 * have the topic of transfers and are none. Not listed are zero amounts, gas below `GAS_PAYMENT_ATTO`, and FLOW that is
 * wrapped or unwrapped. What failed moves nothing but gas.
 */
export function listEvmTransfers(
  tx: EvmTransaction,
  tokens: TokensByAddress,
): { transfers: EvmTransfer[]; unverified: UnverifiedTransfer[]; skippedLogs: number } {
  const all = tx.hasFailed ? [] : tx.logs.filter(({ topics }) => topics[0] === TRANSFER_TOPIC)
  const logs = all.filter(({ address }) => isFollowed(address, tokens))
  const others = all.filter(({ address }) => !isFollowed(address, tokens))
  const logged = logs.flatMap(parseSteps)
  const own = getOwnSteps(tx).filter((step) => !isSameStep(step, logged[0]))
  return {
    transfers: [...own, ...logged, ...getGasSteps(tx)]
      .filter((step) => isMovement(step, tokens))
      .map((step) => toTransfer(step, tx, tokens)),
    unverified: others.flatMap(parseSteps).flatMap(toUnverified),
    skippedLogs: logs.length - logged.length,
  }
}

interface Step {
  contract: EvmAddress
  from: EvmAddress
  to: EvmAddress
  units: bigint
}

const isFollowed = (contract: EvmAddress, tokens: TokensByAddress): boolean =>
  contract === NATIVE_LOG_ADDRESS || tokens.has(contract)

function toUnverified({ contract, from, to, units }: Step): UnverifiedTransfer[] {
  if (units === 0n || from === to) return []
  return [{ token: contract, from: toNullable(from), to: toNullable(to), units }]
}

const toNullable = (address: EvmAddress): EvmAddress | null =>
  address === ZERO_EVM_ADDRESS ? null : address

/** Empty for a log that is not of ERC-20 but has its topic, such as the log of an NFT. */
function parseSteps({ address, topics, data }: EvmLog): Step[] {
  const [, from, to] = topics
  if (from === undefined || to === undefined || topics.length !== 3 || data.length !== 32) return []
  if (!from.startsWith(ADDRESS_PADDING) || !to.startsWith(ADDRESS_PADDING)) return []
  return [
    {
      contract: address,
      from: toEvmAddress(from.slice(24)),
      to: toEvmAddress(to.slice(24)),
      units: toUnsigned(data),
    },
  ]
}

const ADDRESS_PADDING = '0'.repeat(24)

function getOwnSteps(tx: EvmTransaction): Step[] {
  const to = tx.to ?? tx.createdContract
  if (tx.hasFailed || to === null) return []
  return [{ contract: NATIVE_LOG_ADDRESS, from: tx.from, to, units: tx.valueAtto }]
}

function getGasSteps({ from, gasCostAtto }: EvmTransaction): Step[] {
  if (gasCostAtto < GAS_PAYMENT_ATTO) return []
  return [{ contract: NATIVE_LOG_ADDRESS, from, to: EVM_FEE_ACCOUNT, units: gasCostAtto }]
}

/** With EIP-7708 the first log is that of the transaction's own value. */
const isSameStep = (own: Step, first: Step | undefined): boolean =>
  first?.contract === own.contract &&
  first.from === own.from &&
  first.to === own.to &&
  first.units === own.units

/** FLOW leaves the fee account only as gas, and goes to and from the contract of wrapped FLOW only to be that. */
function isMovement({ contract, from, to, units }: Step, tokens: TokensByAddress): boolean {
  if (units === 0n) return false
  if (isWrapped(contract, tokens)) return from !== ZERO_EVM_ADDRESS && to !== ZERO_EVM_ADDRESS
  if (contract !== NATIVE_LOG_ADDRESS) return true
  return from !== EVM_FEE_ACCOUNT && !isWrapped(from, tokens) && !isWrapped(to, tokens)
}

const isWrapped = (address: EvmAddress, tokens: TokensByAddress): boolean =>
  tokens.get(address)?.isWrappedFlow === true

function toTransfer(step: Step, tx: EvmTransaction, tokens: TokensByAddress): EvmTransfer {
  const { contract, from, to, units } = step
  const isNative = contract === NATIVE_LOG_ADDRESS
  const isIn = isNative && from === EVM_FLOW_BRIDGE
  const isOut = isNative && tx.subType === 'withdraw' && to === EVM_FLOW_BRIDGE
  return {
    token: isNative || isWrapped(contract, tokens) ? 'FLOW' : contract,
    from: isIn ? null : toNullable(from),
    to: isOut ? null : toNullable(to),
    units,
    isNative,
    isCrossing: isIn || isOut,
  }
}
