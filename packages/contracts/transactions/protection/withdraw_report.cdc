import "DharmaConsent"
import "DharmaProtection"

/// Relays that a person takes the own flag back; `signatures` are r and s in hex, by the keys of `keyIndexes`.
/// Signed by anyone.
transaction(
    address: Address,
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
        DharmaProtection.withdrawReport(consent: self.consent, address: address)
    }

    post {
        DharmaConsent.getSequence(reporter) == sequence: "The withdrawal was not accepted"
    }
}
