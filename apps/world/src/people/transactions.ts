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

export function pay({ from, to, amount, token }: Payment): TransactionRequest {
  const { vault, receiver } = TOKENS[token]
  const call = transactions.sendTokens({ amount: parseUfix64(amount), to, vault, receiver })
  return { call, signers: [from] }
}

/** Several payments of one account in one transaction: a payroll, an exchange's withdrawals. */
export function payMany(
  from: Address,
  payments: ReadonlyMap<Address, string>,
  token: Token,
): TransactionRequest {
  const { vault, receiver } = TOKENS[token]
  const units = new Map([...payments].map(([to, amount]) => [to, parseUfix64(amount)]))
  return { call: transactions.payMany({ payments: units, vault, receiver }), signers: [from] }
}

/** Dollars out of nothing, by their issuer. */
export function issueDollars(issuer: Address, to: Address, amount: string): TransactionRequest {
  return {
    call: transactions.issueDollars({ to, amount: parseUfix64(amount) }),
    signers: [issuer],
  }
}

/** Everything in the victim's vaults of these tokens, by a transaction that the thief proposes and pays. */
export function sweep(
  thief: Address,
  victim: Address,
  tokens: readonly Token[],
): TransactionRequest {
  const vaults = tokens.map((token) => TOKENS[token].vault)
  return { call: transactions.sweepVaults({ vaults }), signers: [thief, victim] }
}

/** Every NFT of the victim's collection, likewise. */
export function sweepNfts(
  thief: Address,
  victim: Address,
  collection: Collection,
): TransactionRequest {
  const call = transactions.sweepCollection({ collection: COLLECTIONS[collection] })
  return { call, signers: [thief, victim] }
}

/** A stone print at its price. */
export function buyPrint(buyer: Address): TransactionRequest {
  return { call: transactions.buyPrint(), signers: [buyer] }
}

/** A garden pass, awarded by the steward. */
export function awardPass(steward: Address, to: Address, season: string): TransactionRequest {
  return { call: transactions.awardPass({ to, season }), signers: [steward] }
}

/** FLOW for the storage of a guarded vault, about 5 MB; it comes back when the vault is closed. */
export const STORAGE_DEPOSIT = '0.1'

/** A guarded vault for dollars, of which `perDay` can leave at once; its contents can only be recovered to `heir`. */
export function openVault(
  owner: Address,
  { recoveryAddress, perDay }: { recoveryAddress: Address; perDay: string },
): TransactionRequest {
  const allowances = new Map([[DOLLAR_VAULT_TYPE, parseUfix64(perDay)]])
  const storageDeposit = parseUfix64(STORAGE_DEPOSIT)
  const call = transactions.openVault({ recoveryAddress, allowances, storageDeposit })
  return { call, signers: [owner] }
}

/** Puts dollars into the owner's guarded vault. */
export function depositToVault(owner: Address, amount: string): TransactionRequest {
  const tokens = TOKENS.TUSD.vault
  const call = transactions.depositTokens({ amount: parseUfix64(amount), tokens })
  return { call, signers: [owner] }
}

/** Takes dollars out of the owner's guarded vault, up to its allowance. */
export function withdrawFromVault(owner: Address, amount: string): TransactionRequest {
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

export function sendNft({ from, to, collection, id }: NftTransfer): TransactionRequest {
  const path = COLLECTIONS[collection]
  return {
    call: transactions.sendNft({ id, to, collection: path, receiver: path }),
    signers: [from],
  }
}
