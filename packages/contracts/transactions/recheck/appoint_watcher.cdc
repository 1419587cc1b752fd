import "DharmaRecheck"

/// Offers an account the power to watch addresses, through its inbox. Signed by the account of the contract.
transaction(watcher: Address) {

    let registrar: auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \(signer.address) appoints no watcher")
    }

    execute {
        self.registrar.appoint(watcher: watcher)
    }
}
