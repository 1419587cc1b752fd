import "DharmaVault"

/// Changes the allowance or the recovery address as was requested 72 hours ago. Signed by the owner.
transaction(requestId: UInt64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.apply(requestId: requestId)
    }
}
