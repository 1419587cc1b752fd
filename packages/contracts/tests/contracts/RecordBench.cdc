import "DharmaProtectionRecord"
import "DharmaProtectionTypes"

/// Lets a test build the record of an address, which only contracts of the same account can, out of votes and times
/// that it chooses. Times are seconds from now, negative ones in the past.
access(all) contract RecordBench {

    access(all) struct Ballot: DharmaProtectionTypes.Ballot {
        access(all) let proposalId: UInt64
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64
        /// From the end of the voting on.
        access(all) let outcome: DharmaProtectionTypes.VotingOutcome

        init(
            _ proposalId: UInt64,
            votingEndsAt: UFix64,
            executableUntil: UFix64,
            _ outcome: DharmaProtectionTypes.VotingOutcome
        ) {
            self.proposalId = proposalId
            self.createdAt = getCurrentBlock().timestamp
            self.votingEndsAt = votingEndsAt
            self.executableUntil = executableUntil
            self.outcome = outcome
        }

        access(all) view fun getVotingOutcome(): DharmaProtectionTypes.VotingOutcome {
            return getCurrentBlock().timestamp < self.votingEndsAt
                ? DharmaProtectionTypes.VotingOutcome.open
                : self.outcome
        }
    }

    access(all) resource Bench {
        access(all) let record: @DharmaProtectionRecord.Record

        init() {
            self.record <- DharmaProtectionRecord.createRecord(address: 0x14)
        }

        access(all) fun freeze(_ number: UInt64, _ renewed: Fix64) {
            self.freezeSince(number, renewed, renewed, nil)
        }

        access(all) fun freezeSince(_ number: UInt64, _ since: Fix64, _ renewed: Fix64, _ ended: Fix64?) {
            self.record.setFreeze(DharmaProtectionTypes.Freeze(
                number: number,
                proposalId: number,
                reasonHash: "",
                since: RecordBench.at(since),
                renewedAt: RecordBench.at(renewed),
                endedAt: ended == nil ? nil : RecordBench.at(ended!)
            ))
        }

        access(all) fun flag(_ caseId: String, _ reasonCode: String) {
            self.record.setFlag(
                DharmaProtectionTypes.Flag(caseId: caseId, reasonCode: reasonCode, reasonHash: "", flagger: 0x15)
            )
        }

        access(all) fun unflag() {
            let _ = self.record.removeFlag()
        }

        access(all) fun bar(_ reasonCode: String, _ lifted: Fix64) {
            self.record.bar(reasonCode: reasonCode, liftedAt: RecordBench.at(lifted))
        }

        /// A recovery that is executable between those times if the votes approved it.
        access(all) fun recover(_ votingEnds: Fix64, _ executableUntil: Fix64, _ outcome: String) {
            self.record.setRecovery(RecordBench.buildBallot(1, votingEnds, executableUntil, outcome))
        }

        access(all) fun recordRecovery() {
            self.record.recordRecovery()
        }

        access(all) fun endApproval() {
            self.record.endApproval()
        }

        /// An appeal against the flag of that case.
        access(all) fun appealFlag(_ id: UInt64, _ caseId: String, _ opened: Fix64, _ votingEnds: Fix64, _ outcome: String) {
            self.record.addAppeal(self.buildAppeal(id, caseId, nil, false, opened, votingEnds, outcome))
        }

        /// The first appeal against a freeze.
        access(all) fun appeal(_ id: UInt64, _ number: UInt64, _ opened: Fix64, _ votingEnds: Fix64, _ outcome: String) {
            self.record.addAppeal(self.buildAppeal(id, nil, number, true, opened, votingEnds, outcome))
        }

        /// A later appeal against a freeze.
        access(all) fun appealAgain(_ id: UInt64, _ number: UInt64, _ opened: Fix64, _ votingEnds: Fix64, _ outcome: String) {
            self.record.addAppeal(self.buildAppeal(id, nil, number, false, opened, votingEnds, outcome))
        }

        /// The second proposal of the appeal in that place.
        access(all) fun addBallot(_ index: Int, _ votingEnds: Fix64, _ outcome: String) {
            let ballot = RecordBench.buildBallot(99, votingEnds, votingEnds, outcome)
            self.record.replaceAppeal(self.record.getAppeals()[index].withBallot(ballot))
        }

        access(all) fun close() {
            let _ = self.record.closeAppeals()
        }

        /// Numbers of the appeals that were recorded as closed.
        access(all) fun listClosed(): String {
            return RecordBench.list(self.record.closeAppeals())
        }

        /// Numbers of the appeals that are remembered.
        access(all) fun listAppeals(): String {
            return RecordBench.list(self.record.getAppeals())
        }

        access(all) fun isObsolete(): Bool {
            return self.record.isObsolete()
        }

        access(self) fun buildAppeal(
            _ id: UInt64,
            _ caseId: String?,
            _ number: UInt64?,
            _ isFirst: Bool,
            _ opened: Fix64,
            _ votingEnds: Fix64,
            _ outcome: String
        ): DharmaProtectionTypes.Appeal {
            return DharmaProtectionTypes.Appeal(
                id: id,
                caseId: caseId,
                freezeNumber: number,
                isFirst: isFirst,
                reasonHash: "",
                openedAt: RecordBench.at(opened),
                ballots: [RecordBench.buildBallot(id, votingEnds, votingEnds, outcome)],
                storedOutcome: DharmaProtectionTypes.AppealOutcome.open,
                storedClosedAt: nil
            )
        }
    }

    access(all) view fun at(_ seconds: Fix64): UFix64 {
        return UFix64(Fix64(getCurrentBlock().timestamp) + seconds)
    }

    /// A time as seconds from now.
    access(all) view fun fromNow(_ time: UFix64?): Fix64? {
        return time == nil ? nil : Fix64(time!) - Fix64(getCurrentBlock().timestamp)
    }

    access(all) fun list(_ appeals: [DharmaProtectionTypes.Appeal]): String {
        let ids = appeals.map(view fun (appeal: DharmaProtectionTypes.Appeal): String { return "\(appeal.id)" })
        return String.join(ids, separator: " ")
    }

    access(all) fun buildBallot(_ id: UInt64, _ votingEnds: Fix64, _ until: Fix64, _ outcome: String): Ballot {
        return Ballot(id, votingEndsAt: self.at(votingEnds), executableUntil: self.at(until), self.getOutcome(outcome))
    }

    access(all) fun getOutcome(_ name: String): DharmaProtectionTypes.VotingOutcome {
        switch name {
            case "approved":
                return DharmaProtectionTypes.VotingOutcome.approved
            case "rejected":
                return DharmaProtectionTypes.VotingOutcome.rejected
        }
        return DharmaProtectionTypes.VotingOutcome.expired
    }

    access(all) fun createBench(): @Bench {
        return <- create Bench()
    }
}
