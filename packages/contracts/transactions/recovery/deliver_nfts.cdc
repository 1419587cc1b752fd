import "DharmaVault"

/// Brings up to `limit` NFTs of one type of a recovered vault to the recovery address. Signed by anyone.
transaction(address: Address, type: String, limit: Int) {

    prepare(signer: &Account) {}

    execute {
        let nftType = CompositeType(type) ?? panic("\(type) is not a type")
        DharmaVault.deliverNFTs(address: address, type: nftType, limit: limit)
    }
}
