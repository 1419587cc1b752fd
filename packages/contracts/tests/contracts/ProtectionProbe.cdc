import "DharmaProtection"
import "DharmaProtectionTypes"
import "RecordBench"

/// Lets a test change flags, freezes and appeals of one address, which only contracts of the same account can, by votes
/// that end as it says, so many seconds from now.
access(all) contract ProtectionProbe {

    access(all) let target: Address

    access(all) fun flag(_ caseId: String, _ reasonCode: String, cited: DharmaProtectionTypes.CitedTransaction?) {
        let flag = DharmaProtectionTypes.Flag(caseId: caseId, reasonCode: reasonCode, reasonHash: "hash", flagger: 0x15)
        DharmaProtection.flag(self.target, flag: flag, cited: cited)
    }

    access(all) fun unflag() {
        DharmaProtection.unflag(self.target)
    }

    access(all) fun freeze(_ proposalId: UInt64) {
        DharmaProtection.freeze(self.target, proposalId: proposalId, reasonHash: "hash")
    }

    access(all) fun unfreeze(_ proposalId: UInt64, _ appealedCaseId: String?) {
        DharmaProtection.unfreeze(self.target, proposalId: proposalId, reasonHash: "hash", appealedCaseId: appealedCaseId)
    }

    access(all) fun appeal(_ proposalId: UInt64, _ caseId: String?, _ votingEnds: Fix64, _ outcome: String) {
        let ballot = RecordBench.buildBallot(proposalId, votingEnds, votingEnds, outcome)
        let _ = DharmaProtection.openAppeal(self.target, caseId: caseId, reasonHash: "hash", ballot: ballot)
    }

    access(all) fun appealAgain(_ proposalId: UInt64, _ id: UInt64, _ votingEnds: Fix64, _ outcome: String) {
        let ballot = RecordBench.buildBallot(proposalId, votingEnds, votingEnds, outcome)
        DharmaProtection.addAppealBallot(self.target, id: id, ballot: ballot)
    }

    access(all) fun recover(_ proposalId: UInt64, _ votingEnds: Fix64, _ until: Fix64, _ outcome: String) {
        DharmaProtection.openRecovery(
            self.target,
            ballot: RecordBench.buildBallot(proposalId, votingEnds, until, outcome)
        )
    }

    access(all) fun closeRecovery() {
        DharmaProtection.closeRecovery(self.target)
    }

    init() {
        self.target = 0x14
    }
}
