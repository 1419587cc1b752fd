import "DharmaRecheck"

/// Ends the power of an account to watch addresses, at once. Signed by the account of the contract.
transaction(watcher: Address) {

    let registrar: auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \(signer.address) dismisses no watcher")
    }

    execute {
        self.registrar.dismiss(watcher: watcher)
    }
}
