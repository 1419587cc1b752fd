import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Deposits an NFT from the collection at `collection` into the guarded vault, with the price of a slot. Signed by the owner.
transaction(id: UInt64, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}
    let flow: auth(FungibleToken.Withdraw) &FlowToken.Vault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(signer.address) has no collection at \(collection)")
        self.flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault of FLOW")
    }

    execute {
        let nft <- self.collection.withdraw(withdrawID: id)
        let price = self.vault.borrowHoldings().getDepositPrice(nft.getType())
        self.vault.depositNFT(token: <- nft, storagePayment: <- (self.flow.withdraw(amount: price) as! @FlowToken.Vault))
    }
}
