import "DharmaFlaggers"
import "DharmaGovernance"
import "DharmaProposals"
import "DharmaVoterEligibility"

/// The open proposal that keeps an address from proposing this, by its rank now; nil when none does. Fails where nothing
/// can be proposed.
access(all) fun main(action: String, target: Address, proposer: Address): UInt64? {
    let terms = DharmaGovernance.createTerms(action: action, target: target)
    return DharmaGovernance.findOpenOnTopic(&terms as &DharmaProposals.Terms, rank: getRank(terms, proposer))
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
