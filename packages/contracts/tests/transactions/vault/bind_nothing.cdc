import "DharmaVault"

/// Tries to bind a key that is not there.
transaction {

    prepare(signer: auth(IssueStorageCapabilityController) &Account) {
        DharmaVault.bind(signer.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(/storage/nothing))
    }
}
