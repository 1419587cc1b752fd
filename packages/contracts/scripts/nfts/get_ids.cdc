import "NonFungibleToken"

/// The ids of the NFTs that an account shows at a public path, none when there is no collection.
access(all) fun main(address: Address, collection: PublicPath): [UInt64] {
    return getAccount(address).capabilities
        .borrow<&{NonFungibleToken.CollectionPublic}>(collection)?.getIDs() ?? []
}
