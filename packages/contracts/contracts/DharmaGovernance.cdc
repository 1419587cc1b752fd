import "DharmaConsent"
import "DharmaVoterEligibility"
import "DharmaGovernanceActions"

/// Proposals to freeze, unfreeze or recover an address, and the votes of the community on them.
///
///   pending → first vote → active → 24 hours after creation: at least 3 votes and more For than Against
///   → approved → executed by the admin, or expired 7 days later; at least 3 votes otherwise → rejected;
///   fewer → expired
///
/// The status that a view answers follows from the votes and the block time alone; `settle` only writes it down
/// and announces it. Proposals and votes are signed messages of a person, relayed by anyone.
access(all) contract DharmaGovernance {

    /// Carries out what was approved.
    access(all) entitlement Execute

    access(all) let adminStoragePath: StoragePath

    access(all) event ProposalCreated(
        id: UInt64,
        action: String,
        target: Address,
        proposer: Address,
        title: String,
        description: String,
        reason: String,
        reasonHash: String,
        votingEndsAt: UFix64,
        executableUntil: UFix64
    )
    /// `supportBefore` is the earlier choice of the same voter, which this one replaces.
    access(all) event VoteCast(
        id: UInt64,
        voter: Address,
        support: Bool,
        supportBefore: Bool?,
        sequence: UInt64,
        votesFor: UInt64,
        votesAgainst: UInt64
    )
    access(all) event StatusChanged(id: UInt64, before: String, after: String, votesFor: UInt64, votesAgainst: UInt64)
    access(all) event ProposalExecuted(id: UInt64, action: String, target: Address, admin: Address)
    /// Storage of a closed proposal was freed; its receipts are the events.
    access(all) event ProposalPruned(id: UInt64)

    access(all) enum Status: UInt8 {
        access(all) case pending
        access(all) case active
        access(all) case approved
        access(all) case executed
        access(all) case rejected
        access(all) case expired
    }

    access(all) resource Proposal {
        access(all) let id: UInt64
        access(all) let action: {DharmaGovernanceActions.Action}
        access(all) let proposer: Address
        access(all) let reasonHash: String
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64
        access(all) var votesFor: UInt64
        access(all) var votesAgainst: UInt64
        /// What was written down; `status` also knows the time.
        access(all) var written: Status
        access(self) let votes: {Address: Bool}

        init(id: UInt64, action: {DharmaGovernanceActions.Action}, proposer: Address, reasonHash: String) {
            self.id = id
            self.action = action
            self.proposer = proposer
            self.reasonHash = reasonHash
            self.createdAt = getCurrentBlock().timestamp
            self.votingEndsAt = self.createdAt + DharmaGovernance.votingPeriod
            self.executableUntil = self.votingEndsAt + DharmaGovernance.executionPeriod
            self.votesFor = 0
            self.votesAgainst = 0
            self.written = Status.pending
            self.votes = {}
        }

        access(all) view fun status(): Status {
            let now = getCurrentBlock().timestamp
            if DharmaGovernance.isFinal(self.written) || now < self.votingEndsAt {
                return self.written
            }
            if self.votesFor + self.votesAgainst < DharmaGovernance.votesRequired {
                return Status.expired
            }
            if self.votesFor <= self.votesAgainst {
                return Status.rejected
            }
            return now < self.executableUntil ? Status.approved : Status.expired
        }

        /// What an address voted, nil when it has not.
        access(all) view fun getVote(_ voter: Address): Bool? {
            return self.votes[voter]
        }

        access(contract) fun count(voter: Address, support: Bool, sequence: UInt64) {
            let before = self.votes[voter]
            if let replaced = before {
                self.votesFor = self.votesFor - (replaced ? 1 : 0)
                self.votesAgainst = self.votesAgainst - (replaced ? 0 : 1)
            }
            self.votes[voter] = support
            self.votesFor = self.votesFor + (support ? 1 : 0)
            self.votesAgainst = self.votesAgainst + (support ? 0 : 1)
            emit VoteCast(
                id: self.id,
                voter: voter,
                support: support,
                supportBefore: before,
                sequence: sequence,
                votesFor: self.votesFor,
                votesAgainst: self.votesAgainst
            )
            self.write(Status.active)
        }

        access(contract) fun write(_ status: Status) {
            if status == self.written {
                return
            }
            emit StatusChanged(
                id: self.id,
                before: DharmaGovernance.getStatusName(self.written),
                after: DharmaGovernance.getStatusName(status),
                votesFor: self.votesFor,
                votesAgainst: self.votesAgainst
            )
            self.written = status
        }

        /// Forgets up to `limit` votes and answers whether none is left.
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

    /// Lies in the account of the DAO, which takes two signatures.
    access(all) resource Admin {
        /// Carries out an approved proposal, once.
        access(Execute) fun executeProposal(id: UInt64) {
            let account = self.owner ?? panic("DharmaGovernance: The admin lies in no account")
            DharmaConsent.requireSharedKeys(account)
            DharmaGovernance.settle(id)
            let proposal = DharmaGovernance.existing(id)
            assert(
                proposal.written == Status.approved,
                message: "DharmaGovernance: Proposal \(id) is \(DharmaGovernance.getStatusName(proposal.written)), not approved"
            )
            proposal.write(Status.executed)
            DharmaGovernance.closeTopic(proposal)
            DharmaGovernanceActions.executeAction(proposal.action, proposalId: id, reasonHash: proposal.reasonHash)
            emit ProposalExecuted(
                id: id,
                action: proposal.action.name(),
                target: proposal.action.target,
                admin: account.address
            )
        }
    }

    access(all) let votesRequired: UInt64
    /// 24 hours, in seconds.
    access(all) let votingPeriod: UFix64
    /// How long an approved proposal can be executed: 7 days, in seconds.
    access(all) let executionPeriod: UFix64
    access(all) let maxOpenPerPerson: Int
    /// In bytes.
    access(all) let minReason: Int
    access(all) let maxReason: Int
    /// So many of the newest proposals are never pruned.
    access(all) let keptProposals: UInt64

    access(all) var lastId: UInt64
    access(self) let proposals: @{UInt64: Proposal}
    /// Proposals that are not closed, by proposer, and by action and target.
    access(self) let openByProposer: {Address: [UInt64]}
    access(self) let openByTopic: {String: UInt64}

    access(all) view fun borrowProposal(_ id: UInt64): &Proposal? {
        return &self.proposals[id]
    }

    /// Proposals of an address that are not written down as closed.
    access(all) view fun getOpenProposals(_ proposer: Address): [UInt64] {
        return self.openByProposer[proposer] ?? []
    }

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

    /// Why an address may not vote on a proposal now; nil when it may.
    access(all) view fun getIneligibilityReason(voter: Address, id: UInt64): String? {
        let proposal = self.existing(id)
        if getCurrentBlock().timestamp >= proposal.votingEndsAt {
            return "voting on proposal \(id) ended at \(proposal.votingEndsAt)"
        }
        if voter == proposal.action.target {
            return "\(voter) is the target of proposal \(id)"
        }
        return DharmaVoterEligibility.getIneligibilityReason(voter)
    }

    /// Lines of the message by which a person proposes. `reasonHash` is the SHA-256 of the reason, in hex.
    access(all) view fun proposalDetails(action: String, target: Address, reasonHash: String): [String] {
        return ["Action: \(action)", "Target: \(target)", "Reason SHA-256: \(reasonHash)"]
    }

    /// Lines of the message by which a person votes.
    access(all) view fun voteDetails(id: UInt64, support: Bool): [String] {
        let action = self.existing(id).action
        return [
            "Proposal: \(id)",
            "Action: \(action.name())",
            "Target: \(action.target)",
            "Choice: \(support ? "for" : "against")"
        ]
    }

    /// Opens a proposal; answers its number.
    access(all) fun propose(
        action: String,
        target: Address,
        reason: String,
        consent: DharmaConsent.Consent
    ): UInt64 {
        pre {
            reason.utf8.length >= self.minReason && reason.utf8.length <= self.maxReason:
                "DharmaGovernance: The reason has \(reason.utf8.length) bytes, not \(self.minReason) to \(self.maxReason)"
        }
        let reasonHash = String.encodeHex(HashAlgorithm.SHA2_256.hash(reason.utf8))
        let proposed = DharmaGovernanceActions.createAction(name: action, target: target)
        self.requireRoom(proposer: consent.address, action: proposed)
        DharmaConsent.accept(
            consent,
            subject: "proposal",
            details: self.proposalDetails(action: action, target: target, reasonHash: reasonHash),
            role: "Proposer"
        )
        return self.open(proposed, proposer: consent.address, reason: reason, reasonHash: reasonHash)
    }

    /// Counts a vote; a later one of the same voter takes its place.
    access(all) fun vote(id: UInt64, support: Bool, consent: DharmaConsent.Consent) {
        if let obstacle = self.getIneligibilityReason(voter: consent.address, id: id) {
            panic("DharmaGovernance: \(consent.address) cannot vote: \(obstacle)")
        }
        DharmaConsent.accept(
            consent,
            subject: "vote",
            details: self.voteDetails(id: id, support: support),
            role: "Voter"
        )
        self.existing(id).count(voter: consent.address, support: support, sequence: consent.sequence)
    }

    /// Writes down and announces what time and votes have made of a proposal; anyone may call it, any time.
    access(all) fun settle(_ id: UInt64) {
        let proposal = self.existing(id)
        let before = proposal.written
        proposal.write(proposal.status())
        if self.isFinal(proposal.written) && !self.isFinal(before) {
            self.closeTopic(proposal)
        }
        if proposal.written == Status.rejected && before != Status.rejected {
            DharmaGovernanceActions.rejectAction(proposal.action, proposalId: id, proposedAt: proposal.createdAt)
        }
    }

    /// Frees the storage of an old closed proposal, up to `limit` votes at a time; anyone may call it.
    access(all) fun prune(id: UInt64, limit: Int) {
        pre {
            self.isFinal(self.existing(id).written):
                "DharmaGovernance: Proposal \(id) is \(self.getStatusName(self.existing(id).written)), not closed"
            id + self.keptProposals <= self.lastId:
                "DharmaGovernance: Proposal \(id) is one of the newest \(self.keptProposals)"
        }
        if self.existing(id).forgetVotes(limit: limit) {
            destroy self.proposals.remove(key: id)
            emit ProposalPruned(id: id)
        }
    }

    access(contract) view fun isFinal(_ status: Status): Bool {
        return status == Status.executed || status == Status.rejected || status == Status.expired
    }

    access(contract) view fun existing(_ id: UInt64): &Proposal {
        return self.borrowProposal(id) ?? panic("DharmaGovernance: There is no proposal \(id)")
    }

    access(contract) fun closeTopic(_ proposal: &Proposal) {
        self.openByTopic[self.buildTopic(proposal.action.name(), proposal.action.target)] = nil
        let id = proposal.id
        let others = self.getOpenProposals(proposal.proposer).filter(view fun (other: UInt64): Bool {
            return other != id
        })
        self.openByProposer[proposal.proposer] = others.length == 0 ? nil : others
    }

    /// Panics when the proposer has too many open proposals, or when the same one is open already.
    access(self) fun requireRoom(proposer: Address, action: {DharmaGovernanceActions.Action}) {
        for id in self.getOpenProposals(proposer) {
            self.settle(id)
        }
        assert(
            self.getOpenProposals(proposer).length < self.maxOpenPerPerson,
            message: "DharmaGovernance: \(proposer) has \(self.maxOpenPerPerson) open proposals already"
        )
        let topic = self.buildTopic(action.name(), action.target)
        if let id = self.openByTopic[topic] {
            self.settle(id)
            assert(
                self.openByTopic[topic] == nil,
                message: "DharmaGovernance: Proposal \(id) to \(action.name()) \(action.target) is open already"
            )
        }
    }

    access(self) fun open(
        _ action: {DharmaGovernanceActions.Action},
        proposer: Address,
        reason: String,
        reasonHash: String
    ): UInt64 {
        self.lastId = self.lastId + 1
        let id = self.lastId
        let proposal <- create Proposal(id: id, action: action, proposer: proposer, reasonHash: reasonHash)
        emit ProposalCreated(
            id: id,
            action: action.name(),
            target: action.target,
            proposer: proposer,
            title: action.title(),
            description: action.description(),
            reason: reason,
            reasonHash: reasonHash,
            votingEndsAt: proposal.votingEndsAt,
            executableUntil: proposal.executableUntil
        )
        self.proposals[id] <-! proposal
        self.openByProposer[proposer] = self.getOpenProposals(proposer).concat([id])
        self.openByTopic[self.buildTopic(action.name(), action.target)] = id
        return id
    }

    access(self) view fun buildTopic(_ action: String, _ target: Address): String {
        return "\(action) \(target)"
    }

    init() {
        self.adminStoragePath = /storage/dharmaGovernanceAdmin
        self.votesRequired = 3
        self.votingPeriod = 86400.0
        self.executionPeriod = 604800.0
        self.maxOpenPerPerson = 3
        self.minReason = 20
        self.maxReason = 4000
        self.keptProposals = 100
        self.lastId = 0
        self.proposals <- {}
        self.openByProposer = {}
        self.openByTopic = {}
        self.account.storage.save(<- create Admin(), to: self.adminStoragePath)
    }
}
