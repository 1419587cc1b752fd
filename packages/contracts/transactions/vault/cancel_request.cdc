import "DharmaVault"

/// Takes a request back. Signed by the owner.
transaction(requestId: UInt64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.cancel(requestId: requestId)
    }
}
