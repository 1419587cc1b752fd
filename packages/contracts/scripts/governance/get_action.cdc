import "DharmaProposals"

/// What a proposal does, as the signed messages about it describe it.
access(all) struct Action {
    /// freeze, unfreeze or recover.
    access(all) let name: String
    access(all) let target: Address
    access(all) let flagNumber: UInt64?
    access(all) let freezeNumber: UInt64?
    access(all) let recoveryAddress: Address?
    access(all) let recoveryAddressSince: UFix64?
    access(all) let recoveryAddressBefore: Address?

    init(_ terms: &DharmaProposals.Terms) {
        self.name = DharmaProposals.getActionName(terms.action)
        self.target = terms.target
        self.flagNumber = terms.flagNumber
        self.freezeNumber = terms.freezeNumber
        self.recoveryAddress = terms.recoveryAddress?.address
        self.recoveryAddressSince = terms.recoveryAddress?.since
        self.recoveryAddressBefore = terms.recoveryAddress?.before ?? nil
    }
}

/// What a proposal does, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): Action? {
    if let proposal = DharmaProposals.borrowProposal(id) {
        return Action(proposal.terms)
    }
    return nil
}
