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
    let details = DharmaGovernance.createTerms(action: action, target: target).getDetails()
    return DharmaConsent.buildMessage(
        subject: "proposal",
        details: details.concat(["Reason SHA-256: \(reasonHash)"]),
        role: "Proposer",
        address: proposer,
        sequence: sequence,
        validUntil: validUntil
    )
}
