import "FungibleToken"

/// Puts another receiver in the place where Lotus arrives; nothing there when the path holds none.
transaction(path: StoragePath) {

    prepare(signer: auth(IssueStorageCapabilityController, PublishCapability, UnpublishCapability) &Account) {
        signer.capabilities.unpublish(/public/lotusTokenReceiver)
        signer.capabilities.publish(
            signer.capabilities.storage.issue<&{FungibleToken.Receiver}>(path),
            at: /public/lotusTokenReceiver
        )
    }
}
