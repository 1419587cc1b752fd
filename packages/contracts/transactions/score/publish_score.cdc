import "DharmaScore"

/// Publishes the score of an address: six factors in units of 1/10,000, in the order of the contract.
/// Signed by a publisher.
transaction(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64) {

    let publisher: auth(DharmaScore.Publish) &DharmaScore.Publisher

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
            ?? panic("The account \(signer.address) has claimed no power as publisher")
        self.publisher = capability.borrow() ?? panic("The account \(signer.address) was dismissed as publisher")
    }

    execute {
        self.publisher.publish(
            address: address,
            factors: factors,
            version: version,
            evidenceHash: evidenceHash,
            blockHeight: blockHeight
        )
    }

    post {
        DharmaScore.latest(address)!.evidenceHash == evidenceHash: "The score of \(address) was not published"
    }
}
