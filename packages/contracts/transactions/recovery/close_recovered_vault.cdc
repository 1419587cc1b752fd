import "DharmaVault"

/// Gives up an empty guarded vault that was recovered to the signer, who gets what was paid for its storage. A key is bound by
/// `vault/bind_key` before.
transaction(address: Address) {

    let key: auth(DharmaVault.Own) &DharmaVault.OwnerKey

    prepare(signer: auth(BorrowValue) &Account) {
        self.key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.key.close(address)
    }

    post {
        DharmaVault.borrowVault(address) == nil: "The vault is still open"
    }
}
