import "DharmaVault"

/// Sets the recovery address of a guarded vault that was recovered to the signer, as was requested 72 hours ago.
transaction(address: Address, requestId: UInt64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic("The account \(signer.address) has no key of a guarded vault")
    }

    execute {
        self.vault.apply(requestId: requestId)
    }

    post {
        self.vault.recoveryAddress != nil: "No recovery address was set"
    }
}
