import "DharmaVault"

/// Tries to reach a vault by the bound key of an account that has none.
transaction {

    prepare(signer: auth(SaveValue, BorrowValue, IssueStorageCapabilityController) &Account) {
        signer.storage.save(<- DharmaVault.createKey(), to: /storage/spareKey)
        DharmaVault.bind(signer.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(/storage/spareKey))
        let key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: /storage/spareKey)!
        key.borrow().lowerAllowance(type: Type<Int>(), limit: 0.0)
    }
}
