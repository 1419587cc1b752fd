import "DharmaScore"

/// Offers an account the power to publish scores, through its inbox. Signed by the account of the contract.
transaction(publisher: Address) {

    let registrar: auth(DharmaScore.Appoint) &DharmaScore.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaScore.Appoint) &DharmaScore.Registrar>(from: DharmaScore.registrarStoragePath)
            ?? panic("The account \(signer.address) appoints no publisher")
    }

    execute {
        self.registrar.appoint(publisher: publisher)
    }
}
