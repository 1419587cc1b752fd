import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that a person signs to propose; `reasonHash` is the SHA-256 of the reason, in hex.
access(all) fun main(
    action: String,
    target: Address,
    reasonHash: String,
    proposer: Address,
    sequence: UInt64,
    validUntil: UInt64
): String {
    return DharmaConsent.buildMessage(
        subject: "proposal",
        details: DharmaGovernance.getProposalDetails(action: action, target: target, reasonHash: reasonHash),
        role: "Proposer",
        address: proposer,
        sequence: sequence,
        validUntil: validUntil
    )
}
