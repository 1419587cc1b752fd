import "DharmaVault"
import "NonFungibleToken"

/// Takes out the NFT of a request whose time has come, into the collection at `collection`. Signed by the owner.
transaction(requestId: UInt64, collection: StoragePath) {

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
        self.collection.deposit(token: <- self.vault.claimNFT(requestId: requestId))
    }
}
