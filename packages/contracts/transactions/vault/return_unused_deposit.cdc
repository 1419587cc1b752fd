import "DharmaVault"

/// Returns to the signer what the storage deposit of its guarded vault is above the price of what is left in it, while
/// leaving, or after a recovery. `address` is that of the account that opened the vault.
transaction(address: Address) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.returnUnusedDeposit()
    }
}
