import "DharmaProtectionTypes"

/// The record of one address: its flag, its last freeze, its appeals. Every view follows from block time and votes;
/// what is stored only repeats it, so that old proposals can be pruned.
access(all) contract DharmaProtectionRecord {

    access(all) resource Record {
        access(all) let address: Address
        /// As recorded; `getFlag` also knows the appeals.
        access(all) var storedFlag: DharmaProtectionTypes.Flag?
        /// The last one, also after its end; `getFreeze` also knows the time.
        access(all) var freeze: DharmaProtectionTypes.Freeze?
        /// The recovery proposed last under that freeze, until the end of its voting is recorded.
        access(all) var recovery: {DharmaProtectionTypes.Ballot}?
        /// Approval of a recovery under that freeze, as recorded: the first that the blocking appeal meets.
        access(all) var storedApproval: DharmaProtectionTypes.Approval?
        /// When appeals against a freeze were upheld, as recorded, oldest first.
        access(self) var storedUpheldAt: [UFix64]
        access(self) var appeals: [DharmaProtectionTypes.Appeal]
        /// How many of them are not recorded as closed.
        access(self) var unclosedAppeals: Int
        /// Reason codes that are refused, and when such a flag was lifted.
        access(self) let bars: {String: UFix64}

        init(address: Address) {
            self.address = address
            self.storedFlag = nil
            self.freeze = nil
            self.recovery = nil
            self.storedApproval = nil
            self.storedUpheldAt = []
            self.appeals = []
            self.unclosedAppeals = 0
            self.bars = {}
        }

        /// The flag that stands now.
        access(all) view fun getFlag(): DharmaProtectionTypes.Flag? {
            if let flag = self.storedFlag {
                return self.findFlagAppeal(caseId: flag.caseId)?.isLiftingFlag() ?? false ? nil : flag
            }
            return nil
        }

        access(all) view fun isFrozen(): Bool {
            if let freeze = self.freeze {
                let now = getCurrentBlock().timestamp
                return freeze.endedAt == nil && (now < freeze.getPeriodEnd() || now < self.getExtendedEnd(freeze))
            }
            return false
        }

        /// The freeze that holds now.
        access(all) view fun getFreeze(): DharmaProtectionTypes.Freeze? {
            return self.isFrozen() ? self.freeze : nil
        }

        /// The end of the last freeze, past or to come; nil when there was none. An open appeal may bring it forward.
        access(all) view fun getFreezeEnd(): UFix64? {
            if let freeze = self.freeze {
                return freeze.endedAt ?? self.getExtendedEnd(freeze)
            }
            return nil
        }

        /// The end of the freeze that holds which no open appeal can bring forward; nil when none holds.
        access(all) view fun getCertainEnd(): UFix64? {
            if let freeze = self.getFreeze() {
                return self.isRecoveryBlocked() ? freeze.getPeriodEnd() : self.getFreezeEnd()
            }
            return nil
        }

        /// The appeals that are remembered, oldest first.
        access(all) view fun getAppeals(): [DharmaProtectionTypes.Appeal] {
            return self.appeals
        }

        /// When an appeal against a freeze was upheld first from that time on; nil when none was.
        access(all) view fun findUpheldSince(_ time: UFix64): UFix64? {
            for upheldAt in self.storedUpheldAt {
                if upheldAt >= time {
                    return upheldAt
                }
            }
            var first: UFix64? = nil
            for appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                let upheldAt = appeal.freezeNumber == nil ? nil : appeal.getUpheldAt()
                if upheldAt != nil && upheldAt! >= time && upheldAt! < first ?? UFix64.max {
                    first = upheldAt
                }
            }
            return first
        }

        /// When an appeal was upheld under the last freeze; nil when none was. No recovery opens or is executed under
        /// that freeze from then on.
        access(all) view fun getRecoveryVoidedAt(): UFix64? {
            return self.findUpheldSince(self.freeze?.since ?? UFix64.max)
        }

        /// The first appeal against the last freeze, which alone blocks a recovery.
        access(all) view fun getBlockingAppeal(): DharmaProtectionTypes.Appeal? {
            for index, appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                if appeal.isFirst && appeal.freezeNumber == self.freeze?.number {
                    return self.appeals[index]
                }
            }
            return nil
        }

        /// Whether the blocking appeal is open.
        access(all) view fun isRecoveryBlocked(): Bool {
            return self.getBlockingAppeal()?.isOpen() ?? false
        }

        /// Until when a flag with that reason code is refused unless it cites a later transaction; nil when it is not.
        access(all) view fun getBarredUntil(reasonCode: String): UFix64? {
            if let liftedAt = self.getAppealLift(reasonCode: reasonCode) ?? self.bars[reasonCode] {
                let until = liftedAt + DharmaProtectionTypes.flagBarPeriod
                return getCurrentBlock().timestamp < until ? until : nil
            }
            return nil
        }

        /// When an appeal lifted the stored flag, where it has that reason code.
        access(self) view fun getAppealLift(reasonCode: String): UFix64? {
            if let flag = self.storedFlag {
                let appeal = self.findFlagAppeal(caseId: flag.caseId)
                return flag.reasonCode == reasonCode && (appeal?.isLiftingFlag() ?? false) ? appeal!.getClosedAt() : nil
            }
            return nil
        }

        /// When time changes next what is recorded; nil when it does not. Settling at that time changes something.
        access(all) view fun getNextChange(): UFix64? {
            let now = getCurrentBlock().timestamp
            var next: UFix64? = self.freeze != nil && self.freeze!.endedAt == nil ? self.getFreezeEnd() : nil
            for appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                if appeal.storedOutcome == DharmaProtectionTypes.AppealOutcome.open {
                    let voteEnd = appeal.ballots[appeal.ballots.length - 1].votingEndsAt
                    let change = now < voteEnd ? voteEnd : appeal.getDeadline()
                    next = change < next ?? UFix64.max ? change : next
                }
            }
            return next != nil || self.storedFlag != nil ? next : self.getObsoleteAt()
        }

        /// From when on neither a past freeze nor a barred reason code needs the record.
        access(self) view fun getObsoleteAt(): UFix64 {
            var time = self.freeze == nil ? 0.0 : self.getFreezeEnd()! + DharmaProtectionTypes.memoryPeriod
            for liftedAt in self.bars.values {
                let until = liftedAt + DharmaProtectionTypes.flagBarPeriod
                time = until > time ? until : time
            }
            return time
        }

        /// Appeals against flags that are not decided.
        access(all) view fun countOpenFlagAppeals(): Int {
            return self.appeals.filter(view fun (appeal: DharmaProtectionTypes.Appeal): Bool {
                return appeal.caseId != nil && appeal.isOpen()
            }).length
        }

        access(all) view fun findFlagAppeal(caseId: String): DharmaProtectionTypes.Appeal? {
            for index, appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                if appeal.caseId == caseId {
                    return self.appeals[index]
                }
            }
            return nil
        }

        /// The last appeal against the last freeze.
        access(all) view fun findFreezeAppeal(): DharmaProtectionTypes.Appeal? {
            var last: DharmaProtectionTypes.Appeal? = nil
            for appeal in self.appeals {
                last = appeal.freezeNumber != nil && appeal.freezeNumber == self.freeze?.number ? appeal : last
            }
            return last
        }

        /// The first appeal holds the freeze while it is open beside an approved recovery, and for a day after, unless
        /// it was upheld; never beyond the extension, and never shorter than the period.
        access(self) view fun getExtendedEnd(_ freeze: DharmaProtectionTypes.Freeze): UFix64 {
            let end = freeze.getPeriodEnd()
            let appeal = self.getBlockingAppeal()
            let approval = self.getApproval()
            if appeal == nil || approval == nil || appeal!.getUpheldAt() != nil {
                return end
            }
            let blockedFrom = appeal!.openedAt > approval!.from ? appeal!.openedAt : approval!.from
            let blockedUntil = appeal!.getClosedAt() ?? UFix64.max
            if blockedFrom >= end || blockedFrom >= blockedUntil || blockedFrom >= approval!.until {
                return end
            }
            let latest = end + DharmaProtectionTypes.freezeExtension
            let extended = appeal!.isOpen() ? latest : blockedUntil + DharmaProtectionTypes.freezeAfterAppeal
            return extended > latest ? latest : extended > end ? extended : end
        }

        access(self) view fun getApproval(): DharmaProtectionTypes.Approval? {
            if let ballot = self.recovery {
                if self.storedApproval == nil
                    && ballot.getVotingOutcome() == DharmaProtectionTypes.VotingOutcome.approved {
                    return DharmaProtectionTypes.Approval(from: ballot.votingEndsAt, until: ballot.executableUntil)
                }
            }
            return self.storedApproval
        }

        access(account) fun setFlag(_ flag: DharmaProtectionTypes.Flag) {
            self.storedFlag = flag
        }

        /// Removes the stored flag, which must be there, and returns it.
        access(account) fun removeFlag(): DharmaProtectionTypes.Flag {
            let flag = self.storedFlag!
            self.storedFlag = nil
            return flag
        }

        /// Refuses the reason code for a while.
        access(account) fun bar(reasonCode: String, liftedAt: UFix64) {
            self.bars[reasonCode] = liftedAt
        }

        access(account) fun setFreeze(_ freeze: DharmaProtectionTypes.Freeze) {
            if freeze.number != self.freeze?.number {
                self.recovery = nil
                self.storedApproval = nil
            }
            self.freeze = freeze
        }

        /// An earlier approval is over when another recovery opens. Only one that the blocking appeal met still counts.
        access(account) fun setRecovery(_ ballot: {DharmaProtectionTypes.Ballot}) {
            self.recordRecovery()
            if self.storedApproval?.until ?? 0.0 <= self.getBlockingAppeal()?.openedAt ?? UFix64.max {
                self.storedApproval = nil
            }
            self.recovery = ballot
        }

        /// The recovery was executed: it stands approved no longer, and no later appeal meets it.
        access(account) fun endApproval() {
            if self.getBlockingAppeal() == nil {
                self.recovery = nil
                self.storedApproval = nil
            }
        }

        access(account) fun addAppeal(_ appeal: DharmaProtectionTypes.Appeal) {
            self.appeals.append(appeal)
            self.unclosedAppeals = self.unclosedAppeals + 1
        }

        access(account) fun replaceAppeal(_ appeal: DharmaProtectionTypes.Appeal) {
            self.appeals = self.appeals.map(view fun (old: DharmaProtectionTypes.Appeal): DharmaProtectionTypes.Appeal {
                return old.id == appeal.id ? appeal : old
            })
        }

        /// Records the appeals that have closed, and returns them.
        access(account) fun closeAppeals(): [DharmaProtectionTypes.Appeal] {
            let closed: [DharmaProtectionTypes.Appeal] = []
            var index = self.unclosedAppeals == 0 ? self.appeals.length : 0
            while index < self.appeals.length {
                let appeal = &self.appeals[index] as &DharmaProtectionTypes.Appeal
                let outcome = appeal.getOutcome()
                if outcome != appeal.storedOutcome {
                    closed.append(appeal.toClosed(outcome))
                    self.appeals[index] = closed[closed.length - 1]
                }
                index = index + 1
            }
            if closed.length > 0 {
                self.unclosedAppeals = self.unclosedAppeals - closed.length
                self.recordUpheld(closed)
                self.forgetAppeals()
            }
            return closed
        }

        /// Records the end of the voting on the recovery.
        access(account) fun recordRecovery() {
            if self.recovery != nil && self.recovery!.getVotingOutcome() != DharmaProtectionTypes.VotingOutcome.open {
                self.storedApproval = self.getApproval()
                self.recovery = nil
            }
        }

        /// Whether no rule depends on this record any more. Appeals that are over must be recorded as closed before.
        access(account) view fun isObsolete(): Bool {
            return self.storedFlag == nil
                && self.unclosedAppeals == 0
                && getCurrentBlock().timestamp >= self.getObsoleteAt()
        }

        /// Drops the oldest appeals beyond those that are remembered, but none that is open or that a rule needs.
        access(self) fun forgetAppeals() {
            var index = self.appeals.length > DharmaProtectionRecord.rememberedAppeals ? 0 : self.appeals.length
            let neededIds: [UInt64?] = index == 0 ? [self.getBlockingAppeal()?.id, self.findFreezeAppeal()?.id] : []
            while index < self.appeals.length && self.appeals.length > DharmaProtectionRecord.rememberedAppeals {
                let appeal = &self.appeals[index] as &DharmaProtectionTypes.Appeal
                let isOfFlag = appeal.caseId != nil && appeal.caseId == self.storedFlag?.caseId
                let isClosed = appeal.storedOutcome != DharmaProtectionTypes.AppealOutcome.open
                if isClosed && !isOfFlag && !neededIds.contains(appeal.id) {
                    let _ = self.appeals.remove(at: index)
                } else {
                    index = index + 1
                }
            }
        }

        /// Keeps the times of upheld appeals in order, and drops those that no proposal can be older than.
        access(self) fun recordUpheld(_ closed: [DharmaProtectionTypes.Appeal]) {
            for appeal in closed {
                if appeal.freezeNumber != nil && appeal.getUpheldAt() != nil {
                    self.addUpheldAt(appeal.getUpheldAt()!)
                }
            }
        }

        access(self) fun addUpheldAt(_ upheldAt: UFix64) {
            let oldest = getCurrentBlock().timestamp.saturatingSubtract(DharmaProtectionTypes.memoryPeriod)
            let recent = view fun (time: UFix64): Bool { return time >= oldest }
            let earlier = view fun (time: UFix64): Bool { return time <= upheldAt }
            let later = view fun (time: UFix64): Bool { return time > upheldAt }
            let times = self.storedUpheldAt.filter(recent)
            self.storedUpheldAt = times.filter(earlier).concat([upheldAt]).concat(times.filter(later))
        }
    }

    /// Appeals that a record holds at most, beside those that are open or that a rule needs.
    access(all) let rememberedAppeals: Int
    /// Open appeals against flags of one address. An address that has as many is not flagged until one is decided, so
    /// that no flagger can make a record grow.
    access(all) let maxOpenFlagAppeals: Int

    access(account) fun createRecord(address: Address): @Record {
        return <- create Record(address: address)
    }

    init() {
        self.rememberedAppeals = 8
        self.maxOpenFlagAppeals = 3
    }
}
