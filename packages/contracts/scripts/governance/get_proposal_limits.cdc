import "DharmaFlaggers"
import "DharmaGovernance"
import "DharmaProposals"
import "DharmaVoterEligibility"

/// What can keep an address from opening a proposal now, by its rank.
access(all) struct Limits {
    /// The open proposal on the same topic that keeps it from that; nil when none does.
    access(all) let openOnTopic: UInt64?
    /// How many open proposals the address has, and how many it may have.
    access(all) let open: Int
    access(all) let maxOpen: Int
    /// How many proposals all people who may not vote open within 24 hours; nil where the address is none of them.
    access(all) let maxShared: Int?

    init(_ terms: DharmaProposals.Terms, _ proposer: Address) {
        let rank = getRank(terms, proposer)
        self.openOnTopic = DharmaGovernance.findOpenOnTopic(&terms as &DharmaProposals.Terms, rank: rank)
        self.open = DharmaGovernance.getOpenProposals(proposer).length
        self.maxOpen = rank == DharmaProposals.Rank.appointed
            ? DharmaGovernance.maxOpenPerAppointed()
            : DharmaGovernance.maxOpenPerPerson()
        self.maxShared = rank == DharmaProposals.Rank.other ? DharmaGovernance.maxShared() : nil
    }
}

/// What can keep an address from proposing this now. Fails where nothing can be proposed.
access(all) fun main(action: String, target: Address, proposer: Address): Limits {
    return Limits(DharmaGovernance.createTerms(action: action, target: target), proposer)
}

/// As `DharmaGovernance` ranks proposers: the target is among the others, whatever it may do elsewhere.
access(all) view fun getRank(_ terms: DharmaProposals.Terms, _ proposer: Address): DharmaProposals.Rank {
    if proposer == terms.target {
        return DharmaProposals.Rank.other
    }
    if DharmaFlaggers.isFlagger(proposer) {
        return DharmaProposals.Rank.appointed
    }
    let mayVote = !terms.isExcludedVoter(proposer) && DharmaVoterEligibility.getIneligibilityReason(proposer) == nil
    return mayVote ? DharmaProposals.Rank.voter : DharmaProposals.Rank.other
}
