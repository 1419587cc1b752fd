import "DharmaRecheck"

/// Watches `count` addresses from number `from` on. Signed by a watcher.
transaction(from: UInt64, count: UInt64) {

    let watcher: auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher

    prepare(signer: auth(CopyValue) &Account) {
        self.watcher = signer.storage
            .copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)!
            .borrow()!
    }

    execute {
        var number = from
        while number < from + count {
            self.watcher.watch(address: Address(number))
            number = number + 1
        }
    }
}
