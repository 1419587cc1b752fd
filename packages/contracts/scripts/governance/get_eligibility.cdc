import "DharmaGovernance"
import "DharmaProposals"
import "DharmaScore"
import "DharmaStanding"
import "DharmaVoterEligibility"

/// Whether an address may vote, with what that depends on.
access(all) struct Eligibility {
    /// Why it may not vote now, by proposal; those on which it may vote are left out.
    access(all) let reasons: {UInt64: String}
    /// For which of these the reason is that the publisher's record is older than a day: the least score, in tenths, with
    /// which another publication by it lets the address vote at once.
    access(all) let refreshTenths: {UInt64: UInt64}
    /// When the publisher last published the address; nil when it never did.
    access(all) let publishedAt: UFix64?
    /// Since when its published records stand without a break; nil when they do not.
    access(all) let standingSince: UFix64?
    /// Time and height of the block to which all this belongs.
    access(all) let now: UFix64
    access(all) let height: UInt64

    init(_ voter: Address, _ ids: [UInt64], _ publisher: Address?) {
        self.reasons = {}
        self.refreshTenths = {}
        for id in ids {
            if let reason = DharmaGovernance.getIneligibilityReason(voter: voter, id: id) {
                self.reasons[id] = reason
                if let by = publisher {
                    let accusedAt = DharmaProposals.borrowExisting(id).terms.accusedAt
                    self.refreshTenths[id] = findRefreshTenths(voter, by: by, accusedAt: accusedAt)
                }
            }
        }
        let history = DharmaScore.borrowHistory(voter)
        self.publishedAt = publisher == nil ? nil : (history?.recordBy(publisher!) ?? nil)?.publishedAt
        self.standingSince = DharmaScore.getStandingSince(voter)
        self.now = getCurrentBlock().timestamp
        self.height = getCurrentBlock().height
    }
}

/// The least score of a publication now that lets an address vote; nil where none does, or where the record of this
/// publisher is not older than a day. `accusedAt` is the time of the accusation for an appeal.
access(all) view fun findRefreshTenths(_ voter: Address, by publisher: Address, accusedAt: UFix64?): UInt64? {
    let record = DharmaScore.borrowHistory(voter)?.recordBy(publisher) ?? nil
    if record == nil || isRecent(record!.publishedAt) || !DharmaScore.isPublisher(publisher) {
        return nil
    }
    // A score that breaks nothing keeps the standing; a higher one keeps no more than that.
    let thresholds = [
        DharmaVoterEligibility.minJurorScoreTenths(),
        DharmaStanding.breakBelowTenths(),
        DharmaVoterEligibility.minScoreTenths()
    ]
    for tenths in thresholds {
        let draft = Draft(publisher, tenths)
        if accusedAt != nil && draft.makesJuror(voter, accusedAt: accusedAt!) || draft.makesVoter(voter) {
            return tenths
        }
    }
    return nil
}

access(all) view fun isRecent(_ time: UFix64): Bool {
    return time >= getCurrentBlock().timestamp.saturatingSubtract(DharmaVoterEligibility.maxScoreAge())
}

/// A publication that is not made: what `DharmaVoterEligibility` would say after it.
access(all) struct Draft {
    access(all) let publisher: Address
    access(all) let tenths: UInt64

    view init(_ publisher: Address, _ tenths: UInt64) {
        self.publisher = publisher
        self.tenths = tenths
    }

    access(all) view fun makesVoter(_ voter: Address): Bool {
        return self.isStanding(voter, at: getCurrentBlock().timestamp, least: 0, good: DharmaVoterEligibility.minScoreTenths())
    }

    access(all) view fun makesJuror(_ voter: Address, accusedAt: UFix64): Bool {
        let least = DharmaVoterEligibility.minJurorScoreTenths()
        return self.isStanding(voter, at: accusedAt, least: least, good: least)
    }

    /// Whether no live publisher had broken at a time or is below `least` now, and one that had stood then has a recent
    /// record of at least `good`.
    access(self) view fun isStanding(_ voter: Address, at time: UFix64, least: UInt64, good: UInt64): Bool {
        let history = DharmaScore.borrowHistory(voter)!
        var isStanding = false
        for assessment in history.assessments {
            let record = assessment.record
            if !DharmaScore.isPublisher(record.publisher) {
                continue
            }
            let isOwn = record.publisher == self.publisher
            let before = history.standingBy(record.publisher)!
            let standing = isOwn ? before.next(scoreTenths: self.tenths) : before
            let tenths = isOwn ? self.tenths : record.scoreTenths
            if !standing.wasUnbroken(at: time) || tenths < least {
                return false
            }
            let isGood = tenths >= good && (isOwn || isRecent(record.publishedAt))
            isStanding = isStanding || isGood && standing.hadStood(at: time)
        }
        return isStanding
    }
}

/// Whether an address may vote on some proposals now, and on which another publication by a publisher lets it vote. Fails
/// when one of them does not exist.
access(all) fun main(voter: Address, ids: [UInt64], publisher: Address?): Eligibility {
    return Eligibility(voter, ids, publisher)
}
