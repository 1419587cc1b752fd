import "DharmaAppeals"
import "DharmaConsent"

/// The exact text that an account signs to appeal against the flag of a case or the freeze by a proposal.
access(all) fun main(
    caseId: String?,
    freezeProposalId: UInt64?,
    reasonHash: String,
    address: Address,
    sequence: UInt64,
    validUntil: UInt64
): String {
    return DharmaConsent.buildMessage(
        subject: "appeal",
        details: DharmaAppeals.getDetails(caseId: caseId, freezeProposalId: freezeProposalId, reasonHash: reasonHash),
        role: "Appellant",
        address: address,
        sequence: sequence,
        validUntil: validUntil
    )
}
