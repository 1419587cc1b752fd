import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Entrusts the NFTs of numbers 1 to `count` to the signer's guarded vault.
transaction(count: UInt64, collection: StoragePath) {

    prepare(signer: auth(BorrowValue) &Account) {
        let from = signer.storage.borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)!
        let vault = signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        var id: UInt64 = 1
        while id <= count {
            vault.depositNFT(token: <- from.withdraw(withdrawID: id), storagePayment: <- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault))
            id = id + 1
        }
    }
}
