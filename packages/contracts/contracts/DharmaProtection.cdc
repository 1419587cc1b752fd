import "DharmaProtectionRecord"
import "DharmaProtectionTypes"

/// The public registry of flags, freezes and appeals. A flag is the warning of a flagger and can be lifted; a freeze
/// is a decision of the community and ends by itself. Neither changes anybody's account: contracts that ask refuse a
/// frozen address. The flagged or frozen account may appeal.
///
/// Every view follows from block time and votes; `settle` only records and emits what already holds.
access(all) contract DharmaProtection {

    /// `citedTransactionId` is set where the reason code was barred.
    access(all) event Flagged(
        address: Address,
        caseId: String,
        reasonCode: String,
        reasonHash: String,
        flagger: Address,
        citedTransactionId: String?
    )
    /// `cause` is recheck, appeal, or unfreeze. `barredUntil` is nil where the same reason code can be used at once.
    access(all) event FlagLifted(
        address: Address,
        caseId: String,
        reasonCode: String,
        cause: String,
        liftedAt: UFix64,
        barredUntil: UFix64?
    )
    /// `untilBefore` is the end of the freeze that this one renews. `flagCaseId` is nil where nothing is held against
    /// the address: it is protected by a vote.
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
    /// A vote lifted flag and freeze, or the flag of the appealed case alone. FlagLifted and FreezeEnded tell what there was.
    access(all) event Unfrozen(address: Address, proposalId: UInt64, reasonHash: String, appealedCaseId: String?)
    /// `proposalId` is the executed proposal that ended the freeze, nil when it lapsed.
    access(all) event FreezeEnded(address: Address, freezeNumber: UInt64, proposalId: UInt64?, endedAt: UFix64)
    /// Against a flag (`caseId`) or a freeze (`freezeNumber`). `proposalId` is the proposal that decides it.
    access(all) event AppealOpened(
        id: UInt64,
        address: Address,
        caseId: String?,
        freezeNumber: UInt64?,
        reasonHash: String,
        proposalId: UInt64,
        deadline: UFix64
    )
    /// The first proposal of the appeal had too few votes; this one decides it.
    access(all) event AppealProposedAgain(id: UInt64, address: Address, proposalId: UInt64, deadline: UFix64)
    /// `outcome` is upheld, denied, or undecided.
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String, closedAt: UFix64, proposalId: UInt64)
    access(all) event RecoveryOpened(address: Address, freezeNumber: UInt64, proposalId: UInt64)
    access(all) event RecordCleared(address: Address)

    access(self) let records: @{Address: DharmaProtectionRecord.Record}
    access(self) var lastAppealId: UInt64

    /// The record of an address, nil where there is none.
    access(all) view fun borrowRecord(_ address: Address): &DharmaProtectionRecord.Record? {
        return &self.records[address]
    }

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.borrowRecord(address)?.isFrozen() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        assert(
            !self.isFrozen(address),
            message: "DharmaProtection: \(address) is frozen until \(self.freezeEndsAt(address) ?? 0.0)"
        )
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

    /// Records and emits what time and votes have made of a record; anyone may call it, any time.
    access(all) fun settle(_ address: Address) {
        if let record = self.borrowRecord(address) {
            for appeal in record.closeAppeals() {
                self.announceClosed(address, appeal)
            }
            record.recordRecovery()
            if let freeze = record.freeze {
                if freeze.endedAt == nil && !record.isFrozen() {
                    self.endFreeze(record, proposalId: nil, endedAt: record.getFreezeEnd()!)
                }
            }
            if record.isObsolete() {
                destroy self.records.remove(key: address)
                emit RecordCleared(address: address)
            }
        }
    }

    /// Flags an address. `cited` is required where a flag with the same reason code was lifted by an appeal, by a vote,
    /// or by its flagger during an appeal in the last 7 days: a transaction later than that.
    access(account) fun flag(
        _ address: Address,
        flag: DharmaProtectionTypes.Flag,
        cited: DharmaProtectionTypes.CitedTransaction?
    ) {
        pre {
            !self.isFlagged(address): "DharmaProtection: \(address) is flagged already"
        }
        self.settle(address)
        let record = self.borrowOrCreateRecord(address)
        self.requireNotBarred(record, reasonCode: flag.reasonCode, cited: cited)
        assert(
            record.findFlagAppeal(caseId: flag.caseId) == nil,
            message: "DharmaProtection: Case \(flag.caseId) of \(address) was appealed; open another case"
        )
        assert(
            record.countOpenFlagAppeals() < DharmaProtectionRecord.maxOpenFlagAppeals,
            message: "DharmaProtection: \(address) has \(DharmaProtectionRecord.maxOpenFlagAppeals) open appeals against flags; flag it when one is decided"
        )
        record.setFlag(flag)
        emit Flagged(
            address: address,
            caseId: flag.caseId,
            reasonCode: flag.reasonCode,
            reasonHash: flag.reasonHash,
            flagger: flag.flagger,
            citedTransactionId: cited?.id
        )
    }

    /// Lifts a flag after a recheck. An open appeal against it stays open, and the reason code is barred.
    access(account) fun unflag(_ address: Address) {
        let flag = self.getFlag(address) ?? panic("DharmaProtection: \(address) is not flagged")
        let appeal = self.borrowRecord(address)!.findFlagAppeal(caseId: flag.caseId)
        self.liftFlag(
            address,
            cause: "recheck",
            liftedAt: getCurrentBlock().timestamp,
            isBarred: appeal?.isOpen() ?? false
        )
        self.settle(address)
    }

    /// Freezes for one period from now, or renews the freeze that holds.
    access(account) fun freeze(_ address: Address, proposalId: UInt64, reasonHash: String) {
        self.settle(address)
        let record = self.borrowOrCreateRecord(address)
        let now = getCurrentBlock().timestamp
        let isRenewal = record.isFrozen()
        let untilBefore = isRenewal ? record.getFreezeEnd() : nil
        let freeze = isRenewal
            ? record.freeze!.toRenewed(proposalId: proposalId, reasonHash: reasonHash)
            : DharmaProtectionTypes.Freeze(
                number: (record.freeze?.number ?? 0) + 1,
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: now,
                renewedAt: now,
                endedAt: nil
            )
        record.setFreeze(freeze)
        emit Frozen(
            address: address,
            freezeNumber: freeze.number,
            proposalId: proposalId,
            reasonHash: reasonHash,
            since: freeze.since,
            until: record.getFreezeEnd()!,
            untilBefore: untilBefore,
            flagCaseId: record.getFlag()?.caseId
        )
    }

    /// Lifts flag and freeze, or the flag alone that an appeal was against.
    access(account) fun unfreeze(_ address: Address, proposalId: UInt64, reasonHash: String, appealedCaseId: String?) {
        self.settle(address)
        emit Unfrozen(address: address, proposalId: proposalId, reasonHash: reasonHash, appealedCaseId: appealedCaseId)
        if let record = self.borrowRecord(address) {
            let now = getCurrentBlock().timestamp
            if appealedCaseId == nil && record.isFrozen() {
                self.endFreeze(record, proposalId: proposalId, endedAt: now)
            }
            if record.storedFlag != nil && (appealedCaseId == nil || appealedCaseId == record.storedFlag?.caseId) {
                self.liftFlag(address, cause: "unfreeze", liftedAt: now, isBarred: true)
            }
        }
    }

    /// Opens an appeal against the flag of that case, or against the freeze that holds when `caseId` is nil.
    access(account) fun openAppeal(
        _ address: Address,
        caseId: String?,
        reasonHash: String,
        ballot: {DharmaProtectionTypes.Ballot}
    ): UInt64 {
        self.settle(address)
        self.requireAppealable(address, caseId: caseId)
        let record = self.borrowRecord(address)!
        self.lastAppealId = self.lastAppealId + 1
        let appeal = DharmaProtectionTypes.Appeal(
            id: self.lastAppealId,
            caseId: caseId,
            freezeNumber: caseId == nil ? record.freeze!.number : nil,
            isFirst: caseId == nil && record.findFreezeAppeal() == nil,
            reasonHash: reasonHash,
            openedAt: getCurrentBlock().timestamp,
            ballots: [ballot],
            storedOutcome: DharmaProtectionTypes.AppealOutcome.open,
            storedClosedAt: nil
        )
        record.addAppeal(appeal)
        emit AppealOpened(
            id: appeal.id,
            address: address,
            caseId: caseId,
            freezeNumber: appeal.freezeNumber,
            reasonHash: reasonHash,
            proposalId: ballot.proposalId,
            deadline: appeal.getDeadline()
        )
        return appeal.id
    }

    /// Adds the second proposal of an appeal.
    access(account) fun addAppealBallot(_ address: Address, id: UInt64, ballot: {DharmaProtectionTypes.Ballot}) {
        let appeal = self.findAppeal(address, id: id)
        assert(
            appeal.isSecondBallotDue(),
            message: "DharmaProtection: Appeal \(id) takes a second proposal only after its first had too few votes, and until 24 hours before its clock ends"
        )
        self.borrowRecord(address)!.replaceAppeal(appeal.withBallot(ballot))
        emit AppealProposedAgain(id: id, address: address, proposalId: ballot.proposalId, deadline: appeal.getDeadline())
    }

    /// Notes a recovery proposed under the freeze that holds.
    access(account) fun openRecovery(_ address: Address, ballot: {DharmaProtectionTypes.Ballot}) {
        self.requireRecoverable(address, votingEndsAt: ballot.votingEndsAt)
        let record = self.borrowRecord(address)!
        record.setRecovery(ballot)
        emit RecoveryOpened(address: address, freezeNumber: record.freeze!.number, proposalId: ballot.proposalId)
    }

    /// Notes that the vault of the address was recovered.
    access(account) fun closeRecovery(_ address: Address) {
        self.borrowRecord(address)!.endApproval()
    }

    /// The appeal of that number; panics when the record of the address has none.
    access(all) view fun findAppeal(_ address: Address, id: UInt64): DharmaProtectionTypes.Appeal {
        for appeal in self.borrowRecord(address)?.getAppeals() ?? [] {
            if appeal.id == id {
                return appeal
            }
        }
        panic("DharmaProtection: \(address) has no appeal \(id)")
    }

    /// Panics unless a recovery of the address can be proposed now, with voting that ends then.
    access(all) view fun requireRecoverable(_ address: Address, votingEndsAt: UFix64) {
        assert(self.isFrozen(address), message: "DharmaProtection: \(address) is not frozen; a recovery needs a freeze")
        let record = self.borrowRecord(address)!
        assert(
            record.getRecoveryVoidedAt() == nil,
            message: "DharmaProtection: An appeal against the freeze of \(address) was upheld; no recovery opens under it"
        )
        let latest = record.getCertainEnd()! - DharmaProtectionTypes.recoveryMargin
        assert(
            votingEndsAt <= latest,
            message: "DharmaProtection: Voting would end at \(votingEndsAt), less than 24 hours before the freeze of \(address); renew the freeze first"
        )
    }

    /// Panics unless the account can appeal now: once against each flag, and once against a freeze and each renewal.
    access(all) view fun requireAppealable(_ address: Address, caseId: String?) {
        let record = self.borrowRecord(address) ?? panic("DharmaProtection: \(address) is neither flagged nor frozen")
        if let flagCaseId = caseId {
            assert(
                record.getFlag()?.caseId == flagCaseId,
                message: "DharmaProtection: \(address) is not flagged under case \(flagCaseId)"
            )
            assert(
                record.findFlagAppeal(caseId: flagCaseId) == nil,
                message: "DharmaProtection: \(address) has appealed against case \(flagCaseId) already"
            )
            return
        }
        assert(record.isFrozen(), message: "DharmaProtection: \(address) is not frozen")
        if let last = record.findFreezeAppeal() {
            assert(
                !last.isOpen() && last.openedAt < record.freeze!.renewedAt,
                message: "DharmaProtection: \(address) has appealed against this freeze already"
            )
        }
    }

    access(contract) view fun requireNotBarred(
        _ record: &DharmaProtectionRecord.Record,
        reasonCode: String,
        cited: DharmaProtectionTypes.CitedTransaction?
    ) {
        if let until = record.getBarredUntil(reasonCode: reasonCode) {
            let liftedAt = until - DharmaProtectionTypes.flagBarPeriod
            assert(
                (cited?.blockTime ?? 0.0) > liftedAt,
                message: "DharmaProtection: '\(reasonCode)' is refused for \(record.address) until \(until) unless a transaction later than the lift is cited"
            )
        }
    }

    access(contract) fun liftFlag(_ address: Address, cause: String, liftedAt: UFix64, isBarred: Bool) {
        let record = self.borrowRecord(address)!
        let flag = record.removeFlag()
        if isBarred {
            record.bar(reasonCode: flag.reasonCode, liftedAt: liftedAt)
        }
        emit FlagLifted(
            address: address,
            caseId: flag.caseId,
            reasonCode: flag.reasonCode,
            cause: cause,
            liftedAt: liftedAt,
            barredUntil: isBarred ? liftedAt + DharmaProtectionTypes.flagBarPeriod : nil
        )
    }

    access(contract) fun announceClosed(_ address: Address, _ appeal: DharmaProtectionTypes.Appeal) {
        let closedAt = appeal.storedClosedAt!
        emit AppealClosed(
            id: appeal.id,
            address: address,
            outcome: DharmaProtectionTypes.getOutcomeName(appeal.storedOutcome),
            closedAt: closedAt,
            proposalId: appeal.ballots[appeal.ballots.length - 1].proposalId
        )
        if let flag = self.borrowRecord(address)!.storedFlag {
            if appeal.caseId == flag.caseId && appeal.isLiftingFlag() {
                self.liftFlag(address, cause: "appeal", liftedAt: closedAt, isBarred: true)
            }
        }
    }

    access(contract) fun endFreeze(_ record: &DharmaProtectionRecord.Record, proposalId: UInt64?, endedAt: UFix64) {
        let freeze = record.freeze!.toEnded(at: endedAt)
        record.setFreeze(freeze)
        emit FreezeEnded(address: record.address, freezeNumber: freeze.number, proposalId: proposalId, endedAt: endedAt)
    }

    access(contract) fun borrowOrCreateRecord(_ address: Address): &DharmaProtectionRecord.Record {
        if self.records[address] == nil {
            self.records[address] <-! DharmaProtectionRecord.createRecord(address: address)
        }
        return self.borrowRecord(address)!
    }

    init() {
        self.records <- {}
        self.lastAppealId = 0
    }
}
