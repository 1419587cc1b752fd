import "DharmaRecheck"

/// Starts the recurring rechecks of an address. Signed by a watcher.
transaction(address: Address) {

    let watcher: auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
            ?? panic("The account \(signer.address) has claimed no power as watcher")
        self.watcher = capability.borrow() ?? panic("The account \(signer.address) was dismissed as watcher")
    }

    execute {
        self.watcher.watch(address: address)
    }

    post {
        DharmaRecheck.borrowEntry(address) != nil: "\(address) is not watched"
    }
}
