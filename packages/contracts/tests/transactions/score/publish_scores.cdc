import "DharmaScore"

/// Publishes one score for many addresses at the current height. Signed by a publisher.
transaction(addresses: [Address], factors: [UInt64], evidenceHash: String) {

    let publisher: auth(DharmaScore.Publish) &DharmaScore.Publisher

    prepare(signer: auth(CopyValue) &Account) {
        self.publisher = signer.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)!
            .borrow()!
    }

    execute {
        for address in addresses {
            self.publisher.publish(
                address: address,
                factors: factors,
                version: "1.0.0",
                evidenceHash: evidenceHash,
                blockHeight: getCurrentBlock().height
            )
        }
    }
}
