import type { EvmToken } from '@app/values/define-network.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'

/** Tokens of which transfers are followed. */
export type TokensByAddress = ReadonlyMap<EvmAddress, EvmToken>

/** What moves, and between whom. */
export interface EvmPayment {
  /** 'FLOW', wrapped or not, or the contract of a listed token. */
  token: 'FLOW' | EvmAddress
  /** `null`: from a vault in Cadence, or newly minted. */
  from: EvmAddress | null
  /** `null`: to a vault in Cadence, or burned. */
  to: EvmAddress | null
  /** 10⁻¹⁸ FLOW, or units of the token's last decimal. */
  units: bigint
}

/** Money that moved in the EVM, into it, or out of it. */
export interface EvmMove extends EvmPayment {
  /** Of the Cadence vault at the end that is `null`; `null` when tokens were minted or burned. */
  vaultUuid: bigint | null
  /** Who signed, or for whom Cadence called; `null` when Cadence only deposited. */
  initiator: EvmAddress | null
  /** Index of the event `TransactionExecuted` in the Cadence transaction. */
  eventIndex: number
  evmHash: string
  evmHeight: number
}
