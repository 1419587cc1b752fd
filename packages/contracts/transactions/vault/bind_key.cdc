import "DharmaVault"

/// Binds a fresh key to the signer's account, so that every other key of it is powerless from then on. `address` is that
/// of a guarded vault of the signer: its own address, or that of the former owner of a vault that was recovered to it.
transaction(address: Address) {

    let account: Address
    let keyBefore: UInt64?

    prepare(signer: auth(SaveValue, GetStorageCapabilityController) &Account) {
        self.account = signer.address
        self.keyBefore = DharmaVault.getBoundKey(signer.address)
        DharmaVault.bindKey(signer, of: address)
    }

    post {
        DharmaVault.getBoundKey(self.account) != nil && DharmaVault.getBoundKey(self.account) != self.keyBefore:
            "No fresh key was bound"
    }
}
