import "DharmaRecheck"

/// Takes the power to watch addresses from the signer's inbox, where `provider`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>(
            DharmaRecheck.getInboxName(watcher: signer.address),
            provider: provider
        ) ?? panic("The inbox of \(signer.address) holds nothing from \(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
        assert(replaced?.check() != true, message: "The account \(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaRecheck.watcherStoragePath)
    }
}
