import {
  EVM_FEE_ACCOUNT,
  EVM_FLOW_BRIDGE,
  type EvmAddress,
  ZERO_EVM_ADDRESS,
} from '@app/values/evm-address.ts'
import {
  type EvmLog,
  type LoggedTransfer,
  NATIVE_LOG_ADDRESS,
  parseTransferLog,
  TRANSFER_TOPIC,
} from './decode-evm-logs.ts'
import type { EvmTransaction } from './decode-evm-transaction.ts'
import type { EvmPayment, TokensByAddress } from './evm-move.ts'

/** What one transaction of the EVM moved. */
export interface Transfer extends EvmPayment {
  /** Whether it is FLOW itself, not wrapped. */
  isNative: boolean
  /** Whether it went from or to a vault of Cadence. */
  isCrossing: boolean
}

/**
 * Who runs a signed transaction gets its gas, at a price that its signer chooses: usually a thousandth of one
 * FLOW, but everything that somebody has can be paid so. From 1 FLOW on it is a payment.
 */
const GAS_PAYMENT_ATTO = 10n ** 18n

/**
 * Returns what a transaction moved, in order, and the number of logs of listed tokens that have the topic
 * of transfers and are none. Not listed are zero amounts, gas below `GAS_PAYMENT_ATTO`, and FLOW that is
 * wrapped or unwrapped. What failed moves nothing but gas.
 */
export function listTransfers(
  tx: EvmTransaction,
  tokens: TokensByAddress,
): { transfers: Transfer[]; skippedLogs: number } {
  const logs = tx.hasFailed ? [] : tx.logs.filter((log) => isTransferLog(log, tokens))
  const logged = logs.flatMap((log) => parseSteps(log))
  const own = getOwnSteps(tx).filter((step) => !isSameStep(step, logged[0]))
  return {
    transfers: [...own, ...logged, ...getGasSteps(tx)]
      .filter((step) => isMovement(step, tokens))
      .map((step) => toTransfer(step, tx, tokens)),
    skippedLogs: logs.length - logged.length,
  }
}

/** A movement of a contract's token; of FLOW itself where the contract is `NATIVE_LOG_ADDRESS`. */
interface Step extends LoggedTransfer {
  contract: EvmAddress
}

function isTransferLog({ address, topics }: EvmLog, tokens: TokensByAddress): boolean {
  if (topics[0] !== TRANSFER_TOPIC) return false
  return address === NATIVE_LOG_ADDRESS || tokens.has(address)
}

function parseSteps(log: EvmLog): Step[] {
  const transfer = parseTransferLog(log)
  return transfer === null ? [] : [{ contract: log.address, ...transfer }]
}

/** The value of the transaction itself. */
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

function toTransfer(step: Step, tx: EvmTransaction, tokens: TokensByAddress): Transfer {
  const { contract, from, to, units } = step
  const isNative = contract === NATIVE_LOG_ADDRESS
  const isIn = isNative && from === EVM_FLOW_BRIDGE
  const isOut = isNative && tx.subType === 'withdraw' && to === EVM_FLOW_BRIDGE
  return {
    token: isNative || isWrapped(contract, tokens) ? 'FLOW' : contract,
    from: isIn || from === ZERO_EVM_ADDRESS ? null : from,
    to: isOut || to === ZERO_EVM_ADDRESS ? null : to,
    units,
    isNative,
    isCrossing: isIn || isOut,
  }
}
