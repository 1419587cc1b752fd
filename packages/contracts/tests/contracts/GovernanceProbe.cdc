import "DharmaGovernanceActions"
import "DharmaProposals"
import "DharmaScore"

/// Lets a test keep and execute one action, and one proposal to do it, which only contracts of the same account can.
access(all) contract GovernanceProbe {

    access(self) var action: {DharmaGovernanceActions.Action}?
    access(self) var proposal: @DharmaProposals.Proposal?

    access(all) fun keep(_ name: String, _ target: Address) {
        self.action = DharmaGovernanceActions.createAction(name: name, target: target)
    }

    access(all) view fun getAction(): {DharmaGovernanceActions.Action} {
        return self.action!
    }

    access(all) fun perform(_ proposalId: UInt64) {
        let action = self.action!
        DharmaGovernanceActions.executeAction(&action as &{DharmaGovernanceActions.Action}, proposalId: proposalId, reasonHash: "hash")
    }

    access(all) fun propose(_ id: UInt64) {
        let before <- self.proposal <- DharmaProposals.createProposal(
            id: id,
            action: self.action!,
            proposer: 0x15,
            isProposerEligible: id % 2 == 0,
            reason: "A reason of enough characters"
        )
        destroy before
    }

    access(all) view fun borrow(): &DharmaProposals.Proposal {
        return (&self.proposal as &DharmaProposals.Proposal?)!
    }

    /// Counts a vote and answers the choice that it replaces.
    access(all) fun vote(_ voter: Address, _ support: Bool, _ sequence: UInt64): Bool? {
        let record = DharmaScore.Record(
            address: voter,
            factors: [7000, 7000, 7000, 7000, 7000, 7000],
            version: "1.0.0",
            evidenceHash: "evidence",
            blockHeight: 77,
            publisher: 0x16
        )
        let vote = DharmaProposals.Vote(support: support, sequence: sequence, record: record)
        return self.borrow().count(voter: voter, vote: vote)?.support
    }

    access(all) fun setStatus(_ status: DharmaProposals.Status) {
        self.borrow().setStatus(status)
    }

    access(all) fun supersede() {
        self.borrow().supersede()
    }

    access(all) fun forgetVotes(_ limit: Int): Bool {
        return self.borrow().forgetVotes(limit: limit)
    }

    init() {
        self.action = nil
        self.proposal <- nil
    }
}
