import * as transactions from '@app/contracts/calls.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { TransactionRequest } from '../create-chain.ts'

/** Identifiers of the storage and public paths of a token. */
interface TokenPaths {
  vault: string
  receiver: string
  balance: string
}

/** The tokens of the local world by their symbols. */
export const TOKENS = {
  FLOW: { vault: 'flowTokenVault', receiver: 'flowTokenReceiver', balance: 'flowTokenBalance' },
  TUSD: { vault: 'testDollarVault', receiver: 'testDollarReceiver', balance: 'testDollarReceiver' },
  LOTUS: {
    vault: 'lotusTokenVault',
    receiver: 'lotusTokenReceiver',
    balance: 'lotusTokenReceiver',
  },
} as const satisfies Record<string, TokenPaths>

export type Token = keyof typeof TOKENS

/** Cadence type identifier of dollars. */
export const DOLLAR_VAULT_TYPE = buildTypeIdentifier('TestDollar', 'Vault')

/** The NFT collections of the local world; one identifier serves both the storage and the public path. */
export const COLLECTIONS = {
  GardenPass: 'gardenPassCollection',
  StonePrint: 'stonePrintCollection',
} as const

export type Collection = keyof typeof COLLECTIONS

function buildTypeIdentifier(contract: string, name: string): string {
  return `A.${getContractAddress(contract, 'local').slice(2)}.${contract}.${name}`
}

interface TokenPayment {
  from: Address
  to: Address
  /** Decimal text, such as '12.50'. */
  amount: string
  token: Token
}

export function buildPaymentRequest({ from, to, amount, token }: TokenPayment): TransactionRequest {
  const { vault, receiver } = TOKENS[token]
  const call = transactions.sendTokens({ amount: parseUfix64(amount), to, vault, receiver })
  return { call, signers: [from] }
}

/**
 * Builds one transaction with several payments of one account, such as a payroll or an exchange's
 * withdrawals.
 */
export function buildBatchPaymentRequest(
  from: Address,
  payments: ReadonlyMap<Address, string>,
  token: Token,
): TransactionRequest {
  const { vault, receiver } = TOKENS[token]
  const units = new Map([...payments].map(([to, amount]) => [to, parseUfix64(amount)]))
  return { call: transactions.payMany({ payments: units, vault, receiver }), signers: [from] }
}

/** Builds the issue of new Test Dollars. */
export function buildDollarIssueRequest(
  issuer: Address,
  to: Address,
  amount: string,
): TransactionRequest {
  return {
    call: transactions.issueDollars({ to, amount: parseUfix64(amount) }),
    signers: [issuer],
  }
}

/**
 * Builds a transaction, proposed and paid for by the thief, that takes everything in the victim's
 * vaults of these tokens.
 */
export function buildSweepRequest(
  thief: Address,
  victim: Address,
  tokens: readonly Token[],
): TransactionRequest {
  const vaults = tokens.map((token) => TOKENS[token].vault)
  return { call: transactions.sweepVaults({ vaults }), signers: [thief, victim] }
}

/** Builds a transaction of the same kind that takes every NFT of the victim's collection. */
export function buildNftSweepRequest(
  thief: Address,
  victim: Address,
  collection: Collection,
): TransactionRequest {
  const call = transactions.sweepCollection({ collection: COLLECTIONS[collection] })
  return { call, signers: [thief, victim] }
}

/** Builds the purchase of a stone print. */
export function buildPrintPurchaseRequest(buyer: Address): TransactionRequest {
  return { call: transactions.buyPrint(), signers: [buyer] }
}

/** Builds the award of a garden pass, signed by the steward. */
export function buildPassAwardRequest(
  steward: Address,
  to: Address,
  season: string,
): TransactionRequest {
  return { call: transactions.awardPass({ to, season }), signers: [steward] }
}

/** FLOW that a guarded vault costs for its own storage; it is returned when the vault is closed. */
export const VAULT_PRICE = '0.00128'

/**
 * Builds the opening of a guarded vault for dollars with an allowance of `perDay`; its contents can
 * only be recovered to `recoveryAddress`.
 */
export function buildVaultOpeningRequest(
  owner: Address,
  { recoveryAddress, perDay }: { recoveryAddress: Address; perDay: string },
): TransactionRequest {
  const allowances = new Map([[DOLLAR_VAULT_TYPE, parseUfix64(perDay)]])
  const call = transactions.openVault({ recoveryAddress, allowances })
  return { call, signers: [owner] }
}

/** Builds a deposit of dollars into the owner's guarded vault. */
export function buildVaultDepositRequest(owner: Address, amount: string): TransactionRequest {
  const tokens = TOKENS.TUSD.vault
  const call = transactions.depositTokens({ amount: parseUfix64(amount), tokens })
  return { call, signers: [owner] }
}

/** Builds a withdrawal of dollars from the owner's guarded vault, up to its allowance. */
export function buildVaultWithdrawalRequest(owner: Address, amount: string): TransactionRequest {
  const tokens = TOKENS.TUSD.vault
  const call = transactions.withdrawTokens({
    type: DOLLAR_VAULT_TYPE,
    amount: parseUfix64(amount),
    tokens,
  })
  return { call, signers: [owner] }
}

interface NftTransfer {
  from: Address
  to: Address
  collection: Collection
  id: bigint
}

export function buildNftTransferRequest({
  from,
  to,
  collection,
  id,
}: NftTransfer): TransactionRequest {
  const path = COLLECTIONS[collection]
  return {
    call: transactions.sendNft({ id, to, collection: path, receiver: path }),
    signers: [from],
  }
}
