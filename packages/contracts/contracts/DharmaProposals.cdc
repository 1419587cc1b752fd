import "DharmaGovernanceActions"
import "DharmaProtectionTypes"
import "DharmaScore"

/// One proposal, its votes, and the status that follows from them and from block time.
///
///   pending → first vote → active → 24 hours after creation: at least 3 votes and more For than Against (a recovery:
///   at least 3 For) → approved → executed by the DAO, or expired 7 days later; at least 3 votes otherwise → rejected;
///   fewer → expired. What overrules the action ends the proposal at once as expired.
access(all) contract DharmaProposals {

    access(all) enum Status: UInt8 {
        access(all) case pending
        access(all) case active
        access(all) case approved
        access(all) case executed
        access(all) case rejected
        access(all) case expired
    }

    /// One counted vote, with the published score that it relied on.
    access(all) struct Vote {
        access(all) let support: Bool
        access(all) let sequence: UInt64
        access(all) let castAt: UFix64
        access(all) let scoreTenths: UInt64
        access(all) let version: String
        access(all) let evidenceHash: String
        /// Height up to which the chain was read for that score.
        access(all) let blockHeight: UInt64
        access(all) let publisher: Address

        view init(support: Bool, sequence: UInt64, record: DharmaScore.Record) {
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

    /// All that a co-signer needs to judge a proposal.
    access(all) struct Summary {
        access(all) let id: UInt64
        access(all) let action: String
        access(all) let target: Address
        access(all) let title: String
        access(all) let description: String
        /// Lines of the signed messages that describe the action.
        access(all) let details: [String]
        access(all) let proposer: Address
        access(all) let isProposerEligible: Bool
        /// Set where an appeal opened it.
        access(all) let isAppeal: Bool
        access(all) let reason: String
        access(all) let reasonHash: String
        access(all) let status: String
        /// How the voting ended: open, approved, rejected or expired.
        access(all) let votingOutcome: String
        /// Votes For that approve it at least, beside a majority.
        access(all) let minVotesFor: UInt64
        /// Why an approved proposal cannot be executed yet; nil when it can.
        access(all) let executionObstacle: String?
        access(all) let votesFor: UInt64
        access(all) let votesAgainst: UInt64
        access(all) let votes: {Address: Vote}
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64

        view init(_ proposal: &Proposal) {
            let action = proposal.action
            let status = proposal.status()
            self.id = proposal.id
            self.action = action.name()
            self.target = action.target
            self.title = action.title()
            self.description = action.description()
            self.details = action.getDetails()
            self.proposer = proposal.proposer
            self.isProposerEligible = proposal.isProposerEligible
            self.isAppeal = proposal.isAppeal()
            self.reason = proposal.reason
            self.reasonHash = proposal.reasonHash
            self.status = DharmaProposals.getStatusName(status)
            self.votingOutcome = DharmaProtectionTypes.getVotingOutcomeName(proposal.getVotingOutcome())
            self.minVotesFor = action.minVotesFor
            self.executionObstacle = status == Status.approved ? action.getExecutionObstacle() : nil
            self.votesFor = proposal.votesFor
            self.votesAgainst = proposal.votesAgainst
            self.votes = proposal.getVotes()
            self.createdAt = proposal.createdAt
            self.votingEndsAt = proposal.votingEndsAt
            self.executableUntil = proposal.executableUntil
        }
    }

    access(all) resource Proposal {
        access(all) let id: UInt64
        access(all) let action: {DharmaGovernanceActions.Action}
        access(all) let proposer: Address
        /// Whether the proposer could have voted on it when it was created.
        access(all) let isProposerEligible: Bool
        access(all) let reason: String
        access(all) let reasonHash: String
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64
        access(all) var votesFor: UInt64
        access(all) var votesAgainst: UInt64
        /// As recorded; `status` also knows time and overruling decisions.
        access(all) var storedStatus: Status
        /// Whether a proposal of an eligible voter on the same topic took its place.
        access(all) var isSuperseded: Bool
        access(self) let votes: {Address: Vote}

        init(
            id: UInt64,
            action: {DharmaGovernanceActions.Action},
            proposer: Address,
            isProposerEligible: Bool,
            reason: String
        ) {
            self.id = id
            self.action = action
            self.proposer = proposer
            self.isProposerEligible = isProposerEligible
            self.reason = reason
            self.reasonHash = DharmaProposals.hashReason(reason)
            self.createdAt = getCurrentBlock().timestamp
            self.votingEndsAt = self.createdAt + DharmaProposals.votingPeriod
            self.executableUntil = self.votingEndsAt + DharmaProposals.executionPeriod
            self.votesFor = 0
            self.votesAgainst = 0
            self.storedStatus = Status.pending
            self.isSuperseded = false
            self.votes = {}
        }

        access(all) view fun status(): Status {
            if DharmaProposals.isFinal(self.storedStatus) {
                return self.storedStatus
            }
            let overruledAt = self.action.getOverruledAt(createdAt: self.createdAt)
            if self.action.isVotingOverruled() && overruledAt ?? UFix64.max < self.votingEndsAt {
                return Status.expired
            }
            let outcome = self.getVotingOutcome()
            if outcome == DharmaProtectionTypes.VotingOutcome.rejected {
                return Status.rejected
            }
            if outcome == DharmaProtectionTypes.VotingOutcome.expired {
                return Status.expired
            }
            if outcome == DharmaProtectionTypes.VotingOutcome.open {
                return self.storedStatus
            }
            let isExecutable = overruledAt == nil && getCurrentBlock().timestamp < self.executableUntil
            return isExecutable ? Status.approved : Status.expired
        }

        /// How the voting ended, by the votes alone.
        access(all) view fun getVotingOutcome(): DharmaProtectionTypes.VotingOutcome {
            if self.isSuperseded {
                return DharmaProtectionTypes.VotingOutcome.expired
            }
            if getCurrentBlock().timestamp < self.votingEndsAt {
                return DharmaProtectionTypes.VotingOutcome.open
            }
            if self.votesFor + self.votesAgainst < DharmaProposals.votesRequired {
                return DharmaProtectionTypes.VotingOutcome.expired
            }
            return self.votesFor > self.votesAgainst && self.votesFor >= self.action.minVotesFor
                ? DharmaProtectionTypes.VotingOutcome.approved
                : DharmaProtectionTypes.VotingOutcome.rejected
        }

        access(all) view fun isAppeal(): Bool {
            return (self.action as? DharmaGovernanceActions.Unfreeze)?.isAppeal ?? false
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
            return before
        }

        access(account) fun setStatus(_ status: Status) {
            self.storedStatus = status
        }

        access(account) fun supersede() {
            self.isSuperseded = true
        }

        /// Forgets up to `limit` votes and returns whether none is left.
        access(account) fun forgetVotes(limit: Int): Bool {
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

    access(all) let votesRequired: UInt64
    /// 24 hours, in seconds.
    access(all) let votingPeriod: UFix64
    /// How long an approved proposal can be executed: 7 days, in seconds.
    access(all) let executionPeriod: UFix64

    access(all) view fun getStatusName(_ status: Status): String {
        switch status {
            case Status.pending:
                return "pending"
            case Status.active:
                return "active"
            case Status.approved:
                return "approved"
            case Status.executed:
                return "executed"
            case Status.rejected:
                return "rejected"
        }
        return "expired"
    }

    access(all) view fun isFinal(_ status: Status): Bool {
        return status == Status.executed || status == Status.rejected || status == Status.expired
    }

    /// SHA-256 of a reason, in hex.
    access(all) view fun hashReason(_ reason: String): String {
        return String.encodeHex(HashAlgorithm.SHA2_256.hash(reason.utf8))
    }

    access(account) fun createProposal(
        id: UInt64,
        action: {DharmaGovernanceActions.Action},
        proposer: Address,
        isProposerEligible: Bool,
        reason: String
    ): @Proposal {
        return <- create Proposal(
            id: id,
            action: action,
            proposer: proposer,
            isProposerEligible: isProposerEligible,
            reason: reason
        )
    }

    init() {
        self.votesRequired = 3
        self.votingPeriod = 86400.0
        self.executionPeriod = 604800.0
    }
}
