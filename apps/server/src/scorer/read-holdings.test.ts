import { arg } from '@app/flow/decode/cadence-arg.ts'
import { startTestChain, type TestChain } from '@app/flow/testing/test-chain.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadHoldings } from '../facts/load-holdings.ts'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { buildNftRows, toTestAddress, writeIndexedRows } from '../testing/ledger.ts'
import { loadOne } from '../testing/load-one.ts'
import { readHoldings } from './read-holdings.ts'
import { refreshHoldings } from './write-holdings.ts'

/**
 * Collections that report a chosen number of NFTs; a negative number makes every script that reads
 * it panic.
 */
const COLLECTIONS_CONTRACT = `
import NonFungibleToken from 0xf8d6e0586b0a20c7

access(all) contract Shelves {
    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}
        access(all) let length: Int
        init(length: Int) {
            self.ownedNFTs <- {}
            self.length = length
        }
        access(all) view fun getLength(): Int {
            if self.length < 0 { panic("this collection is a trap") }
            return self.length
        }
        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- self.ownedNFTs.remove(key: withdrawID)!
        }
        access(all) fun deposit(token: @{NonFungibleToken.NFT}) { destroy token }
        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? { return nil }
        access(all) view fun getSupportedNFTTypes(): {Type: Bool} { return {} }
        access(all) view fun isSupportedNFTType(type: Type): Bool { return false }
        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- create Collection(length: 0)
        }
    }
    access(all) fun shelf(_ length: Int): @Collection {
        return <- create Collection(length: length)
    }
}`

const DEPLOY = `
transaction(code: String) {
    prepare(owner: auth(AddContract) &Account) {
        owner.contracts.add(name: "Shelves", code: code.utf8)
    }
}`

const ADD_COLLECTIONS = `
import Shelves from 0xf8d6e0586b0a20c7

transaction(from: Int, upTo: Int, length: Int) {
    prepare(owner: auth(SaveValue) &Account) {
        var number = from
        while number < upTo {
            owner.storage.save(<- Shelves.shelf(length), to: StoragePath(identifier: "shelf\\(number)")!)
            number = number + 1
        }
    }
}`

const COLLECTION_TYPE = 'A.f8d6e0586b0a20c7.Shelves.Collection'

let world: TestChain
let owner: Address

beforeAll(async () => {
  world = await startTestChain()
  owner = world.service.address
  await sendTransaction(DEPLOY, arg.string(COLLECTIONS_CONTRACT))
  await addCollections({ from: 0, upTo: 40, length: 2 })
  await addCollections({ from: 40, upTo: 80, length: 2 })
  await addCollections({ from: 80, upTo: 120, length: 3 })
})
afterAll(() => world.emulator.stop())

async function sendTransaction(
  cadence: string,
  ...args: ReturnType<typeof arg.string>[]
): Promise<void> {
  const { error } = await world.run({ cadence, args, proposer: world.service })
  if (error !== null) throw new Error(error.message)
}

const addCollections = (shelves: { from: number; upTo: number; length: number }) =>
  sendTransaction(
    ADD_COLLECTIONS,
    ...Object.values(shelves).map((value) => arg.integer('Int', value)),
  )

async function readCounts(address: Address, pathsPerPage?: number) {
  const { height: atHeight } = await world.reader.getLatestBlock()
  const page = pathsPerPage === undefined ? {} : { pathsPerPage }
  return await readHoldings(world.reader, { address, network: 'local', atHeight, ...page })
}

describe('the NFTs of an account', () => {
  it('are counted by collection over several pages of storage', async () => {
    expect(await readCounts(owner, 25)).toEqual({
      counts: new Map([[COLLECTION_TYPE, 280]]),
      skippedPaths: 0,
    })
  })

  it('are stored once, and read again only after one moved', async () => {
    const context = await createContextOnChain()
    const { height } = await world.reader.getLatestBlock()
    await writeIndexedRows(context, {}, height)
    await refreshHoldings(context, owner)
    expect(await readHeldCounts(context, owner)).toEqual([[COLLECTION_TYPE, 280]])
    await context.db.updateTable('score_holding').set({ count: 1 }).execute()
    await refreshHoldings(context, owner)
    expect(await readHeldCounts(context, owner)).toEqual([[COLLECTION_TYPE, 1]])
    await sendTransaction('transaction { prepare(signer: &Account) {} }')
    const later = height + 1
    const gift = { height: later, from: toTestAddress(1), to: owner, nftType: 'A.01.Art.NFT' }
    await writeIndexedRows(context, { nftMoves: buildNftRows([gift]) })
    await refreshHoldings(context, owner)
    expect(await readHeldCounts(context, owner)).toEqual([[COLLECTION_TYPE, 280]])
  })

  it('stay unchanged while no node can return them', async () => {
    const context = await createTestContext()
    await writeIndexedRows(context, {}, 1)
    await refreshHoldings(context, owner)
    expect(await loadOne(loadHoldings, context.db, owner)).toBeNull()
  })

  it('leave out a collection that panics, and count all others', async () => {
    await addCollections({ from: 1000, upTo: 1001, length: -1 })
    const { counts, skippedPaths } = await readCounts(owner)
    expect([counts.get(COLLECTION_TYPE), skippedPaths]).toEqual([280, 1])
  })

  it('are not counted further when broken collections need too many scripts, and that is reported', async () => {
    await addCollections({ from: 1001, upTo: 1040, length: -1 })
    const { skippedPaths } = await readCounts(owner)
    expect(skippedPaths).toBeGreaterThan(1)
  })
})

const createContextOnChain = (): Promise<Context> =>
  createTestContext({ accessNodeUrl: world.emulator.accessNodeUrl })

async function readHeldCounts(context: Context, address: Address) {
  const holdings = await loadOne(loadHoldings, context.db, address)
  return holdings?.map(({ collection, count }) => [collection, count])
}
