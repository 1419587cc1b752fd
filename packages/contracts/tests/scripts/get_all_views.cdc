import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaProtectionTypes"

/// What the views answer about some proposals and about an address, appeals and freeze end excepted, which are forgotten.
access(all) fun main(ids: [UInt64], address: Address): String {
    let answers: [String] = [
        "flagged \(DharmaProtection.isFlagged(address))",
        "frozen \(DharmaProtection.isFrozen(address))"
    ]
    for id in ids {
        let summary = DharmaGovernance.getSummary(id)!
        let _ = DharmaProtection.getExecutionObstacle(id)
        answers.append("\(id) \(summary.status) \(summary.votingOutcome) \(summary.executionObstacle ?? "")")
    }
    return String.join(answers, separator: ", ")
}
