import "DharmaProtection"
import "DharmaVault"

/// What the community can decide about an address. Each measure says in words what it is and what it does, and
/// is carried out by this contract alone: it took the powers to freeze, to release and to recover out of
/// storage when it was deployed, so that no key of any account reaches them.
access(all) contract DharmaGovernanceActions {

    access(all) event ActionExecuted(action: String, target: Address, proposalId: UInt64)
    access(all) event ActionRejected(action: String, target: Address, proposalId: UInt64, proposedAt: UFix64)

    /// One measure against or for one address.
    access(all) struct interface Action {
        access(all) let target: Address

        /// The word by which it is proposed.
        access(all) view fun name(): String

        access(all) view fun title(): String

        /// What will happen, in one or two sentences.
        access(all) view fun description(): String

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String)
    }

    access(all) struct Freeze: Action {
        access(all) let target: Address

        view init(target: Address) {
            self.target = target
        }

        access(all) view fun name(): String {
            return "freeze"
        }

        access(all) view fun title(): String {
            return "Freeze \(self.target)"
        }

        access(all) view fun description(): String {
            return "Marks \(self.target) as frozen for 7 days and stops its guarded vault. Moves nothing; ends by itself."
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.arbiter.freeze(address: self.target, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(all) struct Unfreeze: Action {
        access(all) let target: Address

        view init(target: Address) {
            self.target = target
        }

        access(all) view fun name(): String {
            return "unfreeze"
        }

        access(all) view fun title(): String {
            return "Unfreeze \(self.target)"
        }

        access(all) view fun description(): String {
            return "Lifts the freeze and the flag of \(self.target) and upholds its appeal, if there is one."
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.arbiter.release(address: self.target, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun rejectAction(proposalId: UInt64, proposedAt: UFix64) {
            DharmaGovernanceActions.arbiter.deny(address: self.target, proposalId: proposalId, proposedAt: proposedAt)
        }
    }

    access(all) struct Recover: Action {
        access(all) let target: Address

        view init(target: Address) {
            self.target = target
        }

        access(all) view fun name(): String {
            return "recover"
        }

        access(all) view fun title(): String {
            return "Recover \(self.target)"
        }

        access(all) view fun description(): String {
            return "Hands the frozen guarded vault of \(self.target) over to the recovery address its owner named before."
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.recoverer.recover(address: self.target, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(self) let arbiter: @DharmaProtection.Arbiter
    access(self) let recoverer: @DharmaVault.Recoverer

    /// The measure of that name for an address; panics on any other word.
    access(all) view fun createAction(name: String, target: Address): {Action} {
        switch name {
            case "freeze":
                return Freeze(target: target)
            case "unfreeze":
                return Unfreeze(target: target)
            case "recover":
                return Recover(target: target)
        }
        panic("DharmaGovernanceActions: '\(name)' is not freeze, unfreeze or recover")
    }

    /// Carries out what was approved. The events are not in the interface, where anybody's measure would emit them.
    access(account) fun executeAction(_ action: &{Action}, proposalId: UInt64, reasonHash: String) {
        action.executeAction(proposalId: proposalId, reasonHash: reasonHash)
        emit ActionExecuted(action: action.name(), target: action.target, proposalId: proposalId)
    }

    /// Does what follows when the community turned it down: nothing, but for whoever appealed.
    access(account) fun rejectAction(_ action: &{Action}, proposalId: UInt64, proposedAt: UFix64) {
        if let unfreeze = action as? &Unfreeze {
            unfreeze.rejectAction(proposalId: proposalId, proposedAt: proposedAt)
        }
        emit ActionRejected(action: action.name(), target: action.target, proposalId: proposalId, proposedAt: proposedAt)
    }

    init() {
        let storage = self.account.storage
        self.arbiter <- storage.load<@DharmaProtection.Arbiter>(from: DharmaProtection.arbiterStoragePath)
            ?? panic("DharmaGovernanceActions: The arbiter of DharmaProtection was taken already")
        self.recoverer <- storage.load<@DharmaVault.Recoverer>(from: DharmaVault.recovererStoragePath)
            ?? panic("DharmaGovernanceActions: The recoverer of DharmaVault was taken already")
    }
}
