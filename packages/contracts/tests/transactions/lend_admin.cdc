import "DharmaGovernance"

/// Lets another account use the admin of the DAO. The test network signs with the first key of an account alone,
/// so that the account of the DAO, where no key may do so, cannot sign there itself.
transaction(to: Address) {

    prepare(signer: auth(IssueStorageCapabilityController, PublishInboxCapability) &Account) {
        let capability = signer.capabilities.storage.issue<auth(DharmaGovernance.Execute) &DharmaGovernance.Admin>(
            DharmaGovernance.adminStoragePath
        )
        signer.inbox.publish(capability, name: "admin", recipient: to)
    }
}
