import "DharmaConsent"
import "DharmaReports"

/// Relays the withdrawal of a vouch; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
transaction(
    address: Address,
    voucher: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: voucher,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaReports.withdrawVouch(consent: self.consent, address: address)
    }

    post {
        DharmaConsent.getSequence(voucher, series: DharmaConsent.Series.reports) == sequence: "The message was not accepted"
    }
}
