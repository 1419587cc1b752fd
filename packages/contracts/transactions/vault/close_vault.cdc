import "DharmaVault"

/// Gives up the signer's empty guarded vault.
transaction {

    let key: auth(DharmaVault.Own) &DharmaVault.OwnerKey
    let address: Address

    prepare(signer: auth(BorrowValue) &Account) {
        self.key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.address = signer.address
    }

    execute {
        self.key.close(self.address)
    }

    post {
        DharmaVault.borrowVault(self.address) == nil: "The vault is still open"
    }
}
