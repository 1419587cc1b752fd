import "DharmaFlaggers"

/// Takes the power to flag addresses from the signer's inbox, where `provider`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>(
            DharmaFlaggers.getInboxName(flagger: signer.address),
            provider: provider
        ) ?? panic("The inbox of \(signer.address) holds nothing from \(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
        assert(replaced?.check() != true, message: "The account \(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaFlaggers.flaggerStoragePath)
    }
}
