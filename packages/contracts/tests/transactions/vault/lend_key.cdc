import "DharmaVault"

/// The owner gives a capability to the place of its key to another account, which stores it.
transaction {

    prepare(owner: auth(IssueStorageCapabilityController) &Account, other: auth(SaveValue) &Account) {
        other.storage.save(
            owner.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(DharmaVault.getKeyPath(owner.address)),
            to: /storage/lentKey
        )
    }
}
