import "DharmaProtection"
import "DharmaScore"

/// Who may vote: addresses with a good and recent published score, on record for a while, and not frozen.
access(all) contract DharmaVoterEligibility {

    /// Least score of a voter, in tenths.
    access(all) let minScoreTenths: UInt64
    /// How old its publication may be: 24 hours, in seconds.
    access(all) let maxScoreAge: UFix64
    /// How long ago its first publication must be: 7 days, in seconds.
    access(all) let minOnRecord: UFix64

    /// Why an address may not vote now; nil when it may.
    access(all) view fun getIneligibilityReason(_ voter: Address): String? {
        if DharmaProtection.isFrozen(voter) {
            return "\(voter) is frozen"
        }
        if self.getTimeOnRecord(voter) < self.minOnRecord {
            return "\(voter) has no score on record for 7 days"
        }
        switch DharmaScore.requireMin(address: voter, minScoreTenths: self.minScoreTenths, maxAge: self.maxScoreAge) {
            case DharmaScore.Verdict.pass:
                return nil
            case DharmaScore.Verdict.stale:
                return "the score of \(voter) was published more than 24 hours ago"
        }
        return "the score of \(voter) is below 60"
    }

    /// Seconds since the first publication, 0 before it.
    access(all) view fun getTimeOnRecord(_ voter: Address): UFix64 {
        let now = getCurrentBlock().timestamp
        return now.saturatingSubtract(DharmaScore.firstPublishedAt(voter) ?? now)
    }

    init() {
        self.minScoreTenths = 600
        self.maxScoreAge = 86400.0
        self.minOnRecord = 604800.0
    }
}
