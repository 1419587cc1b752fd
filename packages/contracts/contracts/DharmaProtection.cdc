import "DharmaConsent"
import "DharmaProtectionTypes"

/// The public record of flags and freezes. A flag is the agent's warning and can be lifted; a freeze is the
/// community's decision and lapses by itself. Neither touches what lies in anybody's account: they mark an
/// address for every contract that asks. Whoever is marked may appeal once against each mark.
///
/// Time rules hold from the moment they say, in every view; `settle` only writes down what already holds.
access(all) contract DharmaProtection {

    /// Sets and lifts flags.
    access(all) entitlement Flag
    /// Appoints and dismisses flaggers.
    access(all) entitlement Appoint
    /// Freezes, releases, and turns appeals down; held by the contract that carries out what the community decides.
    access(all) entitlement Decide

    access(all) let registrarStoragePath: StoragePath
    /// Where a flagger keeps the capability it claimed from the inbox.
    access(all) let flaggerStoragePath: StoragePath
    /// Where the arbiter lies until the deciding contract takes it, once and for all.
    access(all) let arbiterStoragePath: StoragePath

    access(all) event FlaggerAppointed(flagger: Address)
    access(all) event FlaggerDismissed(flagger: Address)
    access(all) event Flagged(address: Address, caseId: String, reasonHash: String, flagger: Address)
    /// `cause` is recheck, release, or undecided appeal.
    access(all) event FlagLifted(address: Address, caseId: String, cause: String)
    /// `untilBefore` is the end of the freeze that this one prolongs.
    access(all) event Frozen(
        address: Address,
        proposalId: UInt64,
        reasonHash: String,
        since: UFix64,
        until: UFix64,
        untilBefore: UFix64?
    )
    /// `proposalId` is the decision that ended the freeze before its time, nil when it lapsed.
    access(all) event FreezeEnded(address: Address, proposalId: UInt64?, endedAt: UFix64, untilBefore: UFix64)
    /// A decision lifted whatever marked the address.
    access(all) event Released(address: Address, proposalId: UInt64, reasonHash: String)
    /// A person's own flag. It marks nothing; the agent and everybody else may weigh it.
    access(all) event Reported(address: Address, reporter: Address, reasonHash: String, sequence: UInt64)
    access(all) event ReportWithdrawn(address: Address, reporter: Address, sequence: UInt64)
    access(all) event AppealOpened(id: UInt64, address: Address, reasonHash: String, deadline: UFix64)
    /// `proposalId` is the decision that closed it, nil when none did.
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String, proposalId: UInt64?)
    access(all) event RecordCleared(address: Address)

    /// Lies in this contract's account; the flagger holds a capability to it, so that dismissal ends it at once.
    access(all) resource Flagger {
        access(all) let flagger: Address

        init(flagger: Address) {
            self.flagger = flagger
        }

        access(Flag) fun flag(address: Address, caseId: String, reasonHash: String) {
            pre {
                caseId.length >= 1 && caseId.length <= 64:
                    "DharmaProtection.flag: The case id has \(caseId.length) characters, not 1 to 64"
                DharmaProtectionTypes.isHash(reasonHash):
                    "DharmaProtection.flag: '\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                !DharmaProtection.isFlagged(address):
                    "DharmaProtection.flag: \(address) is flagged already"
            }
            DharmaProtection.settle(address)
            let mark = DharmaProtectionTypes.Flag(caseId: caseId, reasonHash: reasonHash, flagger: self.flagger)
            DharmaProtection.flags[address] = mark
            emit Flagged(address: address, caseId: caseId, reasonHash: reasonHash, flagger: self.flagger)
        }

        /// Lifts a flag after a recheck has cleared the address; an open appeal is thereby upheld.
        access(Flag) fun unflag(address: Address) {
            pre {
                DharmaProtection.isFlagged(address):
                    "DharmaProtection.unflag: \(address) is not flagged"
            }
            DharmaProtection.closeAppeal(address, DharmaProtectionTypes.Outcome.upheld, proposalId: nil)
            DharmaProtection.liftFlag(address, cause: "recheck")
            DharmaProtection.settle(address)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to flag into the inbox of an account.
        access(Appoint) fun appoint(flagger: Address) {
            let path = DharmaProtection.buildStoragePath(flagger: flagger)
            let storage = DharmaProtection.account.storage
            assert(
                storage.type(at: path) == nil,
                message: "DharmaProtection.appoint: \(flagger) is a flagger already"
            )
            storage.save(<- create Flagger(flagger: flagger), to: path)
            let capability = DharmaProtection.account.capabilities.storage.issue<auth(Flag) &Flagger>(path)
            DharmaProtection.account.inbox.publish(
                capability,
                name: DharmaProtection.getInboxName(flagger: flagger),
                recipient: flagger
            )
            emit FlaggerAppointed(flagger: flagger)
        }

        /// Ends the power of a flagger at once.
        access(Appoint) fun dismiss(flagger: Address) {
            let path = DharmaProtection.buildStoragePath(flagger: flagger)
            for controller in DharmaProtection.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaProtection.account.storage.load<@Flagger>(from: path)
                ?? panic("DharmaProtection.dismiss: \(flagger) is not a flagger")
            emit FlaggerDismissed(flagger: flagger)
        }
    }

    /// What the community decided, in the hands of the one contract that took this from storage.
    access(all) resource Arbiter {
        /// Freezes for one period from now; a freeze that holds is prolonged to that end.
        access(Decide) fun freeze(address: Address, proposalId: UInt64, reasonHash: String) {
            DharmaProtection.settle(address)
            let now = getCurrentBlock().timestamp
            let before = DharmaProtection.getFreeze(address)
            let until = now + DharmaProtectionTypes.freezePeriod
            DharmaProtection.freezes[address] = DharmaProtectionTypes.Freeze(
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: now,
                endsAt: until,
                isSettled: false
            )
            emit Frozen(
                address: address,
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: now,
                until: until,
                untilBefore: before?.endsAt
            )
        }

        /// Lifts freeze and flag and upholds an open appeal.
        access(Decide) fun release(address: Address, proposalId: UInt64, reasonHash: String) {
            DharmaProtection.settle(address)
            DharmaProtection.closeAppeal(address, DharmaProtectionTypes.Outcome.upheld, proposalId: proposalId)
            DharmaProtection.liftFlag(address, cause: "release")
            DharmaProtection.endFreeze(address, proposalId: proposalId)
            emit Released(address: address, proposalId: proposalId, reasonHash: reasonHash)
            DharmaProtection.settle(address)
        }

        /// Turns an open appeal down when the proposal that did so was made after the appeal.
        access(Decide) fun deny(address: Address, proposalId: UInt64, proposedAt: UFix64) {
            DharmaProtection.settle(address)
            if let appeal = DharmaProtection.getAppeal(address) {
                if appeal.openedAt <= proposedAt {
                    DharmaProtection.closeAppeal(address, DharmaProtectionTypes.Outcome.denied, proposalId: proposalId)
                }
            }
        }
    }

    access(self) let flags: {Address: DharmaProtectionTypes.Flag}
    access(self) let freezes: {Address: DharmaProtectionTypes.Freeze}
    access(self) let appeals: {Address: DharmaProtectionTypes.Appeal}
    access(self) var lastAppealId: UInt64

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.freezes[address]?.holds() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        let endsAt = self.freezeEndsAt(address) ?? 0.0
        assert(!self.isFrozen(address), message: "DharmaProtection: \(address) is frozen until \(endsAt)")
    }

    access(all) view fun isFlagged(_ address: Address): Bool {
        return self.getFlag(address) != nil
    }

    /// The flag that holds now.
    access(all) view fun getFlag(_ address: Address): DharmaProtectionTypes.Flag? {
        if let flag = self.flags[address] {
            return self.isLiftedByClock(flag, address) ? nil : flag
        }
        return nil
    }

    /// The freeze that holds now.
    access(all) view fun getFreeze(_ address: Address): DharmaProtectionTypes.Freeze? {
        return self.isFrozen(address) ? self.freezes[address] : nil
    }

    /// The end of the last freeze that is remembered, past or to come; nil when there is none.
    access(all) view fun freezeEndsAt(_ address: Address): UFix64? {
        return self.freezes[address]?.endsAt
    }

    /// The last appeal against the marks of an address, open or closed, while they are remembered.
    access(all) view fun getAppeal(_ address: Address): DharmaProtectionTypes.Appeal? {
        return self.appeals[address]
    }

    /// Lines of the message by which the marked account itself appeals.
    access(all) view fun appealDetails(reasonHash: String): [String] {
        return ["Reason SHA-256: \(reasonHash)"]
    }

    /// Opens an appeal, signed by the keys of the marked account, relayed by anyone.
    access(all) fun appeal(consent: DharmaConsent.Consent, reasonHash: String): UInt64 {
        pre {
            DharmaProtectionTypes.isHash(reasonHash):
                "DharmaProtection.appeal: '\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            self.isFlagged(consent.address) || self.isFrozen(consent.address):
                "DharmaProtection.appeal: \(consent.address) is neither flagged nor frozen"
            self.hasUnheardMark(consent.address):
                "DharmaProtection.appeal: \(consent.address) has appealed against its marks already"
        }
        DharmaConsent.accept(
            consent,
            subject: "appeal",
            details: self.appealDetails(reasonHash: reasonHash),
            role: "Appellant"
        )
        self.settle(consent.address)
        self.lastAppealId = self.lastAppealId + 1
        let appeal = DharmaProtectionTypes.Appeal(
            id: self.lastAppealId,
            address: consent.address,
            reasonHash: reasonHash,
            openedAt: getCurrentBlock().timestamp,
            written: DharmaProtectionTypes.Outcome.open
        )
        self.appeals[consent.address] = appeal
        emit AppealOpened(id: appeal.id, address: appeal.address, reasonHash: reasonHash, deadline: appeal.deadline)
        return appeal.id
    }

    /// Lines of the message by which a person reports an address, or takes the report back.
    access(all) view fun reportDetails(address: Address, reasonHash: String?): [String] {
        return ["Target: \(address)"].concat(reasonHash == nil ? [] : ["Reason SHA-256: \(reasonHash!)"])
    }

    /// Announces a person's own flag, signed with the keys of the account, relayed by anyone. Nothing is kept but
    /// the sequence number: one report of a person about an address, the last one, is for readers to count.
    access(all) fun report(consent: DharmaConsent.Consent, address: Address, reasonHash: String) {
        pre {
            DharmaProtectionTypes.isHash(reasonHash):
                "DharmaProtection.report: '\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            address != consent.address: "DharmaProtection.report: \(address) cannot report itself"
        }
        DharmaConsent.accept(
            consent,
            subject: "flag",
            details: self.reportDetails(address: address, reasonHash: reasonHash),
            role: "Reporter"
        )
        emit Reported(
            address: address,
            reporter: consent.address,
            reasonHash: reasonHash,
            sequence: consent.sequence
        )
    }

    /// Announces that a person takes the own flag back.
    access(all) fun withdrawReport(consent: DharmaConsent.Consent, address: Address) {
        DharmaConsent.accept(
            consent,
            subject: "flag withdrawal",
            details: self.reportDetails(address: address, reasonHash: nil),
            role: "Reporter"
        )
        emit ReportWithdrawn(address: address, reporter: consent.address, sequence: consent.sequence)
    }

    /// Writes down and announces what time has done to the marks of an address; anyone may call it, any time.
    access(all) fun settle(_ address: Address) {
        if let freeze = self.freezes[address] {
            if !freeze.isSettled && !freeze.holds() {
                self.freezes[address] = freeze.settled(endsAt: freeze.endsAt)
                emit FreezeEnded(address: address, proposalId: nil, endedAt: freeze.endsAt, untilBefore: freeze.endsAt)
            }
        }
        if let appeal = self.appeals[address] {
            if appeal.outcome() == DharmaProtectionTypes.Outcome.undecided && appeal.written == DharmaProtectionTypes.Outcome.open {
                let flag = self.getFlag(address)
                self.closeAppeal(address, DharmaProtectionTypes.Outcome.undecided, proposalId: nil)
                if flag == nil {
                    self.liftFlag(address, cause: "undecided appeal")
                }
            }
        }
        self.forget(address)
    }

    access(contract) fun closeAppeal(_ address: Address, _ outcome: DharmaProtectionTypes.Outcome, proposalId: UInt64?) {
        if let appeal = self.appeals[address] {
            if appeal.written == DharmaProtectionTypes.Outcome.open {
                self.appeals[address] = appeal.closed(outcome)
                emit AppealClosed(
                    id: appeal.id,
                    address: address,
                    outcome: DharmaProtectionTypes.getOutcomeName(outcome),
                    proposalId: proposalId
                )
            }
        }
    }

    access(contract) fun liftFlag(_ address: Address, cause: String) {
        if let flag = self.flags.remove(key: address) {
            emit FlagLifted(address: address, caseId: flag.caseId, cause: cause)
        }
    }

    access(contract) fun endFreeze(_ address: Address, proposalId: UInt64) {
        if let freeze = self.getFreeze(address) {
            let now = getCurrentBlock().timestamp
            self.freezes[address] = freeze.settled(endsAt: now)
            emit FreezeEnded(address: address, proposalId: proposalId, endedAt: now, untilBefore: freeze.endsAt)
        }
    }

    /// Drops what no rule needs any more, so that the record holds only addresses that are or were lately marked.
    access(self) fun forget(_ address: Address) {
        let isFreezeNeeded = getCurrentBlock().timestamp < (self.freezeEndsAt(address) ?? 0.0) + DharmaProtectionTypes.memoryPeriod
        if self.flags[address] != nil || (self.freezes[address] != nil && isFreezeNeeded) {
            return
        }
        let freeze = self.freezes.remove(key: address)
        let appeal = self.appeals.remove(key: address)
        if freeze != nil || appeal != nil {
            emit RecordCleared(address: address)
        }
    }

    /// Whether some mark that holds is younger than the last appeal.
    access(self) view fun hasUnheardMark(_ address: Address): Bool {
        if let appeal = self.appeals[address] {
            let heard = appeal.openedAt
            return appeal.outcome() != DharmaProtectionTypes.Outcome.open
                && ((self.getFlag(address)?.since ?? 0.0) > heard || (self.getFreeze(address)?.since ?? 0.0) > heard)
        }
        return true
    }

    access(self) view fun isLiftedByClock(_ flag: DharmaProtectionTypes.Flag, _ address: Address): Bool {
        if let appeal = self.appeals[address] {
            return appeal.outcome() == DharmaProtectionTypes.Outcome.undecided && flag.since <= appeal.openedAt
        }
        return false
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(flagger: Address): String {
        return "dharmaProtectionFlagger_\(flagger)"
    }

    access(contract) view fun buildStoragePath(flagger: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(flagger: flagger))!
    }

    init() {
        self.registrarStoragePath = /storage/dharmaProtectionRegistrar
        self.flaggerStoragePath = /storage/dharmaProtectionFlagger
        self.arbiterStoragePath = /storage/dharmaProtectionArbiter
        self.flags = {}
        self.freezes = {}
        self.appeals = {}
        self.lastAppealId = 0
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
        self.account.storage.save(<- create Arbiter(), to: self.arbiterStoragePath)
    }
}
