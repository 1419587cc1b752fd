import "DharmaProtection"
import "DharmaProtectionTypes"
import "DharmaTime"
import "DharmaVault"

/// What the community can decide about an address. Each action states in words what it does, knows what overrules it,
/// and can be executed by contracts of this account alone.
access(all) contract DharmaGovernanceActions {

    access(all) event ActionExecuted(action: String, target: Address, proposalId: UInt64)

    /// One action for one address.
    access(all) struct interface Action {
        access(all) let target: Address
        /// Votes For that approve it at least, beside a majority.
        access(all) let minVotesFor: UInt64

        /// freeze, unfreeze or recover.
        access(all) view fun name(): String

        access(all) view fun title(): String

        /// What will happen, in one or two sentences.
        access(all) view fun description(): String

        /// Lines of the messages by which people propose it and vote on it.
        access(all) view fun getDetails(): [String]

        /// Whether what overrules it ends the voting too, not only an approval.
        access(all) view fun isVotingOverruled(): Bool

        /// Since when a proposal created then is void, whatever the votes; nil when it is not.
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64?

        /// Why it cannot be executed yet although it is approved; nil when it can.
        access(all) view fun getExecutionObstacle(): String?

        /// Whether this address may not vote on it whatever its score.
        access(all) view fun isExcludedVoter(_ voter: Address): Bool

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String)
    }

    access(all) struct Freeze: Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64

        view init(target: Address) {
            self.target = target
            self.minVotesFor = 0
        }

        access(all) view fun name(): String {
            return "freeze"
        }

        access(all) view fun title(): String {
            return "Freeze \(self.target)"
        }

        access(all) view fun description(): String {
            return "Marks \(self.target) as frozen for 7 days and stops its guarded vault, or renews the freeze. Moves nothing; ends by itself."
        }

        access(all) view fun getDetails(): [String] {
            return DharmaGovernanceActions.buildDetails(self.name(), self.target)
        }

        access(all) view fun isVotingOverruled(): Bool {
            return true
        }

        /// An appeal that was upheld against a freeze ends every freeze proposed until then.
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            return DharmaProtection.borrowRecord(self.target)?.findUpheldSince(createdAt) ?? nil
        }

        access(all) view fun getExecutionObstacle(): String? {
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaProtection.freeze(self.target, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(all) struct Unfreeze: Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64
        /// Whether an appeal opened it.
        access(all) let isAppeal: Bool
        /// The flag that the appeal is against; nil for an appeal against a freeze and without an appeal.
        access(all) let appealedCaseId: String?

        view init(target: Address, isAppeal: Bool, appealedCaseId: String?) {
            self.target = target
            self.minVotesFor = 0
            self.isAppeal = isAppeal
            self.appealedCaseId = appealedCaseId
        }

        access(all) view fun name(): String {
            return "unfreeze"
        }

        access(all) view fun title(): String {
            if let caseId = self.appealedCaseId {
                return "Lift the flag of \(self.target), case \(caseId)"
            }
            return "Unfreeze \(self.target)"
        }

        access(all) view fun description(): String {
            if self.appealedCaseId != nil {
                return "Upholds the appeal of \(self.target) against this flag and lifts it. A freeze stays."
            }
            let effect = "Lifts the freeze and the flag of \(self.target)."
            return self.isAppeal ? "\(effect) Upholds its appeal against the freeze." : effect
        }

        access(all) view fun getDetails(): [String] {
            let details = DharmaGovernanceActions.buildDetails(self.name(), self.target)
            return self.appealedCaseId == nil ? details : details.concat(["Case: \(self.appealedCaseId!)"])
        }

        /// The vote still decides the appeal that opened it.
        access(all) view fun isVotingOverruled(): Bool {
            return false
        }

        /// It never lifts a freeze that began after it was proposed.
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            let frozenSince = DharmaProtection.borrowRecord(self.target)?.freeze?.since ?? 0.0
            return self.appealedCaseId == nil && createdAt < frozenSince ? frozenSince : nil
        }

        access(all) view fun getExecutionObstacle(): String? {
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaProtection.unfreeze(
                self.target,
                proposalId: proposalId,
                reasonHash: reasonHash,
                appealedCaseId: self.appealedCaseId
            )
        }
    }

    /// Belongs to the freeze that holds when it is proposed, and to the recovery address that stands then.
    access(all) struct Recover: Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64
        access(all) let freezeNumber: UInt64
        access(all) let recoveryAddress: Address
        access(all) let recoveryAddressSince: UFix64
        access(all) let recoveryAddressBefore: Address?

        view init(target: Address) {
            let vault = DharmaVault.borrowVault(target)
                ?? panic("DharmaGovernanceActions: \(target) has no guarded vault to recover")
            assert(vault.recoveredTo == nil, message: "DharmaGovernanceActions: The vault of \(target) was recovered already")
            let freeze = DharmaProtection.getFreeze(target)
                ?? panic("DharmaGovernanceActions: \(target) is not frozen; a recovery needs a freeze")
            self.target = target
            self.minVotesFor = 3
            self.freezeNumber = freeze.number
            self.recoveryAddress = vault.recoveryAddress!
            self.recoveryAddressSince = vault.recoveryAddressSince
            self.recoveryAddressBefore = vault.recoveryAddressBefore
        }

        access(all) view fun name(): String {
            return "recover"
        }

        access(all) view fun title(): String {
            return "Recover \(self.target) to \(self.recoveryAddress), its recovery address since \(self.getSince()), before: \(self.getBefore())"
        }

        access(all) view fun description(): String {
            return "Gives the frozen guarded vault of \(self.target) to its recovery address \(self.recoveryAddress), which its owner named on \(self.getSince()) (\(self.getBefore()) before). Refused if the recovery address is another one by then."
        }

        access(all) view fun getDetails(): [String] {
            return DharmaGovernanceActions.buildDetails(self.name(), self.target).concat([
                "Recovery address: \(self.recoveryAddress)",
                "Recovery address since: \(self.getSince())",
                "Recovery address before: \(self.getBefore())"
            ])
        }

        access(all) view fun isVotingOverruled(): Bool {
            return true
        }

        /// It ends with the freeze under which it was proposed, or when an appeal against that freeze is upheld. A freeze
        /// that lapsed outlasted the voting, and a proposal that ends one has this one settled: so a later freeze meets
        /// no voting.
        // lint-allow unused-variable-hint: only other actions need the time
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            let record = DharmaProtection.borrowRecord(self.target)
            if record?.freeze?.number != self.freezeNumber {
                return record?.freeze?.since ?? getCurrentBlock().timestamp
            }
            let voidedAt = record!.getRecoveryVoidedAt()
            return voidedAt != nil || record!.isFrozen() ? voidedAt : record!.getFreezeEnd()
        }

        access(all) view fun getExecutionObstacle(): String? {
            let record = DharmaProtection.borrowRecord(self.target)
            let earliest = (record?.freeze?.since ?? 0.0) + DharmaProtectionTypes.recoveryDelay
            if getCurrentBlock().timestamp < earliest {
                return "\(self.target) must be frozen for 72 hours, until \(earliest)"
            }
            if record?.isRecoveryBlocked() ?? false {
                return "the appeal against the freeze of \(self.target) is open"
            }
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target || voter == self.recoveryAddress
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.recoverer.recover(
                address: self.target,
                to: self.recoveryAddress,
                proposalId: proposalId,
                reasonHash: reasonHash
            )
            DharmaProtection.closeRecovery(self.target)
        }

        access(self) view fun getSince(): String {
            return DharmaTime.formatMinute(UInt64(self.recoveryAddressSince))
        }

        access(self) view fun getBefore(): String {
            return self.recoveryAddressBefore == nil ? "none" : "\(self.recoveryAddressBefore!)"
        }
    }

    access(self) let recoverer: @DharmaVault.Recoverer

    /// The action of that name for an address, as the chain stands now; panics on any other name, and for a recovery
    /// of an address that is not frozen or has no guarded vault.
    access(all) view fun createAction(name: String, target: Address): {Action} {
        switch name {
            case "freeze":
                return Freeze(target: target)
            case "unfreeze":
                return Unfreeze(target: target, isAppeal: false, appealedCaseId: nil)
            case "recover":
                return Recover(target: target)
        }
        panic("DharmaGovernanceActions: '\(name)' is not freeze, unfreeze or recover")
    }

    /// The event is not in the interface, where an action of a stranger could emit it.
    access(account) fun executeAction(_ action: &{Action}, proposalId: UInt64, reasonHash: String) {
        action.executeAction(proposalId: proposalId, reasonHash: reasonHash)
        emit ActionExecuted(action: action.name(), target: action.target, proposalId: proposalId)
    }

    access(contract) view fun buildDetails(_ name: String, _ target: Address): [String] {
        return ["Action: \(name)", "Target: \(target)"]
    }

    init() {
        self.recoverer <- self.account.storage.load<@DharmaVault.Recoverer>(from: DharmaVault.recovererStoragePath)
            ?? panic("DharmaGovernanceActions: The recoverer of DharmaVault was taken already")
    }
}
