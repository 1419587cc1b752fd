import "DharmaAllowance"
import "DharmaVault"

/// Asks for another daily allowance of a token, 72 hours from now. Signed by the owner.
transaction(type: String, limit: UFix64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\(type) is not a type")
        self.vault.request(DharmaAllowance.allowance(type: tokenType, limit: limit))
    }
}
