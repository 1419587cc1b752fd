/// What a flag, a freeze and an appeal are, and from when to when each holds by block time.
access(all) contract DharmaProtectionTypes {

    access(all) enum Outcome: UInt8 {
        access(all) case open
        access(all) case upheld
        access(all) case denied
        /// The clock ran out before anybody decided.
        access(all) case undecided
    }

    /// The agent's warning. It holds until it is lifted.
    access(all) struct Flag {
        access(all) let caseId: String
        /// SHA-256 of the reason, in hex.
        access(all) let reasonHash: String
        access(all) let flagger: Address
        access(all) let since: UFix64

        view init(caseId: String, reasonHash: String, flagger: Address) {
            self.caseId = caseId
            self.reasonHash = reasonHash
            self.flagger = flagger
            self.since = getCurrentBlock().timestamp
        }
    }

    /// The community's decision. It holds until its end, whoever forgets to lift it.
    access(all) struct Freeze {
        access(all) let proposalId: UInt64
        access(all) let reasonHash: String
        access(all) let since: UFix64
        /// First moment at which the freeze no longer holds.
        access(all) let endsAt: UFix64
        /// Whether the end was announced by an event.
        access(all) let isSettled: Bool

        view init(proposalId: UInt64, reasonHash: String, since: UFix64, endsAt: UFix64, isSettled: Bool) {
            self.proposalId = proposalId
            self.reasonHash = reasonHash
            self.since = since
            self.endsAt = endsAt
            self.isSettled = isSettled
        }

        access(all) view fun holds(): Bool {
            return getCurrentBlock().timestamp < self.endsAt
        }

        /// The same freeze with its end written down.
        access(all) view fun settled(endsAt: UFix64): Freeze {
            return Freeze(
                proposalId: self.proposalId,
                reasonHash: self.reasonHash,
                since: self.since,
                endsAt: endsAt,
                isSettled: true
            )
        }
    }

    /// The marked account's objection, with a clock.
    access(all) struct Appeal {
        access(all) let id: UInt64
        access(all) let address: Address
        /// SHA-256 of the appellant's reasons, in hex.
        access(all) let reasonHash: String
        access(all) let openedAt: UFix64
        /// When the clock runs out, an appeal that nobody decided lifts the flag.
        access(all) let deadline: UFix64
        /// What was written down; `outcome` also knows the clock.
        access(all) let written: Outcome

        view init(id: UInt64, address: Address, reasonHash: String, openedAt: UFix64, written: Outcome) {
            self.id = id
            self.address = address
            self.reasonHash = reasonHash
            self.openedAt = openedAt
            self.deadline = openedAt + DharmaProtectionTypes.appealPeriod
            self.written = written
        }

        access(all) view fun outcome(): Outcome {
            if self.written == Outcome.open && getCurrentBlock().timestamp >= self.deadline {
                return Outcome.undecided
            }
            return self.written
        }

        /// The same appeal with its outcome written down.
        access(all) view fun closed(_ outcome: Outcome): Appeal {
            return Appeal(
                id: self.id,
                address: self.address,
                reasonHash: self.reasonHash,
                openedAt: self.openedAt,
                written: outcome
            )
        }
    }

    /// How long a freeze holds unless a new vote prolongs it: 7 days, in seconds.
    access(all) let freezePeriod: UFix64
    /// How long an appeal may stay undecided: 72 hours, in seconds.
    access(all) let appealPeriod: UFix64
    /// How long the end of a freeze is remembered: 30 days, in seconds. It is longer than any request to a
    /// guarded vault lives, because a request made before that end is void.
    access(all) let memoryPeriod: UFix64

    access(all) view fun getOutcomeName(_ outcome: Outcome): String {
        switch outcome {
            case Outcome.open:
                return "open"
            case Outcome.upheld:
                return "upheld"
            case Outcome.denied:
                return "denied"
        }
        return "undecided"
    }

    /// Whether the text is a SHA-256 hash of 64 hex digits in lower case; panics on digits that are not hex.
    access(all) view fun isHash(_ text: String): Bool {
        return text.length == 64 && text.toLower() == text && text.decodeHex().length == 32
    }

    init() {
        self.freezePeriod = 604800.0
        self.appealPeriod = 259200.0
        self.memoryPeriod = 2592000.0
    }
}
