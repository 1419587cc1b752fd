import "DharmaProtection"
import "DharmaProtectionTypes"

/// Flag, freeze and appeals of an address now.
access(all) struct ProtectionStatus {
    access(all) let isFlagged: Bool
    access(all) let isFrozen: Bool
    access(all) let flag: DharmaProtectionTypes.Flag?
    access(all) let freeze: DharmaProtectionTypes.Freeze?
    /// The end of the last freeze, past or to come.
    access(all) let freezeEnd: UFix64?
    access(all) let appeals: [Appeal]

    init(_ address: Address) {
        self.isFlagged = DharmaProtection.isFlagged(address)
        self.isFrozen = DharmaProtection.isFrozen(address)
        self.flag = DharmaProtection.getFlag(address)
        self.freeze = DharmaProtection.getFreeze(address)
        self.freezeEnd = DharmaProtection.freezeEndsAt(address)
        self.appeals = []
        for appeal in DharmaProtection.borrowRecord(address)?.getAppeals() ?? [] {
            self.appeals.append(Appeal(appeal))
        }
    }
}

access(all) struct Appeal {
    access(all) let id: UInt64
    access(all) let caseId: String?
    access(all) let freezeNumber: UInt64?
    access(all) let proposalIds: [UInt64]
    access(all) let openedAt: UFix64
    access(all) let deadline: UFix64
    /// open, upheld, denied or undecided.
    access(all) let outcome: String
    access(all) let closedAt: UFix64?
    /// Whether the account can open a second proposal now.
    access(all) let isSecondProposalDue: Bool

    init(_ appeal: DharmaProtectionTypes.Appeal) {
        self.id = appeal.id
        self.caseId = appeal.caseId
        self.freezeNumber = appeal.freezeNumber
        self.proposalIds = []
        for ballot in appeal.ballots {
            self.proposalIds.append(ballot.proposalId)
        }
        self.openedAt = appeal.openedAt
        self.deadline = appeal.getDeadline()
        self.outcome = DharmaProtectionTypes.getOutcomeName(appeal.getOutcome())
        self.closedAt = appeal.getClosedAt()
        self.isSecondProposalDue = appeal.isSecondBallotDue()
    }
}

/// Flag, freeze and appeals of an address by the rules of time.
access(all) fun main(address: Address): ProtectionStatus {
    return ProtectionStatus(address)
}
