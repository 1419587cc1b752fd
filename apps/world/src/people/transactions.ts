import * as calls from '@app/contracts/calls.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { TransactionRequest } from '../create-chain.ts'

/** The tokens of the local world by their symbols, with the identifiers of their storage and public paths. */
export const TOKENS = {
  FLOW: { vault: 'flowTokenVault', receiver: 'flowTokenReceiver', balance: 'flowTokenBalance' },
  TUSD: { vault: 'testDollarVault', receiver: 'testDollarReceiver', balance: 'testDollarReceiver' },
  LOTUS: {
    vault: 'lotusTokenVault',
    receiver: 'lotusTokenReceiver',
    balance: 'lotusTokenReceiver',
  },
} as const

export type Token = keyof typeof TOKENS

/** Cadence type identifier of dollars. */
export const DOLLAR_VAULT_TYPE = `A.${getContractAddress('TestDollar', 'local').slice(2)}.TestDollar.Vault`

/** The NFT collections of the local world; one identifier serves both the storage and the public path. */
export const COLLECTIONS = {
  GardenPass: 'gardenPassCollection',
  StonePrint: 'stonePrintCollection',
} as const

export type Collection = keyof typeof COLLECTIONS

interface TokenPayment {
  from: Address
  to: Address
  /** Decimal text, such as '12.50'. */
  amount: string
  token: Token
}

export function buildPaymentRequest({ from, to, amount, token }: TokenPayment): TransactionRequest {
  const { vault, receiver } = TOKENS[token]
  const call = calls.sendTokens({ amount: parseUfix64(amount), to, vault, receiver })
  return { call, signers: [from] }
}

/** One transaction with several payments of one account, such as a payroll or an exchange's withdrawals. */
export function buildBatchPaymentRequest(
  from: Address,
  payments: ReadonlyMap<Address, string>,
  token: Token,
): TransactionRequest {
  const { vault, receiver } = TOKENS[token]
  const units = new Map([...payments].map(([to, amount]) => [to, parseUfix64(amount)]))
  return { call: calls.payMany({ payments: units, vault, receiver }), signers: [from] }
}

/** The thief proposes and pays a transaction that takes everything in the victim's vaults of these tokens. */
export function buildSweepRequest(
  thief: Address,
  victim: Address,
  tokens: readonly Token[],
): TransactionRequest {
  const vaults = tokens.map((token) => TOKENS[token].vault)
  return { call: calls.sweepVaults({ vaults }), signers: [thief, victim] }
}

/** FLOW that a guarded vault costs for its own storage; it is returned when the vault is closed. */
export const VAULT_PRICE = '0.00128'

/** Opens a guarded vault for dollars, of which `perDay` can leave at once, and all only to `recoveryAddress`. */
export function buildVaultOpeningRequest(
  owner: Address,
  { recoveryAddress, perDay }: { recoveryAddress: Address; perDay: string },
): TransactionRequest {
  const allowances = new Map([[DOLLAR_VAULT_TYPE, parseUfix64(perDay)]])
  return { call: calls.openVault({ recoveryAddress, allowances }), signers: [owner] }
}

export function buildVaultDepositRequest(owner: Address, amount: string): TransactionRequest {
  const tokens = TOKENS.TUSD.vault
  return { call: calls.depositTokens({ amount: parseUfix64(amount), tokens }), signers: [owner] }
}
