import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Network } from '@app/values/network.ts'

/**
 * Builds the script that reads the storage paths `from` to `upTo` of an account and counts the NFTs
 * of each collection type. A path with code that no longer type-checks, or a collection that
 * panics, aborts the script; the caller then halves the page. The script returns { total: number of
 * paths, counts: {collection type identifier: NFTs} }.
 */
export function buildHoldingsPageScript(network: Network): string {
  return `import NonFungibleToken from ${getContractAddress('NonFungibleToken', network)}

access(all) struct Page {
    access(all) let total: Int
    access(all) let counts: {String: Int}

    init(total: Int, counts: {String: Int}) {
        self.total = total
        self.counts = counts
    }
}

access(all) fun main(address: Address, from: Int, upTo: Int): Page {
    let account = getAuthAccount<auth(BorrowValue) &Account>(address)
    let paths = account.storage.storagePaths
    let counts: {String: Int} = {}
    let end = paths.length < upTo ? paths.length : upTo
    var i = from
    while i < end {
        let path = paths[i]
        i = i + 1
        let type = account.storage.type(at: path)
        if type == nil || type!.isRecovered || !type!.isSubtype(of: Type<@{NonFungibleToken.Collection}>()) {
            continue
        }
        if let collection = account.storage.borrow<&{NonFungibleToken.Collection}>(from: path) {
            counts[type!.identifier] = (counts[type!.identifier] ?? 0) + collection.getLength()
        }
    }
    return Page(total: paths.length, counts: counts)
}
`
}
