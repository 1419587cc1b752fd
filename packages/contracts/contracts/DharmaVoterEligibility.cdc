import "DharmaProtection"
import "DharmaScore"
import "DharmaStanding"

/// Who may vote: addresses with a good and recent score by a live publisher whose records have stood for a while, which
/// no live publisher has contradicted in that time, and which are not frozen while flagged.
access(all) contract DharmaVoterEligibility {

    /// Least score of a voter, in tenths.
    access(all) view fun minScoreTenths(): UInt64 {
        return 600
    }

    /// Least score of one who votes on an appeal by the standing it had, in tenths.
    access(all) view fun minJurorScoreTenths(): UInt64 {
        return 450
    }

    /// How old its publication may be: 24 hours, in seconds.
    access(all) view fun maxScoreAge(): UFix64 {
        return 86400.0
    }

    /// How long its records must stand without a break: 7 days, in seconds.
    access(all) view fun minStandingTime(): UFix64 {
        return DharmaStanding.minTime()
    }

    /// Why an address may not vote now, and what to do about it; nil when it may.
    access(all) view fun getIneligibilityReason(_ voter: Address): String? {
        if let reason = self.getReasonOfFreeze(voter) {
            return reason
        }
        return self.findReliedPublisher(voter) == nil ? self.describeScores(voter) : nil
    }

    /// The record by which an address may vote, the newest of those that let it; nil when none does. It does not
    /// ask whether the address is frozen.
    access(all) view fun getReliedRecord(_ voter: Address): DharmaScore.Record? {
        return self.getRecord(voter, by: self.findReliedPublisher(voter))
    }

    /// Why an address may not vote on an appeal against an accusation of a time; nil when it may. Those who had stood,
    /// unflagged, at that time may with a lower score, lest an accusation choose its own jury.
    access(all) view fun getJurorIneligibilityReason(_ voter: Address, accusedAt: UFix64): String? {
        let reason = self.getIneligibilityReason(voter)
        if reason == nil {
            return nil
        }
        if let freeze = self.getReasonOfFreeze(voter) {
            return freeze
        }
        if let flag = DharmaProtection.getFlag(voter) {
            if flag.since <= accusedAt {
                return "\(voter) was flagged when the accusation was made, and is still"
            }
        }
        return self.hadStood(voter, at: accusedAt) && self.findJurorPublisher(voter, at: accusedAt) != nil ? nil : reason
    }

    /// The record by which an address may vote on an appeal against an accusation of a time; nil when there is none.
    access(all) view fun getReliedJurorRecord(_ voter: Address, accusedAt: UFix64): DharmaScore.Record? {
        if let record = self.getReliedRecord(voter) {
            return record
        }
        return self.hadStood(voter, at: accusedAt) ? self.getRecord(voter, by: self.findJurorPublisher(voter, at: accusedAt)) : nil
    }

    access(self) view fun getReasonOfFreeze(_ voter: Address): String? {
        return DharmaProtection.isFrozen(voter) && DharmaProtection.getFlag(voter) != nil
            ? "\(voter) is frozen while flagged: it may vote again when the flag or the freeze has ended"
            : nil
    }

    access(self) view fun getRecord(_ voter: Address, by publisher: Address?): DharmaScore.Record? {
        return publisher == nil ? nil : DharmaScore.borrowHistory(voter)!.recordBy(publisher!)
    }

    /// The publisher whose own record is good and recent and has stood, when no live one has broken since.
    access(self) view fun findReliedPublisher(_ voter: Address): Address? {
        var found: Address? = nil
        if let history = DharmaScore.borrowHistory(voter) {
            let now = getCurrentBlock().timestamp
            for assessment in history.assessments {
                let record = assessment.record
                if !DharmaScore.isPublisher(record.publisher) {
                    continue
                }
                if !assessment.standing.wasUnbroken(at: now) {
                    return nil
                }
                if self.isGood(record, self.minScoreTenths()) && assessment.standing.hadStood(at: now) {
                    found = record.publisher
                }
            }
        }
        return found
    }

    /// For an address with a history: the publisher whose records had stood at that time, so that no other one makes a
    /// juror of an address by itself; nil as well while a live publisher puts the address below.
    access(self) view fun findJurorPublisher(_ voter: Address, at time: UFix64): Address? {
        var found: Address? = nil
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if !DharmaScore.isPublisher(record.publisher) {
                continue
            }
            if record.scoreTenths < self.minJurorScoreTenths() {
                return nil
            }
            if assessment.standing.hadStood(at: time) && self.isGood(record, self.minJurorScoreTenths()) {
                found = record.publisher
            }
        }
        return found
    }

    access(self) view fun isGood(_ record: &DharmaScore.Record, _ minScoreTenths: UInt64): Bool {
        return record.scoreTenths >= minScoreTenths
            && record.publishedAt >= getCurrentBlock().timestamp.saturatingSubtract(self.maxScoreAge())
    }

    /// Whether some live publisher's records had stood for seven days at a time, and no live one's were broken.
    access(self) view fun hadStood(_ voter: Address, at time: UFix64): Bool {
        var hadStood = false
        if let history = DharmaScore.borrowHistory(voter) {
            for assessment in history.assessments {
                if !DharmaScore.isPublisher(assessment.record.publisher) {
                    continue
                }
                if !assessment.standing.wasUnbroken(at: time) {
                    return false
                }
                hadStood = hadStood || assessment.standing.hadStood(at: time)
            }
        }
        return hadStood
    }

    /// Why the records of an address do not let it vote: their scores, their age, a break, or how young they are.
    access(self) view fun describeScores(_ voter: Address): String {
        if let lowest = DharmaScore.lowest(voter) {
            let highest = self.findHighest(voter)
            if highest!.scoreTenths < self.minScoreTenths() {
                return "the score of \(voter) is below 60: it is \(self.formatPoints(highest!.scoreTenths)), and may rise with the next publication"
            }
            if lowest.scoreTenths < DharmaStanding.breakBelowTenths() {
                return "the score of \(voter) is below 55 by \(lowest.publisher): it is \(self.formatPoints(lowest.scoreTenths)), and may rise with the next publication"
            }
            return self.describeGoodScores(voter)
        }
        return "\(voter) has no score on record for 7 days, as none is published by a live publisher: publish its score"
    }

    /// For an address with a history.
    access(self) view fun findHighest(_ voter: Address): &DharmaScore.Record? {
        var highest: &DharmaScore.Record? = nil
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if DharmaScore.isPublisher(record.publisher) && record.scoreTenths >= (highest?.scoreTenths ?? 0) {
                highest = record
            }
        }
        return highest
    }

    /// For an address that some live publisher scores high enough, and none breaks now.
    access(self) view fun describeGoodScores(_ voter: Address): String {
        var publishedAt = 0.0
        var brokenUntil = 0.0
        var since = UFix64.max
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if !DharmaScore.isPublisher(record.publisher) {
                continue
            }
            let standing = assessment.standing
            brokenUntil = standing.brokenUntil > brokenUntil ? standing.brokenUntil : brokenUntil
            if record.scoreTenths >= self.minScoreTenths() {
                publishedAt = record.publishedAt > publishedAt ? record.publishedAt : publishedAt
            }
            if self.isGood(record, self.minScoreTenths()) {
                since = standing.since! < since ? standing.since! : since
            }
        }
        if since == UFix64.max {
            return "the score of \(voter) was published more than 24 hours ago, at \(publishedAt): publish it again"
        }
        since = since > brokenUntil ? since : brokenUntil
        return "\(voter) has no score on record for 7 days without a break below 55, only since \(since): it may vote from \(since + self.minStandingTime()) on"
    }

    access(self) view fun formatPoints(_ tenths: UInt64): String {
        return "\(tenths / 10).\(tenths % 10)"
    }
}
