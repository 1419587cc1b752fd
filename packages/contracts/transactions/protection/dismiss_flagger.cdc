import "DharmaFlaggers"

/// Ends the power of an account to flag addresses, at once. Signed by the account of the contract.
transaction(flagger: Address) {

    let registrar: auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar>(from: DharmaFlaggers.registrarStoragePath)
            ?? panic("The account \(signer.address) dismisses no flagger")
    }

    execute {
        self.registrar.dismiss(flagger: flagger)
    }
}
