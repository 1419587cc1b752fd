import "DharmaVault"
import "NonFungibleToken"

/// Deposits an NFT from the collection at `collection` into the guarded vault. Signed by the owner.
transaction(id: UInt64, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(signer.address) has no collection at \(collection)")
    }

    execute {
        self.vault.depositNFT(token: <- self.collection.withdraw(withdrawID: id))
    }
}
