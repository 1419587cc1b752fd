import "DharmaSettlementScheduler"
import "DharmaConsent"
import "DharmaProtection"

/// Relays the appeal that a marked account signed; `signatures` are r and s in hex, by the keys of `keyIndexes`.
/// Books the run that settles it. Signed by anyone.
transaction(
    address: Address,
    reasonHash: String,
    sequence: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: address,
            sequence: sequence,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        let id = DharmaProtection.appeal(consent: self.consent, reasonHash: reasonHash)
        assert(DharmaProtection.getAppeal(address)?.id == id, message: "The appeal was not opened")
        DharmaSettlementScheduler.scheduleProtection(address)
    }
}
