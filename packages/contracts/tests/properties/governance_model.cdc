/// What the rules of governance make of the proposals, freezes and appeals of one target: a model that is written from
/// the rules alone and shares no line with the contracts. Times are seconds since the walk began.
///
/// The rules were first searched for violations with a model that reads some sentences otherwise than this one:
/// 1. 'An appeal that is upheld against a freeze ends every freeze and recovery proposal created up to then, voting or
///    approved.' Here both end at once and for good; there a freeze stays open until its voting ends.
/// 2. 'An unfreeze never lifts a freeze that began after it was proposed: it is expired then.' Here it is expired for
///    good as soon as its voting has ended; there it is approved again when that freeze has ended.
/// 3. 'Where the first appeal was open while a recovery stood approved, the freeze holds.' Here a recovery stands no
///    longer once it is executed or expired; there it is enough that it was approved.
/// 4. 'A recovery is proposed when its voting ends at least 24 hours before the freeze does.' Here that end is the one
///    which an open appeal cannot bring forward; there it is the latest one.
///
/// Structs in arrays are reached by index throughout: the test runner never frees a copy.

access(all) let oneHour = 3_600
access(all) let oneDay = 86_400
access(all) let oneWeek = 604_800
/// Until when an appeal may open its second proposal.
access(all) let twoDays = 172_800
/// How long an appeal may stay undecided, and how long a target is frozen before it can be recovered.
access(all) let threeDays = 259_200
/// Longest time by which an open appeal beside an approved recovery lengthens a freeze.
access(all) let fourDays = 345_600
access(all) let never = 1_000_000_000_000

/// Kinds of proposals. The last two are opened by appeals.
access(all) let freezing = 0
access(all) let unfreezing = 1
access(all) let recovering = 2
access(all) let appealingFreeze = 3
access(all) let appealingFlag = 4
access(all) let kinds = ["freeze", "unfreeze", "recover", "appeal against the freeze", "appeal against the flag"]

/// Proposers.
access(all) let member = 0
access(all) let target = 1
access(all) let newborn = 2
access(all) let heir = 3
access(all) let proposers = ["a member", "the target", "a newborn account", "the recovery address"]

access(all) let pending = 0
access(all) let active = 1
access(all) let approved = 2
access(all) let executed = 3
access(all) let rejected = 4
access(all) let expired = 5
access(all) let statuses = ["pending", "active", "approved", "executed", "rejected", "expired"]

/// How the voting on a proposal ended.
access(all) let votingOpen = 0
access(all) let votingApproved = 1
access(all) let votingRejected = 2
access(all) let votingExpired = 3
access(all) let votingOutcomes = ["open", "approved", "rejected", "expired"]

access(all) let appealOpen = 0
access(all) let upheld = 1
access(all) let denied = 2
access(all) let undecided = 3
access(all) let appealOutcomes = ["open", "upheld", "denied", "undecided"]

access(all) struct ModelProposal {
    access(all) let id: UInt64
    access(all) let kind: Int
    access(all) let proposer: Int
    access(all) let openedAt: Int
    access(all) let votingEndsAt: Int
    /// Index of the freeze that was the last when it opened, -1 before the first.
    access(all) let freeze: Int
    access(all) let votes: {UInt64: Bool}
    access(all) var votesFor: Int
    access(all) var executedAt: Int
    access(all) var isSuperseded: Bool
    /// These follow from the above, from other proposals and from time.
    access(all) var outcome: Int
    access(all) var status: Int

    init(id: UInt64, kind: Int, proposer: Int, openedAt: Int, freeze: Int) {
        self.id = id
        self.kind = kind
        self.proposer = proposer
        self.openedAt = openedAt
        self.votingEndsAt = openedAt + oneDay
        self.freeze = freeze
        self.votes = {}
        self.votesFor = 0
        self.executedAt = never
        self.isSuperseded = false
        self.outcome = votingOpen
        self.status = pending
    }

    access(all) fun vote(_ voter: UInt64, _ support: Bool) {
        self.votesFor = self.votesFor - (self.votes[voter] == true ? 1 : 0) + (support ? 1 : 0)
        self.votes[voter] = support
    }

    access(all) fun supersede() {
        self.isSuperseded = true
    }

    access(all) fun markExecuted(_ now: Int) {
        self.executedAt = now
    }

    access(all) fun setStatus(_ status: Int) {
        self.status = status
    }

    access(all) fun countVotes(_ now: Int) {
        let cast = self.votes.length
        if self.isSuperseded {
            self.outcome = votingExpired
        } else if now >= self.votingEndsAt && self.outcome == votingOpen {
            let isApproved = self.votesFor * 2 > cast && (self.kind != recovering || self.votesFor >= 3)
            self.outcome = cast < 3 ? votingExpired : isApproved ? votingApproved : votingRejected
        }
    }
}

access(all) struct ModelAppeal {
    access(all) let id: UInt64
    /// Index of the freeze it is against, -2 for an appeal against the flag.
    access(all) let freeze: Int
    /// Whether it is the first against that freeze.
    access(all) let isFirst: Bool
    access(all) let openedAt: Int
    /// Indexes of its proposals; -1 without a second one.
    access(all) let first: Int
    access(all) var second: Int
    access(all) var outcome: Int
    access(all) var closedAt: Int
    /// Whether no rule has needed the record of the target since.
    access(all) var mayBeForgotten: Bool

    init(id: UInt64, freeze: Int, isFirst: Bool, openedAt: Int, first: Int) {
        self.id = id
        self.freeze = freeze
        self.isFirst = isFirst
        self.openedAt = openedAt
        self.first = first
        self.second = -1
        self.outcome = appealOpen
        self.closedAt = never
        self.mayBeForgotten = false
    }

    access(all) view fun isAgainstFlag(): Bool {
        return self.freeze < -1
    }

    access(all) fun setSecond(_ index: Int) {
        self.second = index
    }

    access(all) fun allowForgetting() {
        self.mayBeForgotten = self.outcome != appealOpen
    }

    /// What the vote on the proposal that counts, or else the clock, has made of it.
    access(all) fun judge(_ outcome: Int, _ votingEndsAt: Int, _ now: Int) {
        if outcome == votingApproved || outcome == votingRejected {
            self.outcome = outcome == votingApproved ? upheld : denied
            self.closedAt = votingEndsAt
        } else if now >= self.openedAt + threeDays {
            self.outcome = undecided
            self.closedAt = self.openedAt + threeDays
        }
    }
}

access(all) struct ModelFreeze {
    access(all) let since: Int
    access(all) var renewedAt: Int
    /// The proposal that was executed last.
    access(all) var proposalId: UInt64
    /// Set when a proposal ended it, or when another one has begun.
    access(all) var endedAt: Int

    init(since: Int, proposalId: UInt64) {
        self.since = since
        self.renewedAt = since
        self.proposalId = proposalId
        self.endedAt = never
    }

    access(all) fun renew(_ now: Int, _ proposalId: UInt64) {
        self.renewedAt = now
        self.proposalId = proposalId
    }

    access(all) fun end(_ endedAt: Int) {
        self.endedAt = endedAt
    }
}

access(all) struct Model {
    access(all) let proposals: [ModelProposal]
    access(all) let appeals: [ModelAppeal]
    access(all) let freezes: [ModelFreeze]
    access(all) var hasFlag: Bool
    access(all) var isRecovered: Bool
    /// When the member last proposed to freeze and to unfreeze somebody else, on which nobody votes.
    access(all) let elsewhere: [Int]
    access(all) var now: Int
    /// End of the last freeze, past or to come; -1 before the first.
    access(all) var freezeEnd: Int
    access(all) var isFrozen: Bool
    access(all) var isFlagged: Bool

    init() {
        self.proposals = []
        self.appeals = []
        self.freezes = []
        self.hasFlag = true
        self.isRecovered = false
        self.elsewhere = [-oneDay, -oneDay]
        self.now = 0
        self.freezeEnd = -1
        self.isFrozen = false
        self.isFlagged = true
    }

    // What holds at a time

    access(all) fun look(_ now: Int) {
        self.now = now
        var index = 0
        while index < self.proposals.length {
            self.proposals[index].countVotes(now)
            index = index + 1
        }
        self.judgeAppeals()
        self.freezeEnd = self.findFreezeEnd()
        self.isFrozen = now < self.freezeEnd
        index = 0
        while index < self.proposals.length {
            if self.proposals[index].status <= approved {
                self.proposals[index].setStatus(self.findStatus(index))
            }
            index = index + 1
        }
    }

    access(self) fun judgeAppeals() {
        self.isFlagged = self.hasFlag
        var index = 0
        while index < self.appeals.length {
            if self.appeals[index].outcome == appealOpen {
                let first = self.appeals[index].first
                let isSecond = self.appeals[index].second >= 0 && self.proposals[first].outcome == votingExpired
                let proposal = isSecond ? self.appeals[index].second : first
                self.appeals[index].judge(self.proposals[proposal].outcome, self.proposals[proposal].votingEndsAt, self.now)
            }
            let isLifting = self.appeals[index].outcome == upheld || self.appeals[index].outcome == undecided
            self.isFlagged = self.isFlagged && !(self.appeals[index].isAgainstFlag() && isLifting)
            index = index + 1
        }
        if !self.isFlagged && self.freezes.length == 0 {
            index = index - 1
            while index >= 0 {
                self.appeals[index].allowForgetting()
                index = index - 1
            }
        }
    }

    /// Seven days, and longer where the first appeal was open while a recovery stood approved, and was not upheld.
    access(self) view fun findFreezeEnd(): Int {
        let last = self.freezes.length - 1
        if last < 0 || self.freezes[last].endedAt != never {
            return last < 0 ? -1 : self.freezes[last].endedAt
        }
        let end = self.freezes[last].renewedAt + oneWeek
        let index = self.findBlockingAppeal()
        if index < 0 || self.appeals[index].outcome == upheld || !self.isHolding(index, end) {
            return end
        }
        let held = self.appeals[index].closedAt + oneDay
        return held > end + fourDays ? end + fourDays : held > end ? held : end
    }

    /// Whether an appeal was open before that end while a recovery stood approved: not executed and not expired.
    access(self) view fun isHolding(_ appeal: Int, _ end: Int): Bool {
        let freeze = self.appeals[appeal].freeze
        let voidedAt = self.findUpheld(self.freezes[freeze].since)
        var index = 0
        while index < self.proposals.length {
            if self.proposals[index].kind == recovering && self.proposals[index].freeze == freeze
                && self.proposals[index].outcome == votingApproved {
                let approvedAt = self.proposals[index].votingEndsAt
                let from = approvedAt > self.appeals[appeal].openedAt ? approvedAt : self.appeals[appeal].openedAt
                let isStanding = from < self.proposals[index].executedAt && from < approvedAt + oneWeek && from < voidedAt
                if isStanding && from < end && from < self.appeals[appeal].closedAt {
                    return true
                }
            }
            index = index + 1
        }
        return false
    }

    /// Index of the first appeal against the last freeze, -1 without one.
    access(self) view fun findBlockingAppeal(): Int {
        var index = self.appeals.length - 1
        while index >= 0 && !(self.appeals[index].isFirst && self.appeals[index].freeze == self.freezes.length - 1) {
            index = index - 1
        }
        return index
    }

    access(self) view fun findStatus(_ index: Int): Int {
        if self.proposals[index].executedAt != never {
            return executed
        }
        let kind = self.proposals[index].kind
        let votingEndsAt = self.proposals[index].votingEndsAt
        let overruledAt = self.findOverruling(index)
        let isOverruled = overruledAt <= self.now
        if isOverruled && overruledAt < votingEndsAt && (kind == freezing || kind == recovering) {
            return expired
        }
        switch self.proposals[index].outcome {
            case votingOpen:
                return self.proposals[index].votes.length == 0 ? pending : active
            case votingApproved:
                return isOverruled || self.now >= votingEndsAt + oneWeek ? expired : approved
            case votingRejected:
                return rejected
        }
        return expired
    }

    /// When a decision ended a proposal, or made it void.
    access(self) view fun findOverruling(_ index: Int): Int {
        let openedAt = self.proposals[index].openedAt
        let freeze = self.proposals[index].freeze
        switch self.proposals[index].kind {
            case freezing:
                return self.findUpheld(openedAt)
            case recovering:
                let endedAt = freeze == self.freezes.length - 1 ? self.freezeEnd : self.freezes[freeze].endedAt
                let voidedAt = self.findUpheld(self.freezes[freeze].since)
                return voidedAt < endedAt ? voidedAt : endedAt
            case appealingFlag:
                return never
        }
        var next = freeze + 1
        while next < self.freezes.length && self.freezes[next].since <= openedAt {
            next = next + 1
        }
        return next < self.freezes.length ? self.freezes[next].since : never
    }

    /// When an appeal against a freeze was first upheld from a time on.
    access(self) view fun findUpheld(_ from: Int): Int {
        var earliest = never
        var index = 0
        while index < self.appeals.length {
            if self.appeals[index].outcome == upheld && !self.appeals[index].isAgainstFlag() {
                let closedAt = self.appeals[index].closedAt
                earliest = closedAt >= from && closedAt < earliest ? closedAt : earliest
            }
            index = index + 1
        }
        return earliest
    }

    /// Whether time alone changes nothing any more.
    access(all) view fun isAtRest(): Bool {
        var index = self.isFrozen ? -1 : self.proposals.length - 1
        while index >= 0 && self.proposals[index].status > approved && self.proposals[index].outcome != votingOpen {
            index = index - 1
        }
        var appeal = self.appeals.length - 1
        while appeal >= 0 && self.appeals[appeal].outcome != appealOpen {
            appeal = appeal - 1
        }
        return !self.isFrozen && index < 0 && appeal < 0
    }

    /// Whether a freeze that is proposed now has ended already.
    access(all) view fun isFreezeVoid(): Bool {
        return self.findUpheld(self.now) == self.now
    }

    // Why something is refused, as parts of the messages of which one must be given; none where it is accepted

    access(all) view fun refusePropose(_ kind: Int, _ proposer: Int): [String] {
        let reasons: [String] = kind == recovering ? self.refuseRecovery() : []
        return reasons.concat(self.refuseTopic(kind, proposer))
    }

    access(self) view fun refuseTopic(_ kind: Int, _ proposer: Int): [String] {
        var index = 0
        while index < self.proposals.length {
            let status = self.proposals[index].status
            if self.proposals[index].kind == kind && status <= approved {
                let givesWay = status == pending && isEligible(kind, proposer)
                    && !isEligible(kind, self.proposals[index].proposer)
                return givesWay ? self.refuseMore(proposer) : ["is open already", "has 3 open proposals already"]
            }
            index = index + 1
        }
        return self.refuseMore(proposer)
    }

    /// By kind, to freeze or to unfreeze somebody else.
    access(all) view fun refuseElsewhere(_ kind: Int): [String] {
        return self.isOpenElsewhere(kind) ? ["is open already", "has 3 open proposals already"] : self.refuseMore(member)
    }

    access(self) view fun isOpenElsewhere(_ kind: Int): Bool {
        return self.now < self.elsewhere[kind] + oneDay
    }

    access(self) view fun refuseMore(_ proposer: Int): [String] {
        var open = 0
        if proposer == member {
            open = (self.isOpenElsewhere(freezing) ? 1 : 0) + (self.isOpenElsewhere(unfreezing) ? 1 : 0)
        }
        var index = 0
        while index < self.proposals.length {
            let isOwn = self.proposals[index].proposer == proposer && self.proposals[index].kind <= recovering
            open = open + (isOwn && self.proposals[index].status <= approved ? 1 : 0)
            index = index + 1
        }
        return open < 3 ? [] : ["has 3 open proposals already"]
    }

    access(all) view fun refuseRecovery(): [String] {
        if self.isRecovered {
            return ["was recovered already"]
        }
        if !self.isFrozen {
            return ["is not frozen; a recovery needs a freeze"]
        }
        let last = self.freezes.length - 1
        if self.findUpheld(self.freezes[last].since) != never {
            return ["was upheld; no recovery opens under it"]
        }
        let appeal = self.findBlockingAppeal()
        let isEndOpen = appeal >= 0 && self.appeals[appeal].outcome == appealOpen
        let end = isEndOpen ? self.freezes[last].renewedAt + oneWeek : self.freezeEnd
        return self.now + twoDays > end ? ["renew the freeze first"] : []
    }

    access(all) view fun refuseAppeal(isAgainstFlag: Bool): [String] {
        let last = self.freezes.length - 1
        let freeze = isAgainstFlag ? -2 : last
        if isAgainstFlag ? !self.isFlagged : !self.isFrozen {
            return ["is not flagged under case", "is neither flagged nor frozen", "is not frozen"]
        }
        var index = self.appeals.length - 1
        while index >= 0 && self.appeals[index].freeze != freeze {
            index = index - 1
        }
        let isRepeated = index >= 0 && (isAgainstFlag || self.appeals[index].outcome == appealOpen
            || self.appeals[index].openedAt >= self.freezes[last].renewedAt)
        return isRepeated ? ["has appealed against case", "has appealed against this freeze already"] : []
    }

    access(all) view fun refuseSecond(_ index: Int): [String] {
        let isDue = self.appeals[index].outcome == appealOpen && self.appeals[index].second < 0
            && self.proposals[self.appeals[index].first].outcome == votingExpired
            && self.now <= self.appeals[index].openedAt + twoDays
        return isDue ? [] : ["takes a second proposal only after", self.appeals[index].mayBeForgotten ? "has no appeal" : "takes"]
    }

    access(all) view fun refuseVote(_ index: Int, isExcluded: Bool): [String] {
        if self.now >= self.proposals[index].votingEndsAt {
            return ["ended at", "There is no proposal"]
        }
        if self.proposals[index].status > active {
            return ["is \(statuses[self.proposals[index].status])"]
        }
        return isExcluded ? ["is the target of the proposal, or the recovery address"] : []
    }

    access(all) view fun refuseExecution(_ index: Int): [String] {
        if self.proposals[index].status != approved {
            return ["is \(statuses[self.proposals[index].status]), not approved", "There is no proposal"]
        }
        if self.proposals[index].kind == recovering {
            if self.now < self.freezes[self.freezes.length - 1].since + threeDays {
                return ["must be frozen for 72 hours"]
            }
            let appeal = self.findBlockingAppeal()
            if appeal >= 0 && self.appeals[appeal].outcome == appealOpen {
                return ["the appeal against the freeze"]
            }
        }
        return []
    }

    // What people do, where it is accepted

    access(all) fun propose(_ id: UInt64, _ kind: Int, _ proposer: Int) {
        var index = 0
        while index < self.proposals.length {
            if self.proposals[index].kind == kind && self.proposals[index].status == pending {
                self.proposals[index].supersede()
            }
            index = index + 1
        }
        self.open(id, kind, proposer)
    }

    access(all) fun appeal(_ id: UInt64, _ proposalId: UInt64, isAgainstFlag: Bool) {
        self.appeals.append(ModelAppeal(
            id: id,
            freeze: isAgainstFlag ? -2 : self.freezes.length - 1,
            isFirst: !isAgainstFlag && self.findBlockingAppeal() < 0,
            openedAt: self.now,
            first: self.proposals.length
        ))
        self.open(proposalId, isAgainstFlag ? appealingFlag : appealingFreeze, target)
    }

    access(all) fun appealAgain(_ index: Int, _ proposalId: UInt64) {
        self.appeals[index].setSecond(self.proposals.length)
        self.open(proposalId, self.appeals[index].isAgainstFlag() ? appealingFlag : appealingFreeze, target)
    }

    access(self) fun open(_ id: UInt64, _ kind: Int, _ proposer: Int) {
        let freeze = self.freezes.length - 1
        self.proposals.append(ModelProposal(id: id, kind: kind, proposer: proposer, openedAt: self.now, freeze: freeze))
    }

    access(all) fun vote(_ index: Int, _ voter: UInt64, _ support: Bool) {
        self.proposals[index].vote(voter, support)
    }

    access(all) fun carryOut(_ index: Int) {
        self.proposals[index].markExecuted(self.now)
        let last = self.freezes.length - 1
        switch self.proposals[index].kind {
            case freezing:
                if self.isFrozen {
                    self.freezes[last].renew(self.now, self.proposals[index].id)
                    return
                }
                if last >= 0 {
                    self.freezes[last].end(self.freezeEnd)
                }
                self.freezes.append(ModelFreeze(since: self.now, proposalId: self.proposals[index].id))
            case recovering:
                self.isRecovered = true
            case appealingFlag:
                self.hasFlag = false
            default:
                self.hasFlag = false
                if self.isFrozen {
                    self.freezes[last].end(self.now)
                }
        }
    }

    access(all) fun liftFlag() {
        self.hasFlag = false
    }

    access(all) fun proposeElsewhere(_ kind: Int) {
        self.elsewhere[kind] = self.now
    }
}

/// Whether a proposer could vote on such a proposal.
access(all) view fun isEligible(_ kind: Int, _ proposer: Int): Bool {
    return proposer == member || proposer == heir && kind != recovering
}
