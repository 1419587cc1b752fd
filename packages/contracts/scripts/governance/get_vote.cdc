import "DharmaGovernance"

/// What an address voted on a proposal, nil when it has not.
access(all) fun main(id: UInt64, voter: Address): Bool? {
    let proposal = DharmaGovernance.borrowProposal(id) ?? panic("There is no proposal \(id)")
    return proposal.getVote(voter)
}
