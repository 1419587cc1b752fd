import "DharmaConsent"
import "DharmaGovernanceActions"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaProtectionTypes"
import "DharmaScore"
import "DharmaVoterEligibility"

/// Proposals to freeze, unfreeze or recover an address, the votes on them, and the execution by the DAO. Proposals and
/// votes are signed messages of people, relayed by anyone.
///
/// Every view follows from votes and block time; `settle` only records and emits what already holds.
access(all) contract DharmaGovernance {

    /// `isAppeal`: the target itself opened it by an appeal.
    access(all) event ProposalCreated(
        id: UInt64,
        action: String,
        target: Address,
        proposer: Address,
        isProposerEligible: Bool,
        isAppeal: Bool,
        title: String,
        description: String,
        reason: String,
        reasonHash: String,
        votingEndsAt: UFix64,
        executableUntil: UFix64
    )
    /// `supportBefore` is the earlier choice of the same voter, which this one replaces. The last four fields are the
    /// published score that the vote relies on.
    access(all) event VoteCast(
        id: UInt64,
        voter: Address,
        support: Bool,
        supportBefore: Bool?,
        sequence: UInt64,
        votesFor: UInt64,
        votesAgainst: UInt64,
        scoreTenths: UInt64,
        evidenceHash: String,
        blockHeight: UInt64,
        publisher: Address
    )
    access(all) event StatusChanged(id: UInt64, before: String, after: String, votesFor: UInt64, votesAgainst: UInt64)
    access(all) event ProposalExecuted(id: UInt64, action: String, target: Address, dao: Address)
    /// An eligible voter's proposal on the same topic took its place.
    access(all) event ProposalSuperseded(id: UInt64, supersededBy: UInt64)
    /// Storage of a closed proposal was freed; the events remain.
    access(all) event ProposalPruned(id: UInt64)
    /// `before` is nil at first.
    access(all) event DaoChanged(before: Address?, after: Address)

    /// How DharmaProtection asks for the outcome of a vote.
    access(all) struct ProposalBallot: DharmaProtectionTypes.Ballot {
        access(all) let proposalId: UInt64
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64

        view init(proposalId: UInt64) {
            self.proposalId = proposalId
            self.createdAt = getCurrentBlock().timestamp
            self.votingEndsAt = self.createdAt + DharmaProposals.votingPeriod
            self.executableUntil = self.votingEndsAt + DharmaProposals.executionPeriod
        }

        /// A decided vote is recorded by DharmaProtection before its proposal is pruned; what is gone had too few votes.
        access(all) view fun getVotingOutcome(): DharmaProtectionTypes.VotingOutcome {
            return DharmaGovernance.borrowProposal(self.proposalId)?.getVotingOutcome()
                ?? DharmaProtectionTypes.VotingOutcome.expired
        }
    }

    access(all) let maxOpenPerPerson: Int
    /// Open proposals without votes by people who could not vote, in all.
    access(all) let maxUnsupported: Int
    /// In bytes.
    access(all) let minReason: Int
    access(all) let maxReason: Int
    /// The newest proposals are never pruned.
    access(all) let keptProposals: UInt64

    /// The account whose shared keys execute approved proposals; nil until the account of this contract hands over.
    access(all) var daoAddress: Address?
    access(all) var lastId: UInt64
    /// The oldest that is not pruned.
    access(all) var firstId: UInt64
    access(self) let proposals: @{UInt64: DharmaProposals.Proposal}
    /// Proposals that are not recorded as closed, by proposer (without appeals), and by topic.
    access(self) let openByProposer: {Address: [UInt64]}
    access(self) let openByTopic: {String: UInt64}
    /// Proposals without votes by people who could not vote, oldest first.
    access(self) var unsupported: [UInt64]

    access(all) view fun borrowProposal(_ id: UInt64): &DharmaProposals.Proposal? {
        return &self.proposals[id]
    }

    /// All about a proposal in one answer; nil when there is none of that number or it was pruned.
    access(all) view fun getSummary(_ id: UInt64): DharmaProposals.Summary? {
        if let proposal = self.borrowProposal(id) {
            return DharmaProposals.Summary(proposal)
        }
        return nil
    }

    /// Proposals of an address, without its appeals, that are not recorded as closed.
    access(all) view fun getOpenProposals(_ proposer: Address): [UInt64] {
        return self.openByProposer[proposer] ?? []
    }

    /// Why an address may not vote on a proposal now; nil when it may.
    access(all) view fun getIneligibilityReason(voter: Address, id: UInt64): String? {
        let proposal = self.borrowExisting(id)
        let status = proposal.status()
        if getCurrentBlock().timestamp >= proposal.votingEndsAt {
            return "voting on proposal \(id) ended at \(proposal.votingEndsAt)"
        }
        if DharmaProposals.isFinal(status) {
            return "proposal \(id) is \(DharmaProposals.getStatusName(status))"
        }
        return self.getExclusionReason(proposal.action.isExcludedVoter(voter), voter)
    }

    /// Lines of the message by which a person votes.
    access(all) view fun getVoteDetails(id: UInt64, support: Bool): [String] {
        let details = self.borrowExisting(id).action.getDetails()
        return ["Proposal: \(id)"].concat(details).concat(["Choice: \(support ? "for" : "against")"])
    }

    /// Opens a proposal; returns its number.
    access(all) fun propose(
        action: String,
        target: Address,
        reason: String,
        consent: DharmaConsent.Consent
    ): UInt64 {
        let proposed = DharmaGovernanceActions.createAction(name: action, target: target)
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.proposals,
            subject: "proposal",
            details: proposed.getDetails().concat(["Reason SHA-256: \(DharmaProposals.hashReason(reason))"]),
            role: "Proposer"
        )
        let isEligible = self.getExclusionReason(proposed.isExcludedVoter(consent.address), consent.address) == nil
        self.requireOpenSlot(proposer: consent.address, isEligible: isEligible)
        let topic = self.buildTopic(action, target)
        self.clearTopic(topic, isEligible: isEligible)
        let id = self.open(proposed, proposer: consent.address, isProposerEligible: isEligible, reason: reason)
        self.openByTopic[topic] = id
        self.openByProposer[consent.address] = self.getOpenProposals(consent.address).concat([id])
        if !isEligible {
            self.unsupported.append(id)
        }
        if action == "recover" {
            DharmaProtection.openRecovery(target, ballot: ProposalBallot(proposalId: id))
        }
        return id
    }

    /// Counts a vote; a later one of the same voter replaces it.
    access(all) fun vote(id: UInt64, support: Bool, consent: DharmaConsent.Consent) {
        let voter = consent.address
        if let obstacle = self.getIneligibilityReason(voter: voter, id: id) {
            panic("DharmaGovernance: \(voter) cannot vote: \(obstacle)")
        }
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.votes,
            subject: "vote",
            details: self.getVoteDetails(id: id, support: support),
            role: "Voter"
        )
        let proposal = self.borrowExisting(id)
        let vote = DharmaProposals.Vote(support: support, sequence: consent.sequence, record: DharmaScore.latest(voter)!)
        let before = proposal.count(voter: voter, vote: vote)
        self.removeUnsupported(id)
        emit VoteCast(
            id: id,
            voter: voter,
            support: support,
            supportBefore: before?.support,
            sequence: vote.sequence,
            votesFor: proposal.votesFor,
            votesAgainst: proposal.votesAgainst,
            scoreTenths: vote.scoreTenths,
            evidenceHash: vote.evidenceHash,
            blockHeight: vote.blockHeight,
            publisher: vote.publisher
        )
        self.setStatus(proposal, DharmaProposals.Status.active)
    }

    /// Records and emits what time and votes have made of a proposal; anyone may call it, any time.
    access(all) fun settle(_ id: UInt64) {
        let proposal = self.borrowExisting(id)
        let status = proposal.status()
        if status != proposal.storedStatus {
            self.setStatus(proposal, status)
            DharmaProtection.settle(proposal.action.target)
        }
    }

    /// Executes an approved proposal, once. `dao` is the account of the DAO itself, none of whose keys can sign alone.
    // lint-allow security: only its address and keys are read; a reference that anybody can make would prove nothing
    access(all) fun executeProposal(dao: auth(BorrowValue) &Account, id: UInt64) {
        assert(dao.address == self.daoAddress, message: "DharmaGovernance: \(dao.address) is not the account of the DAO")
        DharmaConsent.requireSharedKeys(dao)
        self.settle(id)
        let proposal = self.borrowExisting(id)
        assert(
            proposal.storedStatus == DharmaProposals.Status.approved,
            message: "DharmaGovernance: Proposal \(id) is \(DharmaProposals.getStatusName(proposal.storedStatus)), not approved"
        )
        if let obstacle = proposal.action.getExecutionObstacle() {
            panic("DharmaGovernance: Proposal \(id) cannot be executed yet: \(obstacle)")
        }
        self.setStatus(proposal, DharmaProposals.Status.executed)
        DharmaGovernanceActions.executeAction(proposal.action, proposalId: id, reasonHash: proposal.reasonHash)
        self.settleTopic(self.buildTopic("recover", proposal.action.target))
        emit ProposalExecuted(id: id, action: proposal.action.name(), target: proposal.action.target, dao: dao.address)
    }

    /// Makes another account the DAO: one that takes two keys to sign. Signed by the DAO, at first by the account of this
    /// contract.
    // lint-allow security: as above
    access(all) fun handOver(from: auth(BorrowValue) &Account, to: Address) {
        let holder = self.daoAddress ?? self.account.address
        assert(from.address == holder, message: "DharmaGovernance: \(from.address) cannot hand over; \(holder) can")
        DharmaConsent.requireSharedKeys(getAccount(to))
        emit DaoChanged(before: self.daoAddress, after: to)
        self.daoAddress = to
    }

    /// Frees the oldest proposal when it is closed and not one of the newest, up to `limit` votes at a time; anyone may
    /// call it, and each new proposal does. Returns whether one is gone.
    access(all) fun pruneOldest(limit: Int): Bool {
        let id = self.firstId
        if id + self.keptProposals > self.lastId {
            return false
        }
        self.settle(id)
        let proposal = self.borrowExisting(id)
        if !DharmaProposals.isFinal(proposal.storedStatus) || !proposal.forgetVotes(limit: limit) {
            return false
        }
        DharmaProtection.settle(proposal.action.target)
        let _ = DharmaConsent.forget(proposal.proposer)
        destroy self.proposals.remove(key: id)
        self.firstId = id + 1
        emit ProposalPruned(id: id)
        return true
    }

    access(contract) view fun borrowExisting(_ id: UInt64): &DharmaProposals.Proposal {
        return self.borrowProposal(id) ?? panic("DharmaGovernance: There is no proposal \(id)")
    }

    access(self) view fun getExclusionReason(_ isExcluded: Bool, _ voter: Address): String? {
        return isExcluded
            ? "\(voter) is the target of the proposal, or the recovery address"
            : DharmaVoterEligibility.getIneligibilityReason(voter)
    }

    access(self) fun setStatus(_ proposal: &DharmaProposals.Proposal, _ status: DharmaProposals.Status) {
        let before = proposal.storedStatus
        if before == status {
            return
        }
        proposal.setStatus(status)
        if DharmaProposals.isFinal(status) {
            self.closeTopic(proposal)
        }
        emit StatusChanged(
            id: proposal.id,
            before: DharmaProposals.getStatusName(before),
            after: DharmaProposals.getStatusName(status),
            votesFor: proposal.votesFor,
            votesAgainst: proposal.votesAgainst
        )
    }

    access(self) fun closeTopic(_ proposal: &DharmaProposals.Proposal) {
        let id = proposal.id
        self.removeUnsupported(id)
        let topic = self.buildTopic(proposal.action.name(), proposal.action.target)
        if self.openByTopic[topic] == id {
            self.openByTopic[topic] = nil
        }
        let others = self.getOpenProposals(proposal.proposer).filter(view fun (other: UInt64): Bool {
            return other != id
        })
        self.openByProposer[proposal.proposer] = others.length == 0 ? nil : others
    }

    access(self) fun settleTopic(_ topic: String) {
        if let id = self.openByTopic[topic] {
            self.settle(id)
        }
    }

    access(self) fun removeUnsupported(_ id: UInt64) {
        if let index = self.unsupported.firstIndex(of: id) {
            let _ = self.unsupported.remove(at: index)
        }
    }

    /// Panics when the proposer has too many open proposals, or people who cannot vote have.
    access(self) fun requireOpenSlot(proposer: Address, isEligible: Bool) {
        for id in self.getOpenProposals(proposer) {
            self.settle(id)
        }
        assert(
            self.getOpenProposals(proposer).length < self.maxOpenPerPerson,
            message: "DharmaGovernance: \(proposer) has \(self.maxOpenPerPerson) open proposals already"
        )
        if !isEligible && self.unsupported.length >= self.maxUnsupported {
            self.settle(self.unsupported[0])
            assert(
                self.unsupported.length < self.maxUnsupported,
                message: "DharmaGovernance: \(self.maxUnsupported) proposals of people who cannot vote wait for a first vote; propose when one has ended"
            )
        }
    }

    /// Panics when the topic is taken, unless an eligible voter's proposal may supersede the open one.
    access(self) fun clearTopic(_ topic: String, isEligible: Bool) {
        self.settleTopic(topic)
        if let id = self.openByTopic[topic] {
            let open = self.borrowExisting(id)
            assert(
                isEligible && !open.isProposerEligible && !open.hasVotes(),
                message: "DharmaGovernance: Proposal \(id) to \(topic) is open already"
            )
            open.supersede()
            emit ProposalSuperseded(id: id, supersededBy: self.lastId + 1)
            self.setStatus(open, DharmaProposals.Status.expired)
        }
    }

    /// Opens a proposal without a topic: an appeal's, or one whose topic the caller records.
    access(account) fun open(
        _ action: {DharmaGovernanceActions.Action},
        proposer: Address,
        isProposerEligible: Bool,
        reason: String
    ): UInt64 {
        pre {
            reason.utf8.length >= self.minReason && reason.utf8.length <= self.maxReason:
                "DharmaGovernance: The reason has \(reason.utf8.length) bytes, not \(self.minReason) to \(self.maxReason)"
        }
        self.lastId = self.lastId + 1
        let id = self.lastId
        let proposal <- DharmaProposals.createProposal(
            id: id,
            action: action,
            proposer: proposer,
            isProposerEligible: isProposerEligible,
            reason: reason
        )
        emit ProposalCreated(
            id: id,
            action: action.name(),
            target: action.target,
            proposer: proposer,
            isProposerEligible: isProposerEligible,
            isAppeal: proposal.isAppeal(),
            title: action.title(),
            description: action.description(),
            reason: reason,
            reasonHash: proposal.reasonHash,
            votingEndsAt: proposal.votingEndsAt,
            executableUntil: proposal.executableUntil
        )
        self.proposals[id] <-! proposal
        let _ = self.pruneOldest(limit: 10)
        return id
    }

    access(self) view fun buildTopic(_ action: String, _ target: Address): String {
        return "\(action) \(target)"
    }

    init() {
        self.maxOpenPerPerson = 3
        self.maxUnsupported = 60
        self.minReason = 20
        self.maxReason = 4000
        self.keptProposals = 100
        self.daoAddress = nil
        self.lastId = 0
        self.firstId = 1
        self.proposals <- {}
        self.openByProposer = {}
        self.openByTopic = {}
        self.unsupported = []
    }
}
