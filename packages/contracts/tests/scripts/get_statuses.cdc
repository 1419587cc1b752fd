import "DharmaGovernance"
import "DharmaProposals"

/// Statuses of the proposals from number 1 on, by the rules of time.
access(all) fun main(): [String] {
    let statuses: [String] = []
    var id: UInt64 = 1
    while id <= DharmaGovernance.lastId {
        statuses.append(DharmaProposals.getStatusName(DharmaGovernance.borrowProposal(id)!.status()))
        id = id + 1
    }
    return statuses
}
