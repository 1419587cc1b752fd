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

access(all) let oneHour = 3_600
access(all) let oneDay = 86_400
access(all) let oneWeek = 604_800
/// Longest time by which an open appeal beside an approved recovery lengthens a freeze.
access(all) let extension = 345_600
/// How long an appeal may stay undecided, and how long a target is frozen before it can be recovered.
access(all) let threeDays = 259_200
/// Until when an appeal may open its second proposal.
access(all) let twoDays = 172_800
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
    }

    access(all) fun vote(_ voter: UInt64, _ support: Bool) {
        if self.votes[voter] == true {
            self.votesFor = self.votesFor - 1
        }
        self.votes[voter] = support
        if support {
            self.votesFor = self.votesFor + 1
        }
    }

    access(all) fun markExecuted(_ now: Int) {
        self.executedAt = now
    }

    access(all) fun supersede() {
        self.isSuperseded = true
    }

    /// How the voting stands or ended.
    access(all) view fun decide(_ now: Int): Int {
        if self.isSuperseded {
            return votingExpired
        }
        if now < self.votingEndsAt {
            return votingOpen
        }
        let cast = self.votes.length
        if cast < 3 {
            return votingExpired
        }
        let isApproved = self.votesFor * 2 > cast && (self.kind != recovering || self.votesFor >= 3)
        return isApproved ? votingApproved : votingRejected
    }
}

access(all) struct ModelAppeal {
    access(all) let id: UInt64
    access(all) let isAgainstFlag: Bool
    /// Index of the freeze it is against.
    access(all) let freeze: Int
    /// Whether it is the first against that freeze.
    access(all) let isFirst: Bool
    access(all) let openedAt: Int
    /// Indexes of its proposals.
    access(all) let first: Int
    access(all) var second: Int?
    access(all) var outcome: Int
    access(all) var closedAt: Int
    /// Whether no rule has needed the record of the target since.
    access(all) var mayBeForgotten: Bool

    init(id: UInt64, isAgainstFlag: Bool, freeze: Int, isFirst: Bool, openedAt: Int, first: Int) {
        self.id = id
        self.isAgainstFlag = isAgainstFlag
        self.freeze = freeze
        self.isFirst = isFirst
        self.openedAt = openedAt
        self.first = first
        self.second = nil
        self.outcome = appealOpen
        self.closedAt = never
        self.mayBeForgotten = false
    }

    access(all) fun allowForgetting() {
        self.mayBeForgotten = true
    }

    access(all) fun setSecond(_ index: Int) {
        self.second = index
    }

    /// What a vote that ended then, or else the clock, has made of it.
    access(all) fun judge(_ outcome: Int, _ votingEndsAt: Int, _ now: Int) {
        let isDecided = outcome == votingApproved || outcome == votingRejected
        let deadline = self.openedAt + threeDays
        if isDecided {
            self.outcome = outcome == votingApproved ? upheld : denied
            self.closedAt = votingEndsAt
        } else if now >= deadline {
            self.outcome = undecided
            self.closedAt = deadline
        }
    }
}

access(all) struct ModelFreeze {
    access(all) let since: Int
    access(all) var renewedAt: Int
    access(all) var proposalId: UInt64
    access(all) var endedAt: Int?

    init(since: Int, proposalId: UInt64) {
        self.since = since
        self.renewedAt = since
        self.proposalId = proposalId
        self.endedAt = nil
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

    /// The rest follows from the above and from time, see `look`.
    access(all) var now: Int
    access(all) var outcomes: [Int]
    access(all) var statuses: [Int]
    /// When appeals against freezes were upheld.
    access(all) var upheldAt: [Int]
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
        self.outcomes = []
        self.statuses = []
        self.upheldAt = []
        self.freezeEnd = -1
        self.isFrozen = false
        self.isFlagged = true
    }

    // What holds at a time

    access(all) fun look(_ now: Int) {
        let isUnchanged = now > self.now && self.isAtRest()
        self.now = now
        if isUnchanged {
            return
        }
        self.outcomes = []
        var index = 0
        while index < self.proposals.length {
            self.outcomes.append(self.proposals[index].decide(now))
            index = index + 1
        }
        self.judgeAppeals()
        self.freezeEnd = self.findFreezeEnd()
        self.isFrozen = now < self.freezeEnd
        self.statuses = []
        index = 0
        while index < self.proposals.length {
            self.statuses.append(self.findStatus(index))
            index = index + 1
        }
    }

    access(self) fun judgeAppeals() {
        self.upheldAt = []
        self.isFlagged = self.hasFlag
        var index = 0
        while index < self.appeals.length {
            var proposal = self.appeals[index].first
            if self.outcomes[proposal] == votingExpired {
                proposal = self.appeals[index].second ?? proposal
            }
            self.appeals[index].judge(self.outcomes[proposal], self.proposals[proposal].votingEndsAt, self.now)
            let outcome = self.appeals[index].outcome
            if self.appeals[index].isAgainstFlag {
                self.isFlagged = self.isFlagged && outcome != upheld && outcome != undecided
            } else if outcome == upheld {
                self.upheldAt.append(self.appeals[index].closedAt)
            }
            index = index + 1
        }
        if !self.isFlagged && self.freezes.length == 0 {
            self.allowForgetting()
        }
    }

    /// The appeals against a flag that is gone matter no more, once they are closed.
    access(self) fun allowForgetting() {
        var index = 0
        while index < self.appeals.length {
            if self.appeals[index].outcome != appealOpen {
                self.appeals[index].allowForgetting()
            }
            index = index + 1
        }
    }

    /// Seven days, and longer where the first appeal was open while a recovery stood approved, and was not upheld.
    access(self) view fun findFreezeEnd(): Int {
        let last = self.freezes.length - 1
        if last < 0 {
            return -1
        }
        if let endedAt = self.freezes[last].endedAt {
            return endedAt
        }
        let end = self.freezes[last].renewedAt + oneWeek
        let index = self.findBlockingAppeal()
        if index < 0 || self.appeals[index].outcome == upheld || !self.isHeld(&self.appeals[index] as &ModelAppeal, end) {
            return end
        }
        let held = self.appeals[index].closedAt + oneDay
        return held > end + extension ? end + extension : held > end ? held : end
    }

    /// Whether the appeal was open before that end while a recovery stood approved: not executed and not expired.
    access(self) view fun isHeld(_ appeal: &ModelAppeal, _ end: Int): Bool {
        let voidedAt = self.findUpheld(self.freezes[appeal.freeze].since)
        for index, outcome in self.outcomes {
            let recovery = &self.proposals[index] as &ModelProposal
            if recovery.kind == recovering && recovery.freeze == appeal.freeze && outcome == votingApproved {
                let from = recovery.votingEndsAt > appeal.openedAt ? recovery.votingEndsAt : appeal.openedAt
                let isStanding = from < recovery.executedAt && from < recovery.votingEndsAt + oneWeek && from < voidedAt
                if from < end && from < appeal.closedAt && isStanding {
                    return true
                }
            }
        }
        return false
    }

    /// Index of the first appeal against the last freeze, -1 without one.
    access(all) view fun findBlockingAppeal(): Int {
        var index = 0
        while index < self.appeals.length {
            if self.appeals[index].isFirst && self.appeals[index].freeze == self.freezes.length - 1 {
                return index
            }
            index = index + 1
        }
        return -1
    }

    access(self) view fun findStatus(_ index: Int): Int {
        let proposal = &self.proposals[index] as &ModelProposal
        let overruledAt = self.findOverruling(proposal)
        let isOverruled = overruledAt <= self.now
        if proposal.executedAt != never {
            return executed
        }
        if isOverruled && overruledAt < proposal.votingEndsAt && proposal.kind <= recovering && proposal.kind != unfreezing {
            return expired
        }
        switch self.outcomes[index] {
            case votingOpen:
                return proposal.votes.length == 0 ? pending : active
            case votingApproved:
                return isOverruled || self.now >= proposal.votingEndsAt + oneWeek ? expired : approved
            case votingRejected:
                return rejected
        }
        return expired
    }

    /// When a decision ended a proposal, or made it void.
    access(self) view fun findOverruling(_ proposal: &ModelProposal): Int {
        switch proposal.kind {
            case freezing:
                return self.findUpheld(proposal.openedAt)
            case recovering:
                let freeze = &self.freezes[proposal.freeze] as &ModelFreeze
                let upheldAt = self.findUpheld(freeze.since)
                let endedAt = freeze.endedAt ?? self.freezeEnd
                return upheldAt < endedAt ? upheldAt : endedAt
            case appealingFlag:
                return never
        }
        for freeze in self.freezes {
            if freeze.since > proposal.openedAt {
                return freeze.since
            }
        }
        return never
    }

    /// When an appeal against a freeze was first upheld from a time on.
    access(self) view fun findUpheld(_ from: Int): Int {
        var earliest = never
        for upheldAt in self.upheldAt {
            if upheldAt >= from && upheldAt < earliest {
                earliest = upheldAt
            }
        }
        return earliest
    }

    /// Whether nothing will change until something is done.
    access(all) view fun isAtRest(): Bool {
        if self.isFrozen {
            return false
        }
        for index, status in self.statuses {
            if status <= approved || self.outcomes[index] == votingOpen {
                return false
            }
        }
        for appeal in self.appeals {
            if appeal.outcome == appealOpen {
                return false
            }
        }
        return true
    }

    /// Whether an act could be accepted and change something, by the number that the walks give it.
    access(all) view fun isWorthTrying(_ act: Int): Bool {
        switch act {
            case 1:
                return self.isFrozen || self.isFlagged
            case 2:
                return self.isFrozen && !self.isRecovered
            case 3:
                return self.isFrozen
            case 4:
                return self.isFlagged
            case 5:
                return self.appeals.length > 0 && self.appeals[self.appeals.length - 1].outcome == appealOpen
            case 6:
                return self.statuses.contains(approved)
            case 7:
                return self.statuses.contains(pending) || self.statuses.contains(active)
            case 9:
                return self.isFlagged
        }
        return true
    }

    // Why something is refused, as parts of the messages of which one must be given; none where it is accepted

    access(all) view fun refusePropose(_ kind: Int, _ proposer: Int): [String] {
        var reasons: [String] = kind == recovering ? self.refuseRecovery() : []
        for index, status in self.statuses {
            let proposal = &self.proposals[index] as &ModelProposal
            let givesWay = status == pending && isEligible(kind, proposer) && !isEligible(kind, proposal.proposer)
            if proposal.kind == kind && status <= approved && !givesWay {
                reasons = reasons.concat(["Proposal \(proposal.id) to \(kinds[kind]) 0x"])
            }
        }
        return reasons.concat(self.refuseMore(proposer))
    }

    /// By kind, freeze or unfreeze of somebody else.
    access(all) view fun refuseElsewhere(_ kind: Int): [String] {
        return self.refuseMore(member).concat(self.isElsewhereOpen(kind) ? ["is open already"] : [])
    }

    access(self) view fun isElsewhereOpen(_ kind: Int): Bool {
        return self.now < self.elsewhere[kind] + oneDay
    }

    access(self) view fun refuseMore(_ proposer: Int): [String] {
        var open = 0
        for index, status in self.statuses {
            let isOwn = self.proposals[index].proposer == proposer && self.proposals[index].kind <= recovering
            open = open + (isOwn && status <= approved ? 1 : 0)
        }
        if proposer == member {
            open = open + (self.isElsewhereOpen(freezing) ? 1 : 0) + (self.isElsewhereOpen(unfreezing) ? 1 : 0)
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
        if self.findUpheld(self.freezes[self.freezes.length - 1].since) != never {
            return ["was upheld; no recovery opens under it"]
        }
        return self.now + twoDays > self.findCertainEnd() ? ["renew the freeze first"] : []
    }

    /// The end of the freeze that an open appeal cannot bring forward.
    access(self) view fun findCertainEnd(): Int {
        let index = self.findBlockingAppeal()
        return index >= 0 && self.appeals[index].outcome == appealOpen
            ? self.freezes[self.freezes.length - 1].renewedAt + oneWeek
            : self.freezeEnd
    }

    access(all) view fun refuseAppeal(_ isAgainstFlag: Bool): [String] {
        var last = -1
        for index, appeal in self.appeals {
            let isSame = appeal.isAgainstFlag == isAgainstFlag
            last = isSame && (isAgainstFlag || appeal.freeze == self.freezes.length - 1) ? index : last
        }
        if isAgainstFlag {
            return !self.isFlagged ? ["is not flagged under case", "is neither flagged nor frozen"]
                : last >= 0 ? ["has appealed against case"] : []
        }
        if !self.isFrozen {
            return ["is not frozen"]
        }
        let isRefused = last >= 0 && (self.appeals[last].outcome == appealOpen
            || self.appeals[last].openedAt >= self.freezes[self.freezes.length - 1].renewedAt)
        return isRefused ? ["has appealed against this freeze already"] : []
    }

    access(all) view fun refuseSecond(_ index: Int): [String] {
        let appeal = &self.appeals[index] as &ModelAppeal
        let isDue = appeal.outcome == appealOpen && appeal.second == nil
            && self.outcomes[appeal.first] == votingExpired && self.now <= appeal.openedAt + twoDays
        return isDue ? [] : ["takes a second proposal only after"].concat(appeal.mayBeForgotten ? ["has no appeal"] : [])
    }

    access(all) view fun refuseVote(_ index: Int, isExcluded: Bool): [String] {
        let status = self.statuses[index]
        if self.now >= self.proposals[index].votingEndsAt {
            return ["ended at"]
        }
        if status > active {
            return ["is \(statuses[status])"]
        }
        return isExcluded ? ["is the target of the proposal, or the recovery address"] : []
    }

    access(all) view fun refuseExecution(_ index: Int): [String] {
        if self.statuses[index] != approved {
            return ["is \(statuses[self.statuses[index]]), not approved"]
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
        for index, status in self.statuses {
            if self.proposals[index].kind == kind && status == pending {
                self.proposals[index].supersede()
            }
        }
        self.open(id, kind, proposer)
    }

    access(all) fun appeal(_ id: UInt64, _ proposalId: UInt64, isAgainstFlag: Bool) {
        let freeze = isAgainstFlag ? -2 : self.freezes.length - 1
        var isFirst = !isAgainstFlag
        for appeal in self.appeals {
            isFirst = isFirst && appeal.freeze != freeze
        }
        self.appeals.append(ModelAppeal(
            id: id,
            isAgainstFlag: isAgainstFlag,
            freeze: freeze,
            isFirst: isFirst,
            openedAt: self.now,
            first: self.proposals.length
        ))
        self.open(proposalId, isAgainstFlag ? appealingFlag : appealingFreeze, target)
    }

    access(all) fun appealAgain(_ index: Int, _ proposalId: UInt64) {
        self.appeals[index].setSecond(self.proposals.length)
        self.open(proposalId, self.appeals[index].isAgainstFlag ? appealingFlag : appealingFreeze, target)
    }

    access(self) fun open(_ id: UInt64, _ kind: Int, _ proposer: Int) {
        self.proposals.append(ModelProposal(
            id: id,
            kind: kind,
            proposer: proposer,
            openedAt: self.now,
            freeze: self.freezes.length - 1
        ))
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

    // Answers in the form of scripts/get_walks

    /// Frozen 1 + flagged 2.
    access(all) view fun getMarks(): Int {
        return (self.isFrozen ? 1 : 0) + (self.isFlagged ? 2 : 0)
    }

    access(all) view fun getProposalView(_ index: Int, isHeirScored: Bool): Int {
        let status = self.statuses[index]
        let mayVote = status > active ? 0 : self.proposals[index].kind == recovering || !isHeirScored ? 1 : 5
        let isExecutable = status == approved && self.refuseExecution(index).length == 0
        return status + 10 * self.outcomes[index] + 100 * mayVote + (isExecutable ? 1000 : 0)
    }

    access(all) view fun getAppealView(_ index: Int, _ begunAt: Int): [Int] {
        let outcome = self.appeals[index].outcome
        return [
            outcome + (self.refuseSecond(index).length == 0 ? 10 : 0),
            outcome == appealOpen ? -1 : begunAt + self.appeals[index].closedAt
        ]
    }

    access(all) view fun getAllowed(): UInt8 {
        return (self.refuseRecovery().length == 0 ? 1 : 0) + (self.refuseAppeal(false).length == 0 ? 2 : 0)
            + (self.refuseAppeal(true).length == 0 ? 4 : 0)
    }

    access(all) fun getAppealIds(): [UInt64] {
        return self.appeals.map(fun (appeal: ModelAppeal): UInt64 { return appeal.id })
    }

    /// The proposal that was executed last to freeze, an unknown one before the first.
    access(all) view fun getFreezeProposal(): UInt64 {
        let last = self.freezes.length - 1
        return last < 0 ? UInt64.max : self.freezes[last].proposalId
    }

    access(all) view fun isFreezeOlderThan(_ seconds: Int): Bool {
        let last = self.freezes.length - 1
        return last < 0 || self.now >= self.freezes[last].renewedAt + seconds
    }
}

/// Whether a proposer could vote on such a proposal.
access(all) view fun isEligible(_ kind: Int, _ proposer: Int): Bool {
    return proposer == member || proposer == heir && kind != recovering
}
