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

/// Whether a proposal may be in voting or approved, by its own fields: to ask for the status of each would cost too much
/// after a crowd opened hundreds.
access(all) view fun mayCount(_ proposal: &DharmaProposals.Proposal): Bool {
    if DharmaProposals.isFinal(proposal.storedStatus) {
        return false
    }
    return proposal.isVotingOver() ? proposal.getResult() == DharmaProposals.Status.approved : proposal.hasVotes()
}

/// Whether the DAO has something to execute: the approval of an appeal against a flag lifts it by itself.
access(all) view fun isExecutable(_ proposal: &DharmaProposals.Proposal): Bool {
    let isCarriedOut = proposal.terms.isAppeal() && proposal.terms.freezeNumber == nil
    return !isCarriedOut && DharmaProtection.getExecutionObstacle(proposal.id) == nil
}

/// The proposals that the DAO can execute, and at least the first `maxVoters` of those whose votes count or may come to
/// count, at most those of one proposal more. It walks from the oldest: an approved one waits for 8 days, in which a crowd
/// can open any number of newer ones.
access(all) fun main(maxVoters: Int): Work {
    let executable: [UInt64] = []
    let voters: {Address: Bool} = {}
    var id = DharmaProposals.firstId
    while id <= DharmaProposals.lastId {
        let proposal = DharmaProposals.borrowProposal(id)!
        id = id + 1
        if !mayCount(proposal) {
            continue
        }
        let status = DharmaGovernance.getStatus(proposal.id)
        let isApproved = status == DharmaProposals.Status.approved
        if isApproved && isExecutable(proposal) {
            executable.append(proposal.id)
        }
        if (isApproved || status == DharmaProposals.Status.active) && voters.length < maxVoters {
            for voter in proposal.getVotes() {
                voters[voter] = true
            }
        }
    }
    return Work(executable: executable, voters: voters.keys)
}
