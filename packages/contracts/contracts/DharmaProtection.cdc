import "DharmaProposals"
import "DharmaProtectionTypes"

/// The public registry of flags, freezes and appeals. A flag is the warning of a flagger and can be lifted; a freeze
/// is a decision of the community and ends by itself. Neither changes anybody's account: contracts that ask refuse a
/// frozen address. The flagged or frozen account may appeal.
///
/// A decision counts from the end of its voting. `State` computes what votes and time have made of a record by now, in
/// the order of time; `settle` only stores and emits the same. So it does not matter who settles or executes what when.
/// Until when an address is frozen is computed whenever a vote changes it, so that asking costs the same for every record.
access(all) contract DharmaProtection {

    access(all) event Flagged(
        address: Address,
        flagNumber: UInt64,
        caseId: String,
        reasonCode: String,
        reasonHash: String,
        flagger: Address
    )
    /// `cause` is recheck, appeal, or unfreeze.
    access(all) event FlagLifted(
        address: Address,
        flagNumber: UInt64,
        caseId: String,
        reasonCode: String,
        cause: String,
        liftedAt: UFix64
    )
    /// Until then a flag is refused: with a code of the ground of this one, or with every code (nil); by this flagger, or by
    /// everybody (nil).
    access(all) event FlagBarred(address: Address, reasonCode: String?, flagger: Address?, until: UFix64)
    /// `until` is the end of its days, `untilBefore` the end of the freeze that this one renews. `flagCaseId` is nil where
    /// nothing was held against the address when it was proposed: it is protected by a vote.
    access(all) event Frozen(
        address: Address,
        freezeNumber: UInt64,
        proposalId: UInt64,
        reasonHash: String,
        since: UFix64,
        until: UFix64,
        untilBefore: UFix64?,
        flagCaseId: String?
    )
    /// A vote approved an unfreeze of the freeze: proposals to freeze that are older, and recoveries under it, are void.
    access(all) event FreezeOverruled(address: Address, freezeNumber: UInt64, proposalId: UInt64, overruledAt: UFix64)
    /// An unfreeze was executed. FlagLifted and FreezeEnded tell what there was.
    access(all) event Unfrozen(
        address: Address,
        proposalId: UInt64,
        reasonHash: String,
        flagNumber: UInt64?,
        freezeNumber: UInt64?
    )
    /// `proposalId` is the executed proposal that ended the freeze, nil when it lapsed.
    access(all) event FreezeEnded(address: Address, freezeNumber: UInt64, proposalId: UInt64?, endedAt: UFix64)
    /// Against a flag or a freeze. `id` is the number of the proposal that decides it, at `deadline`. `caseId` is that of
    /// the flag, nil for a freeze.
    access(all) event AppealOpened(
        id: UInt64,
        address: Address,
        flagNumber: UInt64?,
        freezeNumber: UInt64?,
        caseId: String?,
        reasonHash: String,
        deadline: UFix64
    )
    /// `outcome` is upheld, denied, undecided, or void: what it was against ended otherwise.
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String, closedAt: UFix64)
    /// Nothing is remembered about the address any more.
    access(all) event RecordCleared(address: Address)

    /// How the voting on a proposal ended.
    access(all) struct Decision {
        access(all) let proposalId: UInt64
        /// approved, rejected or expired.
        access(all) let outcome: DharmaProposals.Status
        /// Whether nothing stood any more of what it names, before its voting ended.
        access(all) let isVoid: Bool
        /// Whether it overrules the freeze.
        access(all) let isOverruling: Bool

        access(contract) view init(proposalId: UInt64, outcome: DharmaProposals.Status, isVoid: Bool, isOverruling: Bool) {
            self.proposalId = proposalId
            self.outcome = outcome
            self.isVoid = isVoid
            self.isOverruling = isOverruling
        }
    }

    /// What votes and time have made of a record by now, beyond what is recorded. Ends of voting come in the order of
    /// their numbers, which is that of time as no voting ends before an older one; at equal times they come before the end of
    /// a freeze, and both before what a transaction does.
    access(all) struct State {
        access(all) let flagNumber: UInt64?
        access(all) let freezeNumber: UInt64?
        access(all) let isRecovered: Bool
        /// The end of the last freeze, past or to come; 0.0 for none.
        access(all) var freezeEnd: UFix64
        access(all) var freezeOverruledAt: UFix64?
        access(all) var heldUntil: UFix64
        /// Every proposal to freeze that is older is void; 0.0 for none.
        access(all) var overruledAt: UFix64
        /// When an appeal lifted the recorded flag; nil while it stands.
        access(all) var flagLiftedAt: UFix64?
        access(all) var isFlagLiftUndecided: Bool
        access(all) var flagNamedUntil: UFix64
        /// Not recorded yet, by number, as far as they were asked for.
        access(all) var decisions: [Decision]

        /// The state at a time, if nobody votes any more until then. `decisionOf` asks for the decision on one proposal;
        /// with `maxDecisions` the state is that after the first so many.
        // lint-allow complexity: a struct for each step costs a third more, for everybody who votes or settles
        access(contract) view init(_ record: &Record, at now: UFix64, decisionOf: UInt64?, maxDecisions: Int?) {
            self.flagNumber = record.flag?.number
            self.freezeNumber = record.freeze?.number
            self.isRecovered = record.freeze?.isRecovered ?? false
            self.freezeEnd = record.freeze?.getEnd() ?? 0.0
            self.freezeOverruledAt = record.freeze?.overruledAt
            self.heldUntil = record.freeze?.heldUntil ?? 0.0
            self.overruledAt = record.overruledAt
            self.flagLiftedAt = nil
            self.isFlagLiftUndecided = false
            self.flagNamedUntil = record.flag?.namedUntil ?? 0.0
            self.decisions = []
            for id in record.undecided {
                if self.decisions.length == maxDecisions ?? -1 {
                    break
                }
                let proposal = DharmaProposals.borrowExisting(id)
                let endsAt = proposal.votingEndsAt
                let isOver = endsAt <= now
                let isAsked = maxDecisions != nil || id == decisionOf
                // What is open changes nothing.
                if !isOver && !isAsked {
                    continue
                }
                let isVoid = self.isVoid(proposal, endOfVoting: isOver ? endsAt : nil)
                if !isOver && !isVoid {
                    continue
                }
                let outcome = isVoid ? DharmaProposals.Status.expired : proposal.getResult()
                let isApproved = outcome == DharmaProposals.Status.approved
                let isOverruling = isApproved && proposal.terms.action == DharmaProposals.Action.unfreeze
                    && self.isFreezeStanding(proposal.terms.freezeNumber, endOfVoting: endsAt)
                if isAsked {
                    self.decisions = self.decisions.concat([
                        Decision(proposalId: id, outcome: outcome, isVoid: isVoid, isOverruling: isOverruling)
                    ])
                }
                if isOverruling {
                    self.overruledAt = endsAt
                    self.freezeOverruledAt = self.freezeOverruledAt ?? endsAt
                    let periodEnd = record.freeze!.periodEndsAt
                    self.freezeEnd = endsAt > periodEnd ? endsAt : periodEnd
                }
                let until = proposal.executableUntil
                if isApproved && proposal.terms.action == DharmaProposals.Action.recover && endsAt < record.freeze!.periodEndsAt
                    && until > self.freezeEnd {
                    self.heldUntil = until
                    self.freezeEnd = until
                }
                if isApproved && proposal.terms.flagNumber != nil && proposal.terms.flagNumber == self.flagNumber
                    && until > self.flagNamedUntil {
                    self.flagNamedUntil = until
                }
                if !isVoid && proposal.terms.isAppeal() && proposal.terms.flagNumber != nil {
                    self.isFlagLiftUndecided = outcome == DharmaProposals.Status.expired && record.isSilenceLifting(at: endsAt)
                    self.flagLiftedAt = isApproved || self.isFlagLiftUndecided ? endsAt : nil
                }
            }
        }

        access(all) view fun isFrozen(): Bool {
            return getCurrentBlock().timestamp < self.freezeEnd
        }

        /// Whether nothing stands any more of what a proposal names, or a decision overrules it. `endOfVoting` is when
        /// its voting ended, nil for now.
        access(all) view fun isVoid(_ proposal: &DharmaProposals.Proposal, endOfVoting: UFix64?): Bool {
            let terms = proposal.terms
            switch terms.action {
                case DharmaProposals.Action.freeze:
                    return proposal.createdAt < self.overruledAt
                case DharmaProposals.Action.unfreeze:
                    let isFlagStanding = terms.flagNumber != nil
                        && terms.flagNumber == self.flagNumber
                        && self.flagLiftedAt == nil
                    return !isFlagStanding && !self.isFreezeStanding(terms.freezeNumber, endOfVoting: endOfVoting)
            }
            return self.freezeOverruledAt != nil
                || self.isRecovered
                || !self.isFreezeStanding(terms.freezeNumber, endOfVoting: endOfVoting)
        }

        /// At equal times ends of voting come before the end of a freeze, and that before now.
        access(self) view fun isFreezeStanding(_ number: UInt64?, endOfVoting: UFix64?): Bool {
            if number == nil || number != self.freezeNumber {
                return false
            }
            return endOfVoting == nil ? self.isFrozen() : endOfVoting! <= self.freezeEnd
        }
    }

    /// The record of one address: its flag, its last freeze, and what is to be decided about it.
    access(all) resource Record {
        access(all) let address: Address
        /// As recorded: an appeal may have lifted it since.
        access(all) var flag: DharmaProtectionTypes.Flag?
        /// The last one as recorded, also after its end.
        access(all) var freeze: DharmaProtectionTypes.Freeze?
        /// End of the last vote that approved an unfreeze of a freeze that stood; 0.0 for none.
        access(all) var overruledAt: UFix64
        /// The end of the last freeze if nobody votes any more; 0.0 for none.
        access(all) var frozenUntil: UFix64
        /// Proposals whose outcome is not recorded, by number.
        access(all) var undecided: [UInt64]
        access(self) var bars: [DharmaProtectionTypes.Bar]
        /// Until when no undecided appeal lifts a flag again, by the ground of its code.
        access(all) let undecidedLiftsUntil: {String: UFix64}
        /// The flag that was lifted last.
        access(all) var liftedCaseId: String?
        access(all) var liftedAt: UFix64

        init(address: Address) {
            self.address = address
            self.flag = nil
            self.freeze = nil
            self.overruledAt = 0.0
            self.frozenUntil = 0.0
            self.undecided = []
            self.bars = []
            self.undecidedLiftsUntil = {}
            self.liftedCaseId = nil
            self.liftedAt = 0.0
        }

        access(all) view fun getState(): State {
            return self.buildState(decisionOf: nil, maxDecisions: nil)
        }

        access(contract) view fun buildState(decisionOf: UInt64?, maxDecisions: Int?): State {
            return State(
                &self as &Record,
                at: getCurrentBlock().timestamp,
                decisionOf: decisionOf,
                maxDecisions: maxDecisions
            )
        }

        access(all) view fun isFrozen(): Bool {
            return getCurrentBlock().timestamp < self.frozenUntil
        }

        /// The flag that stands now.
        access(all) view fun getFlag(): DharmaProtectionTypes.Flag? {
            return self.getFlagLiftedAt() == nil ? self.flag : nil
        }

        /// When the appeal against the recorded flag lifted it; nil while it stands.
        access(self) view fun getFlagLiftedAt(): UFix64? {
            if let appeal = DharmaProposals.borrowProposal(self.flag?.appealId ?? 0) {
                if appeal.isVotingOver() {
                    let outcome = appeal.getResult()
                    let isSilent = outcome == DharmaProposals.Status.expired && self.isSilenceLifting(at: appeal.votingEndsAt)
                    return isSilent || outcome == DharmaProposals.Status.approved ? appeal.votingEndsAt : nil
                }
            }
            return nil
        }

        /// The freeze that holds now, as recorded.
        access(all) view fun getFreeze(): DharmaProtectionTypes.Freeze? {
            return self.isFrozen() ? self.freeze : nil
        }

        /// The end of the last freeze, past or to come; nil when there was none.
        access(all) view fun getFreezeEnd(): UFix64? {
            return self.freeze == nil ? nil : self.getState().freezeEnd
        }

        /// The case of the flag that the address carries, or carried in the 30 days before; nil without.
        access(all) view fun getRecentCaseId(): String? {
            let flagLiftedAt = self.getFlagLiftedAt()
            if self.flag != nil && flagLiftedAt == nil {
                return self.flag!.caseId
            }
            let past = getCurrentBlock().timestamp.saturatingSubtract(flagLiftedAt ?? self.liftedAt)
            return past < DharmaProtectionTypes.memoryPeriod() ? self.flag?.caseId ?? self.liftedCaseId : nil
        }

        /// Those that were added last; some may be over.
        access(all) view fun getBars(): [DharmaProtectionTypes.Bar] {
            return self.bars
        }

        /// The bar against a flag by this flagger with this code; nil when there is none.
        access(all) view fun findBar(flagger: Address, reasonCode: String): DharmaProtectionTypes.Bar? {
            for bar in self.bars {
                if bar.isAgainst(flagger: flagger, reasonCode: reasonCode) {
                    return bar
                }
            }
            return nil
        }

        /// Whether an appeal against the flag that ends undecided at that time lifts it: unless another one lifted a flag
        /// on this ground in the 30 days before.
        access(contract) view fun isSilenceLifting(at: UFix64): Bool {
            return at >= self.undecidedLiftsUntil[DharmaProtectionTypes.getGround(self.flag!.reasonCode)] ?? 0.0
        }

        /// Whether no rule depends on the record any more.
        access(contract) view fun isObsolete(): Bool {
            let oldest = getCurrentBlock().timestamp.saturatingSubtract(DharmaProtectionTypes.memoryPeriod())
            var isRemembered = self.flag != nil || self.undecided.length > 0 || self.liftedAt > oldest
            if let freeze = self.freeze {
                isRemembered = isRemembered || freeze.endedAt == nil || freeze.endedAt! > oldest
            }
            return !isRemembered
        }

        access(contract) fun addUndecided(_ proposal: &DharmaProposals.Proposal) {
            self.undecided.append(proposal.id)
            let flagNumber = proposal.terms.flagNumber
            if flagNumber != nil && flagNumber == self.flag?.number {
                let before = self.flag!.namedUntil
                let until = proposal.votingEndsAt
                self.borrowFlag().noteNamed(until: before > until ? before : until)
            }
        }

        access(contract) fun setFlag(_ flag: DharmaProtectionTypes.Flag) {
            self.flag = flag
        }

        /// Removes the recorded flag, which must be there.
        access(contract) fun removeFlag(liftedAt: UFix64) {
            self.liftedCaseId = self.flag!.caseId
            self.liftedAt = liftedAt
            self.flag = nil
        }

        access(contract) fun noteUndecidedLift(_ reasonCode: String, at: UFix64) {
            let until = at + DharmaProtectionTypes.memoryPeriod()
            self.undecidedLiftsUntil[DharmaProtectionTypes.getGround(reasonCode)] = until
        }

        access(contract) fun setFreeze(_ freeze: DharmaProtectionTypes.Freeze) {
            self.freeze = freeze
        }

        /// Adds a bar, and drops those that are over.
        access(contract) fun addBar(_ bar: DharmaProtectionTypes.Bar) {
            let now = getCurrentBlock().timestamp
            self.bars = self.bars.filter(view fun (old: DharmaProtectionTypes.Bar): Bool {
                let isReplaced = old.reasonCode == bar.reasonCode && old.flagger == bar.flagger
                return now < old.until && !isReplaced
            }).concat([bar])
        }

        /// Computes until when the freeze holds: after every change of it, and after every vote that may change it.
        access(contract) fun noteFrozenUntil() {
            let state = State(&self as &Record, at: UFix64.max, decisionOf: nil, maxDecisions: nil)
            self.frozenUntil = state.freezeEnd
        }

        /// Records what votes have made of flag and freeze.
        access(contract) fun store(_ state: State) {
            self.overruledAt = state.overruledAt
            for decision in state.decisions {
                let _ = self.undecided.remove(at: self.undecided.firstIndex(of: decision.proposalId)!)
            }
            if self.flag != nil {
                self.borrowFlag().noteNamed(until: state.flagNamedUntil)
            }
            if self.freeze != nil && self.freeze!.endedAt == nil {
                self.borrowFreeze().noteVotes(
                    overruledAt: state.freezeOverruledAt,
                    heldUntil: state.heldUntil
                )
            }
        }

        access(contract) view fun borrowFlag(): &DharmaProtectionTypes.Flag {
            let flag: &DharmaProtectionTypes.Flag? = &self.flag
            return flag!
        }

        access(contract) view fun borrowFreeze(): &DharmaProtectionTypes.Freeze {
            let freeze: &DharmaProtectionTypes.Freeze? = &self.freeze
            return freeze!
        }
    }

    access(self) let records: @{Address: Record}
    access(all) var lastFlagNumber: UInt64
    access(all) var lastFreezeNumber: UInt64

    /// The record of an address, nil where there is none.
    access(all) view fun borrowRecord(_ address: Address): &Record? {
        return &self.records[address]
    }

    /// Proposals about one address whose outcome is not recorded, which bound the cost of all that asks about it. Ranks and
    /// topics let 17 be open.
    access(all) view fun maxUndecided(): Int {
        return 20
    }

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.borrowRecord(address)?.isFrozen() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        if self.isFrozen(address) {
            panic("DharmaProtection: \(address) is frozen until \(self.freezeEndsAt(address)!)")
        }
    }

    access(all) view fun isFlagged(_ address: Address): Bool {
        return self.getFlag(address) != nil
    }

    /// The flag that stands now.
    access(all) view fun getFlag(_ address: Address): DharmaProtectionTypes.Flag? {
        return self.borrowRecord(address)?.getFlag() ?? nil
    }

    /// The freeze that holds now.
    access(all) view fun getFreeze(_ address: Address): DharmaProtectionTypes.Freeze? {
        return self.borrowRecord(address)?.getFreeze() ?? nil
    }

    /// The end of the last freeze that is remembered, past or to come; nil when there is none.
    access(all) view fun freezeEndsAt(_ address: Address): UFix64? {
        return self.borrowRecord(address)?.getFreezeEnd() ?? nil
    }

    /// The status of a proposal now, whatever is recorded of it.
    access(all) view fun getProposalStatus(_ id: UInt64): DharmaProposals.Status {
        let proposal = DharmaProposals.borrowExisting(id)
        if DharmaProposals.isFinal(proposal.storedStatus) {
            return proposal.storedStatus
        }
        let state = self.borrowRecord(proposal.terms.target)?.buildState(decisionOf: id, maxDecisions: nil)
        var status = proposal.storedStatus
        for decision in state?.decisions ?? [] {
            status = decision.outcome
        }
        if status != DharmaProposals.Status.approved {
            return status
        }
        // Its own approval lifted the flag of an appeal.
        let isCarriedOut = proposal.terms.isAppeal() && proposal.terms.freezeNumber == nil
        let isVoid = !isCarriedOut
            && (state?.isVoid(proposal, endOfVoting: nil) ?? (proposal.terms.action != DharmaProposals.Action.freeze))
        let isLate = getCurrentBlock().timestamp >= proposal.executableUntil
        return isVoid || isLate ? DharmaProposals.Status.expired : status
    }

    /// How the voting on a proposal ended: approved, rejected or expired; nil while it is open.
    access(all) view fun getVotingOutcome(_ id: UInt64): DharmaProposals.Status? {
        let proposal = DharmaProposals.borrowExisting(id)
        if proposal.storedOutcome != nil {
            return proposal.storedOutcome
        }
        let decisions = self.borrowRecord(proposal.terms.target)?.buildState(decisionOf: id, maxDecisions: nil)?.decisions ?? []
        return decisions.length == 0 ? nil : decisions[0].outcome
    }

    /// Why an approved proposal cannot be executed yet; nil when it can.
    access(all) view fun getExecutionObstacle(_ id: UInt64): String? {
        let terms = DharmaProposals.borrowExisting(id).terms
        if terms.action != DharmaProposals.Action.recover {
            return nil
        }
        if let freeze = self.getFreeze(terms.target) {
            let now = getCurrentBlock().timestamp
            if now < freeze.recoverableFrom {
                return "\(terms.target) must be frozen for 72 hours, until \(freeze.recoverableFrom)"
            }
            if now < freeze.firstAppealEndsAt {
                return "the appeal against the freeze of \(terms.target) is open until \(freeze.firstAppealEndsAt)"
            }
        }
        return nil
    }

    /// Records and emits what time and votes have made of a record; anyone may call it, any time.
    access(all) fun settle(_ address: Address) {
        if let record = self.borrowRecord(address) {
            // A few at a time: lists of structs cost the square of their length.
            let batch = 4
            var recorded = batch
            while recorded == batch {
                let state = record.buildState(decisionOf: nil, maxDecisions: batch)
                recorded = state.decisions.length
                self.record(record, state)
            }
            if record.freeze != nil && record.freeze!.endedAt == nil && !record.isFrozen() {
                self.endFreeze(record, proposalId: nil, endedAt: record.frozenUntil)
            }
            if record.isObsolete() {
                destroy self.records.remove(key: address)
                emit RecordCleared(address: address)
            }
        }
    }

    /// Stores and emits what votes have made of a record.
    access(self) fun record(_ record: &Record, _ state: State) {
        record.store(state)
        for decision in state.decisions {
            self.announce(record, decision, state: state)
        }
        if let liftedAt = state.flagLiftedAt {
            if state.isFlagLiftUndecided {
                record.noteUndecidedLift(record.flag!.reasonCode, at: liftedAt)
            }
            self.liftFlag(record, cause: "appeal", liftedAt: liftedAt)
        }
    }

    /// Computes until when an address is frozen, after votes on proposals about it.
    access(account) fun noteVotes(_ address: Address) {
        self.borrowRecord(address)!.noteFrozenUntil()
    }

    /// Stores a new proposal, or an appeal, with what it names.
    access(account) fun open(
        terms: DharmaProposals.Terms,
        proposer: Address,
        rank: DharmaProposals.Rank,
        reason: String
    ): &DharmaProposals.Proposal {
        let record = self.borrowOrCreateRecord(terms.target)
        assert(
            record.undecided.length < self.maxUndecided(),
            message: "DharmaProtection: \(record.undecided.length) proposals about \(terms.target) are not recorded as decided; settle it first, which anyone may"
        )
        let proposal = DharmaProposals.add(terms: terms, proposer: proposer, rank: rank, reason: reason)
        record.addUndecided(proposal)
        if terms.isAppeal() {
            if terms.flagNumber != nil {
                record.borrowFlag().noteAppeal(proposal.id)
            } else {
                record.borrowFreeze().noteAppeal(proposal.id, endsAt: proposal.votingEndsAt)
            }
            emit AppealOpened(
                id: proposal.id,
                address: terms.target,
                flagNumber: terms.flagNumber,
                freezeNumber: terms.freezeNumber,
                caseId: terms.flagNumber == nil ? nil : record.flag!.caseId,
                reasonHash: proposal.reasonHash,
                deadline: proposal.votingEndsAt
            )
        }
        return proposal
    }

    /// Flags an address that carries no flag, unless the flagger or everybody is kept from it.
    access(account) fun flag(_ address: Address, caseId: String, reasonCode: String, reasonHash: String, flagger: Address) {
        self.settle(address)
        assert(!self.isFlagged(address), message: "DharmaProtection: \(address) is flagged already")
        let record = self.borrowOrCreateRecord(address)
        if let bar = record.findBar(flagger: flagger, reasonCode: reasonCode) {
            panic("DharmaProtection: A flag of \(address) with the code '\(reasonCode)' is refused until \(bar.until)")
        }
        self.lastFlagNumber = self.lastFlagNumber + 1
        record.setFlag(DharmaProtectionTypes.Flag(
            number: self.lastFlagNumber,
            caseId: caseId,
            reasonCode: reasonCode,
            reasonHash: reasonHash,
            flagger: flagger
        ))
        emit Flagged(
            address: address,
            flagNumber: self.lastFlagNumber,
            caseId: caseId,
            reasonCode: reasonCode,
            reasonHash: reasonHash,
            flagger: flagger
        )
    }

    /// Lifts a flag after a recheck. A flagger who lifts its own within 24 hours bars itself for that code; one who lifts
    /// any while a vote, an approved unfreeze or an appeal names it, for every code.
    access(account) fun unflag(_ address: Address, flagger: Address) {
        self.settle(address)
        let flag = self.getFlag(address) ?? panic("DharmaProtection: \(address) is not flagged")
        let record = self.borrowRecord(address)!
        let now = getCurrentBlock().timestamp
        let isNamed = now < flag.namedUntil
        let isHasty = flag.flagger == flagger && now - flag.since < DharmaProtectionTypes.hastyLiftPeriod()
        if isNamed || isHasty {
            self.bar(record, reasonCode: isNamed ? nil : flag.reasonCode, flagger: flagger, since: now)
        }
        self.removeFlag(record, cause: "recheck", liftedAt: now)
        self.settle(address)
    }

    /// Freezes for 7 days from now: renews the freeze that holds, or begins a new one where a vote has overruled that.
    access(account) fun freeze(_ proposal: &DharmaProposals.Proposal) {
        let address = proposal.terms.target
        let record = self.borrowOrCreateRecord(address)
        let isFrozen = record.isFrozen()
        let untilBefore = isFrozen ? record.getFreezeEnd() : nil
        let isRenewal = isFrozen && record.freeze!.overruledAt == nil
        if isRenewal {
            record.borrowFreeze().renew(
                proposalId: proposal.id,
                reasonHash: proposal.reasonHash,
                flagCaseId: proposal.terms.flagCaseId
            )
        } else {
            if isFrozen {
                self.endFreeze(record, proposalId: proposal.id, endedAt: getCurrentBlock().timestamp)
                // What names the freeze that ends is void before the new one takes its place.
                self.settle(address)
            }
            self.lastFreezeNumber = self.lastFreezeNumber + 1
            record.setFreeze(DharmaProtectionTypes.Freeze(
                number: self.lastFreezeNumber,
                proposalId: proposal.id,
                reasonHash: proposal.reasonHash,
                flagCaseId: proposal.terms.flagCaseId,
                accusedAt: proposal.terms.flaggedAt ?? proposal.createdAt
            ))
        }
        record.noteFrozenUntil()
        let freeze = record.freeze!
        emit Frozen(
            address: address,
            freezeNumber: freeze.number,
            proposalId: proposal.id,
            reasonHash: proposal.reasonHash,
            since: freeze.since,
            until: freeze.periodEndsAt,
            untilBefore: isRenewal ? untilBefore : nil,
            flagCaseId: freeze.flagCaseId
        )
    }

    /// Ends the freeze and lifts the flag that an approved unfreeze names, as far as they stand.
    access(account) fun unfreeze(_ proposal: &DharmaProposals.Proposal) {
        let terms = proposal.terms
        let record = self.borrowOrCreateRecord(terms.target)
        let now = getCurrentBlock().timestamp
        emit Unfrozen(
            address: terms.target,
            proposalId: proposal.id,
            reasonHash: proposal.reasonHash,
            flagNumber: terms.flagNumber,
            freezeNumber: terms.freezeNumber
        )
        if terms.freezeNumber != nil && record.getFreeze()?.number == terms.freezeNumber {
            self.endFreeze(record, proposalId: proposal.id, endedAt: now)
        }
        if terms.flagNumber != nil && record.flag?.number == terms.flagNumber {
            self.liftFlag(record, cause: "unfreeze", liftedAt: now)
        }
        self.settle(terms.target)
    }

    /// Notes that a recovery was executed: the others under the freeze are void, and hold it no longer.
    access(account) fun noteRecovered(_ address: Address) {
        let record = self.borrowRecord(address)!
        record.borrowFreeze().noteRecovered()
        record.noteFrozenUntil()
        self.settle(address)
    }

    access(self) fun announce(_ record: &Record, _ decision: Decision, state: State) {
        let proposal = DharmaProposals.borrowExisting(decision.proposalId)
        proposal.decide(decision.outcome)
        if decision.isOverruling {
            emit FreezeOverruled(
                address: record.address,
                freezeNumber: proposal.terms.freezeNumber!,
                proposalId: proposal.id,
                overruledAt: proposal.votingEndsAt
            )
        }
        if proposal.terms.isAppeal() {
            let isOfFreeze = proposal.terms.freezeNumber != nil
            let voidAt = isOfFreeze && state.freezeNumber == proposal.terms.freezeNumber
                ? state.freezeEnd
                : getCurrentBlock().timestamp
            emit AppealClosed(
                id: proposal.id,
                address: record.address,
                outcome: decision.isVoid ? "void" : self.getAppealOutcomeName(decision.outcome),
                closedAt: decision.isVoid ? voidAt : proposal.votingEndsAt
            )
        }
    }

    access(self) view fun getAppealOutcomeName(_ outcome: DharmaProposals.Status): String {
        if outcome == DharmaProposals.Status.approved {
            return "upheld"
        }
        return outcome == DharmaProposals.Status.rejected ? "denied" : "undecided"
    }

    /// Lifts the recorded flag by a decision, and keeps everybody from flagging with its code for a while.
    access(self) fun liftFlag(_ record: &Record, cause: String, liftedAt: UFix64) {
        self.bar(record, reasonCode: record.flag!.reasonCode, flagger: nil, since: liftedAt)
        self.removeFlag(record, cause: cause, liftedAt: liftedAt)
    }

    access(self) fun removeFlag(_ record: &Record, cause: String, liftedAt: UFix64) {
        let flag = record.flag!
        emit FlagLifted(
            address: record.address,
            flagNumber: flag.number,
            caseId: flag.caseId,
            reasonCode: flag.reasonCode,
            cause: cause,
            liftedAt: liftedAt
        )
        record.removeFlag(liftedAt: liftedAt)
    }

    access(self) fun bar(_ record: &Record, reasonCode: String?, flagger: Address?, since: UFix64) {
        let until = since + DharmaProtectionTypes.barPeriod()
        record.addBar(DharmaProtectionTypes.Bar(reasonCode: reasonCode, flagger: flagger, until: until))
        emit FlagBarred(address: record.address, reasonCode: reasonCode, flagger: flagger, until: until)
    }

    access(self) fun endFreeze(_ record: &Record, proposalId: UInt64?, endedAt: UFix64) {
        record.borrowFreeze().end(at: endedAt)
        record.noteFrozenUntil()
        emit FreezeEnded(
            address: record.address,
            freezeNumber: record.freeze!.number,
            proposalId: proposalId,
            endedAt: endedAt
        )
    }

    access(self) fun borrowOrCreateRecord(_ address: Address): &Record {
        if self.records[address] == nil {
            self.records[address] <-! create Record(address: address)
        }
        return self.borrowRecord(address)!
    }

    init() {
        self.records <- {}
        self.lastFlagNumber = 0
        self.lastFreezeNumber = 0
    }
}
