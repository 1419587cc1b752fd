import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaVault"

/// All that anyone can ask about the proposals, the flag, the freeze and the recovery of an address.
access(all) fun main(address: Address): String {
    let isFrozen = DharmaProtection.isFrozen(address)
    let answers: [String] = [
        "flag \(DharmaProtection.getFlag(address)?.number ?? 0)",
        "freeze \(DharmaProtection.getFreeze(address)?.number ?? 0) \(isFrozen)",
        "until \(isFrozen ? DharmaProtection.freezeEndsAt(address)! : 0.0)",
        "recovered \(DharmaVault.borrowVault(address)?.recoveredTo != nil)"
    ]
    var id: UInt64 = 1
    while id <= DharmaProposals.lastId {
        let summary = DharmaGovernance.getSummary(id)!
        answers.append("\(id) \(summary.action) \(summary.status) \(summary.votingOutcome) \(summary.executionObstacle ?? "")")
        id = id + 1
    }
    return String.join(answers, separator: ", ")
}
