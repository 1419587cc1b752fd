import "FlowToken"

/// Publishes the signer's receiver of FLOW again.
transaction {

    prepare(signer: auth(IssueStorageCapabilityController, PublishCapability) &Account) {
        signer.capabilities.publish(
            signer.capabilities.storage.issue<&FlowToken.Vault>(/storage/flowTokenVault),
            at: /public/flowTokenReceiver
        )
    }
}
