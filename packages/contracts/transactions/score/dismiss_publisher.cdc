import "DharmaScore"

/// Ends the power of an account to publish scores, at once. Signed by the account of the contract.
transaction(publisher: Address) {

    let registrar: auth(DharmaScore.Appoint) &DharmaScore.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaScore.Appoint) &DharmaScore.Registrar>(from: DharmaScore.registrarStoragePath)
            ?? panic("The account \(signer.address) dismisses no publisher")
    }

    execute {
        self.registrar.dismiss(publisher: publisher)
    }
}
