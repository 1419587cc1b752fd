import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"

/// Relays the appeal that a flagged or frozen account signed, against one flag or one freeze, by its
/// number; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
transaction(
    address: Address,
    flagNumber: UInt64?,
    freezeNumber: UInt64?,
    reason: String,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: address,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        let _ = DharmaGovernance.appeal(
            flagNumber: flagNumber,
            freezeNumber: freezeNumber,
            reason: reason,
            consent: self.consent
        )
    }

    post {
        DharmaProposals.borrowProposal(DharmaProposals.lastId)!.proposer == address: "The appeal was not opened"
    }
}
