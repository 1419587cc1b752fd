import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getBalance, getIds } from '@app/contracts/scripts.generated.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { COLLECTIONS, type Collection, TOKENS, type Token } from './assets.ts'
import * as deeds from './deeds.ts'
import { createSignedVerbs, type SignedVerbs } from './signed-verbs.ts'

/** Somebody of the local world. Every verb is a real transaction and resolves with its sealed result. */
export interface Person extends SignedVerbs {
  name: string
  address: Address
  /** Pays decimal text such as '12.50' in Test Dollars, or in another token. */
  pay(to: Person, amount: string, token?: Token): Promise<TransactionResult>
  /** Takes all the victim has in these tokens, as a drainer does. */
  sweep(victim: Person, tokens?: readonly Token[]): Promise<TransactionResult>
  sweepNfts(victim: Person, collection: Collection): Promise<TransactionResult>
  /** Buys a stone print, or is awarded a garden pass. */
  mint(collection: Collection): Promise<TransactionResult>
  /** Gives away one NFT of the collection. Throws `FatalError` when there is none. */
  sendNft(to: Person, collection: Collection): Promise<TransactionResult>
  /** Opens a guarded vault for dollars, of which `perDay` can leave at once. */
  openVault(heir: Person, perDay: string): Promise<TransactionResult>
  /** Puts dollars into the guarded vault. */
  entrust(amount: string): Promise<TransactionResult>
  /** Takes dollars out of the guarded vault. */
  withdraw(amount: string): Promise<TransactionResult>
  /** Sends any transaction of the product. */
  perform(call: CadenceCall): Promise<TransactionResult>
  /** In units of 10⁻⁸. */
  balance(token?: Token): Promise<bigint>
  nftIds(collection: Collection): Promise<bigint[]>
}

export function createPerson(chain: Chain, name: string, address: Address): Person {
  const nftIds = (collection: Collection) => nftIdsOf(chain, address, collection)
  return {
    name,
    address,
    pay: (to, amount, token = 'TUSD') =>
      chain.perform(deeds.pay({ from: address, to: to.address, amount, token })),
    sweep: (victim, tokens = ['TUSD']) =>
      chain.perform(deeds.sweep(address, victim.address, tokens)),
    sweepNfts: (victim, collection) =>
      chain.perform(deeds.sweepNfts(address, victim.address, collection)),
    mint: (collection) =>
      chain.perform(
        collection === 'StonePrint'
          ? deeds.buyPrint(address)
          : deeds.awardPass(chain.service.address, address, 'this season'),
      ),
    sendNft: async (to, collection) => {
      const id = firstOf(await nftIds(collection), `${name} holds no ${collection}`)
      return chain.perform(deeds.sendNft({ from: address, to: to.address, collection, id }))
    },
    openVault: (heir, perDay) =>
      chain.perform(deeds.openVault(address, { heir: heir.address, perDay })),
    entrust: (amount) => chain.perform(deeds.entrust(address, amount)),
    withdraw: (amount) => chain.perform(deeds.withdraw(address, amount)),
    ...createSignedVerbs(chain, chain.signerOf(address)),
    perform: (call) => chain.perform({ call, signers: [address] }),
    balance: async (token = 'TUSD') => balanceOf(chain, address, token),
    nftIds,
  }
}

async function balanceOf(chain: Chain, address: Address, token: Token): Promise<bigint> {
  return (await chain.ask(getBalance({ address, vault: TOKENS[token].balance }))) as bigint
}

/** Ids of the NFTs of a collection that an account shows. */
export async function nftIdsOf(
  chain: Chain,
  address: Address,
  collection: Collection,
): Promise<bigint[]> {
  return (await chain.ask(getIds({ address, collection: COLLECTIONS[collection] }))) as bigint[]
}

/** The first of the items. Throws `FatalError` with the complaint when there is none. */
export function firstOf<T>(items: readonly T[], complaint: string): T {
  const [first] = items
  if (first === undefined) throw new FatalError(complaint)
  return first
}
