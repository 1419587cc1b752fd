import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getBalance, getIds } from '@app/contracts/scripts.generated.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { COLLECTIONS, type Collection, TOKENS, type Token } from './assets.ts'
import { createRelayedTransactions, type RelayedTransactions } from './relayed-transactions.ts'
import * as transactions from './transactions.ts'

/**
 * A person of the local world. Every action is a real transaction and resolves with its sealed
 * result.
 */
export interface Person extends RelayedTransactions {
  name: string
  address: Address
  /** Pays decimal text such as '12.50' in Test Dollars, or in another token. */
  pay(to: Person, amount: string, token?: Token): Promise<TransactionResult>
  /** Takes the victim's whole balance of these tokens, as a wallet drainer does. */
  sweep(victim: Person, tokens?: readonly Token[]): Promise<TransactionResult>
  sweepNfts(victim: Person, collection: Collection): Promise<TransactionResult>
  /** Buys a stone print, or is awarded a garden pass. */
  mint(collection: Collection): Promise<TransactionResult>
  /** Sends one NFT of the collection. Throws `FatalError` when there is none. */
  sendNft(to: Person, collection: Collection): Promise<TransactionResult>
  /** Opens a guarded vault for dollars, of which `perDay` can leave at once. */
  openVault(recoveryAccount: Person, perDay: string): Promise<TransactionResult>
  /** Deposits dollars into the guarded vault. */
  depositToVault(amount: string): Promise<TransactionResult>
  /** Withdraws dollars from the guarded vault. */
  withdrawFromVault(amount: string): Promise<TransactionResult>
  /** Sends any transaction of the product. */
  submitUntilSealed(call: CadenceCall): Promise<TransactionResult>
  /** In units of 10⁻⁸. */
  readBalance(token?: Token): Promise<bigint>
  readNftIds(collection: Collection): Promise<bigint[]>
}

export function createPerson(chain: Chain, name: string, address: Address): Person {
  const readNftIds = (collection: Collection) => readAccountNftIds(chain, address, collection)
  return {
    name,
    address,
    pay: (to, amount, token = 'TUSD') =>
      chain.submitUntilSealed(
        transactions.buildPaymentRequest({ from: address, to: to.address, amount, token }),
      ),
    sweep: (victim, tokens = ['TUSD']) =>
      chain.submitUntilSealed(transactions.buildSweepRequest(address, victim.address, tokens)),
    sweepNfts: (victim, collection) =>
      chain.submitUntilSealed(
        transactions.buildNftSweepRequest(address, victim.address, collection),
      ),
    mint: (collection) =>
      chain.submitUntilSealed(
        collection === 'StonePrint'
          ? transactions.buildPrintPurchaseRequest(address)
          : transactions.buildPassAwardRequest(chain.service.address, address, 'this season'),
      ),
    sendNft: async (to, collection) => {
      const id = expectFirst(await readNftIds(collection), `${name} holds no ${collection}`)
      return chain.submitUntilSealed(
        transactions.buildNftTransferRequest({ from: address, to: to.address, collection, id }),
      )
    },
    openVault: (recoveryAccount, perDay) =>
      chain.submitUntilSealed(
        transactions.buildVaultOpeningRequest(address, {
          recoveryAddress: recoveryAccount.address,
          perDay,
        }),
      ),
    depositToVault: (amount) =>
      chain.submitUntilSealed(transactions.buildVaultDepositRequest(address, amount)),
    withdrawFromVault: (amount) =>
      chain.submitUntilSealed(transactions.buildVaultWithdrawalRequest(address, amount)),
    ...createRelayedTransactions(chain, chain.toSigner(address)),
    submitUntilSealed: (call) => chain.submitUntilSealed({ call, signers: [address] }),
    readBalance: async (token = 'TUSD') => readTokenBalance(chain, address, token),
    readNftIds,
  }
}

async function readTokenBalance(chain: Chain, address: Address, token: Token): Promise<bigint> {
  return (await chain.runScript(getBalance({ address, vault: TOKENS[token].balance }))) as bigint
}

/** Reads the ids of an account's NFTs of a collection. */
export async function readAccountNftIds(
  chain: Chain,
  address: Address,
  collection: Collection,
): Promise<bigint[]> {
  return (await chain.runScript(
    getIds({ address, collection: COLLECTIONS[collection] }),
  )) as bigint[]
}

/** Returns the first item. Throws `FatalError` with the message when there is none. */
export function expectFirst<T>(items: readonly T[], message: string): T {
  const [first] = items
  if (first === undefined) throw new FatalError(message)
  return first
}
