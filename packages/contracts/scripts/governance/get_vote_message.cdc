import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that a person signs to vote.
access(all) fun main(id: UInt64, support: Bool, voter: Address, sequence: UInt64, validUntil: UInt64): String {
    return DharmaConsent.buildMessage(
        subject: "vote",
        details: DharmaGovernance.getVoteDetails(id: id, support: support),
        role: "Voter",
        address: voter,
        sequence: sequence,
        validUntil: validUntil
    )
}
