import "DharmaConsent"
import "DharmaReports"

/// Relays a person's report about an address; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
transaction(
    address: Address,
    reasonHash: String,
    reporter: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: reporter,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaReports.report(consent: self.consent, address: address, reasonHash: reasonHash)
    }

    post {
        DharmaConsent.getSequence(reporter, series: DharmaConsent.Series.reports) == sequence: "The message was not accepted"
    }
}
