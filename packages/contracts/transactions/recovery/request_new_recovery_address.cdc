import "DharmaAllowance"
import "DharmaVault"

/// Asks for a recovery address of a guarded vault that was recovered to the signer, 72 hours from now.
transaction(address: Address, recoveryAddress: Address) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic("The account \(signer.address) has no key of a guarded vault")
    }

    execute {
        self.vault.request(DharmaAllowance.recoveryAddress(recoveryAddress))
    }
}
