import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"

/// What the signers of the DAO have to look at now.
access(all) struct Work {
    /// The account whose keys execute proposals, nil before it was handed over.
    access(all) let dao: Address?
    /// Numbers of the approved proposals that can be executed now, oldest first.
    access(all) let executable: [UInt64]
    /// Those who voted on proposals in voting or approved.
    access(all) let voters: [Address]

    init(executable: [UInt64], voters: [Address]) {
        self.dao = DharmaGovernance.daoAddress
        self.executable = executable
        self.voters = voters
    }
}

/// The proposals that the DAO can execute among the newest `limit` ones, and at least the first `maxVoters` of those
/// whose votes count or may come to count, at most those of one proposal more.
access(all) fun main(limit: UInt64, maxVoters: Int): Work {
    let executable: [UInt64] = []
    let voters: {Address: Bool} = {}
    let last = DharmaProposals.lastId
    let oldest: UInt64 = last >= limit ? last - limit + 1 : 1
    var id = oldest > DharmaProposals.firstId ? oldest : DharmaProposals.firstId
    while id <= last {
        let proposal = DharmaProposals.borrowProposal(id)!
        let status = DharmaGovernance.getStatus(id)
        let isApproved = status == DharmaProposals.Status.approved
        if isApproved && DharmaProtection.getExecutionObstacle(id) == nil {
            executable.append(id)
        }
        if (isApproved || status == DharmaProposals.Status.active) && voters.length < maxVoters {
            for voter in proposal.getVotes() {
                voters[voter] = true
            }
        }
        id = id + 1
    }
    return Work(executable: executable, voters: voters.keys)
}
