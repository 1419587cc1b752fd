/// What a record of DharmaProtection holds about an address: the flag and the freeze, each with a number that is never
/// used again, and the durations by which they hold.
access(all) contract DharmaProtectionTypes {

    /// A warning by a flagger. It stands until it is lifted.
    access(all) struct Flag {
        access(all) let number: UInt64
        access(all) let caseId: String
        /// One of `reasonCodes`.
        access(all) let reasonCode: String
        /// SHA-256 of the reason, in hex.
        access(all) let reasonHash: String
        access(all) let flagger: Address
        access(all) let since: UFix64
        /// The appeal against it, by the number of its proposal.
        access(all) var appealId: UInt64?
        /// Until when a vote, an appeal, or an approved unfreeze that waits names it, as far as recorded; 0.0 for none.
        access(all) var namedUntil: UFix64

        access(account) view init(number: UInt64, caseId: String, reasonCode: String, reasonHash: String, flagger: Address) {
            self.number = number
            self.caseId = caseId
            self.reasonCode = reasonCode
            self.reasonHash = reasonHash
            self.flagger = flagger
            self.since = getCurrentBlock().timestamp
            self.appealId = nil
            self.namedUntil = 0.0
        }

        access(account) fun noteNamed(until: UFix64) {
            self.namedUntil = until
        }

        access(account) fun noteAppeal(_ id: UInt64) {
            self.appealId = id
        }
    }

    /// A freeze by the community. It ends by itself, and once ended it never holds again.
    access(all) struct Freeze {
        /// A renewal belongs to the same freeze.
        access(all) let number: UInt64
        access(all) let since: UFix64
        /// When the flag was set that the address carried when the freeze was first proposed; without one, when it was
        /// proposed. Renewals leave it unchanged, because the accusation has lowered scores since.
        access(all) let accusedAt: UFix64
        access(all) let recoverableFrom: UFix64
        /// The proposal that was executed last.
        access(all) var proposalId: UInt64
        access(all) var reasonHash: String
        /// The case of the flag that the address carried in the 30 days before that proposal; nil where nothing is held
        /// against it: it is protected by a vote.
        access(all) var flagCaseId: String?
        /// End of the seven days from its last execution. An approved recovery can hold the freeze beyond it.
        access(all) var periodEndsAt: UFix64
        /// As recorded: an executed proposal, or a lapse.
        access(all) var endedAt: UFix64?
        /// End of the first vote that approved an unfreeze of it, as recorded.
        access(all) var overruledAt: UFix64?
        /// Until when an approved recovery holds it, as recorded; 0.0 for none.
        access(all) var heldUntil: UFix64
        access(all) var isRecovered: Bool
        /// Appeals that can still be made: one for each execution.
        access(all) var appealsLeft: Int
        /// End of the first appeal against it, number and end of the last; 0 for none.
        access(all) var firstAppealEndsAt: UFix64
        access(all) var lastAppealId: UInt64
        access(all) var lastAppealEndsAt: UFix64

        access(account) view init(number: UInt64, proposalId: UInt64, reasonHash: String, flagCaseId: String?, accusedAt: UFix64) {
            self.number = number
            self.since = getCurrentBlock().timestamp
            self.accusedAt = accusedAt
            self.recoverableFrom = self.since + DharmaProtectionTypes.recoveryDelay()
            self.proposalId = proposalId
            self.reasonHash = reasonHash
            self.flagCaseId = flagCaseId
            self.periodEndsAt = self.since + DharmaProtectionTypes.freezePeriod()
            self.endedAt = nil
            self.overruledAt = nil
            self.heldUntil = 0.0
            self.isRecovered = false
            self.appealsLeft = 1
            self.firstAppealEndsAt = 0.0
            self.lastAppealId = 0
            self.lastAppealEndsAt = 0.0
        }

        /// The end, past or to come, as recorded.
        access(all) view fun getEnd(): UFix64 {
            let until = self.overruledAt ?? self.heldUntil
            return self.endedAt ?? (until > self.periodEndsAt ? until : self.periodEndsAt)
        }

        /// Whether it can be appealed against: once, and once more for each renewal, never two appeals at a time.
        access(all) view fun isAppealable(): Bool {
            return self.appealsLeft > 0 && getCurrentBlock().timestamp >= self.lastAppealEndsAt
        }

        access(account) fun renew(proposalId: UInt64, reasonHash: String, flagCaseId: String?) {
            self.proposalId = proposalId
            self.reasonHash = reasonHash
            self.flagCaseId = flagCaseId
            let end = getCurrentBlock().timestamp + DharmaProtectionTypes.freezePeriod()
            self.periodEndsAt = end > self.periodEndsAt ? end : self.periodEndsAt
            self.appealsLeft = self.appealsLeft + 1
        }

        access(account) fun noteAppeal(_ id: UInt64, endsAt: UFix64) {
            self.appealsLeft = self.appealsLeft - 1
            if self.lastAppealId == 0 {
                self.firstAppealEndsAt = endsAt
            }
            self.lastAppealId = id
            self.lastAppealEndsAt = endsAt
        }

        access(account) fun noteVotes(overruledAt: UFix64?, heldUntil: UFix64) {
            self.overruledAt = overruledAt
            self.heldUntil = heldUntil
        }

        /// A recovery was executed. What it holds stays held, so that it does not matter which of two decisions is
        /// executed first.
        access(account) fun noteRecovered() {
            self.isRecovered = true
        }

        access(account) fun end(at: UFix64) {
            self.endedAt = at
        }
    }

    /// Who cannot flag an address for a while.
    access(all) struct Bar {
        /// Stands for every code with its ground; nil for every code.
        access(all) let reasonCode: String?
        /// nil for everybody.
        access(all) let flagger: Address?
        access(all) let until: UFix64

        access(account) view init(reasonCode: String?, flagger: Address?, until: UFix64) {
            self.reasonCode = reasonCode
            self.flagger = flagger
            self.until = until
        }

        access(all) view fun isAgainst(flagger: Address, reasonCode: String): Bool {
            return getCurrentBlock().timestamp < self.until
                && self.flagger ?? flagger == flagger
                && DharmaProtectionTypes.getGround(self.reasonCode ?? reasonCode) == DharmaProtectionTypes.getGround(reasonCode)
        }
    }

    /// listed: the address is on a scam list. contact: money from or to a listed account, directly or over one other account.
    /// behaviour: transaction patterns. community: reports. keys: key or contract changes.
    access(all) view fun reasonCodes(): [String] {
        return ["listed", "contact", "behaviour", "community", "keys"]
    }

    /// What a code rests on: listed and contact rest on the same list, so that they count as one code where a lift is
    /// remembered, by bars and by undecided appeals.
    access(all) view fun getGround(_ reasonCode: String): String {
        return reasonCode == "contact" ? "listed" : reasonCode
    }

    // What is set with one of the following periods stores its own end: an update of a period changes none that stands.

    /// How long people vote: 24 hours, in seconds.
    access(all) view fun votingPeriod(): UFix64 {
        return 86400.0
    }

    /// How long an approved proposal can be executed: 7 days, in seconds.
    access(all) view fun executionPeriod(): UFix64 {
        return 604800.0
    }

    /// How long a freeze holds after it was executed: 7 days, in seconds.
    access(all) view fun freezePeriod(): UFix64 {
        return 604800.0
    }

    /// How long an address is frozen before its vault can be recovered: 72 hours, in seconds.
    access(all) view fun recoveryDelay(): UFix64 {
        return 259200.0
    }

    /// How long a flagger, or everybody, is kept from flagging an address: 7 days, in seconds.
    access(all) view fun barPeriod(): UFix64 {
        return 604800.0
    }

    /// A flagger who lifts its flag within this time bars itself: 24 hours, in seconds. Read at the lift alone.
    access(all) view fun hastyLiftPeriod(): UFix64 {
        return 86400.0
    }

    /// How long past flags, freezes and undecided appeals are remembered: 30 days, in seconds. Longer than any request to a
    /// guarded vault lives, because a request made before the end of a freeze is void. Read at a lift, a proposal and a
    /// clearing, each for itself.
    access(all) view fun memoryPeriod(): UFix64 {
        return 2592000.0
    }

    /// Whether the text is 64 hex digits in lower case, as a SHA-256 hash; panics on digits that are not hex.
    access(all) view fun isHash(_ text: String): Bool {
        return text.utf8.length == 64 && text.toLower() == text && text.decodeHex().length == 32
    }
}
