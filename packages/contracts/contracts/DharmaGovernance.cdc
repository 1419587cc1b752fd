import "DharmaConsent"
import "DharmaFlaggers"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaProtectionTypes"
import "DharmaScore"
import "DharmaVault"
import "DharmaVoterEligibility"

/// Proposals to freeze, unfreeze or recover an address, appeals, the votes on them, and the execution by the DAO.
/// Proposals, appeals and votes are signed messages of people, relayed by anyone.
access(all) contract DharmaGovernance {

    /// `rank` is appointed, voter or other. An unfreeze touches only the flag and the freeze of these numbers.
    access(all) event ProposalCreated(
        id: UInt64,
        action: String,
        target: Address,
        flagNumber: UInt64?,
        freezeNumber: UInt64?,
        proposer: Address,
        rank: String,
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
    access(all) event ProposalExecuted(id: UInt64, action: String, target: Address, dao: Address)
    /// `before` is nil at first.
    access(all) event DaoChanged(before: Address?, after: Address)

    /// All that a co-signer needs to judge a proposal, as it stands now.
    access(all) struct Summary {
        access(all) let id: UInt64
        access(all) let action: String
        access(all) let target: Address
        access(all) let flagNumber: UInt64?
        access(all) let freezeNumber: UInt64?
        access(all) let title: String
        access(all) let description: String
        /// Lines of the signed messages that describe the action.
        access(all) let details: [String]
        access(all) let proposer: Address
        access(all) let rank: String
        access(all) let isAppeal: Bool
        access(all) let reason: String
        access(all) let reasonHash: String
        access(all) let status: String
        /// How the voting ended: open, approved, rejected or expired.
        access(all) let votingOutcome: String
        access(all) let votesRequired: UInt64
        access(all) let minVotesFor: UInt64
        /// Why an approved proposal cannot be executed yet; nil when it can.
        access(all) let executionObstacle: String?
        access(all) let votesFor: UInt64
        access(all) let votesAgainst: UInt64
        access(all) let votes: {Address: DharmaProposals.Vote}
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64

        access(contract) view init(_ proposal: &DharmaProposals.Proposal) {
            let terms = proposal.terms
            let status = DharmaProtection.getProposalStatus(proposal.id)
            let outcome = DharmaProtection.getVotingOutcome(proposal.id)
            self.id = proposal.id
            self.action = DharmaProposals.getActionName(terms.action)
            self.target = terms.target
            self.flagNumber = terms.flagNumber
            self.freezeNumber = terms.freezeNumber
            self.title = terms.getTitle()
            self.description = terms.getDescription()
            self.details = terms.getDetails()
            self.proposer = proposal.proposer
            self.rank = DharmaProposals.getRankName(proposal.rank)
            self.isAppeal = terms.isAppeal()
            self.reason = proposal.reason
            self.reasonHash = proposal.reasonHash
            self.status = DharmaProposals.getStatusName(status)
            self.votingOutcome = outcome == nil ? "open" : DharmaProposals.getStatusName(outcome!)
            self.votesRequired = proposal.votesRequired
            self.minVotesFor = proposal.minVotesFor()
            self.executionObstacle = status == DharmaProposals.Status.approved
                ? DharmaProtection.getExecutionObstacle(proposal.id)
                : nil
            self.votesFor = proposal.votesFor
            self.votesAgainst = proposal.votesAgainst
            self.votes = proposal.getVotes()
            self.createdAt = proposal.createdAt
            self.votingEndsAt = proposal.votingEndsAt
            self.executableUntil = proposal.executableUntil
        }
    }

    /// The account whose shared keys execute approved proposals; nil until the account of this contract hands over.
    access(all) var daoAddress: Address?
    access(self) let recoverer: @DharmaVault.Recoverer
    /// The last proposals of each proposer, without appeals, until they are pruned.
    access(self) let byProposer: {Address: [UInt64]}
    /// The last proposal by topic and rank, until it is pruned.
    access(self) let byTopic: {String: UInt64}
    /// When the places are free again that people who may not vote have taken, the first taken first.
    access(self) var sharedPlaces: [UFix64]

    /// Open votes that one person may have.
    access(all) view fun maxOpenPerPerson(): Int {
        return 3
    }

    /// Open votes that an appointed account may have.
    access(all) view fun maxOpenPerAppointed(): Int {
        return 10
    }

    /// Places that all who may not vote share, each for 24 hours: accounts that propose cost nothing.
    access(all) view fun maxShared(): Int {
        return 60
    }

    /// Votes in one message.
    access(all) view fun maxVotesPerMessage(): Int {
        return 8
    }

    /// In visible characters.
    access(all) view fun minReason(): Int {
        return 20
    }

    /// In bytes.
    access(all) view fun maxReason(): Int {
        return 4000
    }

    /// nil when there is none of that number or it was pruned.
    access(all) view fun getSummary(_ id: UInt64): Summary? {
        if let proposal = DharmaProposals.borrowProposal(id) {
            return Summary(proposal)
        }
        return nil
    }

    access(all) view fun getStatus(_ id: UInt64): DharmaProposals.Status {
        return DharmaProtection.getProposalStatus(id)
    }

    /// Whether votes on a proposal count now.
    access(all) view fun isVotingOpen(_ id: UInt64): Bool {
        return !DharmaProposals.borrowExisting(id).isVotingOver() && !DharmaProposals.isFinal(self.getStatus(id))
    }

    /// Proposals of an address, without its appeals, whose voting is open.
    access(all) view fun getOpenProposals(_ proposer: Address): [UInt64] {
        return (self.byProposer[proposer] ?? []).filter(self.isVotingOpen)
    }

    /// The proposal that keeps a proposer of this rank from opening another one on the same topic; nil when none does.
    access(all) view fun findOpenOnTopic(_ terms: &DharmaProposals.Terms, rank: DharmaProposals.Rank): UInt64? {
        for each in [DharmaProposals.Rank.other, DharmaProposals.Rank.voter, DharmaProposals.Rank.appointed] {
            if each.rawValue >= rank.rawValue {
                if let id = self.byTopic[self.buildTopic(terms, each)] {
                    if self.isVotingOpen(id) {
                        return id
                    }
                }
            }
        }
        return nil
    }

    /// Why an address may not vote on a proposal now; nil when it may.
    access(all) view fun getIneligibilityReason(voter: Address, id: UInt64): String? {
        let target = DharmaProposals.borrowExisting(id).terms.target
        return self.getVotingObstacle(id, voter, DharmaProtection.borrowRecord(target)?.getState())
            ?? self.getStandingObstacle(voter, accusedAt: DharmaProposals.borrowExisting(id).terms.accusedAt)
    }

    /// What an address proposes as the chain stands now: an unfreeze names the flag and the freeze that stand, a recovery
    /// the freeze and the recovery address. Panics on any other action, and where nothing of that stands.
    access(all) view fun createTerms(action: String, target: Address): DharmaProposals.Terms {
        let flag = DharmaProtection.getFlag(target)
        let flagNumber = flag?.number
        let freezeNumber = DharmaProtection.getFreeze(target)?.number
        switch action {
            case "freeze":
                return DharmaProposals.Terms(
                    DharmaProposals.Action.freeze,
                    target: target,
                    flagNumber: nil,
                    freezeNumber: nil,
                    flagCaseId: flag?.caseId ?? DharmaProtection.borrowRecord(target)?.getRecentCaseId() ?? nil,
                    flaggedAt: flag?.since,
                    recoveryAddress: nil,
                    accusedAt: nil
                )
            case "unfreeze":
                assert(
                    flagNumber != nil || freezeNumber != nil,
                    message: "DharmaGovernance: \(target) is neither flagged nor frozen"
                )
                return self.createUnfreeze(target, flagNumber: flagNumber, freezeNumber: freezeNumber, accusedAt: nil)
            case "recover":
                return self.createRecovery(target)
        }
        panic("DharmaGovernance: '\(action)' is not freeze, unfreeze or recover")
    }

    /// Lines of the message by which a person casts votes.
    access(all) view fun getVoteDetails(ids: [UInt64], supports: [Bool]): [String] {
        pre {
            ids.length == supports.length: "DharmaGovernance: \(ids.length) proposals do not go with \(supports.length) choices"
            ids.length > 0 && ids.length <= self.maxVotesPerMessage():
                "DharmaGovernance: A message has 1 to \(self.maxVotesPerMessage()) votes, not \(ids.length)"
        }
        var lines: [String] = []
        for index, id in ids {
            assert(ids.firstIndex(of: id) == index, message: "DharmaGovernance: Proposal \(id) is in the message twice")
            let choice = supports[index] ? "for" : "against"
            lines = lines.concat(["Proposal: \(id)"])
                .concat(DharmaProposals.borrowExisting(id).terms.getDetails())
                .concat(["Choice: \(choice)"])
        }
        return lines
    }

    /// Lines of the message by which an account appeals against a flag or a freeze, by its number.
    access(all) view fun getAppealDetails(flagNumber: UInt64?, freezeNumber: UInt64?, reasonHash: String): [String] {
        let subject = flagNumber == nil ? "Freeze: \(freezeNumber ?? 0)" : "Flag: \(flagNumber!)"
        return [subject, "Reason SHA-256: \(reasonHash)"]
    }

    /// Opens a proposal; returns its number.
    access(all) fun propose(
        action: String,
        target: Address,
        reason: String,
        consent: DharmaConsent.Consent
    ): UInt64 {
        let proposer = consent.address
        let terms = self.createTerms(action: action, target: target)
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.proposals,
            subject: "proposal",
            details: terms.getDetails().concat(["Reason SHA-256: \(DharmaProposals.hashReason(reason))"]),
            role: "Proposer"
        )
        if action == "recover" {
            self.requireRecoverable(target)
        }
        let rank = self.getRank(&terms as &DharmaProposals.Terms, proposer)
        if let id = self.findOpenOnTopic(&terms as &DharmaProposals.Terms, rank: rank) {
            panic("DharmaGovernance: Proposal \(id) to \(action) \(target) is open already")
        }
        let open = self.getOpenProposals(proposer)
        self.takePlace(proposer, rank: rank, open: open.length)
        let id = self.open(terms, proposer: proposer, rank: rank, reason: reason)
        self.byTopic[self.buildTopic(&terms as &DharmaProposals.Terms, rank)] = id
        self.byProposer[proposer] = open.concat([id])
        return id
    }

    /// Opens an appeal of the signing account against one flag or one freeze, and the proposal that decides it; returns
    /// its number. It holds no topic and takes no place.
    access(all) fun appeal(flagNumber: UInt64?, freezeNumber: UInt64?, reason: String, consent: DharmaConsent.Consent): UInt64 {
        pre {
            (flagNumber == nil) != (freezeNumber == nil): "DharmaGovernance: An appeal names one flag or one freeze"
        }
        let address = consent.address
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.appeals,
            subject: "appeal",
            details: self.getAppealDetails(
                flagNumber: flagNumber,
                freezeNumber: freezeNumber,
                reasonHash: DharmaProposals.hashReason(reason)
            ),
            role: "Appellant"
        )
        if let obstacle = self.getAppealObstacle(address, flagNumber: flagNumber, freezeNumber: freezeNumber) {
            panic("DharmaGovernance: \(obstacle)")
        }
        let accusedAt = flagNumber == nil
            ? DharmaProtection.getFreeze(address)!.accusedAt
            : DharmaProtection.getFlag(address)!.since
        let terms = self.createUnfreeze(address, flagNumber: flagNumber, freezeNumber: freezeNumber, accusedAt: accusedAt)
        return self.open(terms, proposer: address, rank: DharmaProposals.Rank.other, reason: reason)
    }

    /// Why an account cannot appeal now against a flag or a freeze of that number; nil when it can: once against each flag,
    /// once against each freeze, and once more for each renewal, never two at a time against the same one.
    access(all) view fun getAppealObstacle(_ address: Address, flagNumber: UInt64?, freezeNumber: UInt64?): String? {
        if let number = flagNumber {
            let flag = DharmaProtection.getFlag(address)
            if flag?.number != number {
                return "\(address) does not carry flag \(number)"
            }
            if let appealId = flag?.appealId ?? nil {
                return "\(address) has appealed against flag \(number) already: appeal \(appealId)"
            }
            return nil
        }
        let freeze = DharmaProtection.getFreeze(address)
        if freeze?.number != freezeNumber {
            return "\(address) is not frozen by freeze \(freezeNumber ?? 0)"
        }
        return freeze!.isAppealable()
            ? nil
            : "\(address) has appealed against freeze \(freeze!.number) already: appeal \(freeze!.lastAppealId)"
    }

    /// Counts votes of one message; a later one of the same voter on the same proposal replaces the earlier.
    access(all) fun vote(ids: [UInt64], supports: [Bool], consent: DharmaConsent.Consent) {
        let details = self.getVoteDetails(ids: ids, supports: supports)
        let voter = consent.address
        // What the votes rely on, by the time of the accusation in an appeal, 0.0 for other proposals.
        let records: {UFix64: DharmaScore.Record} = {}
        let states: {Address: DharmaProtection.State} = {}
        var undecided = 0
        for id in ids {
            let terms = DharmaProposals.borrowExisting(id).terms
            let accusedAt = terms.accusedAt
            let isKnown = records[accusedAt ?? 0.0] != nil
            let state = states[terms.target] ?? DharmaProtection.borrowRecord(terms.target)?.getState()
            if states[terms.target] == nil && state != nil {
                states[terms.target] = state
                undecided = undecided + DharmaProtection.borrowRecord(terms.target)!.undecided.length
                assert(
                    undecided <= DharmaProtection.maxUndecided(),
                    message: "DharmaGovernance: The addresses of these votes have \(undecided) undecided proposals, more than \(DharmaProtection.maxUndecided()); sign fewer votes in one message"
                )
            }
            let standing = isKnown ? nil : self.getStandingObstacle(voter, accusedAt: accusedAt)
            if let obstacle = self.getVotingObstacle(id, voter, state) ?? standing {
                panic("DharmaGovernance: \(voter) cannot vote: \(obstacle)")
            }
            if !isKnown {
                records[accusedAt ?? 0.0] = self.getReliedRecord(voter, accusedAt: accusedAt)
            }
        }
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.votes,
            subject: "vote",
            details: details,
            role: "Voter"
        )
        let changed: {Address: Bool} = {}
        for index, id in ids {
            let proposal = DharmaProposals.borrowExisting(id)
            let record = records[proposal.terms.accusedAt ?? 0.0]!
            let before = proposal.terms.freezeNumber == nil ? nil : proposal.getResult()
            self.count(proposal, DharmaProposals.Vote(support: supports[index], sequence: consent.sequence, record: record))
            if before != nil && proposal.getResult() != before {
                changed[proposal.terms.target] = true
            }
        }
        for target in changed {
            DharmaProtection.noteVotes(target)
        }
    }

    /// Records and emits what time and votes have made of a proposal and of its target; anyone may call it, any time.
    access(all) fun settle(_ id: UInt64) {
        let proposal = DharmaProposals.borrowExisting(id)
        DharmaProtection.settle(proposal.terms.target)
        proposal.setStatus(self.getStatus(id))
    }

    /// Executes an approved proposal, once. `dao` is the account of the DAO itself, none of whose keys can sign alone.
    // lint-allow security: only its address and keys are read; a reference that anybody can make would prove nothing
    access(all) fun executeProposal(dao: auth(BorrowValue) &Account, id: UInt64) {
        assert(dao.address == self.daoAddress, message: "DharmaGovernance: \(dao.address) is not the account of the DAO")
        DharmaConsent.requireSharedKeys(dao)
        self.settle(id)
        let proposal = DharmaProposals.borrowExisting(id)
        let terms = proposal.terms
        assert(
            proposal.storedStatus == DharmaProposals.Status.approved,
            message: "DharmaGovernance: Proposal \(id) is \(DharmaProposals.getStatusName(proposal.storedStatus)), not approved"
        )
        if let obstacle = DharmaProtection.getExecutionObstacle(id) {
            panic("DharmaGovernance: Proposal \(id) cannot be executed yet: \(obstacle)")
        }
        proposal.setStatus(DharmaProposals.Status.executed)
        switch terms.action {
            case DharmaProposals.Action.freeze:
                DharmaProtection.freeze(proposal)
            case DharmaProposals.Action.unfreeze:
                DharmaProtection.unfreeze(proposal)
            case DharmaProposals.Action.recover:
                self.recoverer.recover(
                    address: terms.target,
                    to: terms.recoveryAddress!.address,
                    proposalId: id,
                    reasonHash: proposal.reasonHash
                )
                DharmaProtection.noteRecovered(terms.target)
        }
        emit ProposalExecuted(
            id: id,
            action: DharmaProposals.getActionName(terms.action),
            target: terms.target,
            dao: dao.address
        )
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
        let id = DharmaProposals.firstId
        if id + DharmaProposals.keptProposals() > DharmaProposals.lastId {
            return false
        }
        let proposal = DharmaProposals.borrowExisting(id)
        // A proposal that is expensive to settle waits for a transaction of its own.
        if (DharmaProtection.borrowRecord(proposal.terms.target)?.undecided?.length ?? 0) <= 4 {
            self.settle(id)
        }
        if !DharmaProposals.isFinal(proposal.storedStatus) {
            return false
        }
        let proposer = proposal.proposer
        let topic = self.buildTopic(proposal.terms, proposal.rank)
        if !DharmaProposals.prune(limit: limit) {
            return false
        }
        if self.byTopic[topic] == id {
            self.byTopic[topic] = nil
        }
        let others = (self.byProposer[proposer] ?? []).filter(view fun (other: UInt64): Bool { return other != id })
        self.byProposer[proposer] = others.length == 0 ? nil : others
        return true
    }

    access(self) view fun createUnfreeze(
        _ target: Address,
        flagNumber: UInt64?,
        freezeNumber: UInt64?,
        accusedAt: UFix64?
    ): DharmaProposals.Terms {
        return DharmaProposals.Terms(
            DharmaProposals.Action.unfreeze,
            target: target,
            flagNumber: flagNumber,
            freezeNumber: freezeNumber,
            flagCaseId: nil,
            flaggedAt: nil,
            recoveryAddress: nil,
            accusedAt: accusedAt
        )
    }

    access(self) view fun createRecovery(_ target: Address): DharmaProposals.Terms {
        let vault = DharmaVault.borrowVault(target)
            ?? panic("DharmaGovernance: \(target) has no guarded vault to recover")
        assert(vault.recoveredTo == nil, message: "DharmaGovernance: The vault of \(target) was recovered already")
        let freeze = DharmaProtection.getFreeze(target)
            ?? panic("DharmaGovernance: \(target) is not frozen; a recovery needs a freeze")
        return DharmaProposals.Terms(
            DharmaProposals.Action.recover,
            target: target,
            flagNumber: nil,
            freezeNumber: freeze.number,
            flagCaseId: nil,
            flaggedAt: nil,
            recoveryAddress: DharmaProposals.RecoveryAddress(
                address: vault.recoveryAddress!,
                since: vault.recoveryAddressSince,
                before: vault.recoveryAddressBefore
            ),
            accusedAt: nil
        )
    }

    access(self) view fun requireRecoverable(_ target: Address) {
        let state = DharmaProtection.borrowRecord(target)!.getState()
        assert(
            state.freezeOverruledAt == nil,
            message: "DharmaGovernance: A vote decided to end freeze \(state.freezeNumber!) of \(target); no recovery opens under it"
        )
    }

    /// Why nobody may vote on a proposal now, or this address whatever its score; `state` is that of its target.
    access(self) view fun getVotingObstacle(_ id: UInt64, _ voter: Address, _ state: DharmaProtection.State?): String? {
        let proposal = DharmaProposals.borrowExisting(id)
        if proposal.isVotingOver() {
            return "voting on proposal \(id) ended at \(proposal.votingEndsAt)"
        }
        if state?.isVoid(proposal, endOfVoting: nil) ?? false {
            return "proposal \(id) is expired"
        }
        return proposal.terms.isExcludedVoter(voter)
            ? "\(voter) is the target of the proposal, or the recovery address"
            : nil
    }

    /// Why the scores of an address do not let it vote; `accusedAt` is the time of the accusation for an appeal.
    access(self) view fun getStandingObstacle(_ voter: Address, accusedAt: UFix64?): String? {
        return accusedAt == nil
            ? DharmaVoterEligibility.getIneligibilityReason(voter)
            : DharmaVoterEligibility.getJurorIneligibilityReason(voter, accusedAt: accusedAt!)
    }

    access(self) view fun getReliedRecord(_ voter: Address, accusedAt: UFix64?): DharmaScore.Record {
        return accusedAt == nil
            ? DharmaVoterEligibility.getReliedRecord(voter)!
            : DharmaVoterEligibility.getReliedJurorRecord(voter, accusedAt: accusedAt!)!
    }

    /// The target is among the others, whatever its score.
    access(self) view fun getRank(_ terms: &DharmaProposals.Terms, _ proposer: Address): DharmaProposals.Rank {
        if proposer == terms.target {
            return DharmaProposals.Rank.other
        }
        if DharmaFlaggers.isFlagger(proposer) {
            return DharmaProposals.Rank.appointed
        }
        let mayVote = !terms.isExcludedVoter(proposer) && self.getStandingObstacle(proposer, accusedAt: nil) == nil
        return mayVote ? DharmaProposals.Rank.voter : DharmaProposals.Rank.other
    }

    /// Panics when the proposer has too many open votes, or when people who may not vote have.
    access(self) fun takePlace(_ proposer: Address, rank: DharmaProposals.Rank, open: Int) {
        let most = rank == DharmaProposals.Rank.appointed ? self.maxOpenPerAppointed() : self.maxOpenPerPerson()
        assert(
            open < most,
            message: "DharmaGovernance: \(proposer) has \(most) open proposals already"
        )
        if rank != DharmaProposals.Rank.other {
            return
        }
        let now = getCurrentBlock().timestamp
        while self.sharedPlaces.length > 0 && self.sharedPlaces[0] <= now {
            let _ = self.sharedPlaces.removeFirst()
        }
        assert(
            self.sharedPlaces.length < self.maxShared(),
            message: "DharmaGovernance: People who may not vote opened \(self.maxShared()) proposals within 24 hours; the next place is free 24 hours after the first of them"
        )
        self.sharedPlaces.append(now + DharmaProtectionTypes.votingPeriod())
    }

    access(self) fun open(
        _ terms: DharmaProposals.Terms,
        proposer: Address,
        rank: DharmaProposals.Rank,
        reason: String
    ): UInt64 {
        pre {
            reason.utf8.length <= self.maxReason():
                "DharmaGovernance: The reason has \(reason.utf8.length) bytes, more than \(self.maxReason())"
            self.isLegible(reason):
                "DharmaGovernance: The reason has fewer than \(self.minReason()) visible characters"
        }
        let proposal = DharmaProtection.open(terms: terms, proposer: proposer, rank: rank, reason: reason)
        emit ProposalCreated(
            id: proposal.id,
            action: DharmaProposals.getActionName(terms.action),
            target: terms.target,
            flagNumber: terms.flagNumber,
            freezeNumber: terms.freezeNumber,
            proposer: proposer,
            rank: DharmaProposals.getRankName(rank),
            isAppeal: terms.isAppeal(),
            title: terms.getTitle(),
            description: terms.getDescription(),
            reason: reason,
            reasonHash: proposal.reasonHash,
            votingEndsAt: proposal.votingEndsAt,
            executableUntil: proposal.executableUntil
        )
        let _ = self.pruneOldest(limit: 10)
        return proposal.id
    }

    /// Whether a reason has enough visible characters among its first 220, which bound the cost: of those that the API
    /// takes, no more are needed.
    access(self) view fun isLegible(_ reason: String): Bool {
        var missing = self.minReason()
        for character in reason.length > 220 ? reason.slice(from: 0, upTo: 220) : reason {
            if !self.isBlank(character.utf8) {
                missing = missing - 1
                if missing == 0 {
                    return true
                }
            }
        }
        return false
    }

    /// Whether a character in UTF-8 begins with a code point that draws nothing: white space, a control, what Unicode calls
    /// default-ignorable, an anchor of an annotation, or a blank sign.
    access(self) view fun isBlank(_ bytes: [UInt8]): Bool {
        let first = UInt32(bytes[0])
        if first < 0x80 {
            return first <= 0x20 || first == 0x7F
        }
        let second = UInt32(bytes[1] & 0x3F)
        if first < 0xE0 {
            let code = (first & 0x1F) << 6 | second
            return code >= 0x80 && code <= 0xA0 || code == 0xAD || code == 0x34F || code == 0x61C
        }
        let low = second << 6 | UInt32(bytes[2] & 0x3F)
        if first < 0xF0 {
            let code = (first & 0x0F) << 12 | low
            return self.isBlankFormat(code) || self.isBlankLetter(code)
        }
        return self.isBlankSign((first & 0x07) << 18 | low << 6 | UInt32(bytes[3] & 0x3F))
    }

    /// Spaces, joiners, marks of direction, operators, variation selectors and specials.
    access(self) view fun isBlankFormat(_ code: UInt32): Bool {
        return code >= 0x2000 && code <= 0x200F
            || code >= 0x2028 && code <= 0x202F
            || code >= 0x205F && code <= 0x206F
            || code >= 0xFE00 && code <= 0xFE0F
            || code == 0xFEFF
            || code >= 0xFFF0 && code <= 0xFFFB
    }

    /// Fillers and spaces of one script.
    access(self) view fun isBlankLetter(_ code: UInt32): Bool {
        return code >= 0x115F && code <= 0x1160
            || code == 0x1680
            || code >= 0x17B4 && code <= 0x17B5
            || code >= 0x180B && code <= 0x180F
            || code == 0x2800
            || code == 0x3000
            || code == 0x3164
            || code == 0xFFA0
    }

    /// Blanks of hieroglyphs, Khitan, shorthand and music; tags.
    access(self) view fun isBlankSign(_ code: UInt32): Bool {
        return code >= 0x13441 && code <= 0x13442
            || code == 0x16FE4
            || code >= 0x1BCA0 && code <= 0x1BCA3
            || code == 0x1D159
            || code >= 0x1D173 && code <= 0x1D17A
            || code >= 0xE0000 && code <= 0xE0FFF
    }

    access(self) fun count(_ proposal: &DharmaProposals.Proposal, _ vote: DharmaProposals.Vote) {
        let before = proposal.count(voter: vote.voter, vote: vote)
        emit VoteCast(
            id: proposal.id,
            voter: vote.voter,
            support: vote.support,
            supportBefore: before?.support,
            sequence: vote.sequence,
            votesFor: proposal.votesFor,
            votesAgainst: proposal.votesAgainst,
            scoreTenths: vote.scoreTenths,
            evidenceHash: vote.evidenceHash,
            blockHeight: vote.blockHeight,
            publisher: vote.publisher
        )
    }

    access(self) view fun buildTopic(_ terms: &DharmaProposals.Terms, _ rank: DharmaProposals.Rank): String {
        return "\(terms.action.rawValue) \(terms.target) \(terms.freezeNumber ?? 0) \(rank.rawValue)"
    }

    init() {
        self.daoAddress = nil
        self.recoverer <- self.account.storage.load<@DharmaVault.Recoverer>(from: DharmaVault.recovererStoragePath)
            ?? panic("DharmaGovernance: The recoverer of DharmaVault was taken already")
        self.byProposer = {}
        self.byTopic = {}
        self.sharedPlaces = []
    }
}
