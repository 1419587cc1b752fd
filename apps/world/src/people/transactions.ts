import * as transactions from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { TransactionRequest } from '../chain/transaction-request.ts'
import { COLLECTIONS, type Collection, DOLLAR_VAULT_TYPE, TOKENS, type Token } from './assets.ts'

export interface Payment {
  from: Address
  to: Address
  /** Decimal text, such as '12.50'. */
  amount: string
  token: Token
}

export function buildPaymentRequest({ from, to, amount, token }: Payment): TransactionRequest {
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

/** FLOW for the storage of a guarded vault, about 5 MB; it is returned when the vault is closed. */
export const STORAGE_DEPOSIT = '0.1'

/**
 * Builds the opening of a guarded vault for dollars with an allowance of `perDay`; its contents can
 * only be recovered to `recoveryAddress`.
 */
export function buildVaultOpeningRequest(
  owner: Address,
  { recoveryAddress, perDay }: { recoveryAddress: Address; perDay: string },
): TransactionRequest {
  const allowances = new Map([[DOLLAR_VAULT_TYPE, parseUfix64(perDay)]])
  const storageDeposit = parseUfix64(STORAGE_DEPOSIT)
  const call = transactions.openVault({ recoveryAddress, allowances, storageDeposit })
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

export interface NftTransfer {
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
