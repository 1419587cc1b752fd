import "DharmaProtection"

/// Takes the power to flag addresses from the signer's inbox, where `provider`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaProtection.Flag) &DharmaProtection.Flagger>(
            DharmaProtection.getInboxName(flagger: signer.address),
            provider: provider
        ) ?? panic("The inbox of \(signer.address) holds nothing from \(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaProtection.Flag) &DharmaProtection.Flagger>>(from: DharmaProtection.flaggerStoragePath)
        assert(replaced?.check() != true, message: "The account \(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaProtection.flaggerStoragePath)
    }
}
