import { arg } from '@app/flow/decode/cadence-arg.ts'
import { type ChainWorld, startChainWorld } from '@app/flow/testing/chain-world.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { loadHoldings } from '../../facts/load-holdings.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { index, nftRows, person } from '../../testing/ledger.ts'
import { readHoldings } from './read-holdings.ts'
import { refreshHoldings } from './refresh-holdings.ts'

/** Collections that hold as many NFTs as they say; a negative number of them ends every script that asks. */
const SHELVES = `
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

const PUT_UP = `
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

const SHELF = 'A.f8d6e0586b0a20c7.Shelves.Collection'

let world: ChainWorld
let owner: Address

beforeAll(async () => {
  world = await startChainWorld()
  owner = world.service.address
  await send(DEPLOY, arg.string(SHELVES))
  await putUp({ from: 0, upTo: 40, length: 2 })
  await putUp({ from: 40, upTo: 80, length: 2 })
  await putUp({ from: 80, upTo: 120, length: 3 })
})
afterAll(() => world.emulator.stop())

async function send(cadence: string, ...args: ReturnType<typeof arg.string>[]): Promise<void> {
  const { error } = await world.run({ cadence, args, proposer: world.service })
  if (error !== null) throw new Error(error.message)
}

const putUp = (shelves: { from: number; upTo: number; length: number }) =>
  send(PUT_UP, ...Object.values(shelves).map((value) => arg.integer('Int', value)))

async function read(address: Address, pathsPerPage?: number) {
  const { height: atHeight } = await world.reader.latestBlock()
  const page = pathsPerPage === undefined ? {} : { pathsPerPage }
  return await readHoldings(world.reader, { address, network: 'local', atHeight, ...page })
}

describe('the NFTs of an account', () => {
  it('are counted by collection over several pages of storage', async () => {
    expect(await read(owner, 25)).toEqual({ counts: new Map([[SHELF, 280]]), skippedPaths: 0 })
  })

  it('are the same whatever the size of a page', async () => {
    expect(await read(owner)).toEqual(await read(owner, 70))
  })

  it('are none for an account that stores no collection', async () => {
    const { address } = await world.createAccount()
    expect(await read(address)).toEqual({ counts: new Map(), skippedPaths: 0 })
  })

  it('are stored once, and read again only after one moved', async () => {
    const context = await contextOnChain()
    const { height } = await world.reader.latestBlock()
    await index(context, {}, height)
    await refreshHoldings(context, owner)
    expect(await heldBy(context, owner)).toEqual([[SHELF, 280]])
    await context.db.updateTable('score_holding').set({ count: 1 }).execute()
    await refreshHoldings(context, owner)
    expect(await heldBy(context, owner)).toEqual([[SHELF, 1]])
    await send('transaction { prepare(signer: &Account) {} }')
    const later = height + 1
    const gift = { height: later, from: person(1), to: owner, nftType: 'A.01.Art.NFT' }
    await index(context, { nftMoves: nftRows([gift]) })
    await refreshHoldings(context, owner)
    expect(await heldBy(context, owner)).toEqual([[SHELF, 280]])
  })

  it('that nobody can answer for now stay what they were', async () => {
    const context = await createTestContext()
    await index(context, {}, 1)
    await refreshHoldings(context, owner)
    expect(await loadHoldings(context.db, owner)).toBeNull()
  })

  it('leave out a collection that panics, and count all others', async () => {
    await putUp({ from: 1000, upTo: 1001, length: -1 })
    const { counts, skippedPaths } = await read(owner)
    expect([counts.get(SHELF), skippedPaths]).toEqual([280, 1])
  })

  it('are given up where traps would cost too many scripts, and that is told', async () => {
    await putUp({ from: 1001, upTo: 1040, length: -1 })
    const { skippedPaths } = await read(owner)
    expect(skippedPaths).toBeGreaterThan(1)
  })
})

const contextOnChain = (): Promise<Context> =>
  createTestContext({ accessNodeUrl: world.emulator.accessNodeUrl })

async function heldBy(context: Context, address: Address) {
  const holdings = await loadHoldings(context.db, address)
  return holdings?.map(({ collection, count }) => [collection, count])
}
