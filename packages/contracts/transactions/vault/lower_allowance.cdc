import "DharmaVault"

/// Lowers the daily allowance of a token at once. Signed by the owner.
transaction(type: String, limit: UFix64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\(type) is not a type")
        self.vault.lowerAllowance(type: tokenType, limit: limit)
    }
}
