import "DharmaVault"
import "NonFungibleToken"

/// Entrusts the NFTs of numbers 1 to `count` to the signer's guarded vault.
transaction(count: UInt64, collection: StoragePath) {

    prepare(signer: auth(BorrowValue) &Account) {
        let from = signer.storage.borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)!
        let vault = signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
        var id: UInt64 = 1
        while id <= count {
            vault.depositNFT(token: <- from.withdraw(withdrawID: id))
            id = id + 1
        }
    }
}
