import "DharmaProposals"

/// The vote of an address on a proposal with the record it relied on, nil when it has not voted.
access(all) fun main(id: UInt64, voter: Address): DharmaProposals.Vote? {
    let proposal = DharmaProposals.borrowProposal(id) ?? panic("There is no proposal \(id)")
    return proposal.getVote(voter)
}
