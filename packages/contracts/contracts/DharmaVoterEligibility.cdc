import "DharmaProtection"
import "DharmaScore"

/// Who may vote: addresses with a good and recent published score that has stood for a while, and not frozen.
access(all) contract DharmaVoterEligibility {

    /// Least score of a voter, in tenths.
    access(all) let minScoreTenths: UInt64
    /// How old its publication may be: 24 hours, in seconds.
    access(all) let maxScoreAge: UFix64
    /// How long its records must stand without a break: 7 days, in seconds.
    access(all) let minStandingTime: UFix64

    /// Why an address may not vote now, and what to do about it; nil when it may.
    access(all) view fun getIneligibilityReason(_ voter: Address): String? {
        if DharmaProtection.isFrozen(voter) {
            return "\(voter) is frozen: it may vote again when the freeze has ended"
        }
        if let record = DharmaScore.latest(voter) {
            return self.getReasonOfRecord(record) ?? self.getReasonOfStanding(voter)
        }
        return "\(voter) has no score on record for 7 days, as none is published: publish its score"
    }

    access(all) view fun getReliedRecord(_ voter: Address): DharmaScore.Record? {
        return DharmaScore.latest(voter)
    }

    /// Why the latest record of an address does not let it vote.
    access(self) view fun getReasonOfRecord(_ record: DharmaScore.Record): String? {
        if DharmaScore.isDismissed(record.publisher) {
            return "the score of \(record.address) was published by \(record.publisher), which is dismissed: publish it again"
        }
        if record.scoreTenths < self.minScoreTenths {
            return "the score of \(record.address) is below 60: it is \(record.scoreTenths / 10).\(record.scoreTenths % 10), and may rise with the next publication"
        }
        if getCurrentBlock().timestamp.saturatingSubtract(record.publishedAt) > self.maxScoreAge {
            return "the score of \(record.address) was published more than 24 hours ago, at \(record.publishedAt): publish it again"
        }
        return nil
    }

    access(self) view fun getReasonOfStanding(_ voter: Address): String? {
        let now = getCurrentBlock().timestamp
        let since = DharmaScore.getStandingSince(voter) ?? now
        if now.saturatingSubtract(since) < self.minStandingTime {
            return "\(voter) has no score on record for 7 days without a break below 55, only since \(since): it may vote from \(since + self.minStandingTime) on"
        }
        return nil
    }

    init() {
        self.minScoreTenths = 600
        self.maxScoreAge = 86400.0
        self.minStandingTime = 604800.0
    }
}
