import "DharmaProtection"

/// Ends the power of an account to flag addresses, at once. Signed by the account of the contract.
transaction(flagger: Address) {

    let registrar: auth(DharmaProtection.Appoint) &DharmaProtection.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaProtection.Appoint) &DharmaProtection.Registrar>(from: DharmaProtection.registrarStoragePath)
            ?? panic("The account \(signer.address) dismisses no flagger")
    }

    execute {
        self.registrar.dismiss(flagger: flagger)
    }
}
