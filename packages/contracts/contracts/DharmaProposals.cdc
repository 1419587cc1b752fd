import "DharmaProtectionTypes"
import "DharmaScore"
import "DharmaTime"

/// Proposals with their votes: what each one is about, in words and numbers, and how its voting ended. What a decision
/// does to an address, and what makes a proposal void, is in DharmaProtection.
access(all) contract DharmaProposals {

    access(all) event StatusChanged(id: UInt64, before: String, after: String, votesFor: UInt64, votesAgainst: UInt64)
    /// Storage of a closed proposal was freed; the events remain.
    access(all) event ProposalPruned(id: UInt64)

    /// pending → first vote → active → 24 hours after creation: at least 3 votes and more For than Against (a recovery: at
    /// least 3 For) → approved → executed by the DAO, or expired 7 days later; at least 3 votes otherwise → rejected;
    /// fewer → expired. A proposal of which nothing that it names stands any more is expired at once.
    access(all) enum Status: UInt8 {
        access(all) case pending
        access(all) case active
        access(all) case approved
        access(all) case executed
        access(all) case rejected
        access(all) case expired
    }

    access(all) enum Action: UInt8 {
        access(all) case freeze
        access(all) case unfreeze
        access(all) case recover
    }

    /// Who proposes, from the least: an open vote keeps out only proposers of the same or a lower rank.
    access(all) enum Rank: UInt8 {
        /// May not vote on it; so is the target.
        access(all) case other
        access(all) case voter
        /// A flagger, such as the agent.
        access(all) case appointed
    }

    /// Recovery address of a guarded vault when a recovery is proposed.
    access(all) struct RecoveryAddress {
        access(all) let address: Address
        access(all) let since: UFix64
        access(all) let before: Address?

        access(account) view init(address: Address, since: UFix64, before: Address?) {
            self.address = address
            self.since = since
            self.before = before
        }
    }

    /// What a proposal does, by the numbers that stand when it is opened: it touches nothing else.
    access(all) struct Terms {
        access(all) let action: Action
        access(all) let target: Address
        /// The flag that an unfreeze lifts.
        access(all) let flagNumber: UInt64?
        /// The freeze that an unfreeze ends, or that a recovery is under.
        access(all) let freezeNumber: UInt64?
        /// For a freeze: the case of the flag that the address carries, or carried in the 30 days before.
        access(all) let flagCaseId: String?
        /// For a freeze: when the flag was set that the address carries; nil where it carries none.
        access(all) let flaggedAt: UFix64?
        /// For a recovery.
        access(all) let recoveryAddress: RecoveryAddress?
        /// For an appeal of the target: when the accusation was made that it is against.
        access(all) let accusedAt: UFix64?

        access(account) view init(
            _ action: Action,
            target: Address,
            flagNumber: UInt64?,
            freezeNumber: UInt64?,
            flagCaseId: String?,
            flaggedAt: UFix64?,
            recoveryAddress: RecoveryAddress?,
            accusedAt: UFix64?
        ) {
            self.action = action
            self.target = target
            self.flagNumber = flagNumber
            self.freezeNumber = freezeNumber
            self.flagCaseId = flagCaseId
            self.flaggedAt = flaggedAt
            self.recoveryAddress = recoveryAddress
            self.accusedAt = accusedAt
        }

        /// Whether an appeal of the target opened it.
        access(all) view fun isAppeal(): Bool {
            return self.accusedAt != nil
        }

        /// Whether this address may not vote on it whatever its score.
        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target || voter == self.recoveryAddress?.address
        }

        access(all) view fun getTitle(): String {
            switch self.action {
                case Action.freeze:
                    return "Freeze \(self.target)"
                case Action.unfreeze:
                    if self.freezeNumber == nil {
                        return "Lift flag \(self.flagNumber!) of \(self.target)"
                    }
                    let flag = self.flagNumber == nil ? "" : ", and lift its flag \(self.flagNumber!)"
                    return "Unfreeze \(self.target): end freeze \(self.freezeNumber!)\(flag)"
            }
            return "Recover \(self.target), frozen by freeze \(self.freezeNumber!), to \(self.recoveryAddress!.address), its recovery address since \(self.getSince()), before: \(self.getBefore())"
        }

        /// What will happen, in one or two sentences.
        access(all) view fun getDescription(): String {
            switch self.action {
                case Action.freeze:
                    let ground = self.flagCaseId == nil
                        ? "Nothing is held against it: the freeze protects it."
                        : "It is flagged, or was in the last 30 days: case \(self.flagCaseId!)."
                    return "Marks \(self.target) as frozen for 7 days and stops its guarded vault, or renews the freeze. Moves nothing; ends by itself. \(ground)"
                case Action.unfreeze:
                    if self.freezeNumber == nil {
                        return "Lifts this flag of \(self.target). A freeze stays."
                    }
                    let effect = self.flagNumber == nil ? "Ends this freeze of \(self.target)." : "Ends this freeze of \(self.target) and lifts this flag."
                    return "\(effect) Once approved, every freeze of it that is proposed already, and every recovery under this freeze, is void."
            }
            return "Gives the frozen guarded vault of \(self.target) to its recovery address \(self.recoveryAddress!.address), which its owner named on \(self.getSince()) (\(self.getBefore()) before). Refused if the recovery address is another one by then."
        }

        /// Lines of the messages by which people propose it and vote on it.
        access(all) view fun getDetails(): [String] {
            var lines = ["Action: \(DharmaProposals.getActionName(self.action))", "Target: \(self.target)"]
            if let number = self.flagNumber {
                lines = lines.concat(["Flag: \(number)"])
            }
            if let number = self.freezeNumber {
                lines = lines.concat(["Freeze: \(number)"])
            }
            if let recoveryAddress = self.recoveryAddress {
                lines = lines.concat([
                    "Recovery address: \(recoveryAddress.address)",
                    "Recovery address since: \(self.getSince())",
                    "Recovery address before: \(self.getBefore())"
                ])
            }
            return lines
        }

        access(self) view fun getSince(): String {
            return DharmaTime.formatMinute(UInt64(self.recoveryAddress!.since))
        }

        access(self) view fun getBefore(): String {
            return self.recoveryAddress!.before == nil ? "none" : "\(self.recoveryAddress!.before!)"
        }
    }

    /// One counted vote, with the published score that it relied on.
    access(all) struct Vote {
        access(all) let voter: Address
        access(all) let support: Bool
        access(all) let sequence: UInt64
        access(all) let castAt: UFix64
        access(all) let scoreTenths: UInt64
        access(all) let version: String
        access(all) let evidenceHash: String
        /// Height up to which the chain was read for that score.
        access(all) let blockHeight: UInt64
        access(all) let publisher: Address

        access(account) view init(support: Bool, sequence: UInt64, record: DharmaScore.Record) {
            self.voter = record.address
            self.support = support
            self.sequence = sequence
            self.castAt = getCurrentBlock().timestamp
            self.scoreTenths = record.scoreTenths
            self.version = record.version
            self.evidenceHash = record.evidenceHash
            self.blockHeight = record.blockHeight
            self.publisher = record.publisher
        }
    }

    access(all) resource Proposal {
        access(all) let id: UInt64
        access(all) let terms: Terms
        access(all) let proposer: Address
        /// When it was opened.
        access(all) let rank: Rank
        access(all) let reason: String
        access(all) let reasonHash: String
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64
        /// Votes that its decision needs.
        access(all) let votesRequired: UInt64
        access(all) var votesFor: UInt64
        access(all) var votesAgainst: UInt64
        /// As recorded: time and other decisions may have changed it since, see DharmaProtection.getProposalStatus.
        access(all) var storedStatus: Status
        /// approved, rejected or expired at the end of the voting, as recorded; nil before.
        access(all) var storedOutcome: Status?
        access(self) let votes: {Address: Vote}

        init(id: UInt64, terms: Terms, proposer: Address, rank: Rank, reason: String, earliestEnd: UFix64) {
            self.id = id
            self.terms = terms
            self.proposer = proposer
            self.rank = rank
            self.reason = reason
            self.reasonHash = DharmaProposals.hashReason(reason)
            self.createdAt = getCurrentBlock().timestamp
            let end = self.createdAt + DharmaProtectionTypes.votingPeriod()
            self.votingEndsAt = end > earliestEnd ? end : earliestEnd
            self.executableUntil = self.votingEndsAt + DharmaProtectionTypes.executionPeriod()
            self.votesRequired = DharmaProposals.votesRequired()
            self.votesFor = 0
            self.votesAgainst = 0
            self.storedStatus = Status.pending
            self.storedOutcome = nil
            self.votes = {}
        }

        /// approved, rejected or expired by the votes alone, as if the voting ended now.
        access(all) view fun getResult(): Status {
            if self.votesFor + self.votesAgainst < self.votesRequired {
                return Status.expired
            }
            return self.votesFor > self.votesAgainst && self.votesFor >= self.minVotesFor()
                ? Status.approved
                : Status.rejected
        }

        /// Votes For that approve it at least, beside a majority.
        access(all) view fun minVotesFor(): UInt64 {
            return self.terms.action == Action.recover ? self.votesRequired : 0
        }

        access(all) view fun isVotingOver(): Bool {
            return getCurrentBlock().timestamp >= self.votingEndsAt
        }

        access(all) view fun hasVotes(): Bool {
            return self.votes.length > 0
        }

        access(all) view fun getVotes(): {Address: Vote} {
            return self.votes
        }

        /// The vote of an address, nil when it has not voted.
        access(all) view fun getVote(_ voter: Address): Vote? {
            return self.votes[voter]
        }

        /// Counts a vote in the place of an earlier one of the same voter, which it returns.
        access(account) fun count(voter: Address, vote: Vote): Vote? {
            let before = self.votes[voter]
            if let replaced = before {
                self.votesFor = self.votesFor - (replaced.support ? 1 : 0)
                self.votesAgainst = self.votesAgainst - (replaced.support ? 0 : 1)
            }
            self.votes[voter] = vote
            self.votesFor = self.votesFor + (vote.support ? 1 : 0)
            self.votesAgainst = self.votesAgainst + (vote.support ? 0 : 1)
            self.setStatus(Status.active)
            return before
        }

        /// Records how the voting ended.
        access(account) fun decide(_ outcome: Status) {
            self.storedOutcome = outcome
            self.setStatus(outcome)
        }

        access(account) fun setStatus(_ status: Status) {
            let before = self.storedStatus
            if before != status {
                self.storedStatus = status
                emit StatusChanged(
                    id: self.id,
                    before: DharmaProposals.getStatusName(before),
                    after: DharmaProposals.getStatusName(status),
                    votesFor: self.votesFor,
                    votesAgainst: self.votesAgainst
                )
            }
        }

        /// Forgets up to `limit` votes and returns whether none is left.
        access(contract) fun forgetVotes(limit: Int): Bool {
            var forgotten: [Address] = []
            self.votes.forEachKey(fun (voter: Address): Bool {
                forgotten.append(voter)
                return forgotten.length < limit
            })
            for voter in forgotten {
                self.votes[voter] = nil
            }
            return self.votes.length == 0
        }
    }

    access(all) var lastId: UInt64
    /// The oldest that is not pruned.
    access(all) var firstId: UInt64
    access(self) let proposals: @{UInt64: Proposal}

    /// nil when there is none of that number, or it was pruned.
    access(all) view fun borrowProposal(_ id: UInt64): &Proposal? {
        return &self.proposals[id]
    }

    access(all) view fun borrowExisting(_ id: UInt64): &Proposal {
        return self.borrowProposal(id) ?? panic("DharmaProposals: There is no proposal \(id)")
    }

    /// Votes that the decision on a new proposal needs.
    access(all) view fun votesRequired(): UInt64 {
        return 3
    }

    /// The newest proposals are never pruned.
    access(all) view fun keptProposals(): UInt64 {
        return 100
    }

    access(all) view fun getActionName(_ action: Action): String {
        return ["freeze", "unfreeze", "recover"][action.rawValue]
    }

    access(all) view fun getRankName(_ rank: Rank): String {
        return ["other", "voter", "appointed"][rank.rawValue]
    }

    access(all) view fun getStatusName(_ status: Status): String {
        return ["pending", "active", "approved", "executed", "rejected", "expired"][status.rawValue]
    }

    access(all) view fun isFinal(_ status: Status): Bool {
        return status == Status.executed || status == Status.rejected || status == Status.expired
    }

    /// SHA-256 of a reason, in hex.
    access(all) view fun hashReason(_ reason: String): String {
        return String.encodeHex(HashAlgorithm.SHA2_256.hash(reason.utf8))
    }

    /// Stores a new proposal. Its voting ends no earlier than that of older ones, so that ends come in the order of numbers.
    access(account) fun add(terms: Terms, proposer: Address, rank: Rank, reason: String): &Proposal {
        let earliestEnd = self.borrowProposal(self.lastId)?.votingEndsAt ?? 0.0
        self.lastId = self.lastId + 1
        self.proposals[self.lastId] <-! create Proposal(
            id: self.lastId,
            terms: terms,
            proposer: proposer,
            rank: rank,
            reason: reason,
            earliestEnd: earliestEnd
        )
        return self.borrowExisting(self.lastId)
    }

    /// Forgets up to `limit` votes of the oldest proposal, which must be closed, and with its last vote the proposal.
    /// Returns whether it is gone.
    access(account) fun prune(limit: Int): Bool {
        let id = self.firstId
        if !self.borrowExisting(id).forgetVotes(limit: limit) {
            return false
        }
        destroy self.proposals.remove(key: id)
        self.firstId = id + 1
        emit ProposalPruned(id: id)
        return true
    }

    init() {
        self.lastId = 0
        self.firstId = 1
        self.proposals <- {}
    }
}
