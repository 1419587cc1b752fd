import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that a person signs to cast votes, `supports` in the order of `ids`.
access(all) fun main(ids: [UInt64], supports: [Bool], voter: Address, sequence: UInt64, validUntil: UInt64): String {
    return DharmaConsent.buildMessage(
        subject: "vote",
        details: DharmaGovernance.getVoteDetails(ids: ids, supports: supports),
        role: "Voter",
        address: voter,
        sequence: sequence,
        validUntil: validUntil
    )
}
