import "DharmaAllowance"
import "DharmaVault"

/// Asks for another recovery address, 72 hours from now. Signed by the owner.
transaction(recoveryAddress: Address) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.request(DharmaAllowance.recoveryAddress(recoveryAddress))
    }
}
