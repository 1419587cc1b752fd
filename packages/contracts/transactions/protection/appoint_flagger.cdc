import "DharmaFlaggers"

/// Offers an account the power to flag addresses, through its inbox. Signed by the account of the contract.
transaction(flagger: Address) {

    let registrar: auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar>(from: DharmaFlaggers.registrarStoragePath)
            ?? panic("The account \(signer.address) appoints no flagger")
    }

    execute {
        self.registrar.appoint(flagger: flagger)
    }
}
