import "DharmaGovernance"
import "DharmaScore"

/// Whether an address may vote, with what that depends on.
access(all) struct Eligibility {
    /// Why it may not vote now, by proposal; those on which it may vote are left out.
    access(all) let reasons: {UInt64: String}
    /// Since when its published records stand without a break; nil when they do not.
    access(all) let standingSince: UFix64?
    /// Its published score that counts, in tenths: the lowest by a live publisher; nil when none is published.
    access(all) let scoreTenths: UInt64?

    init(_ voter: Address, _ ids: [UInt64]) {
        self.reasons = {}
        for id in ids {
            if let reason = DharmaGovernance.getIneligibilityReason(voter: voter, id: id) {
                self.reasons[id] = reason
            }
        }
        self.standingSince = DharmaScore.getStandingSince(voter)
        self.scoreTenths = DharmaScore.lowest(voter)?.scoreTenths
    }
}

/// Whether an address may vote on some proposals now. Fails when one of them does not exist.
access(all) fun main(voter: Address, ids: [UInt64]): Eligibility {
    return Eligibility(voter, ids)
}
