import "DharmaGovernance"

/// A proposal as it stands now, by the rules of time.
access(all) struct Info {
    access(all) let id: UInt64
    access(all) let action: String
    access(all) let target: Address
    access(all) let title: String
    access(all) let description: String
    access(all) let proposer: Address
    access(all) let reasonHash: String
    access(all) let status: String
    access(all) let votesFor: UInt64
    access(all) let votesAgainst: UInt64
    access(all) let createdAt: UFix64
    access(all) let votingEndsAt: UFix64
    access(all) let executableUntil: UFix64

    init(_ proposal: &DharmaGovernance.Proposal) {
        self.id = proposal.id
        self.action = proposal.action.name()
        self.target = proposal.action.target
        self.title = proposal.action.title()
        self.description = proposal.action.description()
        self.proposer = proposal.proposer
        self.reasonHash = proposal.reasonHash
        self.status = DharmaGovernance.getStatusName(proposal.status())
        self.votesFor = proposal.votesFor
        self.votesAgainst = proposal.votesAgainst
        self.createdAt = proposal.createdAt
        self.votingEndsAt = proposal.votingEndsAt
        self.executableUntil = proposal.executableUntil
    }
}

/// One proposal, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): Info? {
    if let proposal = DharmaGovernance.borrowProposal(id) {
        return Info(proposal)
    }
    return nil
}
