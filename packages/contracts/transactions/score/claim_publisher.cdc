import "DharmaScore"

/// Takes the power to publish scores from the signer's inbox, where `provider`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaScore.Publish) &DharmaScore.Publisher>(
            DharmaScore.getInboxName(publisher: signer.address),
            provider: provider
        ) ?? panic("The inbox of \(signer.address) holds nothing from \(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
        assert(replaced?.check() != true, message: "The account \(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaScore.publisherStoragePath)
    }
}
