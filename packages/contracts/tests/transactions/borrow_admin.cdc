import "DharmaGovernance"

/// Keeps the admin that the DAO lent.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, SaveValue) &Account) {
        let capability = signer.inbox
            .claim<auth(DharmaGovernance.Execute) &DharmaGovernance.Admin>("admin", provider: provider)!
        signer.storage.save(capability, to: /storage/lentAdmin)
    }
}
