// Made by `npm run generate` from the .cdc files: change those, not this.
/** Cadence of our own contracts, by contract name. */
export const CONTRACTS = {
  DharmaAllowance: `import "DharmaProtection"

/// How fast things may leave a guarded vault: the allowance of a day, and requests that wait 72 hours.
access(all) contract DharmaAllowance {

    access(all) enum Kind: UInt8 {
        access(all) case withdraw
        access(all) case withdrawNFT
        access(all) case allowance
        access(all) case recoveryAddress
        access(all) case leave
    }

    /// What an owner asks for; made by the functions of this contract, so that it is always whole.
    access(all) struct Wish {
        access(all) let kind: Kind
        /// Of what, for every kind but \`recoveryAddress\` and \`leave\`.
        access(all) let type: Type?
        /// How much, for \`withdraw\` and \`allowance\`.
        access(all) let amount: UFix64?
        /// Which one, for \`withdrawNFT\`.
        access(all) let nftId: UInt64?
        /// The new one, for \`recoveryAddress\`.
        access(all) let recoveryAddress: Address?

        access(contract) view init(
            _ kind: Kind,
            type: Type?,
            amount: UFix64?,
            nftId: UInt64?,
            recoveryAddress: Address?
        ) {
            self.kind = kind
            self.type = type
            self.amount = amount
            self.nftId = nftId
            self.recoveryAddress = recoveryAddress
        }
    }

    /// A wish that may be fulfilled in a window of time after a delay.
    access(all) struct Request {
        access(all) let id: UInt64
        access(all) let address: Address
        access(all) let wish: Wish
        access(all) let requestedAt: UFix64

        view init(id: UInt64, address: Address, wish: Wish) {
            self.id = id
            self.address = address
            self.wish = wish
            self.requestedAt = getCurrentBlock().timestamp
        }

        access(all) view fun readyAt(): UFix64 {
            return self.requestedAt + DharmaAllowance.delay
        }

        access(all) view fun expiresAt(): UFix64 {
            return self.readyAt() + DharmaAllowance.window
        }

        /// A freeze voids every request made before its end: a clock that ran on while everything else stood
        /// still would be a way round it.
        access(all) view fun isVoid(): Bool {
            let freezeEndsAt = DharmaProtection.freezeEndsAt(self.address) ?? 0.0
            return self.requestedAt <= freezeEndsAt || getCurrentBlock().timestamp >= self.expiresAt()
        }

        access(all) view fun isReady(): Bool {
            return !self.isVoid() && getCurrentBlock().timestamp >= self.readyAt()
        }
    }

    /// What may leave in any 24 hours, counted in whole hours: an hour that is partly within them counts in full.
    access(all) struct Allowance {
        access(all) var limit: UFix64
        /// What left, by hour since 1970; at most the last 25 of them.
        access(self) let hours: {UInt64: UFix64}

        init(limit: UFix64) {
            self.limit = limit
            self.hours = {}
        }

        access(all) view fun spent(): UFix64 {
            let hour = DharmaAllowance.hour()
            var sum = 0.0
            for key in self.hours.keys {
                sum = sum + (key + 24 >= hour ? self.hours[key]! : 0.0)
            }
            return sum
        }

        access(all) view fun room(): UFix64 {
            return self.limit.saturatingSubtract(self.spent())
        }

        access(account) fun spend(_ amount: UFix64) {
            pre {
                amount <= self.room():
                    "DharmaAllowance: \\(amount) is above what may still leave within 24 hours, \\(self.room())"
            }
            let hour = DharmaAllowance.hour()
            for key in self.hours.keys {
                if key + 24 < hour {
                    self.hours.remove(key: key)
                }
            }
            self.hours[hour] = (self.hours[hour] ?? 0.0) + amount
        }

        access(account) fun setLimit(_ limit: UFix64) {
            self.limit = limit
        }
    }

    /// How long a request waits: 72 hours, in seconds.
    access(all) let delay: UFix64
    /// How long it can be used after that: 7 days, in seconds.
    access(all) let window: UFix64

    access(all) view fun withdrawal(type: Type, amount: UFix64): Wish {
        return Wish(Kind.withdraw, type: type, amount: amount, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun withdrawalOfNFT(type: Type, id: UInt64): Wish {
        return Wish(Kind.withdrawNFT, type: type, amount: nil, nftId: id, recoveryAddress: nil)
    }

    access(all) view fun allowance(type: Type, limit: UFix64): Wish {
        return Wish(Kind.allowance, type: type, amount: limit, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun recoveryAddress(_ address: Address): Wish {
        return Wish(Kind.recoveryAddress, type: nil, amount: nil, nftId: nil, recoveryAddress: address)
    }

    access(all) view fun leave(): Wish {
        return Wish(Kind.leave, type: nil, amount: nil, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun nameOf(_ kind: Kind): String {
        switch kind {
            case Kind.withdraw:
                return "withdraw"
            case Kind.withdrawNFT:
                return "withdraw NFT"
            case Kind.allowance:
                return "allowance"
            case Kind.recoveryAddress:
                return "recovery address"
        }
        return "leave"
    }

    access(contract) view fun hour(): UInt64 {
        return UInt64(getCurrentBlock().timestamp) / 3600
    }

    init() {
        self.delay = 259200.0
        self.window = 604800.0
    }
}
`,
  DharmaConsent: `import "FlowToken"

/// What people agree to by signature. A person signs one readable message with the keys of the account
/// (tag FLOW-V0.0-user); anyone relays it, and the contracts of this account act on it once. Each message
/// carries a sequence number that only grows for each address, so that nothing can be replayed.
access(all) contract DharmaConsent {

    /// A message of \`address\` was accepted.
    access(all) event Accepted(address: Address, subject: String, sequence: UInt64, sequenceBefore: UInt64)

    /// A signature by one key of the account, raw r and s.
    access(all) struct Signature {
        access(all) let keyIndex: Int
        access(all) let signature: [UInt8]

        view init(keyIndex: Int, signature: [UInt8]) {
            self.keyIndex = keyIndex
            self.signature = signature
        }
    }

    /// Who consents, with which number, by which signatures. What is consented to is never taken from the
    /// relayer's word: the contract that acts writes the message again by itself.
    access(all) struct Consent {
        access(all) let address: Address
        access(all) let sequence: UInt64
        access(all) let signatures: [Signature]

        view init(address: Address, sequence: UInt64, signatures: [Signature]) {
            self.address = address
            self.sequence = sequence
            self.signatures = signatures
        }
    }

    /// Signature domain of user messages.
    access(all) let tag: String
    /// Weight that the signing keys must have together.
    access(all) let fullWeight: UFix64
    access(all) let maxSignatures: Int
    /// How far ahead of the last number the next may be: one mistaken huge number must not end an account's voice.
    access(all) let maxSequenceStep: UInt64

    access(self) let sequences: {Address: UInt64}

    /// The last number used by an address, 0 before the first.
    access(all) view fun sequenceOf(_ address: Address): UInt64 {
        return self.sequences[address] ?? 0
    }

    /// 'testnet', 'mainnet', or 'local' for an emulator.
    access(all) view fun network(): String {
        switch Type<@FlowToken.Vault>().identifier {
            case "A.7e60df042a9c0868.FlowToken.Vault":
                return "testnet"
            case "A.1654653399040a61.FlowToken.Vault":
                return "mainnet"
        }
        return "local"
    }

    /// The exact text to sign: the subject, this contract's address, the network, the details, the signer in
    /// the named role, and the sequence number, one a line.
    access(all) view fun messageOf(
        subject: String,
        details: [String],
        role: String,
        address: Address,
        sequence: UInt64
    ): String {
        let head = ["Dharma Guard \\(subject)", "Contract: \\(self.account.address)", "Network: \\(self.network())"]
        let foot = ["\\(role): \\(address)", "Sequence: \\(sequence)"]
        return String.join(head.concat(details).concat(foot), separator: "\\n")
    }

    /// Checks the signatures over the message and uses up its number; panics when anything is wrong with them.
    access(account) fun accept(_ consent: Consent, subject: String, details: [String], role: String) {
        pre {
            consent.sequence > self.sequenceOf(consent.address):
                "DharmaConsent: Sequence \\(consent.sequence) of \\(consent.address) is not above \\(self.sequenceOf(consent.address))"
            consent.sequence - self.sequenceOf(consent.address) <= self.maxSequenceStep:
                "DharmaConsent: Sequence \\(consent.sequence) of \\(consent.address) is more than \\(self.maxSequenceStep) above \\(self.sequenceOf(consent.address))"
            consent.signatures.length <= self.maxSignatures:
                "DharmaConsent: \\(consent.signatures.length) signatures are more than \\(self.maxSignatures)"
        }
        let message = self.messageOf(
            subject: subject,
            details: details,
            role: role,
            address: consent.address,
            sequence: consent.sequence
        )
        let weight = self.signedWeight(consent, message: message.utf8)
        assert(
            weight >= self.fullWeight,
            message: "DharmaConsent: The signing keys of \\(consent.address) weigh \\(weight), not \\(self.fullWeight)"
        )
        emit Accepted(
            address: consent.address,
            subject: subject,
            sequence: consent.sequence,
            sequenceBefore: self.sequenceOf(consent.address)
        )
        self.sequences[consent.address] = consent.sequence
    }

    /// Sum of the weights of distinct, unrevoked account keys, each with a valid signature; panics on any other.
    access(self) view fun signedWeight(_ consent: Consent, message: [UInt8]): UFix64 {
        let keys = getAccount(consent.address).keys
        var weight = 0.0
        var seen: [Int] = []
        for entry in consent.signatures {
            assert(
                !seen.contains(entry.keyIndex),
                message: "DharmaConsent: Key \\(entry.keyIndex) of \\(consent.address) signed twice"
            )
            seen = seen.concat([entry.keyIndex])
            let key = keys.get(keyIndex: entry.keyIndex)
                ?? panic("DharmaConsent: The account \\(consent.address) has no key \\(entry.keyIndex)")
            assert(!key.isRevoked, message: "DharmaConsent: Key \\(entry.keyIndex) of \\(consent.address) is revoked")
            let isValid = key.publicKey.verify(
                signature: entry.signature,
                signedData: message,
                domainSeparationTag: self.tag,
                hashAlgorithm: key.hashAlgorithm
            )
            assert(
                isValid,
                message: "DharmaConsent: The signature of key \\(entry.keyIndex) of \\(consent.address) is not over this message"
            )
            weight = weight + key.weight
        }
        return weight
    }

    init() {
        self.tag = "FLOW-V0.0-user"
        self.fullWeight = 1000.0
        self.maxSignatures = 20
        self.maxSequenceStep = 1000
        self.sequences = {}
    }
}
`,
  DharmaMarks: `/// What a flag, a freeze and an appeal are, and from when to when each holds by block time.
access(all) contract DharmaMarks {

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
        /// What was written down; \`outcome\` also knows the clock.
        access(all) let written: Outcome

        view init(id: UInt64, address: Address, reasonHash: String, openedAt: UFix64, written: Outcome) {
            self.id = id
            self.address = address
            self.reasonHash = reasonHash
            self.openedAt = openedAt
            self.deadline = openedAt + DharmaMarks.appealPeriod
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

    access(all) view fun nameOf(_ outcome: Outcome): String {
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
`,
  DharmaProtection: `import "DharmaConsent"
import "DharmaMarks"

/// The public record of flags and freezes. A flag is the agent's warning and can be lifted; a freeze is the
/// community's decision and lapses by itself. Neither touches what lies in anybody's account: they mark an
/// address for every contract that asks. Whoever is marked may appeal once against each mark.
///
/// Time rules hold from the moment they say, in every view; \`settle\` only writes down what already holds.
access(all) contract DharmaProtection {

    /// Sets and lifts flags.
    access(all) entitlement Flag
    /// Appoints and dismisses flaggers.
    access(all) entitlement Appoint
    /// Freezes, releases, and turns appeals down; held by the contract that carries out what the community decides.
    access(all) entitlement Decide

    access(all) let registrarStoragePath: StoragePath
    /// Where a flagger keeps the capability it claimed from the inbox under \`flaggerInboxName\`.
    access(all) let flaggerStoragePath: StoragePath
    access(all) let flaggerInboxName: String
    /// Where the arbiter lies until the deciding contract takes it, once and for all.
    access(all) let arbiterStoragePath: StoragePath

    access(all) event FlaggerAppointed(flagger: Address)
    access(all) event FlaggerDismissed(flagger: Address)
    access(all) event Flagged(address: Address, caseId: String, reasonHash: String, flagger: Address)
    /// \`cause\` is recheck, release, or undecided appeal.
    access(all) event FlagLifted(address: Address, caseId: String, cause: String)
    /// \`untilBefore\` is the end of the freeze that this one prolongs.
    access(all) event Frozen(
        address: Address,
        proposalId: UInt64,
        reasonHash: String,
        since: UFix64,
        until: UFix64,
        untilBefore: UFix64?
    )
    /// \`proposalId\` is the decision that ended the freeze before its time, nil when it lapsed.
    access(all) event FreezeEnded(address: Address, proposalId: UInt64?, endedAt: UFix64, untilBefore: UFix64)
    access(all) event AppealOpened(id: UInt64, address: Address, reasonHash: String, deadline: UFix64)
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String)
    access(all) event RecordCleared(address: Address)

    /// Lies in this contract's account; the flagger holds a capability to it, so that dismissal ends it at once.
    access(all) resource Flagger {
        access(all) let flagger: Address

        init(flagger: Address) {
            self.flagger = flagger
        }

        access(Flag) fun flag(address: Address, caseId: String, reasonHash: String) {
            pre {
                caseId.length >= 1 && caseId.length <= 64:
                    "DharmaProtection.flag: The case id has \\(caseId.length) characters, not 1 to 64"
                DharmaMarks.isHash(reasonHash):
                    "DharmaProtection.flag: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                !DharmaProtection.isFlagged(address):
                    "DharmaProtection.flag: \\(address) is flagged already"
            }
            DharmaProtection.settle(address)
            let mark = DharmaMarks.Flag(caseId: caseId, reasonHash: reasonHash, flagger: self.flagger)
            DharmaProtection.flags[address] = mark
            emit Flagged(address: address, caseId: caseId, reasonHash: reasonHash, flagger: self.flagger)
        }

        /// Lifts a flag after a recheck has cleared the address; an open appeal is thereby upheld.
        access(Flag) fun unflag(address: Address) {
            pre {
                DharmaProtection.isFlagged(address):
                    "DharmaProtection.unflag: \\(address) is not flagged"
            }
            DharmaProtection.closeAppeal(address, DharmaMarks.Outcome.upheld)
            DharmaProtection.liftFlag(address, cause: "recheck")
            DharmaProtection.settle(address)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to flag into the inbox of an account.
        access(Appoint) fun appoint(flagger: Address) {
            let path = DharmaProtection.pathOf(flagger: flagger)
            let storage = DharmaProtection.account.storage
            assert(
                storage.type(at: path) == nil,
                message: "DharmaProtection.appoint: \\(flagger) is a flagger already"
            )
            storage.save(<- create Flagger(flagger: flagger), to: path)
            let capability = DharmaProtection.account.capabilities.storage.issue<auth(Flag) &Flagger>(path)
            DharmaProtection.account.inbox.publish(
                capability,
                name: DharmaProtection.flaggerInboxName,
                recipient: flagger
            )
            emit FlaggerAppointed(flagger: flagger)
        }

        /// Ends the power of a flagger at once.
        access(Appoint) fun dismiss(flagger: Address) {
            let path = DharmaProtection.pathOf(flagger: flagger)
            for controller in DharmaProtection.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaProtection.account.storage.load<@Flagger>(from: path)
                ?? panic("DharmaProtection.dismiss: \\(flagger) is not a flagger")
            emit FlaggerDismissed(flagger: flagger)
        }
    }

    /// What the community decided, in the hands of the one contract that took this from storage.
    access(all) resource Arbiter {
        /// Freezes for one period from now; a freeze that holds is prolonged to that end.
        access(Decide) fun freeze(address: Address, proposalId: UInt64, reasonHash: String) {
            DharmaProtection.settle(address)
            let now = getCurrentBlock().timestamp
            let before = DharmaProtection.freezeOf(address)
            let until = now + DharmaMarks.freezePeriod
            DharmaProtection.freezes[address] = DharmaMarks.Freeze(
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: now,
                endsAt: until,
                isSettled: false
            )
            emit Frozen(
                address: address,
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: now,
                until: until,
                untilBefore: before?.endsAt
            )
        }

        /// Lifts freeze and flag and upholds an open appeal.
        access(Decide) fun release(address: Address, proposalId: UInt64) {
            DharmaProtection.settle(address)
            DharmaProtection.closeAppeal(address, DharmaMarks.Outcome.upheld)
            DharmaProtection.liftFlag(address, cause: "release")
            DharmaProtection.endFreeze(address, proposalId: proposalId)
        }

        /// Turns an open appeal down when the proposal that did so was made after the appeal.
        access(Decide) fun deny(address: Address, proposedAt: UFix64) {
            DharmaProtection.settle(address)
            if let appeal = DharmaProtection.appealOf(address) {
                if appeal.openedAt <= proposedAt {
                    DharmaProtection.closeAppeal(address, DharmaMarks.Outcome.denied)
                }
            }
        }
    }

    access(self) let flags: {Address: DharmaMarks.Flag}
    access(self) let freezes: {Address: DharmaMarks.Freeze}
    access(self) let appeals: {Address: DharmaMarks.Appeal}
    access(self) var lastAppealId: UInt64

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.freezes[address]?.holds() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        assert(!self.isFrozen(address), message: "DharmaProtection: \\(address) is frozen until \\(self.freezeEndsAt(address)!)")
    }

    access(all) view fun isFlagged(_ address: Address): Bool {
        return self.flagOf(address) != nil
    }

    /// The flag that holds now.
    access(all) view fun flagOf(_ address: Address): DharmaMarks.Flag? {
        if let flag = self.flags[address] {
            return self.isLiftedByClock(flag, address) ? nil : flag
        }
        return nil
    }

    /// The freeze that holds now.
    access(all) view fun freezeOf(_ address: Address): DharmaMarks.Freeze? {
        return self.isFrozen(address) ? self.freezes[address] : nil
    }

    /// The end of the last freeze that is remembered, past or to come; nil when there is none.
    access(all) view fun freezeEndsAt(_ address: Address): UFix64? {
        return self.freezes[address]?.endsAt
    }

    /// The last appeal against the marks of an address, open or closed, while they are remembered.
    access(all) view fun appealOf(_ address: Address): DharmaMarks.Appeal? {
        return self.appeals[address]
    }

    /// Lines of the message by which the marked account itself appeals.
    access(all) view fun appealDetails(reasonHash: String): [String] {
        return ["Reason SHA-256: \\(reasonHash)"]
    }

    /// Opens an appeal, signed by the keys of the marked account, relayed by anyone.
    access(all) fun appeal(consent: DharmaConsent.Consent, reasonHash: String): UInt64 {
        pre {
            DharmaMarks.isHash(reasonHash):
                "DharmaProtection.appeal: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            self.isFlagged(consent.address) || self.isFrozen(consent.address):
                "DharmaProtection.appeal: \\(consent.address) is neither flagged nor frozen"
            self.hasUnheardMark(consent.address):
                "DharmaProtection.appeal: \\(consent.address) has appealed against its marks already"
        }
        DharmaConsent.accept(
            consent,
            subject: "appeal",
            details: self.appealDetails(reasonHash: reasonHash),
            role: "Appellant"
        )
        self.settle(consent.address)
        self.lastAppealId = self.lastAppealId + 1
        let appeal = DharmaMarks.Appeal(
            id: self.lastAppealId,
            address: consent.address,
            reasonHash: reasonHash,
            openedAt: getCurrentBlock().timestamp,
            written: DharmaMarks.Outcome.open
        )
        self.appeals[consent.address] = appeal
        emit AppealOpened(id: appeal.id, address: appeal.address, reasonHash: reasonHash, deadline: appeal.deadline)
        return appeal.id
    }

    /// Writes down and announces what time has done to the marks of an address; anyone may call it, any time.
    access(all) fun settle(_ address: Address) {
        if let freeze = self.freezes[address] {
            if !freeze.isSettled && !freeze.holds() {
                self.freezes[address] = freeze.settled(endsAt: freeze.endsAt)
                emit FreezeEnded(address: address, proposalId: nil, endedAt: freeze.endsAt, untilBefore: freeze.endsAt)
            }
        }
        if let appeal = self.appeals[address] {
            if appeal.outcome() == DharmaMarks.Outcome.undecided && appeal.written == DharmaMarks.Outcome.open {
                let flag = self.flagOf(address)
                self.closeAppeal(address, DharmaMarks.Outcome.undecided)
                if flag == nil {
                    self.liftFlag(address, cause: "undecided appeal")
                }
            }
        }
        self.forget(address)
    }

    access(contract) fun closeAppeal(_ address: Address, _ outcome: DharmaMarks.Outcome) {
        if let appeal = self.appeals[address] {
            if appeal.written == DharmaMarks.Outcome.open {
                self.appeals[address] = appeal.closed(outcome)
                emit AppealClosed(id: appeal.id, address: address, outcome: DharmaMarks.nameOf(outcome))
            }
        }
    }

    access(contract) fun liftFlag(_ address: Address, cause: String) {
        if let flag = self.flags.remove(key: address) {
            emit FlagLifted(address: address, caseId: flag.caseId, cause: cause)
        }
    }

    access(contract) fun endFreeze(_ address: Address, proposalId: UInt64) {
        if let freeze = self.freezeOf(address) {
            let now = getCurrentBlock().timestamp
            self.freezes[address] = freeze.settled(endsAt: now)
            emit FreezeEnded(address: address, proposalId: proposalId, endedAt: now, untilBefore: freeze.endsAt)
        }
    }

    /// Drops what no rule needs any more, so that the record holds only addresses that are or were lately marked.
    access(self) fun forget(_ address: Address) {
        let isFreezeNeeded = getCurrentBlock().timestamp < (self.freezeEndsAt(address) ?? 0.0) + DharmaMarks.memoryPeriod
        if self.flags[address] != nil || (self.freezes[address] != nil && isFreezeNeeded) {
            return
        }
        let freeze = self.freezes.remove(key: address)
        let appeal = self.appeals.remove(key: address)
        if freeze != nil || appeal != nil {
            emit RecordCleared(address: address)
        }
    }

    /// Whether some mark that holds is younger than the last appeal.
    access(self) view fun hasUnheardMark(_ address: Address): Bool {
        if let appeal = self.appeals[address] {
            let heard = appeal.openedAt
            return appeal.outcome() != DharmaMarks.Outcome.open
                && ((self.flagOf(address)?.since ?? 0.0) > heard || (self.freezeOf(address)?.since ?? 0.0) > heard)
        }
        return true
    }

    access(self) view fun isLiftedByClock(_ flag: DharmaMarks.Flag, _ address: Address): Bool {
        if let appeal = self.appeals[address] {
            return appeal.outcome() == DharmaMarks.Outcome.undecided && flag.since <= appeal.openedAt
        }
        return false
    }

    access(contract) view fun pathOf(flagger: Address): StoragePath {
        return StoragePath(identifier: "dharmaProtectionFlagger_\\(flagger)")!
    }

    init() {
        self.registrarStoragePath = /storage/dharmaProtectionRegistrar
        self.flaggerStoragePath = /storage/dharmaProtectionFlagger
        self.flaggerInboxName = "dharmaProtectionFlagger"
        self.arbiterStoragePath = /storage/dharmaProtectionArbiter
        self.flags = {}
        self.freezes = {}
        self.appeals = {}
        self.lastAppealId = 0
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
        self.account.storage.save(<- create Arbiter(), to: self.arbiterStoragePath)
    }
}
`,
  DharmaScore: `import "MetadataViews"
import "ViewResolver"

/// The public record of Dharma Scores. A publisher brings the six factors; the contract itself computes
/// score and level from them, with the same integer arithmetic as the off-chain engine, and keeps a
/// bounded history for each address. Any contract may ask whether an address has a good enough, recent score.
access(all) contract DharmaScore: ViewResolver {

    /// Publishes scores.
    access(all) entitlement Publish
    /// Appoints and dismisses publishers.
    access(all) entitlement Appoint

    access(all) let registrarStoragePath: StoragePath
    /// Where a publisher keeps the capability it claimed from the inbox under \`publisherInboxName\`.
    access(all) let publisherStoragePath: StoragePath
    access(all) let publisherInboxName: String

    access(all) event PublisherAppointed(publisher: Address)
    access(all) event PublisherDismissed(publisher: Address)
    /// \`tenthsBefore\` and \`levelBefore\` are nil at the first publication of an address.
    access(all) event ScorePublished(
        address: Address,
        tenths: UInt64,
        tenthsBefore: UInt64?,
        level: String,
        levelBefore: String?,
        factors: [UInt64],
        version: String,
        evidenceHash: String,
        blockHeight: UInt64,
        publisher: Address
    )

    /// HIGH_RISK < 30 ≤ SUSPICIOUS < 45 ≤ NORMAL < 75 ≤ TRUSTED.
    access(all) enum Level: UInt8 {
        access(all) case highRisk
        access(all) case suspicious
        access(all) case normal
        access(all) case trusted
    }

    /// Answer of \`requireMin\`.
    access(all) enum Verdict: UInt8 {
        access(all) case pass
        access(all) case fail
        /// The last publication is older than asked for.
        access(all) case stale
        /// Never published.
        access(all) case unknown
    }

    /// One published score.
    access(all) struct Record {
        access(all) let address: Address
        /// Tenths of a point, 0 to 1,000.
        access(all) let tenths: UInt64
        access(all) let level: Level
        /// In units of 1/10,000 and in the order of \`weightPercent\`.
        access(all) let factors: [UInt64]
        access(all) let version: String
        /// SHA-256 over the inputs, 64 hex digits in lower case.
        access(all) let evidenceHash: String
        /// Height up to which the chain was read for this score.
        access(all) let blockHeight: UInt64
        access(all) let publishedAt: UFix64
        access(all) let publisher: Address

        view init(
            address: Address,
            factors: [UInt64],
            version: String,
            evidenceHash: String,
            blockHeight: UInt64,
            publisher: Address
        ) {
            self.address = address
            self.tenths = DharmaScore.tenthsOf(sum: DharmaScore.sumOf(factors))
            self.level = DharmaScore.levelOf(tenths: self.tenths)
            self.factors = factors
            self.version = version
            self.evidenceHash = evidenceHash
            self.blockHeight = blockHeight
            self.publishedAt = getCurrentBlock().timestamp
            self.publisher = publisher
        }
    }

    /// The history of one address: a ring of the last \`historyLimit\` scores that rest on different evidence.
    access(all) resource History: ViewResolver.Resolver {
        access(all) let address: Address
        access(all) let firstPublishedAt: UFix64
        access(self) let ring: [Record]
        access(self) var latestAt: Int

        init(first: Record) {
            self.address = first.address
            self.firstPublishedAt = first.publishedAt
            self.ring = [first]
            self.latestAt = 0
        }

        access(all) view fun latest(): Record {
            return self.ring[self.latestAt]
        }

        /// The kept records, newest first.
        access(all) view fun records(): [Record] {
            let length = self.ring.length
            var newestFirst: [Record] = []
            var age = 0
            while age < length {
                newestFirst = newestFirst.concat([self.ring[(self.latestAt + length - age) % length]])
                age = age + 1
            }
            return newestFirst
        }

        /// A record on the same evidence refreshes the latest; any other takes the oldest one's place.
        access(contract) fun add(_ record: Record) {
            let latest = self.latest()
            if latest.evidenceHash == record.evidenceHash && latest.version == record.version {
                self.ring[self.latestAt] = record
            } else if self.ring.length < DharmaScore.historyLimit {
                self.ring.append(record)
                self.latestAt = self.ring.length - 1
            } else {
                self.latestAt = (self.latestAt + 1) % DharmaScore.historyLimit
                self.ring[self.latestAt] = record
            }
        }

        access(all) view fun getViews(): [Type] {
            return [Type<Record>(), Type<MetadataViews.Display>(), Type<MetadataViews.Traits>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            switch view {
                case Type<Record>():
                    return self.latest()
                case Type<MetadataViews.Display>():
                    return DharmaScore.display(self.latest())
                case Type<MetadataViews.Traits>():
                    return DharmaScore.traits(self.latest())
            }
            return nil
        }
    }

    /// Lies in this contract's account; the publisher holds a capability to it, so that dismissal ends it at once.
    access(all) resource Publisher {
        access(all) let publisher: Address

        init(publisher: Address) {
            self.publisher = publisher
        }

        /// Publishes the score that follows from six factors in units of 1/10,000.
        access(Publish) fun publish(
            address: Address,
            factors: [UInt64],
            version: String,
            evidenceHash: String,
            blockHeight: UInt64
        ) {
            pre {
                factors.length == DharmaScore.weightPercent.length:
                    "DharmaScore.publish: \\(factors.length) factors were given, not \\(DharmaScore.weightPercent.length)"
                DharmaScore.largestOf(factors) <= DharmaScore.factorUnit:
                    "DharmaScore.publish: Factor \\(DharmaScore.largestOf(factors)) is above \\(DharmaScore.factorUnit)"
                version.length >= 1 && version.length <= 32:
                    "DharmaScore.publish: The version has \\(version.length) characters, not 1 to 32"
                evidenceHash.length == 64 && evidenceHash.toLower() == evidenceHash:
                    "DharmaScore.publish: '\\(evidenceHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                evidenceHash.decodeHex().length == 32:
                    "DharmaScore.publish: '\\(evidenceHash)' is not a hash"
                blockHeight <= getCurrentBlock().height:
                    "DharmaScore.publish: Height \\(blockHeight) is beyond the current block \\(getCurrentBlock().height)"
                blockHeight >= DharmaScore.lastHeightOf(address):
                    "DharmaScore.publish: Height \\(blockHeight) is older than the last one, \\(DharmaScore.lastHeightOf(address))"
            }
            DharmaScore.add(Record(
                address: address,
                factors: factors,
                version: version,
                evidenceHash: evidenceHash,
                blockHeight: blockHeight,
                publisher: self.publisher
            ))
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to publish into the inbox of an account.
        access(Appoint) fun appoint(publisher: Address) {
            let path = DharmaScore.pathOf(publisher: publisher)
            let storage = DharmaScore.account.storage
            assert(
                storage.type(at: path) == nil,
                message: "DharmaScore.appoint: \\(publisher) is a publisher already"
            )
            storage.save(<- create Publisher(publisher: publisher), to: path)
            let capability = DharmaScore.account.capabilities.storage.issue<auth(Publish) &Publisher>(path)
            DharmaScore.account.inbox.publish(capability, name: DharmaScore.publisherInboxName, recipient: publisher)
            emit PublisherAppointed(publisher: publisher)
        }

        /// Ends the power of a publisher at once.
        access(Appoint) fun dismiss(publisher: Address) {
            let path = DharmaScore.pathOf(publisher: publisher)
            for controller in DharmaScore.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaScore.account.storage.load<@Publisher>(from: path)
                ?? panic("DharmaScore.dismiss: \\(publisher) is not a publisher")
            emit PublisherDismissed(publisher: publisher)
        }
    }

    /// txFrequency, largeOutFlow, knownScamInteract, nftHoldings, onchainAge, communitySignals.
    access(all) let weightPercent: [UInt64]
    /// A factor of 1.0.
    access(all) let factorUnit: UInt64
    access(all) let historyLimit: Int

    access(self) let histories: @{Address: History}

    /// Σ weight × factor, 0 to 1,000,000.
    access(all) view fun sumOf(_ factors: [UInt64]): UInt64 {
        var sum: UInt64 = 0
        var i = 0
        while i < self.weightPercent.length {
            sum = sum + self.weightPercent[i] * factors[i]
            i = i + 1
        }
        return sum
    }

    /// Tenths of a point, rounded half up.
    access(all) view fun tenthsOf(sum: UInt64): UInt64 {
        return (sum + 500) / 1000
    }

    /// The level follows from the rounded score alone.
    access(all) view fun levelOf(tenths: UInt64): Level {
        if tenths < 300 {
            return Level.highRisk
        }
        if tenths < 450 {
            return Level.suspicious
        }
        return tenths < 750 ? Level.normal : Level.trusted
    }

    access(all) view fun nameOf(level: Level): String {
        switch level {
            case Level.highRisk:
                return "HIGH_RISK"
            case Level.suspicious:
                return "SUSPICIOUS"
            case Level.normal:
                return "NORMAL"
        }
        return "TRUSTED"
    }

    /// The history of an address with its metadata views, nil when it was never published.
    access(all) view fun borrowHistory(_ address: Address): &History? {
        return &self.histories[address]
    }

    /// The latest score of an address, nil when it was never published.
    access(all) view fun latest(_ address: Address): Record? {
        return self.borrowHistory(address)?.latest()
    }

    access(all) view fun firstPublishedAt(_ address: Address): UFix64? {
        return self.borrowHistory(address)?.firstPublishedAt
    }

    /// Whether the score of an address is at least \`minTenths\` and was published at most \`maxAge\` seconds ago.
    access(all) view fun requireMin(address: Address, minTenths: UInt64, maxAge: UFix64): Verdict {
        if let latest = self.latest(address) {
            if getCurrentBlock().timestamp - latest.publishedAt > maxAge {
                return Verdict.stale
            }
            return latest.tenths >= minTenths ? Verdict.pass : Verdict.fail
        }
        return Verdict.unknown
    }

    /// Number of addresses with a score.
    access(all) view fun publishedCount(): Int {
        return self.histories.length
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return resourceType == nil ? [Type<MetadataViews.Display>()] : []
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        if !self.getContractViews(resourceType: resourceType).contains(viewType) {
            return nil
        }
        return MetadataViews.Display(
            name: "Dharma Score",
            description: "Trust scores from 0 to 100, computed on-chain from six published factors.",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun add(_ record: Record) {
        let before = self.latest(record.address)
        if let history = self.borrowHistory(record.address) {
            history.add(record)
        } else {
            let previous <- self.histories[record.address] <- create History(first: record)
            destroy previous
        }
        emit ScorePublished(
            address: record.address,
            tenths: record.tenths,
            tenthsBefore: before?.tenths,
            level: self.nameOf(level: record.level),
            levelBefore: before == nil ? nil : self.nameOf(level: before!.level),
            factors: record.factors,
            version: record.version,
            evidenceHash: record.evidenceHash,
            blockHeight: record.blockHeight,
            publisher: record.publisher
        )
    }

    access(contract) view fun largestOf(_ factors: [UInt64]): UInt64 {
        var largest: UInt64 = 0
        for factor in factors {
            largest = factor > largest ? factor : largest
        }
        return largest
    }

    access(contract) view fun lastHeightOf(_ address: Address): UInt64 {
        return self.latest(address)?.blockHeight ?? 0
    }

    access(contract) view fun pathOf(publisher: Address): StoragePath {
        return StoragePath(identifier: "dharmaScorePublisher_\\(publisher)")!
    }

    access(contract) fun display(_ record: Record): MetadataViews.Display {
        return MetadataViews.Display(
            name: "Dharma Score \\(record.tenths / 10).\\(record.tenths % 10)",
            description: "\\(record.address) is \\(self.nameOf(level: record.level)) by version \\(record.version).",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun traits(_ record: Record): MetadataViews.Traits {
        return MetadataViews.dictToTraits(
            dict: {
                "score": UFix64(record.tenths) / 10.0,
                "level": self.nameOf(level: record.level),
                "version": record.version,
                "evidenceHash": record.evidenceHash,
                "blockHeight": record.blockHeight
            },
            excludedNames: nil
        )
    }

    init() {
        self.registrarStoragePath = /storage/dharmaScoreRegistrar
        self.publisherStoragePath = /storage/dharmaScorePublisher
        self.publisherInboxName = "dharmaScorePublisher"
        self.weightPercent = [20, 25, 30, 10, 5, 10]
        self.factorUnit = 10_000
        self.historyLimit = 16
        self.histories <- {}
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
`,
  DharmaVault: `import "DharmaAllowance"
import "DharmaProtection"
import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"
import "NonFungibleToken"

/// Opt-in guarded vaults in the custody of this contract. An owner withdraws freely up to an allowance per day;
/// more, NFTs, a higher allowance, another recovery address and leaving take 72 hours. Nothing leaves while the
/// owner's address is frozen, and a freeze voids every request made before its end: so a thief with the owner's
/// keys cannot be quicker than a vote. The community can decide to hand a frozen vault over to the recovery
/// address that its owner named before, and to nobody else.
access(all) contract DharmaVault {

    /// Everything an owner may do with the vault of the own account.
    access(all) entitlement Own
    /// Hands frozen vaults over; held by the contract that carries out what the community decides.
    access(all) entitlement Recover

    access(all) let keyStoragePath: StoragePath
    /// Where the recoverer lies until the deciding contract takes it, once and for all.
    access(all) let recovererStoragePath: StoragePath

    access(all) event Opened(address: Address, recoveryAddress: Address)
    access(all) event Closed(address: Address)
    access(all) event Deposited(address: Address, type: String, amount: UFix64, balanceBefore: UFix64, balanceAfter: UFix64)
    access(all) event DepositedNFT(address: Address, type: String, id: UInt64, countAfter: Int)
    /// \`requestId\` is nil within the allowance and while leaving.
    access(all) event Withdrawn(
        address: Address,
        type: String,
        amount: UFix64,
        balanceBefore: UFix64,
        balanceAfter: UFix64,
        requestId: UInt64?
    )
    access(all) event WithdrawnNFT(address: Address, type: String, id: UInt64, countAfter: Int, requestId: UInt64?)
    access(all) event Requested(
        address: Address,
        requestId: UInt64,
        kind: String,
        type: String?,
        amount: UFix64?,
        nftId: UInt64?,
        recoveryAddress: Address?,
        readyAt: UFix64,
        expiresAt: UFix64
    )
    access(all) event RequestCancelled(address: Address, requestId: UInt64)
    access(all) event AllowanceChanged(address: Address, type: String, before: UFix64, after: UFix64)
    access(all) event RecoveryAddressChanged(address: Address, before: Address, after: Address)
    /// From here on the contents can only go to \`to\`.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64)
    access(all) event Delivered(address: Address, to: Address, type: String, amount: UFix64)
    access(all) event DeliveredNFT(address: Address, to: Address, type: String, id: UInt64)

    /// What one owner has entrusted. Everybody may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Whose it is: a freeze of this address stops it.
        access(all) let address: Address
        access(all) var recoveryAddress: Address
        /// Set by a recovery: the only address that anything can go to from then on.
        access(all) var recoveredTo: Address?
        access(self) let allowances: {Type: DharmaAllowance.Allowance}
        access(self) let requests: {UInt64: DharmaAllowance.Request}
        access(self) let tokens: @{Type: {FungibleToken.Vault}}
        access(self) let collections: @{Type: {NonFungibleToken.Collection}}

        init(address: Address, recoveryAddress: Address) {
            self.address = address
            self.recoveryAddress = recoveryAddress
            self.recoveredTo = nil
            self.allowances = {}
            self.requests = {}
            self.tokens <- {}
            self.collections <- {}
        }

        access(all) view fun tokenTypes(): [Type] {
            return self.tokens.keys
        }

        access(all) view fun collectionTypes(): [Type] {
            return self.collections.keys
        }

        access(all) view fun balanceOf(_ type: Type): UFix64 {
            return self.tokens[type]?.balance ?? 0.0
        }

        access(all) view fun countOf(_ type: Type): Int {
            return self.collections[type]?.getLength() ?? 0
        }

        access(all) view fun allowanceOf(_ type: Type): DharmaAllowance.Allowance? {
            return self.allowances[type]
        }

        access(all) view fun pendingRequests(): [DharmaAllowance.Request] {
            return self.requests.values
        }

        access(all) view fun isEmpty(): Bool {
            return self.tokens.length == 0 && self.collections.length == 0
        }

        /// Whether the owner asked to leave and may now take everything.
        access(all) view fun isLeaving(): Bool {
            for request in self.requests.values {
                if request.wish.kind == DharmaAllowance.Kind.leave && request.isReady() {
                    return true
                }
            }
            return false
        }

        /// Entrusts tokens of any type; a new type starts with no allowance unless one was set at the opening.
        access(Own) fun deposit(from: @{FungibleToken.Vault}) {
            self.put(<- from, newTypes: true)
        }

        access(Own) fun depositNFT(token: @{NonFungibleToken.NFT}) {
            pre {
                self.recoveredTo == nil: "DharmaVault: The vault of \\(self.address) was recovered"
                self.collections[token.getType()] != nil || self.collections.length < DharmaVault.maxCollections:
                    "DharmaVault: \\(DharmaVault.maxCollections) collections are entrusted already"
                self.countOf(token.getType()) < DharmaVault.maxNFTs:
                    "DharmaVault: \\(DharmaVault.maxNFTs) NFTs of \\(token.getType().identifier) are entrusted already"
            }
            let type = token.getType()
            let id = token.id
            if self.collections[type] == nil {
                self.collections[type] <-! token.createEmptyCollection()
            }
            self.borrowCollection(type).deposit(token: <- token)
            emit DepositedNFT(address: self.address, type: type.identifier, id: id, countAfter: self.countOf(type))
        }

        /// Takes out up to the allowance, or any amount while leaving.
        access(Own) fun withdraw(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            pre {
                self.isMovable(): self.obstacle()
            }
            if !self.isLeaving() {
                self.borrowAllowance(type).spend(amount)
            }
            return <- self.take(type, amount, requestId: nil)
        }

        /// Takes out an NFT while leaving.
        access(Own) fun withdrawNFT(type: Type, id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                self.isMovable(): self.obstacle()
                self.isLeaving(): "DharmaVault: An NFT leaves the vault of \\(self.address) only on request"
            }
            return <- self.takeNFT(type, id, requestId: nil)
        }

        /// Takes out what was requested.
        access(Own) fun claim(requestId: UInt64): @{FungibleToken.Vault} {
            let wish = self.use(requestId, DharmaAllowance.Kind.withdraw)
            return <- self.take(wish.type!, wish.amount!, requestId: requestId)
        }

        /// Takes out the NFT that was requested.
        access(Own) fun claimNFT(requestId: UInt64): @{NonFungibleToken.NFT} {
            let wish = self.use(requestId, DharmaAllowance.Kind.withdrawNFT)
            return <- self.takeNFT(wish.type!, wish.nftId!, requestId: requestId)
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            pre {
                limit < self.limitOf(type):
                    "DharmaVault: \\(limit) is not below the allowance of \\(self.limitOf(type))"
            }
            self.setLimit(type, limit)
        }

        /// Changes the allowance or the recovery address as was requested.
        access(Own) fun apply(requestId: UInt64) {
            let kind = self.requests[requestId]?.wish?.kind ?? DharmaAllowance.Kind.allowance
            let wish = self.use(requestId, kind)
            switch kind {
                case DharmaAllowance.Kind.allowance:
                    self.setLimit(wish.type!, wish.amount!)
                case DharmaAllowance.Kind.recoveryAddress:
                    self.setRecoveryAddress(wish.recoveryAddress!)
                default:
                    panic("DharmaVault: Request \\(requestId) changes no rule of the vault of \\(self.address)")
            }
        }

        /// Asks for something that takes 72 hours; answers the number of the request.
        access(Own) fun request(_ wish: DharmaAllowance.Wish): UInt64 {
            pre {
                self.isMovable(): self.obstacle()
                wish.recoveryAddress != self.address:
                    "DharmaVault: \\(self.address) cannot be its own recovery address"
            }
            self.dropVoidRequests()
            assert(
                self.requests.length < DharmaVault.maxRequests,
                message: "DharmaVault: \\(self.address) has \\(DharmaVault.maxRequests) requests already; cancel one"
            )
            let id = DharmaVault.takeRequestId()
            let request = DharmaAllowance.Request(id: id, address: self.address, wish: wish)
            self.requests[id] = request
            emit Requested(
                address: self.address,
                requestId: id,
                kind: DharmaAllowance.nameOf(wish.kind),
                type: wish.type?.identifier,
                amount: wish.amount,
                nftId: wish.nftId,
                recoveryAddress: wish.recoveryAddress,
                readyAt: request.readyAt(),
                expiresAt: request.expiresAt()
            )
            return id
        }

        access(Own) fun cancel(requestId: UInt64) {
            pre {
                self.requests[requestId] != nil: "DharmaVault: \\(self.address) has no request \\(requestId)"
            }
            self.requests.remove(key: requestId)
            emit RequestCancelled(address: self.address, requestId: requestId)
        }

        access(contract) fun put(_ from: @{FungibleToken.Vault}, isNewTypeWelcome: Bool) {
            pre {
                self.recoveredTo == nil: "DharmaVault: The vault of \\(self.address) was recovered"
                isNewTypeWelcome || self.tokens[from.getType()] != nil:
                    "DharmaVault: The owner \\(self.address) holds no \\(from.getType().identifier) here yet"
                self.tokens[from.getType()] != nil || self.tokens.length < DharmaVault.maxTypes:
                    "DharmaVault: \\(self.address) holds \\(DharmaVault.maxTypes) tokens here already"
            }
            let type = from.getType()
            let amount = from.balance
            let before = self.balanceOf(type)
            if let vault = &self.tokens[type] as &{FungibleToken.Vault}? {
                vault.deposit(from: <- from)
            } else {
                self.tokens[type] <-! from
            }
            let after = self.balanceOf(type)
            assert(after == before + amount, message: "DharmaVault: \\(type.identifier) has lost some of \\(amount)")
            emit Deposited(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: after
            )
        }

        access(contract) fun setLimit(_ type: Type, _ limit: UFix64) {
            let before = self.limitOf(type)
            let allowance = self.allowances[type] ?? DharmaAllowance.Allowance(limit: limit)
            allowance.setLimit(limit)
            self.allowances[type] = allowance
            emit AllowanceChanged(address: self.address, type: type.identifier, before: before, after: limit)
        }

        access(contract) fun handOver(proposalId: UInt64) {
            pre {
                self.recoveredTo == nil: "DharmaVault: The vault of \\(self.address) was recovered already"
                DharmaProtection.isFrozen(self.address): "DharmaVault: \\(self.address) is not frozen"
            }
            self.recoveredTo = self.recoveryAddress
            emit Recovered(address: self.address, to: self.recoveryAddress, proposalId: proposalId)
        }

        /// Gives all of a token to the recovery address; panics when it has no receiver for it.
        access(contract) fun deliver(_ type: Type) {
            let to = self.recoveredTo ?? panic("DharmaVault: The vault of \\(self.address) was not recovered")
            DharmaProtection.requireNotFrozen(to)
            let vault <- self.tokens.remove(key: type)
                ?? panic("DharmaVault: \\(self.address) holds no \\(type.identifier) here")
            let amount = vault.balance
            DharmaVault.receiverOf(&vault as &{FungibleToken.Vault}, to).deposit(from: <- vault)
            emit Delivered(address: self.address, to: to, type: type.identifier, amount: amount)
        }

        /// Gives up to \`limit\` NFTs of a type to the recovery address.
        access(contract) fun deliverNFTs(_ type: Type, limit: Int) {
            let to = self.recoveredTo ?? panic("DharmaVault: The vault of \\(self.address) was not recovered")
            DharmaProtection.requireNotFrozen(to)
            let collection = self.borrowCollection(type)
            for id in collection.getIDs().slice(from: 0, upTo: limit < self.countOf(type) ? limit : self.countOf(type)) {
                let nft <- collection.withdraw(withdrawID: id)
                DharmaVault.nftReceiverOf(&nft as &{NonFungibleToken.NFT}, to).deposit(token: <- nft)
                emit DeliveredNFT(address: self.address, to: to, type: type.identifier, id: id)
            }
            self.dropIfEmpty(type)
        }

        access(self) fun take(_ type: Type, _ amount: UFix64, requestId: UInt64?): @{FungibleToken.Vault} {
            let vault = (&self.tokens[type] as auth(FungibleToken.Withdraw) &{FungibleToken.Vault}?)
                ?? panic("DharmaVault: \\(self.address) holds no \\(type.identifier) here")
            let before = vault.balance
            let taken <- vault.withdraw(amount: amount)
            let after = self.balanceOf(type)
            emit Withdrawn(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: after,
                requestId: requestId
            )
            if after == 0.0 {
                destroy self.tokens.remove(key: type)
            }
            return <- taken
        }

        access(self) fun takeNFT(_ type: Type, _ id: UInt64, requestId: UInt64?): @{NonFungibleToken.NFT} {
            let nft <- self.borrowCollection(type).withdraw(withdrawID: id)
            let count = self.countOf(type)
            emit WithdrawnNFT(
                address: self.address,
                type: type.identifier,
                id: id,
                countAfter: count,
                requestId: requestId
            )
            self.dropIfEmpty(type)
            return <- nft
        }

        /// Uses up a request of the given kind whose time has come.
        access(self) fun use(_ requestId: UInt64, _ kind: DharmaAllowance.Kind): DharmaAllowance.Wish {
            pre {
                self.isMovable(): self.obstacle()
            }
            let request = self.requests[requestId]
                ?? panic("DharmaVault: \\(self.address) has no request \\(requestId)")
            assert(
                request.wish.kind == kind,
                message: "DharmaVault: Request \\(requestId) is for \\(DharmaAllowance.nameOf(request.wish.kind)), not \\(DharmaAllowance.nameOf(kind))"
            )
            assert(
                request.isReady(),
                message: "DharmaVault: Request \\(requestId) can be used from \\(request.readyAt()) to \\(request.expiresAt()), if no freeze comes in between"
            )
            self.requests.remove(key: requestId)
            return request.wish
        }

        access(self) fun setRecoveryAddress(_ after: Address) {
            let before = self.recoveryAddress
            self.recoveryAddress = after
            emit RecoveryAddressChanged(address: self.address, before: before, after: after)
        }

        access(self) fun dropVoidRequests() {
            for request in self.requests.values {
                if request.isVoid() {
                    self.cancel(requestId: request.id)
                }
            }
        }

        access(self) fun dropIfEmpty(_ type: Type) {
            if self.countOf(type) == 0 {
                destroy self.collections.remove(key: type)
            }
        }

        access(self) view fun borrowCollection(_ type: Type): auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection} {
            return (&self.collections[type] as auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}?)
                ?? panic("DharmaVault: \\(self.address) holds no \\(type.identifier) here")
        }

        access(self) view fun limitOf(_ type: Type): UFix64 {
            return self.allowances[type]?.limit ?? 0.0
        }

        access(self) view fun isMovable(): Bool {
            return self.recoveredTo == nil && !DharmaProtection.isFrozen(self.address)
        }

        access(self) view fun obstacle(): String {
            return self.recoveredTo == nil
                ? "DharmaVault: \\(self.address) is frozen"
                : "DharmaVault: The vault of \\(self.address) was recovered"
        }
    }

    /// The power over the vault of whichever account stores it: it holds nothing itself, so that it can neither
    /// be forged nor carry a vault away.
    access(all) resource OwnerKey {
        /// Opens the vault of the account that stores this key.
        access(Own) fun open(recoveryAddress: Address, allowances: {Type: UFix64}) {
            let address = self.account()
            assert(DharmaVault.borrowVault(address) == nil, message: "DharmaVault: \\(address) has a vault already")
            DharmaVault.open(address, recoveryAddress: recoveryAddress, allowances: allowances)
        }

        access(Own) view fun borrow(): auth(Own) &GuardedVault {
            return (&DharmaVault.vaults[self.account()] as auth(Own) &GuardedVault?)
                ?? panic("DharmaVault: \\(self.account()) has no vault")
        }

        /// Gives up an empty vault.
        access(Own) fun close() {
            DharmaVault.close(self.account())
        }

        access(self) view fun account(): Address {
            return self.owner?.address ?? panic("DharmaVault: The key lies in no account")
        }
    }

    /// What the community decided, in the hands of the one contract that took this from storage.
    access(all) resource Recoverer {
        /// Hands a frozen vault over to its recovery address. No code of any token runs here, so that no token can
        /// stop it; \`deliver\` brings the contents over, one type at a time.
        access(Recover) fun recover(address: Address, proposalId: UInt64) {
            let vault = DharmaVault.borrowVault(address) ?? panic("DharmaVault: \\(address) has no vault")
            vault.handOver(proposalId: proposalId)
        }
    }

    access(all) let maxTypes: Int
    access(all) let maxNFTs: Int
    access(all) let maxRequests: Int

    access(self) let vaults: @{Address: GuardedVault}
    access(self) var lastRequestId: UInt64

    access(all) fun createKey(): @OwnerKey {
        return <- create OwnerKey()
    }

    access(all) view fun borrowVault(_ address: Address): &GuardedVault? {
        return &self.vaults[address]
    }

    /// Pays into somebody's vault, which must hold some of that token already.
    access(all) fun deposit(address: Address, from: @{FungibleToken.Vault}) {
        let vault = self.borrowVault(address) ?? panic("DharmaVault: \\(address) has no vault")
        vault.put(<- from, isNewTypeWelcome: false)
    }

    /// Brings all of one token of a recovered vault to the recovery address; anyone may call it.
    access(all) fun deliver(address: Address, type: Type) {
        let vault = self.borrowVault(address) ?? panic("DharmaVault: \\(address) has no vault")
        vault.deliver(type)
    }

    /// Brings up to \`limit\` NFTs of one type of a recovered vault to the recovery address; anyone may call it.
    access(all) fun deliverNFTs(address: Address, type: Type, limit: Int) {
        let vault = self.borrowVault(address) ?? panic("DharmaVault: \\(address) has no vault")
        vault.deliverNFTs(type, limit: limit)
    }

    access(contract) fun open(_ address: Address, recoveryAddress: Address, allowances: {Type: UFix64}) {
    }
}
`,
  FCL: `/// The account book of the FCL dev wallet, which reads and writes it by this name and these functions
/// on the service account. Every account in it holds the wallet's one key. Never deploy it on a public network.
access(all) contract FCL {

    access(all) let bookStoragePath: StoragePath

    access(all) struct FCLKey {
        access(all) let publicKey: [UInt8]
        access(all) let signatureAlgorithm: UInt8
        access(all) let hashAlgorithm: UInt8

        init(publicKey: [UInt8], signatureAlgorithm: UInt8, hashAlgorithm: UInt8) {
            self.publicKey = publicKey
            self.signatureAlgorithm = signatureAlgorithm
            self.hashAlgorithm = hashAlgorithm
        }
    }

    access(all) struct FCLAccount {
        access(all) let type: String
        access(all) let address: Address
        access(all) let keyId: Int
        access(all) let label: String
        access(all) let scopes: [String]

        init(address: Address, label: String, scopes: [String]) {
            self.type = "ACCOUNT"
            self.address = address
            self.keyId = 0
            self.label = label
            self.scopes = scopes
        }
    }

    access(all) resource Book {
        access(all) let key: FCLKey
        access(all) let accounts: {Address: FCLAccount}

        init(key: FCLKey) {
            self.key = key
            self.accounts = {}
        }

        access(contract) fun put(_ account: FCLAccount) {
            self.accounts[account.address] = account
        }
    }

    access(all) fun accounts(): &{Address: FCLAccount} {
        return self.book().accounts
    }

    access(all) fun getServiceKey(): &FCLKey {
        return self.book().key
    }

    access(all) fun add(address: Address, label: String, scopes: [String]) {
        self.book().put(FCLAccount(address: address, label: label, scopes: scopes))
    }

    access(all) fun update(address: Address, label: String, scopes: [String]) {
        self.add(address: address, label: label, scopes: scopes)
    }

    /// A new account with the wallet's key, paid for by the service account.
    access(all) fun new(label: String, scopes: [String], address: Address?): &Account {
        let account = Account(payer: self.account)
        let key = self.book().key
        account.keys.add(
            publicKey: PublicKey(
                publicKey: key.publicKey.map(fun (_ byte: UInt8): UInt8 { return byte }),
                signatureAlgorithm: SignatureAlgorithm(key.signatureAlgorithm)!
            ),
            hashAlgorithm: HashAlgorithm(key.hashAlgorithm)!,
            weight: 1000.0
        )
        self.add(address: address ?? account.address, label: label, scopes: scopes)
        return account
    }

    access(self) view fun book(): &Book {
        return self.account.storage.borrow<&Book>(from: self.bookStoragePath)
            ?? panic("FCL: The account \\(self.account.address) has lost its book")
    }

    init(publicKey: String, hashAlgorithm: UInt8, signAlgorithm: UInt8) {
        self.bookStoragePath = /storage/FCL_DEV_WALLET
        let key = FCLKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: signAlgorithm,
            hashAlgorithm: hashAlgorithm
        )
        self.account.storage.save(<- create Book(key: key), to: self.bookStoragePath)
        self.add(address: self.account.address, label: "Service Account", scopes: [])
    }
}
`,
  GardenPass: `import "MetadataViews"
import "NonFungibleToken"
import "ViewResolver"

/// Membership of the community garden. A pass is awarded by the steward, never sold.
access(all) contract GardenPass: NonFungibleToken {

    access(all) entitlement Award

    access(all) let collectionStoragePath: StoragePath
    access(all) let collectionPublicPath: PublicPath
    access(all) let stewardStoragePath: StoragePath

    access(all) event Awarded(id: UInt64, season: String, totalSupply: UInt64)

    access(all) var totalSupply: UInt64

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let season: String

        init(id: UInt64, season: String) {
            self.id = id
            self.season = season
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [Type<MetadataViews.Display>(), Type<MetadataViews.NFTCollectionData>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            if view == Type<MetadataViews.Display>() {
                return MetadataViews.Display(
                    name: "Garden Pass #\\(self.id)",
                    description: "A member of the community garden since \\(self.season).",
                    thumbnail: MetadataViews.HTTPFile(url: GardenPass.thumbnail)
                )
            }
            return GardenPass.resolveContractView(resourceType: Type<@GardenPass.NFT>(), viewType: view)
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- (self.ownedNFTs.remove(key: withdrawID)
                ?? panic("GardenPass.Collection.withdraw: No pass with id \\(withdrawID) is held here"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let pass <- token as! @GardenPass.NFT
            self.ownedNFTs[pass.id] <-! pass
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@GardenPass.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@GardenPass.NFT>()
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
        }
    }

    access(all) resource Steward {
        access(Award) fun award(season: String): @GardenPass.NFT {
            GardenPass.totalSupply = GardenPass.totalSupply + 1
            let id = GardenPass.totalSupply
            emit Awarded(id: id, season: season, totalSupply: GardenPass.totalSupply)
            return <- create NFT(id: id, season: season)
        }
    }

    access(all) let thumbnail: String

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        return <- create Collection()
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        if viewType != Type<MetadataViews.NFTCollectionData>() {
            return nil
        }
        return MetadataViews.NFTCollectionData(
            storagePath: self.collectionStoragePath,
            publicPath: self.collectionPublicPath,
            publicCollection: Type<&GardenPass.Collection>(),
            publicLinkedType: Type<&GardenPass.Collection>(),
            createEmptyCollectionFunction: (fun (): @{NonFungibleToken.Collection} {
                return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
            })
        )
    }

    init() {
        self.totalSupply = 0
        self.thumbnail = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='%2316a34a'/%3E%3C/svg%3E"
        self.collectionStoragePath = /storage/gardenPassCollection
        self.collectionPublicPath = /public/gardenPassCollection
        self.stewardStoragePath = /storage/gardenPassSteward
        self.account.storage.save(<- create Steward(), to: self.stewardStoragePath)
    }
}
`,
  LotusToken: `import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"

/// The community token of the local world. Its whole supply is made once, at deployment,
/// and lies in the vault of the account that holds the contract.
access(all) contract LotusToken: FungibleToken {

    access(all) let vaultStoragePath: StoragePath
    access(all) let receiverPublicPath: PublicPath

    access(all) event SupplyCreated(totalSupply: UFix64)

    access(all) var totalSupply: UFix64

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64

        init(balance: UFix64) {
            self.balance = balance
        }

        access(contract) fun burnCallback() {
            LotusToken.totalSupply = LotusToken.totalSupply - self.balance
            self.balance = 0.0
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @LotusToken.Vault {
            self.balance = self.balance - amount
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            let vault <- from as! @LotusToken.Vault
            self.balance = self.balance + vault.balance
            destroy vault
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return amount <= self.balance
        }

        access(all) fun createEmptyVault(): @LotusToken.Vault {
            return <- create Vault(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return LotusToken.getContractViews(resourceType: nil)
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return LotusToken.resolveContractView(resourceType: nil, viewType: view)
        }
    }

    access(all) fun createEmptyVault(vaultType: Type): @LotusToken.Vault {
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        switch viewType {
            case Type<FungibleTokenMetadataViews.FTDisplay>():
                return self.display()
            case Type<FungibleTokenMetadataViews.FTVaultData>():
                return self.vaultData()
            case Type<FungibleTokenMetadataViews.TotalSupply>():
                return FungibleTokenMetadataViews.TotalSupply(totalSupply: self.totalSupply)
        }
        return nil
    }

    access(self) fun display(): FungibleTokenMetadataViews.FTDisplay {
        return FungibleTokenMetadataViews.FTDisplay(
            name: "Lotus",
            symbol: "LOTUS",
            description: "What members of the local community thank each other with.",
            externalURL: MetadataViews.ExternalURL("https://developers.flow.com"),
            logos: MetadataViews.Medias([]),
            socials: {}
        )
    }

    access(self) fun vaultData(): FungibleTokenMetadataViews.FTVaultData {
        return FungibleTokenMetadataViews.FTVaultData(
            storagePath: self.vaultStoragePath,
            receiverPath: self.receiverPublicPath,
            metadataPath: self.receiverPublicPath,
            receiverLinkedType: Type<&LotusToken.Vault>(),
            metadataLinkedType: Type<&LotusToken.Vault>(),
            createEmptyVaultFunction: (fun (): @{FungibleToken.Vault} {
                return <- LotusToken.createEmptyVault(vaultType: Type<@LotusToken.Vault>())
            })
        )
    }

    init() {
        self.totalSupply = 1_000_000.0
        self.vaultStoragePath = /storage/lotusTokenVault
        self.receiverPublicPath = /public/lotusTokenReceiver

        self.account.storage.save(<- create Vault(balance: self.totalSupply), to: self.vaultStoragePath)
        let receiver = self.account.capabilities.storage.issue<&LotusToken.Vault>(self.vaultStoragePath)
        self.account.capabilities.publish(receiver, at: self.receiverPublicPath)
        emit SupplyCreated(totalSupply: self.totalSupply)
    }
}
`,
  StonePrint: `import "FungibleToken"
import "MetadataViews"
import "NonFungibleToken"
import "TestDollar"
import "ViewResolver"

/// Art of the local world: anybody prints one by paying the price in Test Dollars,
/// which goes to the account that holds the contract.
access(all) contract StonePrint: NonFungibleToken {

    access(all) let collectionStoragePath: StoragePath
    access(all) let collectionPublicPath: PublicPath

    access(all) event Printed(id: UInt64, price: UFix64, totalSupply: UInt64)

    access(all) let price: UFix64
    access(all) var totalSupply: UInt64

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let printedAt: UFix64

        init(id: UInt64) {
            self.id = id
            self.printedAt = getCurrentBlock().timestamp
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [
                Type<MetadataViews.Display>(),
                Type<MetadataViews.Serial>(),
                Type<MetadataViews.NFTCollectionData>()
            ]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            switch view {
                case Type<MetadataViews.Display>():
                    return MetadataViews.Display(
                        name: "Stone Print #\\(self.id)",
                        description: "A pattern nobody else holds.",
                        thumbnail: MetadataViews.HTTPFile(url: StonePrint.thumbnail(id: self.id))
                    )
                case Type<MetadataViews.Serial>():
                    return MetadataViews.Serial(self.id)
            }
            return StonePrint.resolveContractView(resourceType: Type<@StonePrint.NFT>(), viewType: view)
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- (self.ownedNFTs.remove(key: withdrawID)
                ?? panic("StonePrint.Collection.withdraw: No print with id \\(withdrawID) is held here"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let print <- token as! @StonePrint.NFT
            self.ownedNFTs[print.id] <-! print
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@StonePrint.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@StonePrint.NFT>()
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
        }
    }

    /// A new print for exactly the price.
    access(all) fun buy(payment: @TestDollar.Vault): @StonePrint.NFT {
        pre {
            payment.balance == self.price:
                "StonePrint.buy: A print costs \\(self.price) Test Dollars, not \\(payment.balance)"
        }
        let artist = self.account.capabilities.borrow<&{FungibleToken.Receiver}>(TestDollar.receiverPublicPath)
            ?? panic("StonePrint.buy: The artist \\(self.account.address) has no vault for Test Dollars")
        artist.deposit(from: <- payment)
        self.totalSupply = self.totalSupply + 1
        emit Printed(id: self.totalSupply, price: self.price, totalSupply: self.totalSupply)
        return <- create NFT(id: self.totalSupply)
    }

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        return <- create Collection()
    }

    /// A drawing made of the id alone, so that it needs no server.
    access(all) view fun thumbnail(id: UInt64): String {
        let hue = (id * 47) % 360
        return "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='hsl(\\(hue) 60% 50%)'/%3E%3C/svg%3E"
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        if viewType != Type<MetadataViews.NFTCollectionData>() {
            return nil
        }
        return MetadataViews.NFTCollectionData(
            storagePath: self.collectionStoragePath,
            publicPath: self.collectionPublicPath,
            publicCollection: Type<&StonePrint.Collection>(),
            publicLinkedType: Type<&StonePrint.Collection>(),
            createEmptyCollectionFunction: (fun (): @{NonFungibleToken.Collection} {
                return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
            })
        )
    }

    init() {
        self.price = 20.0
        self.totalSupply = 0
        self.collectionStoragePath = /storage/stonePrintCollection
        self.collectionPublicPath = /public/stonePrintCollection
    }
}
`,
  TestDollar: `import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"

/// A stable-like token of the local world: one unit stands for one dollar.
/// Whoever holds the Issuer brings dollars into circulation; anybody may burn their own.
access(all) contract TestDollar: FungibleToken {

    access(all) entitlement Issue

    access(all) let vaultStoragePath: StoragePath
    access(all) let receiverPublicPath: PublicPath
    access(all) let issuerStoragePath: StoragePath

    access(all) event Issued(amount: UFix64, totalSupply: UFix64)
    access(all) event Redeemed(amount: UFix64, totalSupply: UFix64)

    access(all) var totalSupply: UFix64

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64

        init(balance: UFix64) {
            self.balance = balance
        }

        access(contract) fun burnCallback() {
            if self.balance > 0.0 {
                TestDollar.totalSupply = TestDollar.totalSupply - self.balance
                emit Redeemed(amount: self.balance, totalSupply: TestDollar.totalSupply)
            }
            self.balance = 0.0
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @TestDollar.Vault {
            self.balance = self.balance - amount
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            let vault <- from as! @TestDollar.Vault
            self.balance = self.balance + vault.balance
            destroy vault
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return amount <= self.balance
        }

        access(all) fun createEmptyVault(): @TestDollar.Vault {
            return <- create Vault(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return TestDollar.getContractViews(resourceType: nil)
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return TestDollar.resolveContractView(resourceType: nil, viewType: view)
        }
    }

    access(all) resource Issuer {
        access(Issue) fun issue(amount: UFix64): @TestDollar.Vault {
            pre {
                amount > 0.0: "TestDollar.Issuer.issue: The amount \\(amount) must be above zero"
            }
            TestDollar.totalSupply = TestDollar.totalSupply + amount
            emit Issued(amount: amount, totalSupply: TestDollar.totalSupply)
            return <- create Vault(balance: amount)
        }
    }

    access(all) fun createEmptyVault(vaultType: Type): @TestDollar.Vault {
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        switch viewType {
            case Type<FungibleTokenMetadataViews.FTDisplay>():
                return self.display()
            case Type<FungibleTokenMetadataViews.FTVaultData>():
                return self.vaultData()
            case Type<FungibleTokenMetadataViews.TotalSupply>():
                return FungibleTokenMetadataViews.TotalSupply(totalSupply: self.totalSupply)
        }
        return nil
    }

    access(self) fun display(): FungibleTokenMetadataViews.FTDisplay {
        return FungibleTokenMetadataViews.FTDisplay(
            name: "Test Dollar",
            symbol: "TUSD",
            description: "Stands for one dollar in the local world. Worth nothing anywhere.",
            externalURL: MetadataViews.ExternalURL("https://developers.flow.com"),
            logos: MetadataViews.Medias([]),
            socials: {}
        )
    }

    access(self) fun vaultData(): FungibleTokenMetadataViews.FTVaultData {
        return FungibleTokenMetadataViews.FTVaultData(
            storagePath: self.vaultStoragePath,
            receiverPath: self.receiverPublicPath,
            metadataPath: self.receiverPublicPath,
            receiverLinkedType: Type<&TestDollar.Vault>(),
            metadataLinkedType: Type<&TestDollar.Vault>(),
            createEmptyVaultFunction: (fun (): @{FungibleToken.Vault} {
                return <- TestDollar.createEmptyVault(vaultType: Type<@TestDollar.Vault>())
            })
        )
    }

    init() {
        self.totalSupply = 0.0
        self.vaultStoragePath = /storage/testDollarVault
        self.receiverPublicPath = /public/testDollarReceiver
        self.issuerStoragePath = /storage/testDollarIssuer

        self.account.storage.save(<- create Issuer(), to: self.issuerStoragePath)
        self.account.storage.save(<- create Vault(balance: 0.0), to: self.vaultStoragePath)
        let receiver = self.account.capabilities.storage.issue<&TestDollar.Vault>(self.vaultStoragePath)
        self.account.capabilities.publish(receiver, at: self.receiverPublicPath)
    }
}
`,
} as const
