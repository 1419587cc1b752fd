import "DharmaVault"
import "NonFungibleToken"

/// Takes an NFT out while leaving, into the collection at `collection`. Signed by the owner.
transaction(type: String, id: UInt64, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: &{NonFungibleToken.Collection}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(signer.address) has no collection at \(collection)")
    }

    execute {
        let nftType = CompositeType(type) ?? panic("\(type) is not a type")
        self.collection.deposit(token: <- self.vault.withdrawNFT(type: nftType, id: id))
    }
}
