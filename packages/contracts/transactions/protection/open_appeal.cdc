import "DharmaAppeals"
import "DharmaConsent"
import "DharmaProtection"
import "DharmaSettlementScheduler"

/// Relays the appeal that a flagged or frozen account signed, against the flag of `caseId` or the freeze by
/// `freezeProposalId`; `signatures` are r and s in hex, by the keys of `keyIndexes`. Schedules what settles the vote, and then the clock.
/// Signed by anyone.
transaction(
    address: Address,
    caseId: String?,
    freezeProposalId: UInt64?,
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
        let proposalId = DharmaAppeals.appeal(
            caseId: caseId,
            freezeProposalId: freezeProposalId,
            reason: reason,
            consent: self.consent
        )
        DharmaSettlementScheduler.scheduleProposal(proposalId)
    }

    post {
        DharmaProtection.borrowRecord(address)!.getAppeals().length > 0: "The appeal was not opened"
    }
}
