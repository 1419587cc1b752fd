import "DharmaProposals"

/// What a proposal does, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): &DharmaProposals.Terms? {
    return DharmaProposals.borrowProposal(id)?.terms
}
