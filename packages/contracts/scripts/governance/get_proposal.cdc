import "DharmaGovernance"

/// A proposal as it stands now, by the rules of time.
access(all) struct Info {
    access(all) let id: UInt64
    access(all) let action: String
    access(all) let target: Address
    access(all) let title: String
    access(all) let intent: String
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
        self.action = proposal.measure.action()
        self.target = proposal.measure.target
        self.title = proposal.measure.title()
        self.intent = proposal.measure.intent()
        self.proposer = proposal.proposer
        self.reasonHash = proposal.reasonHash
        self.status = DharmaGovernance.nameOf(proposal.status())
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
