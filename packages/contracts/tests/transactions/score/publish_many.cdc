import "DharmaScore"

/// Publishes a score for `count` addresses from number `from` on. Signed by a publisher.
transaction(from: UInt64, count: UInt64, evidenceHash: String) {

    let publisher: auth(DharmaScore.Publish) &DharmaScore.Publisher

    prepare(signer: auth(CopyValue) &Account) {
        self.publisher = signer.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)!
            .borrow()!
    }

    execute {
        var number = from
        while number < from + count {
            self.publisher.publish(
                address: Address(number),
                factors: [number % 10_001, 5_000, 5_000, 5_000, 5_000, 5_000],
                version: "1.0.0",
                evidenceHash: evidenceHash,
                blockHeight: 1
            )
            number = number + 1
        }
    }
}
