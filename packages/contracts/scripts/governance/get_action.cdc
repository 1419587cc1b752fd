import "DharmaGovernance"
import "DharmaGovernanceActions"

/// An action of the community, with all that the signed messages state about it.
access(all) struct Action {
    /// freeze, unfreeze or recover.
    access(all) let name: String
    access(all) let target: Address
    /// The case of the flag that it lifts alone; set where an appeal against that flag opened the proposal.
    access(all) let appealedCaseId: String?
    /// The last three are set for a recovery; `before` is also nil where the owner never changed the address.
    access(all) let recoveryAddress: Address?
    access(all) let recoveryAddressSince: UFix64?
    access(all) let recoveryAddressBefore: Address?

    init(_ action: &{DharmaGovernanceActions.Action}) {
        let recovery = action as? &DharmaGovernanceActions.Recover
        self.name = action.name()
        self.target = action.target
        self.appealedCaseId = (action as? &DharmaGovernanceActions.Unfreeze)?.appealedCaseId
        self.recoveryAddress = recovery?.recoveryAddress
        self.recoveryAddressSince = recovery?.recoveryAddressSince
        self.recoveryAddressBefore = recovery?.recoveryAddressBefore
    }
}

/// What a proposal does, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): Action? {
    if let proposal = DharmaGovernance.borrowProposal(id) {
        return Action(proposal.action)
    }
    return nil
}
