/// Flags, freezes and appeals, and the times from and until which each of them holds. Everything follows from block
/// time and from how votes ended, never from who recorded what when.
access(all) contract DharmaProtectionTypes {

    /// How the voting on a proposal ended, apart from the status of the proposal.
    access(all) enum VotingOutcome: UInt8 {
        /// Voting has not ended.
        access(all) case open
        access(all) case approved
        access(all) case rejected
        /// Too few votes, or superseded.
        access(all) case expired
    }

    access(all) enum AppealOutcome: UInt8 {
        access(all) case open
        access(all) case upheld
        access(all) case denied
        /// The clock ended before a vote decided.
        access(all) case undecided
    }

    /// A proposal as this contract and DharmaProtection see it. DharmaGovernance imports them, so they cannot import
    /// it: it passes a value of this type when a proposal of an appeal or of a recovery opens.
    access(all) struct interface Ballot {
        access(all) let proposalId: UInt64
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64

        access(all) view fun getVotingOutcome(): VotingOutcome
    }

    /// From when until when an approved recovery can be executed.
    access(all) struct Approval {
        access(all) let from: UFix64
        access(all) let until: UFix64

        view init(from: UFix64, until: UFix64) {
            self.from = from
            self.until = until
        }
    }

    /// A warning by a flagger. It stands until it is lifted.
    access(all) struct Flag {
        access(all) let caseId: String
        /// One of `reasonCodes`.
        access(all) let reasonCode: String
        /// SHA-256 of the reason, in hex.
        access(all) let reasonHash: String
        access(all) let flagger: Address
        access(all) let since: UFix64

        view init(caseId: String, reasonCode: String, reasonHash: String, flagger: Address) {
            self.caseId = caseId
            self.reasonCode = reasonCode
            self.reasonHash = reasonHash
            self.flagger = flagger
            self.since = getCurrentBlock().timestamp
        }
    }

    /// A transaction that a flagger cites, and the time of its block.
    access(all) struct CitedTransaction {
        /// 64 hex digits in lower case.
        access(all) let id: String
        access(all) let blockTime: UFix64

        view init(id: String, blockTime: UFix64) {
            pre {
                DharmaProtectionTypes.isHash(id):
                    "DharmaProtectionTypes: '\(id)' is not a transaction id of 64 hex digits in lower case"
                blockTime <= getCurrentBlock().timestamp:
                    "DharmaProtectionTypes: The cited time \(blockTime) is later than the current block"
            }
            self.id = id
            self.blockTime = blockTime
        }
    }

    /// A freeze by the community. It ends by itself.
    access(all) struct Freeze {
        /// Number of the freeze among those of the address, from 1. A renewal belongs to the same freeze.
        access(all) let number: UInt64
        /// The proposal that was executed last.
        access(all) let proposalId: UInt64
        access(all) let reasonHash: String
        access(all) let since: UFix64
        /// Time of the block in which the last approved freeze was executed.
        access(all) let renewedAt: UFix64
        /// Set when an executed proposal ended it, or when its lapse was recorded.
        access(all) let endedAt: UFix64?

        view init(
            number: UInt64,
            proposalId: UInt64,
            reasonHash: String,
            since: UFix64,
            renewedAt: UFix64,
            endedAt: UFix64?
        ) {
            self.number = number
            self.proposalId = proposalId
            self.reasonHash = reasonHash
            self.since = since
            self.renewedAt = renewedAt
            self.endedAt = endedAt
        }

        /// End of the seven days. An open appeal beside an approved recovery can lengthen the freeze beyond it.
        access(all) view fun getPeriodEnd(): UFix64 {
            return self.renewedAt + DharmaProtectionTypes.freezePeriod
        }

        access(all) view fun toRenewed(proposalId: UInt64, reasonHash: String): Freeze {
            return Freeze(
                number: self.number,
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: self.since,
                renewedAt: getCurrentBlock().timestamp,
                endedAt: nil
            )
        }

        access(all) view fun toEnded(at: UFix64): Freeze {
            return Freeze(
                number: self.number,
                proposalId: self.proposalId,
                reasonHash: self.reasonHash,
                since: self.since,
                renewedAt: self.renewedAt,
                endedAt: at
            )
        }
    }

    /// An appeal of the flagged or frozen account, with a clock of 72 hours. It is decided by how the voting on its
    /// own proposal ended, or on a second one where the first had too few votes.
    access(all) struct Appeal {
        access(all) let id: UInt64
        /// The flag it is against; nil for an appeal against a freeze.
        access(all) let caseId: String?
        /// The freeze it is against; nil for an appeal against a flag.
        access(all) let freezeNumber: UInt64?
        /// Whether it is the first against that freeze, renewals included. Only that one blocks a recovery.
        access(all) let isFirst: Bool
        /// SHA-256 of the reason, in hex.
        access(all) let reasonHash: String
        access(all) let openedAt: UFix64
        /// One or two.
        access(all) let ballots: [{Ballot}]
        /// As recorded; `getOutcome` also knows votes and clock.
        access(all) let storedOutcome: AppealOutcome
        access(all) let storedClosedAt: UFix64?

        view init(
            id: UInt64,
            caseId: String?,
            freezeNumber: UInt64?,
            isFirst: Bool,
            reasonHash: String,
            openedAt: UFix64,
            ballots: [{Ballot}],
            storedOutcome: AppealOutcome,
            storedClosedAt: UFix64?
        ) {
            self.id = id
            self.caseId = caseId
            self.freezeNumber = freezeNumber
            self.isFirst = isFirst
            self.reasonHash = reasonHash
            self.openedAt = openedAt
            self.ballots = ballots
            self.storedOutcome = storedOutcome
            self.storedClosedAt = storedClosedAt
        }

        /// When an undecided appeal closes.
        access(all) view fun getDeadline(): UFix64 {
            return self.openedAt + DharmaProtectionTypes.appealPeriod
        }

        access(all) view fun getOutcome(): AppealOutcome {
            if self.storedOutcome != AppealOutcome.open {
                return self.storedOutcome
            }
            switch self.ballots[self.ballots.length - 1].getVotingOutcome() {
                case VotingOutcome.approved:
                    return AppealOutcome.upheld
                case VotingOutcome.rejected:
                    return AppealOutcome.denied
            }
            return getCurrentBlock().timestamp < self.getDeadline() ? AppealOutcome.open : AppealOutcome.undecided
        }

        /// The end of the vote that decided it, or of the clock; nil while it is open.
        access(all) view fun getClosedAt(): UFix64? {
            let outcome = self.getOutcome()
            return outcome == AppealOutcome.open ? nil : self.getClosingTime(outcome)
        }

        access(self) view fun getClosingTime(_ outcome: AppealOutcome): UFix64 {
            return outcome == AppealOutcome.undecided
                ? self.getDeadline()
                : self.storedClosedAt ?? self.ballots[self.ballots.length - 1].votingEndsAt
        }

        access(all) view fun isOpen(): Bool {
            return self.getOutcome() == AppealOutcome.open
        }

        /// When it was upheld; nil while it is not.
        access(all) view fun getUpheldAt(): UFix64? {
            return self.getOutcome() == AppealOutcome.upheld ? self.getClosedAt() : nil
        }

        /// Whether it lifts the flag it is against.
        access(all) view fun isLiftingFlag(): Bool {
            let outcome = self.getOutcome()
            return outcome == AppealOutcome.upheld || outcome == AppealOutcome.undecided
        }

        /// Whether a second proposal can be opened now: the first had too few votes and 24 hours are left.
        access(all) view fun isSecondBallotDue(): Bool {
            let now = getCurrentBlock().timestamp
            return self.isOpen()
                && self.ballots.length == 1
                && now >= self.ballots[0].votingEndsAt
                && now <= self.getDeadline() - DharmaProtectionTypes.secondBallotMargin
        }

        access(all) view fun withBallot(_ ballot: {Ballot}): Appeal {
            return self.changed(ballots: self.ballots.concat([ballot]), storedOutcome: AppealOutcome.open, storedClosedAt: nil)
        }

        /// The same appeal with its outcome recorded. From then on its proposals may be pruned.
        access(all) view fun toClosed(_ outcome: AppealOutcome): Appeal {
            return self.changed(
                ballots: self.ballots,
                storedOutcome: outcome,
                storedClosedAt: self.getClosingTime(outcome)
            )
        }

        access(self) view fun changed(
            ballots: [{Ballot}],
            storedOutcome: AppealOutcome,
            storedClosedAt: UFix64?
        ): Appeal {
            return Appeal(
                id: self.id,
                caseId: self.caseId,
                freezeNumber: self.freezeNumber,
                isFirst: self.isFirst,
                reasonHash: self.reasonHash,
                openedAt: self.openedAt,
                ballots: ballots,
                storedOutcome: storedOutcome,
                storedClosedAt: storedClosedAt
            )
        }
    }

    /// listed: on a scam list. behaviour: transaction patterns. community: reports. keys: key or contract changes.
    access(all) let reasonCodes: [String]
    /// How long a freeze holds unless a vote renews it: 7 days, in seconds.
    access(all) let freezePeriod: UFix64
    /// Most that an appeal beside an approved recovery lengthens a freeze: 96 hours, in seconds.
    access(all) let freezeExtension: UFix64
    /// How long a freeze holds at least after an appeal that blocked a recovery has closed: 24 hours, in seconds.
    access(all) let freezeAfterAppeal: UFix64
    /// How long an appeal may stay undecided: 72 hours, in seconds.
    access(all) let appealPeriod: UFix64
    /// How long before the end of its clock an appeal may open its second proposal: 24 hours, in seconds.
    access(all) let secondBallotMargin: UFix64
    /// How long a frozen address is frozen before its vault can be recovered: 72 hours, in seconds.
    access(all) let recoveryDelay: UFix64
    /// How long before the end of the freeze the voting on a recovery must end: 24 hours, in seconds.
    access(all) let recoveryMargin: UFix64
    /// How long a reason code is refused after an appeal, a vote, or its flagger during an appeal lifted such a flag:
    /// 7 days, in seconds.
    access(all) let flagBarPeriod: UFix64
    /// How long the end of a freeze is remembered: 30 days, in seconds. Longer than any request to a guarded vault
    /// lives, because a request made before that end is void.
    access(all) let memoryPeriod: UFix64

    access(all) view fun getOutcomeName(_ outcome: AppealOutcome): String {
        switch outcome {
            case AppealOutcome.open:
                return "open"
            case AppealOutcome.upheld:
                return "upheld"
            case AppealOutcome.denied:
                return "denied"
        }
        return "undecided"
    }

    access(all) view fun getVotingOutcomeName(_ outcome: VotingOutcome): String {
        switch outcome {
            case VotingOutcome.open:
                return "open"
            case VotingOutcome.approved:
                return "approved"
            case VotingOutcome.rejected:
                return "rejected"
        }
        return "expired"
    }

    /// Whether the text is 64 hex digits in lower case, as a SHA-256 hash; panics on digits that are not hex.
    access(all) view fun isHash(_ text: String): Bool {
        return text.utf8.length == 64 && text.toLower() == text && text.decodeHex().length == 32
    }

    init() {
        self.reasonCodes = ["listed", "behaviour", "community", "keys"]
        self.freezePeriod = 604800.0
        self.freezeExtension = 345600.0
        self.freezeAfterAppeal = 86400.0
        self.appealPeriod = 259200.0
        self.secondBallotMargin = 86400.0
        self.recoveryDelay = 259200.0
        self.recoveryMargin = 86400.0
        self.flagBarPeriod = 604800.0
        self.memoryPeriod = 2592000.0
    }
}
