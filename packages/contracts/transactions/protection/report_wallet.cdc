import "DharmaConsent"
import "DharmaProtection"

/// Relays a person's own flag; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
transaction(
    address: Address,
    reasonHash: String,
    reporter: Address,
    sequence: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: reporter,
            sequence: sequence,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaProtection.report(consent: self.consent, address: address, reasonHash: reasonHash)
    }

    post {
        DharmaConsent.getSequence(reporter) == sequence: "The report was not accepted"
    }
}
