// Made by `npm run generate` from the .cdc files: change those, not this.
/** Cadence of our own contracts, by contract name. */
export const CONTRACTS = {
  DharmaAllowance: `import "DharmaProtection"
import "DharmaStorageDeposit"

/// How fast things may leave a guarded vault: the allowance of a day, and requests that wait 72 hours.
access(all) contract DharmaAllowance {

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
    /// \`cause\` is used, cancelled, or void.
    access(all) event RequestEnded(address: Address, requestId: UInt64, cause: String)
    access(all) event AllowanceChanged(address: Address, type: String, before: UFix64, after: UFix64)

    access(all) enum Kind: UInt8 {
        access(all) case withdraw
        access(all) case withdrawNFT
        access(all) case allowance
        access(all) case recoveryAddress
        access(all) case leave
    }

    /// What an owner asks for; made by the functions of this contract, so that it is always whole.
    access(all) struct VaultOperation {
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

        /// Whether it names what the other one names: leaving names all contents. Withdrawals of tokens may stand beside
        /// each other, because each sets aside an amount of its own.
        access(all) view fun overlaps(_ other: VaultOperation): Bool {
            if self.kind == Kind.leave || other.kind == Kind.leave {
                return self.isOfContents() && other.isOfContents()
            }
            return self.kind == other.kind && self.kind != Kind.withdraw
                && self.type == other.type && self.nftId == other.nftId
        }

        access(self) view fun isOfContents(): Bool {
            return self.kind != Kind.allowance && self.kind != Kind.recoveryAddress
        }
    }

    /// What an owner asked for; it may be used in a window of time after a delay.
    access(all) struct Request {
        access(all) let id: UInt64
        /// Who made it: a freeze of this address voids it.
        access(all) let madeBy: Address
        access(all) let operation: VaultOperation
        access(all) let requestedAt: UFix64

        view init(id: UInt64, madeBy: Address, operation: VaultOperation) {
            self.id = id
            self.madeBy = madeBy
            self.operation = operation
            self.requestedAt = getCurrentBlock().timestamp
        }

        access(all) view fun readyAt(): UFix64 {
            return self.requestedAt + DharmaAllowance.delay()
        }

        access(all) view fun expiresAt(): UFix64 {
            return self.readyAt() + DharmaAllowance.window()
        }

        /// A freeze voids every request made before its end, or requests would become ready while the vault is stopped.
        access(all) view fun isVoid(): Bool {
            let freezeEndsAt = DharmaProtection.freezeEndsAt(self.madeBy) ?? 0.0
            return self.requestedAt <= freezeEndsAt || getCurrentBlock().timestamp >= self.expiresAt()
        }

        access(all) view fun isReady(): Bool {
            return !self.isVoid() && getCurrentBlock().timestamp >= self.readyAt()
        }
    }

    /// The requests of one vault.
    access(all) struct Requests {
        /// Of the vault.
        access(all) let address: Address
        /// Who makes the requests.
        access(all) var owner: Address
        access(self) let byId: {UInt64: Request}

        init(address: Address) {
            self.address = address
            self.owner = address
            self.byId = {}
        }

        access(all) view fun all(): [Request] {
            return self.byId.values
        }

        /// Whether a request to leave can be used now or later.
        access(all) view fun isLeaveRequested(): Bool {
            for request in self.byId.values {
                if request.operation.kind == Kind.leave && !request.isVoid() {
                    return true
                }
            }
            return false
        }

        /// Whether everything may leave now.
        access(all) view fun isLeaving(): Bool {
            for request in self.byId.values {
                if request.operation.kind == Kind.leave && request.isReady() {
                    return true
                }
            }
            return false
        }

        /// How much of a token is set aside: it leaves by the requests that name it alone.
        access(all) view fun getAmountSetAside(_ type: Type): UFix64 {
            var sum = 0.0
            for request in self.byId.values {
                let operation = request.operation
                if operation.kind == Kind.withdraw && operation.type == type && !request.isVoid() {
                    sum = sum + operation.amount!
                }
            }
            return sum
        }

        /// Refused while a request stands that names the same.
        access(account) fun add(_ operation: VaultOperation) {
            if let type = operation.type {
                DharmaStorageDeposit.requireShort(type)
            }
            for request in self.byId.values {
                if request.isVoid() {
                    self.end(request.id, cause: "void")
                } else if request.operation.overlaps(operation) {
                    panic(
                        "DharmaAllowance: Request \\(request.id) of \\(self.owner), \\(DharmaAllowance.getKindName(request.operation.kind)), names the same; cancel it first"
                    )
                }
            }
            assert(
                self.byId.length < DharmaAllowance.maxRequests(),
                message: "DharmaAllowance: \\(self.owner) has \\(DharmaAllowance.maxRequests()) requests already; cancel one"
            )
            DharmaAllowance.lastRequestId = DharmaAllowance.lastRequestId + 1
            let request = Request(id: DharmaAllowance.lastRequestId, madeBy: self.owner, operation: operation)
            self.byId[request.id] = request
            emit Requested(
                address: self.address,
                requestId: request.id,
                kind: DharmaAllowance.getKindName(operation.kind),
                type: operation.type?.identifier,
                amount: operation.amount,
                nftId: operation.nftId,
                recoveryAddress: operation.recoveryAddress,
                readyAt: request.readyAt(),
                expiresAt: request.expiresAt()
            )
        }

        /// Uses up a request whose time has come.
        access(account) fun use(_ id: UInt64, _ kinds: [Kind]): VaultOperation {
            let request = self.get(id)
            assert(
                kinds.contains(request.operation.kind),
                message: "DharmaAllowance: Request \\(id) is for \\(DharmaAllowance.getKindName(request.operation.kind))"
            )
            assert(
                request.isReady(),
                message: "DharmaAllowance: Request \\(id) holds from \\(request.readyAt()) to \\(request.expiresAt()) unless a freeze voids it"
            )
            self.end(id, cause: "used")
            return request.operation
        }

        /// Voids every request of the former owner.
        access(account) fun handOver(to: Address) {
            for request in self.byId.values {
                self.end(request.id, cause: "void")
            }
            self.owner = to
        }

        access(account) fun end(_ id: UInt64, cause: String) {
            self.byId[self.get(id).id] = nil
            emit RequestEnded(address: self.address, requestId: id, cause: cause)
        }

        access(self) view fun get(_ id: UInt64): Request {
            return self.byId[id] ?? panic("DharmaAllowance: The vault of \\(self.address) has no request \\(id)")
        }
    }

    /// What may leave in any 24 hours, counted in whole hours: an hour that is partly within them counts in full.
    access(all) struct Allowance {
        access(all) var limit: UFix64
        /// What left, by hour since 1970; at most the last 25 of them.
        access(self) var hours: {UInt64: UFix64}

        init(limit: UFix64) {
            self.limit = limit
            self.hours = {}
        }

        access(all) view fun spent(): UFix64 {
            let hour = DharmaAllowance.hour()
            var sum = 0.0
            for key in self.hours {
                sum = sum + (key + 24 >= hour ? self.hours[key]! : 0.0)
            }
            return sum
        }

        access(all) view fun remaining(): UFix64 {
            return self.limit.saturatingSubtract(self.spent())
        }

        access(contract) fun spend(_ amount: UFix64) {
            pre {
                amount <= self.remaining():
                    "DharmaAllowance: \\(amount) is above what may still leave within 24 hours, \\(self.remaining())"
            }
            let hour = DharmaAllowance.hour()
            let kept = {hour: amount}
            for key in self.hours {
                if key + 24 >= hour {
                    kept[key] = (kept[key] ?? 0.0) + self.hours[key]!
                }
            }
            self.hours = kept
        }

        access(contract) fun setLimit(_ limit: UFix64) {
            self.limit = limit
        }
    }

    /// The allowances of one vault, by type of token.
    access(all) struct Allowances {
        access(all) let address: Address
        access(self) let byType: {Type: Allowance}

        init(address: Address) {
            self.address = address
            self.byType = {}
        }

        access(all) view fun get(_ type: Type): Allowance? {
            return self.byType[type]
        }

        access(account) fun spend(_ type: Type, _ amount: UFix64) {
            self.borrow(type).spend(amount)
        }

        access(account) fun setLimit(_ type: Type, _ limit: UFix64) {
            DharmaStorageDeposit.requireShort(type)
            if self.byType[type] == nil {
                assert(
                    self.byType.length < DharmaAllowance.maxAllowances(),
                    message: "DharmaAllowance: \\(self.address) has \\(DharmaAllowance.maxAllowances()) allowances already"
                )
                self.byType[type] = Allowance(limit: 0.0)
            }
            let allowance = self.borrow(type)
            emit AllowanceChanged(address: self.address, type: type.identifier, before: allowance.limit, after: limit)
            allowance.setLimit(limit)
        }

        access(account) fun lower(_ type: Type, _ limit: UFix64) {
            pre {
                limit < self.borrow(type).limit:
                    "DharmaAllowance: \\(limit) is not below the allowance of \\(self.borrow(type).limit)"
            }
            self.setLimit(type, limit)
        }

        access(self) view fun borrow(_ type: Type): &Allowance {
            return (&self.byType[type] as &Allowance?)
                ?? panic("DharmaAllowance: \\(self.address) has no allowance for \\(type.identifier)")
        }
    }

    access(self) var lastRequestId: UInt64

    /// How many allowances one vault has.
    access(all) view fun maxAllowances(): Int {
        return 16
    }

    /// How many requests one vault has at a time.
    access(all) view fun maxRequests(): Int {
        return 8
    }

    /// How long a request waits: 72 hours, in seconds.
    access(all) view fun delay(): UFix64 {
        return 259200.0
    }

    /// How long it can be used after that: 7 days, in seconds.
    access(all) view fun window(): UFix64 {
        return 604800.0
    }

    access(all) view fun withdrawal(type: Type, amount: UFix64): VaultOperation {
        return VaultOperation(Kind.withdraw, type: type, amount: amount, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun withdrawalOfNFT(type: Type, id: UInt64): VaultOperation {
        return VaultOperation(Kind.withdrawNFT, type: type, amount: nil, nftId: id, recoveryAddress: nil)
    }

    access(all) view fun allowance(type: Type, limit: UFix64): VaultOperation {
        return VaultOperation(Kind.allowance, type: type, amount: limit, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun recoveryAddress(_ address: Address): VaultOperation {
        return VaultOperation(Kind.recoveryAddress, type: nil, amount: nil, nftId: nil, recoveryAddress: address)
    }

    access(all) view fun leave(): VaultOperation {
        return VaultOperation(Kind.leave, type: nil, amount: nil, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun getKindName(_ kind: Kind): String {
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
        self.lastRequestId = 0
    }
}
`,
  DharmaAppeals: `import "DharmaConsent"
import "DharmaGovernance"
import "DharmaGovernanceActions"
import "DharmaProposals"
import "DharmaProtection"

/// Appeals of flagged and frozen accounts. An appeal is a message that the account signs, relayed by anyone; it opens
/// the proposal that decides it in the same transaction.
access(all) contract DharmaAppeals {

    /// Lines of the message by which an account appeals against the flag of a case, or against its freeze, which it
    /// names by the proposal that was executed last.
    access(all) view fun getDetails(caseId: String?, freezeProposalId: UInt64?, reasonHash: String): [String] {
        let subject = caseId == nil ? "Freeze by proposal: \\(freezeProposalId ?? 0)" : "Flag of case: \\(caseId!)"
        return [subject, "Reason SHA-256: \\(reasonHash)"]
    }

    /// Lines of the message by which it opens the second proposal of an appeal.
    access(all) view fun getSecondDetails(appealId: UInt64, reasonHash: String): [String] {
        return ["Second proposal of appeal: \\(appealId)", "Reason SHA-256: \\(reasonHash)"]
    }

    /// Opens an appeal of the signing account, and the proposal that decides it. Names either the case of the flag or
    /// the proposal of the freeze; returns the number of the proposal.
    access(all) fun appeal(
        caseId: String?,
        freezeProposalId: UInt64?,
        reason: String,
        consent: DharmaConsent.Consent
    ): UInt64 {
        pre {
            (caseId == nil) != (freezeProposalId == nil):
                "DharmaAppeals: An appeal names either a case or the proposal of a freeze"
            caseId != nil || DharmaProtection.getFreeze(consent.address)?.proposalId == freezeProposalId:
                "DharmaAppeals: \\(consent.address) is not frozen by proposal \\(freezeProposalId ?? 0)"
        }
        let reasonHash = DharmaProposals.hashReason(reason)
        self.acceptConsent(
            consent,
            self.getDetails(caseId: caseId, freezeProposalId: freezeProposalId, reasonHash: reasonHash)
        )
        let id = self.openProposal(consent.address, caseId: caseId, reason: reason)
        let _ = DharmaProtection.openAppeal(
            consent.address,
            caseId: caseId,
            reasonHash: reasonHash,
            ballot: DharmaGovernance.ProposalBallot(proposalId: id)
        )
        return id
    }

    /// Opens the second proposal of an appeal whose first one had too few votes; returns its number.
    access(all) fun appealAgain(appealId: UInt64, reason: String, consent: DharmaConsent.Consent): UInt64 {
        let appeal = DharmaProtection.findAppeal(consent.address, id: appealId)
        let reasonHash = DharmaProposals.hashReason(reason)
        self.acceptConsent(consent, self.getSecondDetails(appealId: appealId, reasonHash: reasonHash))
        let id = self.openProposal(consent.address, caseId: appeal.caseId, reason: reason)
        DharmaProtection.addAppealBallot(consent.address, id: appealId, ballot: DharmaGovernance.ProposalBallot(proposalId: id))
        return id
    }

    access(self) fun acceptConsent(_ consent: DharmaConsent.Consent, _ details: [String]) {
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.appeals,
            subject: "appeal",
            details: details,
            role: "Appellant"
        )
    }

    access(self) fun openProposal(_ address: Address, caseId: String?, reason: String): UInt64 {
        let action = DharmaGovernanceActions.Unfreeze(target: address, isAppeal: true, appealedCaseId: caseId)
        return DharmaGovernance.open(action, proposer: address, isProposerEligible: false, reason: reason)
    }
}
`,
  DharmaConnectors: `import "DeFiActions"
import "DharmaProtection"
import "DharmaScore"
import "FungibleToken"

/// Flow Actions connectors to the vault of a counterparty that work only while it is not frozen and its published
/// score is good enough and recent. The account that is checked is the account that is paid or drawn from: both
/// reach its vault by its address. As the convention of Flow Actions asks, they refuse by having no capacity or
/// nothing available, not by a panic, and an event names the cause.
access(all) contract DharmaConnectors {

    access(all) event Refused(connectorType: String, uniqueID: UInt64?, counterparty: Address, cause: String)

    /// What a counterparty must meet.
    access(all) struct Terms {
        access(all) let counterparty: Address
        /// Least score, in tenths.
        access(all) let minScoreTenths: UInt64
        /// How old its publication may be, in seconds.
        access(all) let maxScoreAge: UFix64

        view init(counterparty: Address, minScoreTenths: UInt64, maxScoreAge: UFix64) {
            pre {
                minScoreTenths <= 1000: "DharmaConnectors: A score of \\(minScoreTenths) tenths cannot be reached"
            }
            self.counterparty = counterparty
            self.minScoreTenths = minScoreTenths
            self.maxScoreAge = maxScoreAge
        }

        /// Why the counterparty is refused now; nil when it meets the terms.
        access(all) view fun getRefusalReason(): String? {
            if DharmaProtection.isFrozen(self.counterparty) {
                return "frozen"
            }
            let verdict = DharmaScore.requireMin(
                address: self.counterparty,
                minScoreTenths: self.minScoreTenths,
                maxAge: self.maxScoreAge
            )
            switch verdict {
                case DharmaScore.Verdict.pass:
                    return nil
                case DharmaScore.Verdict.fail:
                    return "low score"
                case DharmaScore.Verdict.stale:
                    return "stale score"
            }
            return "no score"
        }
    }

    /// Deposits into a vault of the counterparty while it meets the terms.
    access(all) struct GuardedSink: DeFiActions.Sink {
        access(all) let terms: Terms
        access(all) let vaultType: Type
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let receiver: Capability<&{FungibleToken.Receiver}>

        /// \`receiver\` is where the counterparty publishes the vault. A receiver that passes tokens on to other accounts
        /// is none.
        init(terms: Terms, receiver: PublicPath, uniqueID: DeFiActions.UniqueIdentifier?) {
            self.terms = terms
            self.receiver = getAccount(terms.counterparty).capabilities.get<&{FungibleToken.Receiver}>(receiver)
            self.vaultType = self.receiver.borrow()?.getType() ?? Type<Void>()
            self.uniqueID = uniqueID
            assert(
                self.vaultType.isSubtype(of: Type<@{FungibleToken.Vault}>()),
                message: "DharmaConnectors: The account \\(terms.counterparty) has no vault at \\(receiver)"
            )
        }

        access(all) view fun getSinkType(): Type {
            return self.vaultType
        }

        access(all) fun minimumCapacity(): UFix64 {
            return self.getRefusalReason() == nil ? UFix64.max : 0.0
        }

        access(all) fun depositCapacity(from: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}) {
            if let cause = self.getRefusalReason() {
                DharmaConnectors.refuse(self.getType(), self.id(), self.terms.counterparty, cause)
                return
            }
            self.receiver.borrow()!.deposit(from: <- from.withdraw(amount: from.balance))
        }

        access(all) view fun getRefusalReason(): String? {
            let hasVault = self.receiver.borrow()?.getType() == self.vaultType
            return hasVault ? self.terms.getRefusalReason() : "no vault"
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(type: self.getType(), id: self.id(), innerComponents: [])
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return self.uniqueID
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            self.uniqueID = id
        }
    }

    /// Withdraws from a vault of the counterparty while it meets the terms.
    access(all) struct GuardedSource: DeFiActions.Source {
        access(all) let terms: Terms
        access(all) let vaultType: Type
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let provider: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>

        /// \`provider\` is a capability that the counterparty issued to a vault of its own.
        init(
            terms: Terms,
            provider: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>,
            uniqueID: DeFiActions.UniqueIdentifier?
        ) {
            pre {
                provider.address == terms.counterparty:
                    "DharmaConnectors: The vault is one of \\(provider.address), not of \\(terms.counterparty)"
            }
            let vault = provider.borrow()
                ?? panic("DharmaConnectors: The account \\(terms.counterparty) has no vault for this capability")
            self.terms = terms
            self.vaultType = vault.getType()
            self.provider = provider
            self.uniqueID = uniqueID
        }

        access(all) view fun getSourceType(): Type {
            return self.vaultType
        }

        access(all) fun minimumAvailable(): UFix64 {
            return self.getRefusalReason() == nil ? self.provider.borrow()!.balance : 0.0
        }

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            if let cause = self.getRefusalReason() {
                DharmaConnectors.refuse(self.getType(), self.id(), self.terms.counterparty, cause)
                return <- DharmaConnectors.createEmptyVault(self.vaultType)
            }
            let vault = self.provider.borrow()!
            return <- vault.withdraw(amount: maxAmount < vault.balance ? maxAmount : vault.balance)
        }

        access(all) view fun getRefusalReason(): String? {
            let hasVault = self.provider.borrow()?.getType() == self.vaultType
            return hasVault ? self.terms.getRefusalReason() : "no vault"
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(type: self.getType(), id: self.id(), innerComponents: [])
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return self.uniqueID
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            self.uniqueID = id
        }
    }

    access(contract) fun refuse(_ connectorType: Type, _ uniqueID: UInt64?, _ counterparty: Address, _ cause: String) {
        emit Refused(
            connectorType: connectorType.identifier,
            uniqueID: uniqueID,
            counterparty: counterparty,
            cause: cause
        )
    }

    /// An empty vault from the contract of its token: the counterparty may have none any more.
    access(contract) fun createEmptyVault(_ vaultType: Type): @{FungibleToken.Vault} {
        let token = getAccount(vaultType.address!).contracts.borrow<&{FungibleToken}>(name: vaultType.contractName!)
            ?? panic("DharmaConnectors: \\(vaultType.identifier) is of no fungible token")
        return <- token.createEmptyVault(vaultType: vaultType)
    }
}
`,
  DharmaConsent: `import "DharmaTime"
import "FlowToken"

/// Messages that people sign. A person signs one readable text with the keys of the account (tag FLOW-V0.0-user);
/// anyone relays it, and the contracts of this account act on it once. Each message carries a sequence number that
/// only grows for each address and series, and a time after which it is refused.
access(all) contract DharmaConsent {

    /// A message of \`address\` was accepted.
    access(all) event Accepted(
        address: Address,
        series: String,
        subject: String,
        sequence: UInt64,
        sequenceBefore: UInt64,
        validUntil: UInt64
    )

    /// Each series of an address has sequence numbers of its own, so that no message of one stops one of another.
    access(all) enum Series: UInt8 {
        access(all) case proposals
        access(all) case votes
        access(all) case appeals
        /// Reports and vouches, and their withdrawals.
        access(all) case reports
    }

    /// A signature by one key of the account, raw r and s.
    access(all) struct Signature {
        access(all) let keyIndex: Int
        access(all) let signature: [UInt8]

        view init(keyIndex: Int, signature: [UInt8]) {
            self.keyIndex = keyIndex
            self.signature = signature
        }
    }

    /// Who consents, with which number, until when, by which signatures. The content is never taken from the relayer:
    /// the contract that acts builds the message from the action it is asked for.
    access(all) struct Consent {
        access(all) let address: Address
        access(all) let sequence: UInt64
        /// Unix seconds, a whole minute.
        access(all) let validUntil: UInt64
        access(all) let signatures: [Signature]

        view init(address: Address, sequence: UInt64, validUntil: UInt64, signatures: [Signature]) {
            self.address = address
            self.sequence = sequence
            self.validUntil = validUntil
            self.signatures = signatures
        }
    }

    /// The last number used in one series of one address.
    access(all) struct LastUse {
        access(all) let sequence: UInt64
        access(all) let acceptedAt: UFix64

        view init(sequence: UInt64) {
            self.sequence = sequence
            self.acceptedAt = getCurrentBlock().timestamp
        }
    }

    /// Signature domain of user messages.
    access(all) let tag: String
    /// Weight that the signing keys must have together.
    access(all) let fullWeight: UFix64
    access(all) let maxSignatures: Int
    /// How far above the last number the next may be: one huge number by mistake must not use up a series.
    access(all) let maxSequenceStep: UInt64

    access(self) let lastUses: {Address: {UInt8: LastUse}}

    /// The last number used by an address in a series, 0 before the first.
    access(all) view fun getSequence(_ address: Address, series: Series): UInt64 {
        return self.getLastUse(address, series: series)?.sequence ?? 0
    }

    /// How far ahead of the current block a message of the series may be valid: 24 hours, an appeal 7 days; in seconds.
    access(all) view fun getMaxValidity(_ series: Series): UInt64 {
        return series == Series.appeals ? 604800 : 86400
    }

    /// 'testnet', 'mainnet', or 'local' for an emulator.
    access(all) view fun getNetwork(): String {
        let networks = {
            "A.7e60df042a9c0868.FlowToken.Vault": "testnet",
            "A.1654653399040a61.FlowToken.Vault": "mainnet"
        }
        return networks[Type<@FlowToken.Vault>().identifier] ?? "local"
    }

    /// Signatures from key indexes and, in the same order, r and s in hex.
    access(all) view fun toSignatures(keyIndexes: [Int], hex: [String]): [Signature] {
        pre {
            keyIndexes.length == hex.length:
                "DharmaConsent: \\(keyIndexes.length) keys do not go with \\(hex.length) signatures"
            hex.length <= self.maxSignatures:
                "DharmaConsent: \\(hex.length) signatures are more than \\(self.maxSignatures)"
        }
        var signatures: [Signature] = []
        for index, signature in hex {
            signatures = signatures.concat([Signature(keyIndex: keyIndexes[index], signature: signature.decodeHex())])
        }
        return signatures
    }

    /// The exact text to sign: the subject, this contract's address, the network, the details, the signer in the named
    /// role, the sequence number and the end of validity, one a line.
    access(all) view fun buildMessage(
        subject: String,
        details: [String],
        role: String,
        address: Address,
        sequence: UInt64,
        validUntil: UInt64
    ): String {
        let head = ["Dharma Guard \\(subject)", "Contract: \\(self.account.address)", "Network: \\(self.getNetwork())"]
        let foot = [
            "\\(role): \\(address)",
            "Sequence: \\(sequence)",
            "Valid until: \\(DharmaTime.formatMinute(validUntil))"
        ]
        return String.join(head.concat(details).concat(foot), separator: "\\n")
    }

    /// Forgets the numbers of an address whose last message was accepted longer ago than any message of that series is
    /// valid; anyone may call it. Returns whether none is left.
    access(all) fun forget(_ address: Address): Bool {
        if let uses = self.lastUses[address] {
            let now = UInt64(getCurrentBlock().timestamp)
            let kept: {UInt8: LastUse} = {}
            for rawSeries in uses {
                let validity = self.getMaxValidity(Series(rawValue: rawSeries)!)
                if now <= UInt64(uses[rawSeries]!.acceptedAt) + validity {
                    kept[rawSeries] = uses[rawSeries]
                }
            }
            self.lastUses[address] = kept.length == 0 ? nil : kept
        }
        return self.lastUses[address] == nil
    }

    /// Panics unless it takes two keys or more to sign for the account; a key at several indexes is one.
    access(account) fun requireSharedKeys(_ account: &Account) {
        let weights: {String: UFix64} = {}
        var sum = 0.0
        account.keys.forEach(fun (key: AccountKey): Bool {
            let name = String.encodeHex(key.publicKey.publicKey)
            let weight = key.isRevoked ? 0.0 : key.weight
            weights[name] = (weights[name] ?? 0.0) + weight
            sum = sum + weight
            assert(
                weights[name]! < self.fullWeight,
                message: "DharmaConsent: Key \\(key.keyIndex) of \\(account.address) can sign alone"
            )
            return true
        })
        assert(
            sum >= self.fullWeight,
            message: "DharmaConsent: The keys of \\(account.address) weigh \\(sum) together, not \\(self.fullWeight)"
        )
    }

    /// Checks validity and signatures of a message and uses up its number; panics when anything is wrong with them.
    access(account) fun accept(
        _ consent: Consent,
        series: Series,
        subject: String,
        details: [String],
        role: String
    ) {
        self.requireValid(consent, series: series)
        let message = self.buildMessage(
            subject: subject,
            details: details,
            role: role,
            address: consent.address,
            sequence: consent.sequence,
            validUntil: consent.validUntil
        )
        let weight = self.getSignedWeight(consent, message: message.utf8)
        assert(
            weight >= self.fullWeight,
            message: "DharmaConsent: The signing keys of \\(consent.address) weigh \\(weight), not \\(self.fullWeight)"
        )
        emit Accepted(
            address: consent.address,
            series: self.getSeriesName(series),
            subject: subject,
            sequence: consent.sequence,
            sequenceBefore: self.getSequence(consent.address, series: series),
            validUntil: consent.validUntil
        )
        let uses = self.lastUses[consent.address] ?? {}
        uses[series.rawValue] = LastUse(sequence: consent.sequence)
        self.lastUses[consent.address] = uses
    }

    access(all) view fun getSeriesName(_ series: Series): String {
        switch series {
            case Series.proposals:
                return "proposals"
            case Series.votes:
                return "votes"
            case Series.appeals:
                return "appeals"
        }
        return "reports"
    }

    access(self) view fun getLastUse(_ address: Address, series: Series): LastUse? {
        if let uses = self.lastUses[address] {
            return uses[series.rawValue]
        }
        return nil
    }

    access(self) view fun requireValid(_ consent: Consent, series: Series) {
        let address = consent.address
        let last = self.getSequence(address, series: series)
        assert(
            consent.sequence > last,
            message: "DharmaConsent: Sequence \\(consent.sequence) of \\(address) is not above \\(last)"
        )
        assert(
            consent.sequence - last <= self.maxSequenceStep,
            message: "DharmaConsent: Sequence \\(consent.sequence) of \\(address) is more than \\(self.maxSequenceStep) above \\(last)"
        )
        assert(
            consent.validUntil % 60 == 0,
            message: "DharmaConsent: The end of validity \\(consent.validUntil) is not a whole minute"
        )
        let now = UInt64(getCurrentBlock().timestamp)
        let until = DharmaTime.formatMinute(consent.validUntil)
        assert(now <= consent.validUntil, message: "DharmaConsent: The message of \\(address) was valid until \\(until)")
        assert(
            consent.validUntil - now <= self.getMaxValidity(series),
            message: "DharmaConsent: The message of \\(address) is valid until \\(until), more than \\(self.getMaxValidity(series)) seconds ahead"
        )
        assert(
            consent.signatures.length <= self.maxSignatures,
            message: "DharmaConsent: \\(consent.signatures.length) signatures are more than \\(self.maxSignatures)"
        )
    }

    /// Sum of the weights of distinct, unrevoked account keys, each with a valid signature; panics on any other.
    access(self) view fun getSignedWeight(_ consent: Consent, message: [UInt8]): UFix64 {
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
        self.lastUses = {}
    }
}
`,
  DharmaCustody: `import "DharmaStorageDeposit"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Custody of what guarded vaults hold: any fungible token and any NFT, accounted for to the last unit by the
/// conditions that FungibleToken puts on every vault, and to the last byte. It knows no rules: only contracts of this
/// account put in and take out.
///
/// Code of a token runs only while the token is out of storage, so that no reference to it reaches what is
/// stored, and no storage is measured meanwhile. NFTs are held without their collections: no code of theirs runs in custody.
access(all) contract DharmaCustody {

    access(all) event Deposited(address: Address, type: String, amount: UFix64, balanceBefore: UFix64, balanceAfter: UFix64)
    access(all) event DepositedNFT(address: Address, type: String, id: UInt64, countAfter: Int)
    /// \`requestId\` is nil within the allowance, while leaving, and after a recovery.
    access(all) event Withdrawn(
        address: Address,
        type: String,
        amount: UFix64,
        balanceBefore: UFix64,
        balanceAfter: UFix64,
        requestId: UInt64?
    )
    access(all) event WithdrawnNFT(address: Address, type: String, id: UInt64, countAfter: Int, requestId: UInt64?)

    access(all) resource Holdings {
        /// Whose contents these are.
        access(all) let address: Address
        access(self) let storageDeposit: @DharmaStorageDeposit.Deposit
        access(self) let tokens: @{Type: {FungibleToken.Vault}}
        access(self) let nfts: @{Type: {UInt64: {NonFungibleToken.NFT}}}
        /// What each of them added to the account's storage when it was stored. Nothing changes while it is stored, and
        /// the same is taken off when it leaves, whatever else has changed the storage meanwhile.
        access(self) let tokenBytes: {Type: UInt64}
        access(self) let nftBytes: {Type: {UInt64: UInt64}}
        /// While code of a token runs, which must not move anything else in or out.
        access(self) var isMoving: Bool

        init(address: Address, storageDeposit: @FlowToken.Vault) {
            self.address = address
            self.storageDeposit <- DharmaStorageDeposit.createDeposit(address: address, from: <- storageDeposit)
            self.tokens <- {}
            self.nfts <- {}
            self.tokenBytes = {}
            self.nftBytes = {}
            self.isMoving = false
        }

        access(all) view fun borrowStorageDeposit(): &DharmaStorageDeposit.Deposit {
            return &self.storageDeposit
        }

        access(all) view fun tokenTypes(): [Type] {
            return self.tokens.keys
        }

        access(all) view fun nftTypes(): [Type] {
            return self.nfts.keys
        }

        access(all) view fun getBalance(_ type: Type): UFix64 {
            return self.tokens[type]?.balance ?? 0.0
        }

        access(all) view fun getIDs(_ type: Type): [UInt64] {
            return self.nfts[type]?.keys ?? []
        }

        access(all) view fun isEmpty(): Bool {
            return self.tokens.length == 0 && self.nfts.length == 0 && !self.isMoving
        }

        access(account) fun payStorage(_ from: @FlowToken.Vault) {
            self.storageDeposit.pay(<- from)
        }

        access(account) fun returnStorageDeposit(to: Address) {
            self.storageDeposit.payOut(to: to)
        }

        access(account) fun deposit(_ from: @{FungibleToken.Vault}) {
            let type = from.getType()
            let amount = from.balance
            let before = self.getBalance(type)
            let bytesBefore = self.storageDeposit.contentBytes
            self.store(<- self.merge(<- from))
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit Deposited(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: before + amount
            )
        }

        access(account) fun depositNFT(_ token: @{NonFungibleToken.NFT}) {
            let type = token.getType()
            let id = token.id
            let bytesBefore = self.storageDeposit.contentBytes
            self.storeNFT(<- token)
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit DepositedNFT(address: self.address, type: type.identifier, id: id, countAfter: self.countNFTs(type))
        }

        access(account) fun withdraw(_ type: Type, _ amount: UFix64, requestId: UInt64?): @{FungibleToken.Vault} {
            let before = self.getBalance(type)
            let bytesBefore = self.storageDeposit.contentBytes
            let taken <- self.split(type, amount)
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit Withdrawn(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: before - amount,
                requestId: requestId
            )
            return <- taken
        }

        access(account) fun withdrawNFT(_ type: Type, _ id: UInt64, requestId: UInt64?): @{NonFungibleToken.NFT} {
            let bytesBefore = self.storageDeposit.contentBytes
            let nft <- self.takeNFT(type, id)
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit WithdrawnNFT(
                address: self.address,
                type: type.identifier,
                id: id,
                countAfter: self.countNFTs(type),
                requestId: requestId
            )
            return <- nft
        }

        /// The tokens, together with those of the same type that are in custody.
        access(self) fun merge(_ from: @{FungibleToken.Vault}): @{FungibleToken.Vault} {
            if self.tokens[from.getType()] == nil {
                return <- from
            }
            let vault <- self.take(from.getType())
            self.isMoving = true
            vault.deposit(from: <- from)
            self.isMoving = false
            return <- vault
        }

        access(self) fun split(_ type: Type, _ amount: UFix64): @{FungibleToken.Vault} {
            let vault <- self.take(type)
            if vault.balance == amount {
                return <- vault
            }
            self.isMoving = true
            let taken <- vault.withdraw(amount: amount)
            self.isMoving = false
            self.store(<- vault)
            return <- taken
        }

        access(self) fun store(_ vault: @{FungibleToken.Vault}) {
            pre {
                !self.isMoving: self.refusal()
                self.tokens.length < DharmaCustody.maxTypes():
                    "DharmaCustody: The vault of \\(self.address) already holds \\(DharmaCustody.maxTypes()) types of tokens"
            }
            let type = vault.getType()
            DharmaStorageDeposit.requireShort(type)
            let before = DharmaStorageDeposit.used()
            self.tokens[type] <-! vault
            self.tokenBytes[type] = UInt64.max
            let bytes = DharmaStorageDeposit.used() - before
            self.tokenBytes[type] = bytes
            self.storageDeposit.add(bytes: bytes)
        }

        access(self) fun take(_ type: Type): @{FungibleToken.Vault} {
            pre {
                !self.isMoving: self.refusal()
            }
            let vault <- self.tokens.remove(key: type)
                ?? panic("DharmaCustody: The vault of \\(self.address) does not hold \\(type.identifier)")
            self.storageDeposit.subtract(bytes: self.tokenBytes.remove(key: type)!)
            return <- vault
        }

        access(self) fun storeNFT(_ token: @{NonFungibleToken.NFT}) {
            pre {
                !self.isMoving: self.refusal()
                self.nfts[token.getType()] != nil || self.nfts.length < DharmaCustody.maxTypes():
                    "DharmaCustody: The vault of \\(self.address) already holds NFTs of \\(DharmaCustody.maxTypes()) types"
                self.countNFTs(token.getType()) < DharmaCustody.maxNFTs():
                    "DharmaCustody: The vault of \\(self.address) already holds \\(DharmaCustody.maxNFTs()) NFTs of \\(token.getType().identifier)"
            }
            let type = token.getType()
            if self.nfts[type] == nil {
                DharmaStorageDeposit.requireShort(type)
                self.nfts[type] <-! {}
                self.nftBytes[type] = {}
            }
            let id = token.id
            let nfts = self.borrowNFTs(type)
            let nftBytes = self.borrowNFTBytes(type)
            let before = DharmaStorageDeposit.used()
            nfts[id] <-! token
            nftBytes[id] = UInt64.max
            let bytes = DharmaStorageDeposit.used() - before
            nftBytes[id] = bytes
            self.storageDeposit.add(bytes: bytes)
        }

        access(self) fun takeNFT(_ type: Type, _ id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                !self.isMoving: self.refusal()
                self.nfts[type]?.containsKey(id) ?? false:
                    "DharmaCustody: The vault of \\(self.address) does not hold \\(type.identifier) \\(id)"
            }
            let nft <- self.borrowNFTs(type).remove(key: id)!
            self.storageDeposit.subtract(bytes: self.borrowNFTBytes(type).remove(key: id)!)
            if self.countNFTs(type) == 0 {
                destroy self.nfts.remove(key: type)
                self.nftBytes[type] = nil
            }
            return <- nft
        }

        access(self) view fun borrowNFTs(_ type: Type): auth(Mutate) &{UInt64: {NonFungibleToken.NFT}} {
            return (&self.nfts[type])!
        }

        access(self) view fun borrowNFTBytes(_ type: Type): auth(Mutate) &{UInt64: UInt64} {
            return (&self.nftBytes[type])!
        }

        access(self) view fun countNFTs(_ type: Type): Int {
            return self.nfts[type]?.length ?? 0
        }

        access(self) view fun refusal(): String {
            return "DharmaCustody: A token may not move contents of \\(self.address) while it is moved itself"
        }
    }

    /// Types of tokens, and of NFTs, that one vault holds.
    access(all) view fun maxTypes(): Int {
        return 16
    }

    /// NFTs of one type that one vault holds.
    access(all) view fun maxNFTs(): Int {
        return 100
    }

    access(account) fun createHoldings(address: Address, storageDeposit: @FlowToken.Vault): @Holdings {
        return <- create Holdings(address: address, storageDeposit: <- storageDeposit)
    }
}
`,
  DharmaFlaggers: `import "DharmaProtection"
import "DharmaProtectionTypes"

/// Who may flag addresses: accounts that the account of the contracts appoints and can dismiss.
access(all) contract DharmaFlaggers {

    /// Sets and lifts flags.
    access(all) entitlement Flag
    /// Appoints and dismisses flaggers.
    access(all) entitlement Appoint

    access(all) let registrarStoragePath: StoragePath
    /// Where a flagger stores the capability it claimed from the inbox.
    access(all) let flaggerStoragePath: StoragePath

    access(all) event FlaggerAppointed(flagger: Address)
    access(all) event FlaggerDismissed(flagger: Address)

    /// Stored in this contract's account; the flagger holds a capability to it, so that dismissal ends it at once.
    access(all) resource Flagger {
        access(all) let flagger: Address

        init(flagger: Address) {
            self.flagger = flagger
        }

        /// \`cited\` is required where the reason code is barred for the address: see DharmaProtection.
        access(Flag) fun flag(
            address: Address,
            caseId: String,
            reasonCode: String,
            reasonHash: String,
            cited: DharmaProtectionTypes.CitedTransaction?
        ) {
            pre {
                DharmaFlaggers.isCaseId(caseId):
                    "DharmaFlaggers: A case id has 1 to \\(DharmaFlaggers.maxCaseId) visible ASCII characters; this one has \\(caseId.utf8.length) bytes"
                DharmaProtectionTypes.reasonCodes.contains(reasonCode):
                    "DharmaFlaggers: '\\(reasonCode)' is not listed, behaviour, community or keys"
                DharmaProtectionTypes.isHash(reasonHash):
                    "DharmaFlaggers: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            }
            let flag = DharmaProtectionTypes.Flag(
                caseId: caseId,
                reasonCode: reasonCode,
                reasonHash: reasonHash,
                flagger: self.flagger
            )
            DharmaProtection.flag(address, flag: flag, cited: cited)
        }

        /// Lifts a flag after a recheck.
        access(Flag) fun unflag(address: Address) {
            DharmaProtection.unflag(address)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to flag into the inbox of an account.
        access(Appoint) fun appoint(flagger: Address) {
            let path = DharmaFlaggers.buildStoragePath(flagger: flagger)
            let storage = DharmaFlaggers.account.storage
            assert(storage.type(at: path) == nil, message: "DharmaFlaggers: \\(flagger) is a flagger already")
            storage.save(<- create Flagger(flagger: flagger), to: path)
            let capability = DharmaFlaggers.account.capabilities.storage.issue<auth(Flag) &Flagger>(path)
            DharmaFlaggers.account.inbox.publish(
                capability,
                name: DharmaFlaggers.getInboxName(flagger: flagger),
                recipient: flagger
            )
            emit FlaggerAppointed(flagger: flagger)
        }

        /// Ends the power of a flagger at once.
        access(Appoint) fun dismiss(flagger: Address) {
            let path = DharmaFlaggers.buildStoragePath(flagger: flagger)
            for controller in DharmaFlaggers.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaFlaggers.account.storage.load<@Flagger>(from: path)
                ?? panic("DharmaFlaggers: \\(flagger) is not a flagger")
            emit FlaggerDismissed(flagger: flagger)
        }
    }

    /// In bytes.
    access(all) let maxCaseId: Int

    /// Name under which the inbox of an account holds its power to flag.
    access(all) view fun getInboxName(flagger: Address): String {
        return "dharmaFlagger_\\(flagger)"
    }

    access(contract) view fun buildStoragePath(flagger: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(flagger: flagger))!
    }

    /// Visible ASCII only, so that a case id is one word in a message to sign.
    access(contract) view fun isCaseId(_ text: String): Bool {
        let bytes = text.utf8
        if bytes.length == 0 || bytes.length > self.maxCaseId {
            return false
        }
        for byte in bytes {
            if byte < 33 || byte > 126 {
                return false
            }
        }
        return true
    }

    init() {
        self.registrarStoragePath = /storage/dharmaFlaggerRegistrar
        self.flaggerStoragePath = /storage/dharmaFlagger
        self.maxCaseId = 64
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
`,
  DharmaGovernance: `import "DharmaConsent"
import "DharmaGovernanceActions"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaProtectionTypes"
import "DharmaScore"
import "DharmaVoterEligibility"

/// Proposals to freeze, unfreeze or recover an address, the votes on them, and the execution by the DAO. Proposals and
/// votes are signed messages of people, relayed by anyone.
///
/// Every view follows from votes and block time; \`settle\` only records and emits what already holds.
access(all) contract DharmaGovernance {

    /// \`isAppeal\`: the target itself opened it by an appeal.
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
    /// \`supportBefore\` is the earlier choice of the same voter, which this one replaces. The last four fields are the
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
    /// \`before\` is nil at first.
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
            return "voting on proposal \\(id) ended at \\(proposal.votingEndsAt)"
        }
        if DharmaProposals.isFinal(status) {
            return "proposal \\(id) is \\(DharmaProposals.getStatusName(status))"
        }
        return self.getExclusionReason(proposal.action.isExcludedVoter(voter), voter)
    }

    /// Lines of the message by which a person votes.
    access(all) view fun getVoteDetails(id: UInt64, support: Bool): [String] {
        let details = self.borrowExisting(id).action.getDetails()
        return ["Proposal: \\(id)"].concat(details).concat(["Choice: \\(support ? "for" : "against")"])
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
            details: proposed.getDetails().concat(["Reason SHA-256: \\(DharmaProposals.hashReason(reason))"]),
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
            panic("DharmaGovernance: \\(voter) cannot vote: \\(obstacle)")
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

    /// Executes an approved proposal, once. \`dao\` is the account of the DAO itself, none of whose keys can sign alone.
    // lint-allow security: only its address and keys are read; a reference that anybody can make would prove nothing
    access(all) fun executeProposal(dao: auth(BorrowValue) &Account, id: UInt64) {
        assert(dao.address == self.daoAddress, message: "DharmaGovernance: \\(dao.address) is not the account of the DAO")
        DharmaConsent.requireSharedKeys(dao)
        self.settle(id)
        let proposal = self.borrowExisting(id)
        assert(
            proposal.storedStatus == DharmaProposals.Status.approved,
            message: "DharmaGovernance: Proposal \\(id) is \\(DharmaProposals.getStatusName(proposal.storedStatus)), not approved"
        )
        if let obstacle = proposal.action.getExecutionObstacle() {
            panic("DharmaGovernance: Proposal \\(id) cannot be executed yet: \\(obstacle)")
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
        assert(from.address == holder, message: "DharmaGovernance: \\(from.address) cannot hand over; \\(holder) can")
        DharmaConsent.requireSharedKeys(getAccount(to))
        emit DaoChanged(before: self.daoAddress, after: to)
        self.daoAddress = to
    }

    /// Frees the oldest proposal when it is closed and not one of the newest, up to \`limit\` votes at a time; anyone may
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
        return self.borrowProposal(id) ?? panic("DharmaGovernance: There is no proposal \\(id)")
    }

    access(self) view fun getExclusionReason(_ isExcluded: Bool, _ voter: Address): String? {
        return isExcluded
            ? "\\(voter) is the target of the proposal, or the recovery address"
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
            message: "DharmaGovernance: \\(proposer) has \\(self.maxOpenPerPerson) open proposals already"
        )
        if !isEligible && self.unsupported.length >= self.maxUnsupported {
            self.settle(self.unsupported[0])
            assert(
                self.unsupported.length < self.maxUnsupported,
                message: "DharmaGovernance: \\(self.maxUnsupported) proposals of people who cannot vote wait for a first vote; propose when one has ended"
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
                message: "DharmaGovernance: Proposal \\(id) to \\(topic) is open already"
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
                "DharmaGovernance: The reason has \\(reason.utf8.length) bytes, not \\(self.minReason) to \\(self.maxReason)"
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
        return "\\(action) \\(target)"
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
`,
  DharmaGovernanceActions: `import "DharmaProtection"
import "DharmaProtectionTypes"
import "DharmaTime"
import "DharmaVault"

/// What the community can decide about an address. Each action states in words what it does, knows what overrules it,
/// and can be executed by contracts of this account alone.
access(all) contract DharmaGovernanceActions {

    access(all) event ActionExecuted(action: String, target: Address, proposalId: UInt64)

    /// One action for one address.
    access(all) struct interface Action {
        access(all) let target: Address
        /// Votes For that approve it at least, beside a majority.
        access(all) let minVotesFor: UInt64

        /// freeze, unfreeze or recover.
        access(all) view fun name(): String

        access(all) view fun title(): String

        /// What will happen, in one or two sentences.
        access(all) view fun description(): String

        /// Lines of the messages by which people propose it and vote on it.
        access(all) view fun getDetails(): [String]

        /// Whether what overrules it ends the voting too, not only an approval.
        access(all) view fun isVotingOverruled(): Bool

        /// Since when a proposal created then is void, whatever the votes; nil when it is not.
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64?

        /// Why it cannot be executed yet although it is approved; nil when it can.
        access(all) view fun getExecutionObstacle(): String?

        /// Whether this address may not vote on it whatever its score.
        access(all) view fun isExcludedVoter(_ voter: Address): Bool

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String)
    }

    access(all) struct Freeze: Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64

        view init(target: Address) {
            self.target = target
            self.minVotesFor = 0
        }

        access(all) view fun name(): String {
            return "freeze"
        }

        access(all) view fun title(): String {
            return "Freeze \\(self.target)"
        }

        access(all) view fun description(): String {
            return "Marks \\(self.target) as frozen for 7 days and stops its guarded vault, or renews the freeze. Moves nothing; ends by itself."
        }

        access(all) view fun getDetails(): [String] {
            return DharmaGovernanceActions.buildDetails(self.name(), self.target)
        }

        access(all) view fun isVotingOverruled(): Bool {
            return true
        }

        /// An appeal that was upheld against a freeze ends every freeze proposed until then.
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            return DharmaProtection.borrowRecord(self.target)?.findUpheldSince(createdAt) ?? nil
        }

        access(all) view fun getExecutionObstacle(): String? {
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaProtection.freeze(self.target, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(all) struct Unfreeze: Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64
        /// Whether an appeal opened it.
        access(all) let isAppeal: Bool
        /// The flag that the appeal is against; nil for an appeal against a freeze and without an appeal.
        access(all) let appealedCaseId: String?

        view init(target: Address, isAppeal: Bool, appealedCaseId: String?) {
            self.target = target
            self.minVotesFor = 0
            self.isAppeal = isAppeal
            self.appealedCaseId = appealedCaseId
        }

        access(all) view fun name(): String {
            return "unfreeze"
        }

        access(all) view fun title(): String {
            if let caseId = self.appealedCaseId {
                return "Lift the flag of \\(self.target), case \\(caseId)"
            }
            return "Unfreeze \\(self.target)"
        }

        access(all) view fun description(): String {
            if self.appealedCaseId != nil {
                return "Upholds the appeal of \\(self.target) against this flag and lifts it. A freeze stays."
            }
            let effect = "Lifts the freeze and the flag of \\(self.target)."
            return self.isAppeal ? "\\(effect) Upholds its appeal against the freeze." : effect
        }

        access(all) view fun getDetails(): [String] {
            let details = DharmaGovernanceActions.buildDetails(self.name(), self.target)
            return self.appealedCaseId == nil ? details : details.concat(["Case: \\(self.appealedCaseId!)"])
        }

        /// The vote still decides the appeal that opened it.
        access(all) view fun isVotingOverruled(): Bool {
            return false
        }

        /// It never lifts a freeze that began after it was proposed.
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            let frozenSince = DharmaProtection.borrowRecord(self.target)?.freeze?.since ?? 0.0
            return self.appealedCaseId == nil && createdAt < frozenSince ? frozenSince : nil
        }

        access(all) view fun getExecutionObstacle(): String? {
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaProtection.unfreeze(
                self.target,
                proposalId: proposalId,
                reasonHash: reasonHash,
                appealedCaseId: self.appealedCaseId
            )
        }
    }

    /// Belongs to the freeze that holds when it is proposed, and to the recovery address that stands then.
    access(all) struct Recover: Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64
        access(all) let freezeNumber: UInt64
        access(all) let recoveryAddress: Address
        access(all) let recoveryAddressSince: UFix64
        access(all) let recoveryAddressBefore: Address?

        view init(target: Address) {
            let vault = DharmaVault.borrowVault(target)
                ?? panic("DharmaGovernanceActions: \\(target) has no guarded vault to recover")
            assert(vault.recoveredTo == nil, message: "DharmaGovernanceActions: The vault of \\(target) was recovered already")
            let freeze = DharmaProtection.getFreeze(target)
                ?? panic("DharmaGovernanceActions: \\(target) is not frozen; a recovery needs a freeze")
            self.target = target
            self.minVotesFor = 3
            self.freezeNumber = freeze.number
            self.recoveryAddress = vault.recoveryAddress!
            self.recoveryAddressSince = vault.recoveryAddressSince
            self.recoveryAddressBefore = vault.recoveryAddressBefore
        }

        access(all) view fun name(): String {
            return "recover"
        }

        access(all) view fun title(): String {
            return "Recover \\(self.target) to \\(self.recoveryAddress), its recovery address since \\(self.getSince()), before: \\(self.getBefore())"
        }

        access(all) view fun description(): String {
            return "Gives the frozen guarded vault of \\(self.target) to its recovery address \\(self.recoveryAddress), which its owner named on \\(self.getSince()) (\\(self.getBefore()) before). Refused if the recovery address is another one by then."
        }

        access(all) view fun getDetails(): [String] {
            return DharmaGovernanceActions.buildDetails(self.name(), self.target).concat([
                "Recovery address: \\(self.recoveryAddress)",
                "Recovery address since: \\(self.getSince())",
                "Recovery address before: \\(self.getBefore())"
            ])
        }

        access(all) view fun isVotingOverruled(): Bool {
            return true
        }

        /// It ends with the freeze under which it was proposed, or when an appeal against that freeze is upheld. A freeze
        /// that lapsed outlasted the voting, and a proposal that ends one has this one settled: so a later freeze meets
        /// no voting.
        // lint-allow unused-variable-hint: only other actions need the time
        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            let record = DharmaProtection.borrowRecord(self.target)
            if record?.freeze?.number != self.freezeNumber {
                return record?.freeze?.since ?? getCurrentBlock().timestamp
            }
            let voidedAt = record!.getRecoveryVoidedAt()
            return voidedAt != nil || record!.isFrozen() ? voidedAt : record!.getFreezeEnd()
        }

        access(all) view fun getExecutionObstacle(): String? {
            let record = DharmaProtection.borrowRecord(self.target)
            let earliest = (record?.freeze?.since ?? 0.0) + DharmaProtectionTypes.recoveryDelay
            if getCurrentBlock().timestamp < earliest {
                return "\\(self.target) must be frozen for 72 hours, until \\(earliest)"
            }
            if record?.isRecoveryBlocked() ?? false {
                return "the appeal against the freeze of \\(self.target) is open"
            }
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target || voter == self.recoveryAddress
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.recoverer.recover(
                address: self.target,
                to: self.recoveryAddress,
                proposalId: proposalId,
                reasonHash: reasonHash
            )
            DharmaProtection.closeRecovery(self.target)
        }

        access(self) view fun getSince(): String {
            return DharmaTime.formatMinute(UInt64(self.recoveryAddressSince))
        }

        access(self) view fun getBefore(): String {
            return self.recoveryAddressBefore == nil ? "none" : "\\(self.recoveryAddressBefore!)"
        }
    }

    access(self) let recoverer: @DharmaVault.Recoverer

    /// The action of that name for an address, as the chain stands now; panics on any other name, and for a recovery
    /// of an address that is not frozen or has no guarded vault.
    access(all) view fun createAction(name: String, target: Address): {Action} {
        switch name {
            case "freeze":
                return Freeze(target: target)
            case "unfreeze":
                return Unfreeze(target: target, isAppeal: false, appealedCaseId: nil)
            case "recover":
                return Recover(target: target)
        }
        panic("DharmaGovernanceActions: '\\(name)' is not freeze, unfreeze or recover")
    }

    /// The event is not in the interface, where an action of a stranger could emit it.
    access(account) fun executeAction(_ action: &{Action}, proposalId: UInt64, reasonHash: String) {
        action.executeAction(proposalId: proposalId, reasonHash: reasonHash)
        emit ActionExecuted(action: action.name(), target: action.target, proposalId: proposalId)
    }

    access(contract) view fun buildDetails(_ name: String, _ target: Address): [String] {
        return ["Action: \\(name)", "Target: \\(target)"]
    }

    init() {
        self.recoverer <- self.account.storage.load<@DharmaVault.Recoverer>(from: DharmaVault.recovererStoragePath)
            ?? panic("DharmaGovernanceActions: The recoverer of DharmaVault was taken already")
    }
}
`,
  DharmaProposals: `import "DharmaGovernanceActions"
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
        /// As recorded; \`status\` also knows time and overruling decisions.
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

        /// Forgets up to \`limit\` votes and returns whether none is left.
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
`,
  DharmaProtection: `import "DharmaProtectionRecord"
import "DharmaProtectionTypes"

/// The public registry of flags, freezes and appeals. A flag is the warning of a flagger and can be lifted; a freeze
/// is a decision of the community and ends by itself. Neither changes anybody's account: contracts that ask refuse a
/// frozen address. The flagged or frozen account may appeal.
///
/// Every view follows from block time and votes; \`settle\` only records and emits what already holds.
access(all) contract DharmaProtection {

    /// \`citedTransactionId\` is set where the reason code was barred.
    access(all) event Flagged(
        address: Address,
        caseId: String,
        reasonCode: String,
        reasonHash: String,
        flagger: Address,
        citedTransactionId: String?
    )
    /// \`cause\` is recheck, appeal, or unfreeze. \`barredUntil\` is nil where the same reason code can be used at once.
    access(all) event FlagLifted(
        address: Address,
        caseId: String,
        reasonCode: String,
        cause: String,
        liftedAt: UFix64,
        barredUntil: UFix64?
    )
    /// \`untilBefore\` is the end of the freeze that this one renews. \`flagCaseId\` is nil where nothing is held against
    /// the address: it is protected by a vote.
    access(all) event Frozen(
        address: Address,
        freezeNumber: UInt64,
        proposalId: UInt64,
        reasonHash: String,
        since: UFix64,
        until: UFix64,
        untilBefore: UFix64?,
        flagCaseId: String?
    )
    /// A vote lifted flag and freeze, or the flag of the appealed case alone. FlagLifted and FreezeEnded tell what there was.
    access(all) event Unfrozen(address: Address, proposalId: UInt64, reasonHash: String, appealedCaseId: String?)
    /// \`proposalId\` is the executed proposal that ended the freeze, nil when it lapsed.
    access(all) event FreezeEnded(address: Address, freezeNumber: UInt64, proposalId: UInt64?, endedAt: UFix64)
    /// Against a flag (\`caseId\`) or a freeze (\`freezeNumber\`). \`proposalId\` is the proposal that decides it.
    access(all) event AppealOpened(
        id: UInt64,
        address: Address,
        caseId: String?,
        freezeNumber: UInt64?,
        reasonHash: String,
        proposalId: UInt64,
        deadline: UFix64
    )
    /// The first proposal of the appeal had too few votes; this one decides it.
    access(all) event AppealProposedAgain(id: UInt64, address: Address, proposalId: UInt64, deadline: UFix64)
    /// \`outcome\` is upheld, denied, or undecided.
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String, closedAt: UFix64, proposalId: UInt64)
    access(all) event RecoveryOpened(address: Address, freezeNumber: UInt64, proposalId: UInt64)
    access(all) event RecordCleared(address: Address)

    access(self) let records: @{Address: DharmaProtectionRecord.Record}
    access(self) var lastAppealId: UInt64

    /// The record of an address, nil where there is none.
    access(all) view fun borrowRecord(_ address: Address): &DharmaProtectionRecord.Record? {
        return &self.records[address]
    }

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.borrowRecord(address)?.isFrozen() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        assert(
            !self.isFrozen(address),
            message: "DharmaProtection: \\(address) is frozen until \\(self.freezeEndsAt(address) ?? 0.0)"
        )
    }

    access(all) view fun isFlagged(_ address: Address): Bool {
        return self.getFlag(address) != nil
    }

    /// The flag that stands now.
    access(all) view fun getFlag(_ address: Address): DharmaProtectionTypes.Flag? {
        return self.borrowRecord(address)?.getFlag() ?? nil
    }

    /// The freeze that holds now.
    access(all) view fun getFreeze(_ address: Address): DharmaProtectionTypes.Freeze? {
        return self.borrowRecord(address)?.getFreeze() ?? nil
    }

    /// The end of the last freeze that is remembered, past or to come; nil when there is none.
    access(all) view fun freezeEndsAt(_ address: Address): UFix64? {
        return self.borrowRecord(address)?.getFreezeEnd() ?? nil
    }

    /// Records and emits what time and votes have made of a record; anyone may call it, any time.
    access(all) fun settle(_ address: Address) {
        if let record = self.borrowRecord(address) {
            for appeal in record.closeAppeals() {
                self.announceClosed(address, appeal)
            }
            record.recordRecovery()
            if let freeze = record.freeze {
                if freeze.endedAt == nil && !record.isFrozen() {
                    self.endFreeze(record, proposalId: nil, endedAt: record.getFreezeEnd()!)
                }
            }
            if record.isObsolete() {
                destroy self.records.remove(key: address)
                emit RecordCleared(address: address)
            }
        }
    }

    /// Flags an address. \`cited\` is required where a flag with the same reason code was lifted by an appeal, by a vote,
    /// or by its flagger during an appeal in the last 7 days: a transaction later than that.
    access(account) fun flag(
        _ address: Address,
        flag: DharmaProtectionTypes.Flag,
        cited: DharmaProtectionTypes.CitedTransaction?
    ) {
        pre {
            !self.isFlagged(address): "DharmaProtection: \\(address) is flagged already"
        }
        self.settle(address)
        let record = self.borrowOrCreateRecord(address)
        self.requireNotBarred(record, reasonCode: flag.reasonCode, cited: cited)
        assert(
            record.findFlagAppeal(caseId: flag.caseId) == nil,
            message: "DharmaProtection: Case \\(flag.caseId) of \\(address) was appealed; open another case"
        )
        assert(
            record.countOpenFlagAppeals() < DharmaProtectionRecord.maxOpenFlagAppeals,
            message: "DharmaProtection: \\(address) has \\(DharmaProtectionRecord.maxOpenFlagAppeals) open appeals against flags; flag it when one is decided"
        )
        record.setFlag(flag)
        emit Flagged(
            address: address,
            caseId: flag.caseId,
            reasonCode: flag.reasonCode,
            reasonHash: flag.reasonHash,
            flagger: flag.flagger,
            citedTransactionId: cited?.id
        )
    }

    /// Lifts a flag after a recheck. An open appeal against it stays open, and the reason code is barred.
    access(account) fun unflag(_ address: Address) {
        let flag = self.getFlag(address) ?? panic("DharmaProtection: \\(address) is not flagged")
        let appeal = self.borrowRecord(address)!.findFlagAppeal(caseId: flag.caseId)
        self.liftFlag(
            address,
            cause: "recheck",
            liftedAt: getCurrentBlock().timestamp,
            isBarred: appeal?.isOpen() ?? false
        )
        self.settle(address)
    }

    /// Freezes for one period from now, or renews the freeze that holds.
    access(account) fun freeze(_ address: Address, proposalId: UInt64, reasonHash: String) {
        self.settle(address)
        let record = self.borrowOrCreateRecord(address)
        let now = getCurrentBlock().timestamp
        let isRenewal = record.isFrozen()
        let untilBefore = isRenewal ? record.getFreezeEnd() : nil
        let freeze = isRenewal
            ? record.freeze!.toRenewed(proposalId: proposalId, reasonHash: reasonHash)
            : DharmaProtectionTypes.Freeze(
                number: (record.freeze?.number ?? 0) + 1,
                proposalId: proposalId,
                reasonHash: reasonHash,
                since: now,
                renewedAt: now,
                endedAt: nil
            )
        record.setFreeze(freeze)
        emit Frozen(
            address: address,
            freezeNumber: freeze.number,
            proposalId: proposalId,
            reasonHash: reasonHash,
            since: freeze.since,
            until: record.getFreezeEnd()!,
            untilBefore: untilBefore,
            flagCaseId: record.getFlag()?.caseId
        )
    }

    /// Lifts flag and freeze, or the flag alone that an appeal was against.
    access(account) fun unfreeze(_ address: Address, proposalId: UInt64, reasonHash: String, appealedCaseId: String?) {
        self.settle(address)
        emit Unfrozen(address: address, proposalId: proposalId, reasonHash: reasonHash, appealedCaseId: appealedCaseId)
        if let record = self.borrowRecord(address) {
            let now = getCurrentBlock().timestamp
            if appealedCaseId == nil && record.isFrozen() {
                self.endFreeze(record, proposalId: proposalId, endedAt: now)
            }
            if record.storedFlag != nil && (appealedCaseId == nil || appealedCaseId == record.storedFlag?.caseId) {
                self.liftFlag(address, cause: "unfreeze", liftedAt: now, isBarred: true)
            }
        }
    }

    /// Opens an appeal against the flag of that case, or against the freeze that holds when \`caseId\` is nil.
    access(account) fun openAppeal(
        _ address: Address,
        caseId: String?,
        reasonHash: String,
        ballot: {DharmaProtectionTypes.Ballot}
    ): UInt64 {
        self.settle(address)
        self.requireAppealable(address, caseId: caseId)
        let record = self.borrowRecord(address)!
        self.lastAppealId = self.lastAppealId + 1
        let appeal = DharmaProtectionTypes.Appeal(
            id: self.lastAppealId,
            caseId: caseId,
            freezeNumber: caseId == nil ? record.freeze!.number : nil,
            isFirst: caseId == nil && record.findFreezeAppeal() == nil,
            reasonHash: reasonHash,
            openedAt: getCurrentBlock().timestamp,
            ballots: [ballot],
            storedOutcome: DharmaProtectionTypes.AppealOutcome.open,
            storedClosedAt: nil
        )
        record.addAppeal(appeal)
        emit AppealOpened(
            id: appeal.id,
            address: address,
            caseId: caseId,
            freezeNumber: appeal.freezeNumber,
            reasonHash: reasonHash,
            proposalId: ballot.proposalId,
            deadline: appeal.getDeadline()
        )
        return appeal.id
    }

    /// Adds the second proposal of an appeal.
    access(account) fun addAppealBallot(_ address: Address, id: UInt64, ballot: {DharmaProtectionTypes.Ballot}) {
        let appeal = self.findAppeal(address, id: id)
        assert(
            appeal.isSecondBallotDue(),
            message: "DharmaProtection: Appeal \\(id) takes a second proposal only after its first had too few votes, and until 24 hours before its clock ends"
        )
        self.borrowRecord(address)!.replaceAppeal(appeal.withBallot(ballot))
        emit AppealProposedAgain(id: id, address: address, proposalId: ballot.proposalId, deadline: appeal.getDeadline())
    }

    /// Notes a recovery proposed under the freeze that holds.
    access(account) fun openRecovery(_ address: Address, ballot: {DharmaProtectionTypes.Ballot}) {
        self.requireRecoverable(address, votingEndsAt: ballot.votingEndsAt)
        let record = self.borrowRecord(address)!
        record.setRecovery(ballot)
        emit RecoveryOpened(address: address, freezeNumber: record.freeze!.number, proposalId: ballot.proposalId)
    }

    /// Notes that the vault of the address was recovered.
    access(account) fun closeRecovery(_ address: Address) {
        self.borrowRecord(address)!.endApproval()
    }

    /// The appeal of that number; panics when the record of the address has none.
    access(all) view fun findAppeal(_ address: Address, id: UInt64): DharmaProtectionTypes.Appeal {
        for appeal in self.borrowRecord(address)?.getAppeals() ?? [] {
            if appeal.id == id {
                return appeal
            }
        }
        panic("DharmaProtection: \\(address) has no appeal \\(id)")
    }

    /// Panics unless a recovery of the address can be proposed now, with voting that ends then.
    access(all) view fun requireRecoverable(_ address: Address, votingEndsAt: UFix64) {
        assert(self.isFrozen(address), message: "DharmaProtection: \\(address) is not frozen; a recovery needs a freeze")
        let record = self.borrowRecord(address)!
        assert(
            record.getRecoveryVoidedAt() == nil,
            message: "DharmaProtection: An appeal against the freeze of \\(address) was upheld; no recovery opens under it"
        )
        let latest = record.getCertainEnd()! - DharmaProtectionTypes.recoveryMargin
        assert(
            votingEndsAt <= latest,
            message: "DharmaProtection: Voting would end at \\(votingEndsAt), less than 24 hours before the freeze of \\(address); renew the freeze first"
        )
    }

    /// Panics unless the account can appeal now: once against each flag, and once against a freeze and each renewal.
    access(all) view fun requireAppealable(_ address: Address, caseId: String?) {
        let record = self.borrowRecord(address) ?? panic("DharmaProtection: \\(address) is neither flagged nor frozen")
        if let flagCaseId = caseId {
            assert(
                record.getFlag()?.caseId == flagCaseId,
                message: "DharmaProtection: \\(address) is not flagged under case \\(flagCaseId)"
            )
            assert(
                record.findFlagAppeal(caseId: flagCaseId) == nil,
                message: "DharmaProtection: \\(address) has appealed against case \\(flagCaseId) already"
            )
            return
        }
        assert(record.isFrozen(), message: "DharmaProtection: \\(address) is not frozen")
        if let last = record.findFreezeAppeal() {
            assert(
                !last.isOpen() && last.openedAt < record.freeze!.renewedAt,
                message: "DharmaProtection: \\(address) has appealed against this freeze already"
            )
        }
    }

    access(contract) view fun requireNotBarred(
        _ record: &DharmaProtectionRecord.Record,
        reasonCode: String,
        cited: DharmaProtectionTypes.CitedTransaction?
    ) {
        if let until = record.getBarredUntil(reasonCode: reasonCode) {
            let liftedAt = until - DharmaProtectionTypes.flagBarPeriod
            assert(
                (cited?.blockTime ?? 0.0) > liftedAt,
                message: "DharmaProtection: '\\(reasonCode)' is refused for \\(record.address) until \\(until) unless a transaction later than the lift is cited"
            )
        }
    }

    access(contract) fun liftFlag(_ address: Address, cause: String, liftedAt: UFix64, isBarred: Bool) {
        let record = self.borrowRecord(address)!
        let flag = record.removeFlag()
        if isBarred {
            record.bar(reasonCode: flag.reasonCode, liftedAt: liftedAt)
        }
        emit FlagLifted(
            address: address,
            caseId: flag.caseId,
            reasonCode: flag.reasonCode,
            cause: cause,
            liftedAt: liftedAt,
            barredUntil: isBarred ? liftedAt + DharmaProtectionTypes.flagBarPeriod : nil
        )
    }

    access(contract) fun announceClosed(_ address: Address, _ appeal: DharmaProtectionTypes.Appeal) {
        let closedAt = appeal.storedClosedAt!
        emit AppealClosed(
            id: appeal.id,
            address: address,
            outcome: DharmaProtectionTypes.getOutcomeName(appeal.storedOutcome),
            closedAt: closedAt,
            proposalId: appeal.ballots[appeal.ballots.length - 1].proposalId
        )
        if let flag = self.borrowRecord(address)!.storedFlag {
            if appeal.caseId == flag.caseId && appeal.isLiftingFlag() {
                self.liftFlag(address, cause: "appeal", liftedAt: closedAt, isBarred: true)
            }
        }
    }

    access(contract) fun endFreeze(_ record: &DharmaProtectionRecord.Record, proposalId: UInt64?, endedAt: UFix64) {
        let freeze = record.freeze!.toEnded(at: endedAt)
        record.setFreeze(freeze)
        emit FreezeEnded(address: record.address, freezeNumber: freeze.number, proposalId: proposalId, endedAt: endedAt)
    }

    access(contract) fun borrowOrCreateRecord(_ address: Address): &DharmaProtectionRecord.Record {
        if self.records[address] == nil {
            self.records[address] <-! DharmaProtectionRecord.createRecord(address: address)
        }
        return self.borrowRecord(address)!
    }

    init() {
        self.records <- {}
        self.lastAppealId = 0
    }
}
`,
  DharmaProtectionRecord: `import "DharmaProtectionTypes"

/// The record of one address: its flag, its last freeze, its appeals. Every view follows from block time and votes;
/// what is stored only repeats it, so that old proposals can be pruned.
access(all) contract DharmaProtectionRecord {

    access(all) resource Record {
        access(all) let address: Address
        /// As recorded; \`getFlag\` also knows the appeals.
        access(all) var storedFlag: DharmaProtectionTypes.Flag?
        /// The last one, also after its end; \`getFreeze\` also knows the time.
        access(all) var freeze: DharmaProtectionTypes.Freeze?
        /// The recovery proposed last under that freeze, until the end of its voting is recorded.
        access(all) var recovery: {DharmaProtectionTypes.Ballot}?
        /// Approval of a recovery under that freeze, as recorded: the first that the blocking appeal meets.
        access(all) var storedApproval: DharmaProtectionTypes.Approval?
        /// When appeals against a freeze were upheld, as recorded, oldest first.
        access(self) var storedUpheldAt: [UFix64]
        access(self) var appeals: [DharmaProtectionTypes.Appeal]
        /// How many of them are not recorded as closed.
        access(self) var unclosedAppeals: Int
        /// Reason codes that are refused, and when such a flag was lifted.
        access(self) let bars: {String: UFix64}

        init(address: Address) {
            self.address = address
            self.storedFlag = nil
            self.freeze = nil
            self.recovery = nil
            self.storedApproval = nil
            self.storedUpheldAt = []
            self.appeals = []
            self.unclosedAppeals = 0
            self.bars = {}
        }

        /// The flag that stands now.
        access(all) view fun getFlag(): DharmaProtectionTypes.Flag? {
            if let flag = self.storedFlag {
                return self.findFlagAppeal(caseId: flag.caseId)?.isLiftingFlag() ?? false ? nil : flag
            }
            return nil
        }

        access(all) view fun isFrozen(): Bool {
            if let freeze = self.freeze {
                let passed = getCurrentBlock().timestamp.saturatingSubtract(freeze.renewedAt)
                if freeze.endedAt != nil || passed >= DharmaProtectionRecord.longestPeriod {
                    return false
                }
                return passed < DharmaProtectionTypes.freezePeriod
                    || (self.recovery != nil || self.storedApproval != nil)
                    && getCurrentBlock().timestamp < self.getExtendedEnd(freeze)
            }
            return false
        }

        /// The freeze that holds now.
        access(all) view fun getFreeze(): DharmaProtectionTypes.Freeze? {
            return self.isFrozen() ? self.freeze : nil
        }

        /// The end of the last freeze, past or to come; nil when there was none. An open appeal may bring it forward.
        access(all) view fun getFreezeEnd(): UFix64? {
            if let freeze = self.freeze {
                return freeze.endedAt ?? self.getExtendedEnd(freeze)
            }
            return nil
        }

        /// The end of the freeze that holds which no open appeal can bring forward; nil when none holds.
        access(all) view fun getCertainEnd(): UFix64? {
            if let freeze = self.getFreeze() {
                return self.isRecoveryBlocked() ? freeze.getPeriodEnd() : self.getFreezeEnd()
            }
            return nil
        }

        /// The appeals that are remembered, oldest first.
        access(all) view fun getAppeals(): [DharmaProtectionTypes.Appeal] {
            return self.appeals
        }

        /// When an appeal against a freeze was upheld first from that time on; nil when none was.
        access(all) view fun findUpheldSince(_ time: UFix64): UFix64? {
            for upheldAt in self.storedUpheldAt {
                if upheldAt >= time {
                    return upheldAt
                }
            }
            var first: UFix64? = nil
            for appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                let upheldAt = appeal.freezeNumber == nil ? nil : appeal.getUpheldAt()
                if upheldAt != nil && upheldAt! >= time && upheldAt! < first ?? UFix64.max {
                    first = upheldAt
                }
            }
            return first
        }

        /// When an appeal was upheld under the last freeze; nil when none was. No recovery opens or is executed under
        /// that freeze from then on.
        access(all) view fun getRecoveryVoidedAt(): UFix64? {
            return self.findUpheldSince(self.freeze?.since ?? UFix64.max)
        }

        /// The first appeal against the last freeze, which alone blocks a recovery.
        access(all) view fun getBlockingAppeal(): &DharmaProtectionTypes.Appeal? {
            let number = self.freeze?.number
            for appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                if appeal.isFirst && appeal.freezeNumber == number {
                    return appeal
                }
            }
            return nil
        }

        /// Whether the blocking appeal is open.
        access(all) view fun isRecoveryBlocked(): Bool {
            return self.getBlockingAppeal()?.isOpen() ?? false
        }

        /// Until when a flag with that reason code is refused unless it cites a later transaction; nil when it is not.
        access(all) view fun getBarredUntil(reasonCode: String): UFix64? {
            if let liftedAt = self.getAppealLift(reasonCode: reasonCode) ?? self.bars[reasonCode] {
                let until = liftedAt + DharmaProtectionTypes.flagBarPeriod
                return getCurrentBlock().timestamp < until ? until : nil
            }
            return nil
        }

        /// When an appeal lifted the stored flag, where it has that reason code.
        access(self) view fun getAppealLift(reasonCode: String): UFix64? {
            if let flag = self.storedFlag {
                let appeal = self.findFlagAppeal(caseId: flag.caseId)
                return flag.reasonCode == reasonCode && (appeal?.isLiftingFlag() ?? false) ? appeal!.getClosedAt() : nil
            }
            return nil
        }

        /// When time changes next what is recorded; nil when it does not. Settling at that time changes something.
        access(all) view fun getNextChange(): UFix64? {
            let now = getCurrentBlock().timestamp
            var next: UFix64? = self.freeze != nil && self.freeze!.endedAt == nil ? self.getFreezeEnd() : nil
            for appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                if appeal.storedOutcome == DharmaProtectionTypes.AppealOutcome.open {
                    let voteEnd = appeal.ballots[appeal.ballots.length - 1].votingEndsAt
                    let change = now < voteEnd ? voteEnd : appeal.getDeadline()
                    next = change < next ?? UFix64.max ? change : next
                }
            }
            return next != nil || self.storedFlag != nil ? next : self.getObsoleteAt()
        }

        /// From when on neither a past freeze nor a barred reason code needs the record.
        access(self) view fun getObsoleteAt(): UFix64 {
            var time = self.freeze == nil ? 0.0 : self.getFreezeEnd()! + DharmaProtectionTypes.memoryPeriod
            for liftedAt in self.bars.values {
                let until = liftedAt + DharmaProtectionTypes.flagBarPeriod
                time = until > time ? until : time
            }
            return time
        }

        /// Appeals against flags that are not decided.
        access(all) view fun countOpenFlagAppeals(): Int {
            return self.appeals.filter(view fun (appeal: DharmaProtectionTypes.Appeal): Bool {
                return appeal.caseId != nil && appeal.isOpen()
            }).length
        }

        access(all) view fun findFlagAppeal(caseId: String): DharmaProtectionTypes.Appeal? {
            for index, appeal in &self.appeals as &[DharmaProtectionTypes.Appeal] {
                if appeal.caseId == caseId {
                    return self.appeals[index]
                }
            }
            return nil
        }

        /// The last appeal against the last freeze.
        access(all) view fun findFreezeAppeal(): DharmaProtectionTypes.Appeal? {
            var last: DharmaProtectionTypes.Appeal? = nil
            for appeal in self.appeals {
                last = appeal.freezeNumber != nil && appeal.freezeNumber == self.freeze?.number ? appeal : last
            }
            return last
        }

        /// The first appeal holds the freeze while it is open beside an approved recovery, and for a day after, unless
        /// it was upheld; never beyond the extension, and never shorter than the period.
        access(self) view fun getExtendedEnd(_ freeze: DharmaProtectionTypes.Freeze): UFix64 {
            let end = freeze.getPeriodEnd()
            let approval = self.getApproval()
            let appeal = approval == nil ? nil : self.getBlockingAppeal()
            if appeal == nil {
                return end
            }
            let blockedFrom = appeal!.openedAt > approval!.from ? appeal!.openedAt : approval!.from
            if blockedFrom >= end || blockedFrom >= approval!.until {
                return end
            }
            let latest = end + DharmaProtectionTypes.freezeExtension
            switch appeal!.getOutcome() {
                case DharmaProtectionTypes.AppealOutcome.open:
                    return latest
                case DharmaProtectionTypes.AppealOutcome.upheld:
                    return end
            }
            let closedAt = appeal!.getClosedAt()!
            let extended = blockedFrom >= closedAt ? end : closedAt + DharmaProtectionTypes.freezeAfterAppeal
            return extended > latest ? latest : extended > end ? extended : end
        }

        access(self) view fun getApproval(): DharmaProtectionTypes.Approval? {
            if let ballot = self.recovery {
                if self.storedApproval == nil
                    && ballot.getVotingOutcome() == DharmaProtectionTypes.VotingOutcome.approved {
                    return DharmaProtectionTypes.Approval(from: ballot.votingEndsAt, until: ballot.executableUntil)
                }
            }
            return self.storedApproval
        }

        access(account) fun setFlag(_ flag: DharmaProtectionTypes.Flag) {
            self.storedFlag = flag
        }

        /// Removes the stored flag, which must be there, and returns it.
        access(account) fun removeFlag(): DharmaProtectionTypes.Flag {
            let flag = self.storedFlag!
            self.storedFlag = nil
            return flag
        }

        /// Refuses the reason code for a while.
        access(account) fun bar(reasonCode: String, liftedAt: UFix64) {
            self.bars[reasonCode] = liftedAt
        }

        access(account) fun setFreeze(_ freeze: DharmaProtectionTypes.Freeze) {
            if freeze.number != self.freeze?.number {
                self.recovery = nil
                self.storedApproval = nil
            }
            self.freeze = freeze
        }

        /// An earlier approval is over when another recovery opens. Only one that the blocking appeal met still counts.
        access(account) fun setRecovery(_ ballot: {DharmaProtectionTypes.Ballot}) {
            self.recordRecovery()
            if self.storedApproval?.until ?? 0.0 <= self.getBlockingAppeal()?.openedAt ?? UFix64.max {
                self.storedApproval = nil
            }
            self.recovery = ballot
        }

        /// The recovery was executed: it stands approved no longer, and no later appeal meets it.
        access(account) fun endApproval() {
            if self.getBlockingAppeal() == nil {
                self.recovery = nil
                self.storedApproval = nil
            }
        }

        access(account) fun addAppeal(_ appeal: DharmaProtectionTypes.Appeal) {
            self.appeals.append(appeal)
            self.unclosedAppeals = self.unclosedAppeals + 1
        }

        access(account) fun replaceAppeal(_ appeal: DharmaProtectionTypes.Appeal) {
            self.appeals = self.appeals.map(view fun (old: DharmaProtectionTypes.Appeal): DharmaProtectionTypes.Appeal {
                return old.id == appeal.id ? appeal : old
            })
        }

        /// Records the appeals that have closed, and returns them.
        access(account) fun closeAppeals(): [DharmaProtectionTypes.Appeal] {
            let closed: [DharmaProtectionTypes.Appeal] = []
            var index = self.unclosedAppeals == 0 ? self.appeals.length : 0
            while index < self.appeals.length {
                let appeal = &self.appeals[index] as &DharmaProtectionTypes.Appeal
                let outcome = appeal.getOutcome()
                if outcome != appeal.storedOutcome {
                    closed.append(appeal.toClosed(outcome))
                    self.appeals[index] = closed[closed.length - 1]
                }
                index = index + 1
            }
            if closed.length > 0 {
                self.unclosedAppeals = self.unclosedAppeals - closed.length
                self.recordUpheld(closed)
                self.forgetAppeals()
            }
            return closed
        }

        /// Records the end of the voting on the recovery.
        access(account) fun recordRecovery() {
            if self.recovery != nil && self.recovery!.getVotingOutcome() != DharmaProtectionTypes.VotingOutcome.open {
                self.storedApproval = self.getApproval()
                self.recovery = nil
            }
        }

        /// Whether no rule depends on this record any more. Appeals that are over must be recorded as closed before.
        access(account) view fun isObsolete(): Bool {
            return self.storedFlag == nil
                && self.unclosedAppeals == 0
                && getCurrentBlock().timestamp >= self.getObsoleteAt()
        }

        /// Drops the oldest appeals beyond those that are remembered, but none that is open or that a rule needs.
        access(self) fun forgetAppeals() {
            var index = self.appeals.length > DharmaProtectionRecord.rememberedAppeals ? 0 : self.appeals.length
            let neededIds: [UInt64?] = index == 0 ? [self.getBlockingAppeal()?.id, self.findFreezeAppeal()?.id] : []
            while index < self.appeals.length && self.appeals.length > DharmaProtectionRecord.rememberedAppeals {
                let appeal = &self.appeals[index] as &DharmaProtectionTypes.Appeal
                let isOfFlag = appeal.caseId != nil && appeal.caseId == self.storedFlag?.caseId
                let isClosed = appeal.storedOutcome != DharmaProtectionTypes.AppealOutcome.open
                if isClosed && !isOfFlag && !neededIds.contains(appeal.id) {
                    let _ = self.appeals.remove(at: index)
                } else {
                    index = index + 1
                }
            }
        }

        /// Keeps the times of upheld appeals in order, and drops those that no proposal can be older than.
        access(self) fun recordUpheld(_ closed: [DharmaProtectionTypes.Appeal]) {
            for appeal in closed {
                if appeal.freezeNumber != nil && appeal.getUpheldAt() != nil {
                    self.addUpheldAt(appeal.getUpheldAt()!)
                }
            }
        }

        access(self) fun addUpheldAt(_ upheldAt: UFix64) {
            let oldest = getCurrentBlock().timestamp.saturatingSubtract(DharmaProtectionTypes.memoryPeriod)
            let recent = view fun (time: UFix64): Bool { return time >= oldest }
            let earlier = view fun (time: UFix64): Bool { return time <= upheldAt }
            let later = view fun (time: UFix64): Bool { return time > upheldAt }
            let times = self.storedUpheldAt.filter(recent)
            self.storedUpheldAt = times.filter(earlier).concat([upheldAt]).concat(times.filter(later))
        }
    }

    /// The longest that a freeze holds after it was executed, in seconds.
    access(all) let longestPeriod: UFix64
    /// Appeals that a record holds at most, beside those that are open or that a rule needs.
    access(all) let rememberedAppeals: Int
    /// Open appeals against flags of one address. An address that has as many is not flagged until one is decided, so
    /// that no flagger can make a record grow.
    access(all) let maxOpenFlagAppeals: Int

    access(account) fun createRecord(address: Address): @Record {
        return <- create Record(address: address)
    }

    init() {
        self.longestPeriod = DharmaProtectionTypes.freezePeriod + DharmaProtectionTypes.freezeExtension
        self.rememberedAppeals = 8
        self.maxOpenFlagAppeals = 2
    }
}
`,
  DharmaProtectionTypes: `/// Flags, freezes and appeals, and the times from and until which each of them holds. Everything follows from block
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
        /// One of \`reasonCodes\`.
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
                    "DharmaProtectionTypes: '\\(id)' is not a transaction id of 64 hex digits in lower case"
                blockTime <= getCurrentBlock().timestamp:
                    "DharmaProtectionTypes: The cited time \\(blockTime) is later than the current block"
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
        /// As recorded; \`getOutcome\` also knows votes and clock.
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
`,
  DharmaReports: `import "DharmaConsent"
import "DharmaProtectionTypes"
import "DharmaScore"

/// Reports and vouches of people about an address: signed messages, relayed by anyone. They change nothing and are
/// emitted only; the score weighs them. Of the reports and vouches of one person about one address the last counts.
access(all) contract DharmaReports {

    /// \`scoreTenths\` is the lowest of the author's latest scores by the live publishers.
    access(all) event Reported(
        address: Address,
        reporter: Address,
        reasonHash: String,
        sequence: UInt64,
        scoreTenths: UInt64
    )
    access(all) event ReportWithdrawn(address: Address, reporter: Address, sequence: UInt64)
    access(all) event Vouched(address: Address, voucher: Address, sequence: UInt64, scoreTenths: UInt64)
    access(all) event VouchWithdrawn(address: Address, voucher: Address, sequence: UInt64)

    /// Lines of the message by which a person reports an address.
    access(all) view fun getReportDetails(address: Address, reasonHash: String): [String] {
        return ["Target: \\(address)", "Reason SHA-256: \\(reasonHash)"]
    }

    /// Lines of the message by which a person withdraws a report, vouches for an address, or withdraws that.
    access(all) view fun getTargetDetails(address: Address): [String] {
        return ["Target: \\(address)"]
    }

    access(all) fun report(consent: DharmaConsent.Consent, address: Address, reasonHash: String) {
        pre {
            DharmaProtectionTypes.isHash(reasonHash):
                "DharmaReports: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            address != consent.address: "DharmaReports: \\(address) cannot report itself"
        }
        let details = self.getReportDetails(address: address, reasonHash: reasonHash)
        self.accept(consent, subject: "report", details: details, role: "Reporter")
        emit Reported(
            address: address,
            reporter: consent.address,
            reasonHash: reasonHash,
            sequence: consent.sequence,
            scoreTenths: DharmaScore.lowest(consent.address)!.scoreTenths
        )
    }

    access(all) fun withdrawReport(consent: DharmaConsent.Consent, address: Address) {
        let details = self.getTargetDetails(address: address)
        self.accept(consent, subject: "report withdrawal", details: details, role: "Reporter")
        emit ReportWithdrawn(address: address, reporter: consent.address, sequence: consent.sequence)
    }

    access(all) fun vouch(consent: DharmaConsent.Consent, address: Address) {
        pre {
            address != consent.address: "DharmaReports: \\(address) cannot vouch for itself"
        }
        let details = self.getTargetDetails(address: address)
        self.accept(consent, subject: "vouch", details: details, role: "Voucher")
        emit Vouched(
            address: address,
            voucher: consent.address,
            sequence: consent.sequence,
            scoreTenths: DharmaScore.lowest(consent.address)!.scoreTenths
        )
    }

    access(all) fun withdrawVouch(consent: DharmaConsent.Consent, address: Address) {
        let details = self.getTargetDetails(address: address)
        self.accept(consent, subject: "vouch withdrawal", details: details, role: "Voucher")
        emit VouchWithdrawn(address: address, voucher: consent.address, sequence: consent.sequence)
    }

    /// Only people on record: a sequence number is stored for each, and accounts without a score must not fill storage.
    access(self) fun accept(_ consent: DharmaConsent.Consent, subject: String, details: [String], role: String) {
        assert(
            DharmaScore.lowest(consent.address) != nil,
            message: "DharmaReports: \\(consent.address) has no published score; publish it first"
        )
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.reports,
            subject: subject,
            details: details,
            role: role
        )
    }
}
`,
  DharmaScore: `import "DharmaStanding"
import "MetadataViews"
import "ViewResolver"

/// The public record of Dharma Scores. A publisher brings the six factors; the contract itself computes
/// score and level from them, with the same integer arithmetic as the off-chain engine, and keeps a
/// bounded history for each address. Each publisher has a latest record of its own; what a dismissed one published
/// counts for nothing. Any contract may ask whether an address has a good enough, recent score.
access(all) contract DharmaScore: ViewResolver {

    /// Publishes scores.
    access(all) entitlement Publish
    /// Appoints and dismisses publishers.
    access(all) entitlement Appoint

    access(all) let registrarStoragePath: StoragePath
    /// Where a publisher keeps the capability it claimed from the inbox.
    access(all) let publisherStoragePath: StoragePath

    access(all) event PublisherAppointed(publisher: Address)
    access(all) event PublisherDismissed(publisher: Address)
    /// \`scoreTenthsBefore\` and \`levelBefore\` are of the same publisher's last record, nil at its first one of an address.
    access(all) event ScorePublished(
        address: Address,
        scoreTenths: UInt64,
        scoreTenthsBefore: UInt64?,
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
        /// Every latest record of a live publisher is older than asked for.
        access(all) case stale
        /// No live publisher has published a record.
        access(all) case unknown
    }

    /// One published score.
    access(all) struct Record {
        access(all) let address: Address
        /// Tenths of a point, 0 to 1,000.
        access(all) let scoreTenths: UInt64
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

        view init(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64, publisher: Address) {
            self.address = address
            self.scoreTenths = DharmaScore.toScoreTenths(sum: DharmaScore.getWeightedSum(factors))
            self.level = DharmaScore.toLevel(scoreTenths: self.scoreTenths)
            self.factors = factors
            self.version = version
            self.evidenceHash = evidenceHash
            self.blockHeight = blockHeight
            self.publishedAt = getCurrentBlock().timestamp
            self.publisher = publisher
        }
    }

    /// The latest record of one publisher about an address, and how long that publisher's records have stood.
    access(all) struct Assessment {
        access(all) let record: Record
        access(all) let standing: DharmaStanding.Standing

        view init(record: Record, standing: DharmaStanding.Standing) {
            self.record = record
            self.standing = standing
        }
    }

    /// The records of one address: the latest of each publisher, and a ring of the last \`historyLimit\` that were
    /// replaced by records on different evidence.
    access(all) resource History: ViewResolver.Resolver {
        /// The last published one at the end. Those of dismissed publishers stay until the next publication.
        access(all) let assessments: [Assessment]
        access(self) let ring: [Record]
        access(self) var oldestAt: Int

        /// Empty: \`DharmaScore.add\` adds the first record at once.
        init() {
            self.assessments = []
            self.ring = []
            self.oldestAt = 0
        }

        /// The newest record of a live publisher, nil when there is none.
        access(all) view fun latest(): Record? {
            var at = self.assessments.length - 1
            while at >= 0 {
                if DharmaScore.isPublisher(self.assessments[at].record.publisher) {
                    return self.assessments[at].record
                }
                at = at - 1
            }
            return nil
        }

        /// The latest record of one publisher, dismissed or not; nil when there is none.
        access(all) view fun recordBy(_ publisher: Address): Record? {
            let at = self.find(publisher)
            return at == nil ? nil : self.assessments[at!].record
        }

        /// How long the records of one publisher have stood, dismissed or not; nil when there is none.
        access(all) view fun standingBy(_ publisher: Address): DharmaStanding.Standing? {
            let at = self.find(publisher)
            return at == nil ? nil : self.assessments[at!].standing
        }

        /// The kept records, newest first.
        access(all) view fun records(): [Record] {
            var oldestFirst = self.ring.slice(from: self.oldestAt, upTo: self.ring.length)
                .concat(self.ring.slice(from: 0, upTo: self.oldestAt))
            for assessment in self.assessments {
                oldestFirst = oldestFirst.concat([assessment.record])
            }
            var newestFirst: [Record] = []
            for record in oldestFirst {
                var at = 0
                while at < newestFirst.length && newestFirst[at].publishedAt > record.publishedAt {
                    at = at + 1
                }
                let older = newestFirst.slice(from: at, upTo: newestFirst.length)
                newestFirst = newestFirst.slice(from: 0, upTo: at).concat([record]).concat(older)
            }
            return newestFirst
        }

        access(contract) view fun find(_ publisher: Address): Int? {
            for at, assessment in self.assessments {
                if assessment.record.publisher == publisher {
                    return at
                }
            }
            return nil
        }

        /// A renewal replaces its publisher's record, any other record moves that one to the ring.
        access(contract) fun add(_ record: Record, isRenewal: Bool) {
            self.dropDismissed()
            var standing = DharmaStanding.first(scoreTenths: record.scoreTenths)
            if let at = self.find(record.publisher) {
                let before = self.assessments.remove(at: at)
                if !isRenewal {
                    self.archive(before.record)
                }
                standing = before.standing.next(scoreTenths: record.scoreTenths)
            }
            self.assessments.append(Assessment(record: record, standing: standing))
        }

        access(self) fun dropDismissed() {
            var at = 0
            while at < self.assessments.length {
                if DharmaScore.isPublisher(self.assessments[at].record.publisher) {
                    at = at + 1
                } else {
                    self.archive(self.assessments.remove(at: at).record)
                }
            }
        }

        access(self) fun archive(_ record: Record) {
            if self.ring.length < DharmaScore.historyLimit() {
                self.ring.append(record)
            } else {
                self.ring[self.oldestAt] = record
                self.oldestAt = (self.oldestAt + 1) % self.ring.length
            }
        }

        access(all) view fun getViews(): [Type] {
            return [Type<Record>(), Type<MetadataViews.Display>(), Type<MetadataViews.Traits>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            if let latest = self.latest() {
                switch view {
                    case Type<Record>():
                        return latest
                    case Type<MetadataViews.Display>():
                        return DharmaScore.buildDisplay(latest)
                    case Type<MetadataViews.Traits>():
                        return DharmaScore.buildTraits(latest)
                }
            }
            return nil
        }
    }

    /// Stored in this contract's account; the publisher holds a capability to it, so that dismissal ends it at once.
    access(all) resource Publisher {
        access(all) let publisher: Address

        init(publisher: Address) {
            self.publisher = publisher
        }

        /// Publishes the score that follows from six factors in units of 1/10,000. It is compared with this publisher's
        /// last record alone: equal evidence and version renew the time of that record.
        access(Publish) fun publish(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64) {
            pre {
                factors.length == DharmaScore.weightPercent().length:
                    "DharmaScore.publish: \\(factors.length) factors were given, not \\(DharmaScore.weightPercent().length)"
                DharmaScore.findLargest(factors) <= DharmaScore.factorUnit():
                    "DharmaScore.publish: Factor \\(DharmaScore.findLargest(factors)) is above \\(DharmaScore.factorUnit())"
                version.utf8.length >= 1 && version.utf8.length <= 32:
                    "DharmaScore.publish: The version has \\(version.utf8.length) bytes, not 1 to 32"
                evidenceHash.utf8.length == 64 && evidenceHash.toLower() == evidenceHash && evidenceHash.decodeHex().length == 32:
                    "DharmaScore.publish: '\\(evidenceHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                blockHeight <= getCurrentBlock().height:
                    "DharmaScore.publish: Height \\(blockHeight) is beyond the current block \\(getCurrentBlock().height)"
            }
            let before = DharmaScore.borrowHistory(address)?.recordBy(self.publisher) ?? nil
            assert(
                blockHeight >= (before?.blockHeight ?? 0),
                message: "DharmaScore.publish: Height \\(blockHeight) is older than the last one, \\(before?.blockHeight ?? 0)"
            )
            let isRenewal = before?.version == version && before?.evidenceHash == evidenceHash
            assert(
                !isRenewal || before!.factors == factors,
                message: "DharmaScore.publish: Evidence \\(evidenceHash) of version \\(version) gave \\(address) other factors and a score of \\(before?.scoreTenths ?? 0) tenths"
            )
            let record = Record(
                address: address,
                factors: factors,
                version: version,
                evidenceHash: evidenceHash,
                blockHeight: isRenewal ? before!.blockHeight : blockHeight,
                publisher: self.publisher
            )
            DharmaScore.add(record, before: before, isRenewal: isRenewal)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to publish into the inbox of an account. A dismissed publisher never returns: its records
        /// would count again.
        access(Appoint) fun appoint(publisher: Address) {
            pre {
                !DharmaScore.isDismissed(publisher):
                    "DharmaScore.appoint: \\(publisher) was dismissed as publisher for good; appoint another account"
                !DharmaScore.isPublisher(publisher):
                    "DharmaScore.appoint: \\(publisher) is a publisher already"
                DharmaScore.publishers.length < DharmaScore.publisherLimit():
                    "DharmaScore.appoint: There are \\(DharmaScore.publisherLimit()) publishers already; dismiss one first"
            }
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            DharmaScore.account.storage.save(<- create Publisher(publisher: publisher), to: path)
            let capability = DharmaScore.account.capabilities.storage.issue<auth(Publish) &Publisher>(path)
            DharmaScore.account.inbox.publish(capability, name: DharmaScore.getInboxName(publisher: publisher), recipient: publisher)
            DharmaScore.publishers.append(publisher)
            emit PublisherAppointed(publisher: publisher)
        }

        /// Ends the power of a publisher at once and for good; what it published counts for nothing from now on. The last
        /// one stays: without any nobody could vote.
        access(Appoint) fun dismiss(publisher: Address) {
            pre {
                DharmaScore.isPublisher(publisher):
                    "DharmaScore.dismiss: \\(publisher) is not a publisher"
                DharmaScore.publishers.length > 1:
                    "DharmaScore.dismiss: \\(publisher) is the last publisher; appoint another one first"
            }
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            for controller in DharmaScore.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaScore.account.storage.load<@Publisher>(from: path)
            let _ = DharmaScore.publishers.remove(at: DharmaScore.publishers.firstIndex(of: publisher)!)
            DharmaScore.dismissed[publisher] = true
            emit PublisherDismissed(publisher: publisher)
        }
    }

    access(self) let histories: @{Address: History}
    /// The live ones.
    access(self) let publishers: [Address]
    access(self) let dismissed: {Address: Bool}

    /// txFrequency, largeOutFlow, knownScamInteract, nftHoldings, onchainAge, communitySignals.
    access(all) view fun weightPercent(): [UInt64] {
        return [20, 25, 30, 10, 5, 10]
    }

    /// A factor of 1.0.
    access(all) view fun factorUnit(): UInt64 {
        return 10_000
    }

    /// How many replaced records of an address are kept.
    access(all) view fun historyLimit(): Int {
        return 16
    }

    /// Most live publishers: every reader of scores asks each of them.
    access(all) view fun publisherLimit(): Int {
        return 4
    }

    /// Σ weight × factor, 0 to 1,000,000.
    access(all) view fun getWeightedSum(_ factors: [UInt64]): UInt64 {
        var sum: UInt64 = 0
        for i, weight in self.weightPercent() {
            sum = sum + weight * factors[i]
        }
        return sum
    }

    /// Tenths of a point, rounded half up.
    access(all) view fun toScoreTenths(sum: UInt64): UInt64 {
        return (sum + 500) / 1000
    }

    /// The level follows from the rounded score alone.
    access(all) view fun toLevel(scoreTenths: UInt64): Level {
        if scoreTenths < 300 {
            return Level.highRisk
        }
        if scoreTenths < 450 {
            return Level.suspicious
        }
        return scoreTenths < 750 ? Level.normal : Level.trusted
    }

    access(all) view fun getLevelName(level: Level): String {
        return ["HIGH_RISK", "SUSPICIOUS", "NORMAL", "TRUSTED"][level.rawValue]
    }

    /// The history of an address with its metadata views, nil when it was never published.
    access(all) view fun borrowHistory(_ address: Address): &History? {
        return &self.histories[address]
    }

    /// The newest record of an address by a live publisher, nil when there is none. It is one publisher's word: decide by
    /// \`requireMin\` or \`lowest\`, which ask all of them.
    access(all) view fun latest(_ address: Address): Record? {
        return self.borrowHistory(address)?.latest() ?? nil
    }

    /// Of the live publishers' latest records of an address the one with the lowest score, whatever its age; nil when
    /// there is none.
    access(all) view fun lowest(_ address: Address): Record? {
        if let history = self.borrowHistory(address) {
            var publisher: Address? = nil
            var scoreTenths: UInt64 = 0
            for assessment in history.assessments {
                let record = assessment.record
                if self.publishers.contains(record.publisher) && (publisher == nil || record.scoreTenths < scoreTenths) {
                    publisher = record.publisher
                    scoreTenths = record.scoreTenths
                }
            }
            return publisher == nil ? nil : history.recordBy(publisher!)
        }
        return nil
    }

    /// Since when an address has stood: a live publisher's records since that time, and no live one's broken since then.
    /// Nil while the latest record of a live publisher is a break, or there is none.
    access(all) view fun getStandingSince(_ address: Address): UFix64? {
        var first = UFix64.max
        var brokenUntil = 0.0
        if let history = self.borrowHistory(address) {
            for assessment in history.assessments {
                if !self.publishers.contains(assessment.record.publisher) {
                    continue
                }
                let standing = assessment.standing
                if standing.since == nil {
                    return nil
                }
                first = standing.since! < first ? standing.since! : first
                brokenUntil = standing.brokenUntil > brokenUntil ? standing.brokenUntil : brokenUntil
            }
        }
        return first == UFix64.max ? nil : first > brokenUntil ? first : brokenUntil
    }

    /// Whether the score of an address is at least \`minScoreTenths\` by each live publisher that published it at most
    /// \`maxAge\` seconds ago: the lowest of these records answers.
    access(all) view fun requireMin(address: Address, minScoreTenths: UInt64, maxAge: UFix64): Verdict {
        if let history = self.borrowHistory(address) {
            let oldest = getCurrentBlock().timestamp.saturatingSubtract(maxAge)
            let publishers = &self.publishers as &[Address]
            var isFresh = false
            for assessment in history.assessments {
                let record = assessment.record
                if record.publishedAt >= oldest && publishers.contains(record.publisher) {
                    if record.scoreTenths < minScoreTenths {
                        return Verdict.fail
                    }
                    isFresh = true
                }
            }
            return isFresh ? Verdict.pass : history.latest() == nil ? Verdict.unknown : Verdict.stale
        }
        return Verdict.unknown
    }

    /// The live publishers, in the order of their appointment.
    access(all) view fun getPublishers(): [Address] {
        return self.publishers
    }

    /// Whether an account is a live publisher.
    access(all) view fun isPublisher(_ account: Address): Bool {
        return self.publishers.contains(account)
    }

    /// Whether an account was a publisher and was dismissed.
    access(all) view fun isDismissed(_ publisher: Address): Bool {
        return self.dismissed[publisher] ?? false
    }

    /// Number of addresses that were ever published.
    access(all) view fun publishedCount(): Int {
        return self.histories.length
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return resourceType == nil ? [Type<MetadataViews.Display>()] : []
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        return !self.getContractViews(resourceType: resourceType).contains(viewType) ? nil : MetadataViews.Display(
            name: "Dharma Score",
            description: "Trust scores from 0 to 100, computed on-chain from six published factors.",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun add(_ record: Record, before: Record?, isRenewal: Bool) {
        if before == nil && self.borrowHistory(record.address) == nil {
            self.histories[record.address] <-! create History()
        }
        self.borrowHistory(record.address)!.add(record, isRenewal: isRenewal)
        emit ScorePublished(
            address: record.address,
            scoreTenths: record.scoreTenths,
            scoreTenthsBefore: before?.scoreTenths,
            level: self.getLevelName(level: record.level),
            levelBefore: before == nil ? nil : self.getLevelName(level: before!.level),
            factors: record.factors,
            version: record.version,
            evidenceHash: record.evidenceHash,
            blockHeight: record.blockHeight,
            publisher: record.publisher
        )
    }

    access(contract) view fun findLargest(_ factors: [UInt64]): UInt64 {
        var largest: UInt64 = 0
        for factor in factors {
            largest = factor > largest ? factor : largest
        }
        return largest
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(publisher: Address): String {
        return "dharmaScorePublisher_\\(publisher)"
    }

    access(contract) view fun buildStoragePath(publisher: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(publisher: publisher))!
    }

    access(contract) fun buildDisplay(_ record: Record): MetadataViews.Display {
        return MetadataViews.Display(
            name: "Dharma Score \\(record.scoreTenths / 10).\\(record.scoreTenths % 10)",
            description: "\\(record.address) is \\(self.getLevelName(level: record.level)) by version \\(record.version).",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun buildTraits(_ record: Record): MetadataViews.Traits {
        return MetadataViews.dictToTraits(
            dict: {
                "score": UFix64(record.scoreTenths) / 10.0,
                "level": self.getLevelName(level: record.level),
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
        self.histories <- {}
        self.publishers = []
        self.dismissed = {}
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
`,
  DharmaStanding: `/// How long the records that one publisher published about an address have stood. A record below \`breakBelowTenths\` is a
/// break, however short it stands. A standing has constant size: what counts of the past is its last run of seven days.
access(all) contract DharmaStanding {

    /// 55 points, in tenths.
    access(all) view fun breakBelowTenths(): UInt64 {
        return 550
    }

    /// How long records must stand: 7 days, in seconds.
    access(all) view fun minTime(): UFix64 {
        return 604800.0
    }

    /// A time without a break, from its first record to the break that ended it.
    access(all) struct Run {
        access(all) let since: UFix64
        /// When the break before it ended; 0 when there was none.
        access(all) let brokenUntil: UFix64
        access(all) let until: UFix64

        view init(since: UFix64, brokenUntil: UFix64, until: UFix64) {
            self.since = since
            self.brokenUntil = brokenUntil
            self.until = until
        }
    }

    access(all) struct Standing {
        /// Time of the first record since the last break; nil while the latest record is a break.
        access(all) let since: UFix64?
        /// When the last break ended; 0 when there was none.
        access(all) let brokenUntil: UFix64
        /// The last run that a break ended and before which nothing was broken for seven days.
        access(all) let lastRun: Run?

        view init(since: UFix64?, brokenUntil: UFix64, lastRun: Run?) {
            self.since = since
            self.brokenUntil = brokenUntil
            self.lastRun = lastRun
        }

        /// Whether the records had stood for seven days at a time, now or in the past.
        access(all) view fun hadStood(at time: UFix64): Bool {
            if let since = self.since {
                if since <= time.saturatingSubtract(DharmaStanding.minTime()) {
                    return true
                }
            }
            if let run = self.lastRun {
                return time < run.until && run.since <= time.saturatingSubtract(DharmaStanding.minTime())
            }
            return false
        }

        /// Whether no record was a break within the seven days before a time, now or in the past.
        access(all) view fun wasUnbroken(at time: UFix64): Bool {
            if self.since != nil && self.brokenUntil <= time.saturatingSubtract(DharmaStanding.minTime()) {
                return true
            }
            if let run = self.lastRun {
                return time < run.until && run.brokenUntil <= time.saturatingSubtract(DharmaStanding.minTime())
            }
            return false
        }

        /// The standing after a record that the same publisher publishes now.
        access(all) view fun next(scoreTenths: UInt64): Standing {
            let now = getCurrentBlock().timestamp
            let isBreak = scoreTenths < DharmaStanding.breakBelowTenths()
            if isBreak == (self.since == nil) {
                return self
            }
            if !isBreak {
                return Standing(since: now, brokenUntil: now, lastRun: self.lastRun)
            }
            let isRun = self.brokenUntil <= now.saturatingSubtract(DharmaStanding.minTime())
            let run = Run(since: self.since!, brokenUntil: self.brokenUntil, until: now)
            return Standing(since: nil, brokenUntil: self.brokenUntil, lastRun: isRun ? run : self.lastRun)
        }
    }

    /// The standing after the first record of a publisher, published now. Before it nothing was broken.
    access(all) view fun first(scoreTenths: UInt64): Standing {
        let now = getCurrentBlock().timestamp
        return scoreTenths < self.breakBelowTenths()
            ? Standing(since: nil, brokenUntil: 0.0, lastRun: Run(since: now, brokenUntil: 0.0, until: now))
            : Standing(since: now, brokenUntil: 0.0, lastRun: nil)
    }
}
`,
  DharmaStorageDeposit: `import "FlowStorageFees"
import "FlowToken"
import "FungibleToken"

/// Deposits of FLOW by which the owners of guarded vaults pay for the storage that these use in this contract's
/// account. The FLOW is stored in the account's own vault, because only that gives the account capacity. Storage costs the
/// double of what the chain asks for it, so that vaults use at most half of the capacity that they pay for.
access(all) contract DharmaStorageDeposit {

    access(all) event Paid(address: Address, amount: UFix64, before: UFix64, after: UFix64)
    access(all) event Returned(address: Address, to: Address, amount: UFix64)
    /// How many bytes the contents of a vault use.
    access(all) event UsageChanged(address: Address, before: UInt64, after: UInt64)

    /// What one guarded vault paid, and what its contents use.
    access(all) resource Deposit {
        /// The owner of the vault.
        access(all) let address: Address
        /// In FLOW.
        access(all) var amount: UFix64
        /// Sum of what each thing in the vault added to the account's storage when it was stored.
        access(all) var contentBytes: UInt64

        init(address: Address) {
            self.address = address
            self.amount = 0.0
            self.contentBytes = 0
        }

        /// Contents, and the share of every vault for its own data.
        access(all) view fun usedBytes(): UInt64 {
            return DharmaStorageDeposit.baseBytes() + self.contentBytes
        }

        /// How much FLOW must be paid in before the contents may grow.
        access(all) view fun missing(): UFix64 {
            return DharmaStorageDeposit.getPrice(bytes: self.usedBytes()).saturatingSubtract(self.amount)
        }

        access(account) fun pay(_ from: @FlowToken.Vault) {
            let amount = from.balance
            DharmaStorageDeposit.borrowFlow().deposit(from: <- from)
            emit Paid(address: self.address, amount: amount, before: self.amount, after: self.amount + amount)
            self.amount = self.amount + amount
        }

        access(account) fun payOut(to: Address) {
            let amount = self.amount
            self.amount = 0.0
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)
                ?? panic("DharmaStorageDeposit: \\(to) has no receiver of FLOW for the deposit of \\(amount)")
            emit Returned(address: self.address, to: to, amount: amount)
            receiver.deposit(from: <- DharmaStorageDeposit.borrowFlow().withdraw(amount: amount))
        }

        access(account) fun add(bytes: UInt64) {
            self.contentBytes = self.contentBytes + bytes
        }

        access(account) fun subtract(bytes: UInt64) {
            self.contentBytes = self.contentBytes - bytes
        }

        /// Panics when the contents grew from \`since\` bytes beyond what is paid. Whatever shrinks is allowed at any
        /// price, so that contents can leave even after storage became more expensive.
        access(account) fun requirePaid(since: UInt64) {
            if self.contentBytes != since {
                emit UsageChanged(address: self.address, before: since, after: self.contentBytes)
            }
            if self.contentBytes > since {
                self.requireNoneMissing()
            }
        }

        access(contract) view fun requireNoneMissing() {
            pre {
                self.missing() == 0.0:
                    "DharmaStorageDeposit: The vault of \\(self.address) must pay \\(self.missing()) FLOW more to use \\(self.usedBytes()) bytes"
            }
        }
    }

    /// Bytes that are charged for every vault: more than all its data except its contents can take.
    access(all) view fun baseBytes(): UInt64 {
        return 60_000
    }

    /// Bytes of the identifier of a type that a vault stores, so that its data is small.
    access(all) view fun maxTypeBytes(): Int {
        return 256
    }

    /// How many times the price of the chain is charged.
    access(all) view fun priceFactor(): UFix64 {
        return 2.0
    }

    /// What storage of that many bytes costs, in FLOW.
    access(all) view fun getPrice(bytes: UInt64): UFix64 {
        let megabytes = FlowStorageFees.convertUInt64StorageBytesToUFix64Megabytes(bytes)
        return FlowStorageFees.storageCapacityToFlow(megabytes) * self.priceFactor()
    }

    /// How many bytes an amount of FLOW pays for.
    access(all) view fun getBytes(amount: UFix64): UInt64 {
        let megabytes = FlowStorageFees.flowToStorageCapacity(amount / self.priceFactor())
        return UInt64(megabytes) * 1_000_000 + UInt64(megabytes % 1.0 * 1_000_000.0)
    }

    /// For a new vault, which must pay for its own data at least.
    access(account) fun createDeposit(address: Address, from: @FlowToken.Vault): @Deposit {
        let deposit <- create Deposit(address: address)
        deposit.pay(<- from)
        deposit.requireNoneMissing()
        return <- deposit
    }

    access(account) view fun requireShort(_ type: Type) {
        pre {
            type.identifier.utf8.length <= self.maxTypeBytes():
                "DharmaStorageDeposit: The identifier of the type has \\(type.identifier.utf8.length) bytes, more than \\(self.maxTypeBytes())"
        }
    }

    /// Bytes that this account stores.
    access(account) view fun used(): UInt64 {
        return self.account.storage.used
    }

    access(contract) view fun borrowFlow(): auth(FungibleToken.Withdraw) &FlowToken.Vault {
        return self.account.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("DharmaStorageDeposit: The account \\(self.account.address) has no vault of FLOW")
    }
}
`,
  DharmaTime: `/// Block times as people read them.
access(all) contract DharmaTime {

    /// Days from 0000-03-01 to 1970-01-01 in the proleptic Gregorian calendar.
    access(self) let daysBeforeEpoch: UInt64

    /// Unix seconds as '2026-11-23 12:00 UTC', cut to the minute.
    access(all) view fun formatMinute(_ seconds: UInt64): String {
        let minutes = seconds / 60
        return "\\(self.formatDay(minutes / 1440)) \\(self.pad(minutes / 60 % 24)):\\(self.pad(minutes % 60)) UTC"
    }

    /// Days since 1970-01-01 as '2026-11-23'. Counts in eras of 400 years that begin on 1 March, so that a leap day is
    /// the last day of its year (H. Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days).
    access(self) view fun formatDay(_ days: UInt64): String {
        let shifted = days + self.daysBeforeEpoch
        let dayOfEra = shifted % 146097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
        let dayOfYear = dayOfEra + yearOfEra / 100 - yearOfEra / 4 - yearOfEra * 365
        let marchMonth = (dayOfYear * 5 + 2) / 153
        let day = dayOfYear + 1 - (marchMonth * 153 + 2) / 5
        let isNextYear = marchMonth >= 10
        let month = isNextYear ? marchMonth - 9 : marchMonth + 3
        let year = shifted / 146097 * 400 + yearOfEra + (isNextYear ? 1 : 0)
        return "\\(year)-\\(self.pad(month))-\\(self.pad(day))"
    }

    access(self) view fun pad(_ number: UInt64): String {
        return number < 10 ? "0\\(number)" : "\\(number)"
    }

    init() {
        self.daysBeforeEpoch = 719468
    }
}
`,
  DharmaVault: `import "DharmaAllowance"
import "DharmaCustody"
import "DharmaProtection"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Opt-in guarded vaults in the custody of this contract. An owner withdraws freely up to an allowance per day;
/// more, NFTs, a higher allowance, another recovery address and leaving take 72 hours. Nothing leaves while the
/// owner's address is frozen, and a freeze voids every request made before its end: so a thief with the owner's
/// keys cannot be quicker than a vote. The community can decide to hand a frozen vault over, but only to the recovery
/// address that its owner named before: that account becomes the owner and may take everything at once. Vaults keep the
/// address of the account that opened them. Owners pay for the storage of their vaults.
access(all) contract DharmaVault {

    /// Everything an owner may do with a vault.
    access(all) entitlement Own
    /// Hands frozen vaults over; held by the contract that carries out what the community decides.
    access(all) entitlement Recover

    access(all) let keyStoragePath: StoragePath
    /// Where the recoverer is stored until the governance contract takes it, which happens only once.
    access(all) let recovererStoragePath: StoragePath

    access(all) event Opened(address: Address, recoveryAddress: Address)
    /// The storage deposit went to \`returnedTo\`.
    access(all) event Closed(address: Address, returnedTo: Address)
    /// From now on only this key of the account reaches its vaults.
    access(all) event KeyBound(address: Address, keyId: UInt64)
    access(all) event RecoveryAddressChanged(address: Address, before: Address?, after: Address)
    /// \`to\` is the owner from now on, and no recovery address is named.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64, reasonHash: String)

    /// What one owner has deposited, with its rules. Anyone may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Who opened it.
        access(all) let address: Address
        /// nil after a recovery, until the new owner's request sets one.
        access(all) var recoveryAddress: Address?
        /// Block time since which it is the recovery address, and what it was before, nil for the first one of an owner.
        access(all) var recoveryAddressSince: UFix64
        access(all) var recoveryAddressBefore: Address?
        /// The owner after a recovery, who may take everything.
        access(all) var recoveredTo: Address?
        access(self) let allowances: DharmaAllowance.Allowances
        access(self) let requests: DharmaAllowance.Requests
        access(self) let holdings: @DharmaCustody.Holdings

        init(address: Address, storageDeposit: @FlowToken.Vault) {
            self.address = address
            self.recoveryAddress = nil
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddressBefore = nil
            self.recoveredTo = nil
            self.allowances = DharmaAllowance.Allowances(address: address)
            self.requests = DharmaAllowance.Requests(address: address)
            self.holdings <- DharmaCustody.createHoldings(address: address, storageDeposit: <- storageDeposit)
        }

        /// Whose it is: a freeze of this address stops it.
        access(all) view fun getOwner(): Address {
            return self.recoveredTo ?? self.address
        }

        /// The contents, to read.
        access(all) view fun borrowHoldings(): &DharmaCustody.Holdings {
            return &self.holdings
        }

        access(all) view fun getAllowance(_ type: Type): DharmaAllowance.Allowance? {
            return self.allowances.get(type)
        }

        access(all) view fun allRequests(): [DharmaAllowance.Request] {
            return self.requests.all()
        }

        /// What may leave of a token by the allowance, or be requested: what no request has set aside.
        access(all) view fun getFreeAmount(_ type: Type): UFix64 {
            return self.holdings.getBalance(type).saturatingSubtract(self.requests.getAmountSetAside(type))
        }

        /// Whether the owner may now take everything: after a request to leave, or after a recovery.
        access(all) view fun isLeaving(): Bool {
            return self.recoveredTo != nil || self.requests.isLeaving()
        }

        /// Deposits tokens of any type. Nothing can be deposited while a request to leave stands, so that nothing
        /// leaves by it that was not in the vault when it was made.
        access(Own) fun deposit(from: @{FungibleToken.Vault}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
            }
            self.holdings.deposit(<- from)
        }

        access(Own) fun depositNFT(token: @{NonFungibleToken.NFT}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
            }
            self.holdings.depositNFT(<- token)
        }

        /// Takes out up to the allowance of what is free, or any amount while leaving.
        access(Own) fun withdraw(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            pre {
                self.isMovable(): self.obstacle()
            }
            if !self.isLeaving() {
                self.allowances.spend(type, amount)
                self.requireFree(type, amount)
            }
            return <- self.holdings.withdraw(type, amount, requestId: nil)
        }

        /// Takes out an NFT while leaving.
        access(Own) fun withdrawNFT(type: Type, id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                self.isMovable(): self.obstacle()
                self.isLeaving(): "DharmaVault: An NFT leaves the vault of \\(self.address) only on request"
            }
            return <- self.holdings.withdrawNFT(type, id, requestId: nil)
        }

        /// Takes out what was requested.
        access(Own) fun claim(requestId: UInt64): @{FungibleToken.Vault} {
            let operation = self.use(requestId, [DharmaAllowance.Kind.withdraw])
            return <- self.holdings.withdraw(operation.type!, operation.amount!, requestId: requestId)
        }

        /// Takes out the NFT that was requested.
        access(Own) fun claimNFT(requestId: UInt64): @{NonFungibleToken.NFT} {
            let operation = self.use(requestId, [DharmaAllowance.Kind.withdrawNFT])
            return <- self.holdings.withdrawNFT(operation.type!, operation.nftId!, requestId: requestId)
        }

        /// Changes the allowance or the recovery address as was requested.
        access(Own) fun apply(requestId: UInt64) {
            let operation = self.use(requestId, [DharmaAllowance.Kind.allowance, DharmaAllowance.Kind.recoveryAddress])
            if let after = operation.recoveryAddress {
                emit RecoveryAddressChanged(address: self.address, before: self.recoveryAddress, after: after)
                self.setRecoveryAddress(after)
            } else {
                self.allowances.setLimit(operation.type!, operation.amount!)
            }
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            self.allowances.lower(type, limit)
        }

        /// Requests something that takes 72 hours. Only tokens and NFTs that are in the vault, and that no other request
        /// names, can be requested, so that no request takes out what is deposited after it.
        access(Own) fun request(_ operation: DharmaAllowance.VaultOperation) {
            pre {
                self.isMovable(): self.obstacle()
                self.recoveredTo == nil || operation.recoveryAddress != nil:
                    "DharmaVault: Everything may leave the vault of \\(self.address), which was recovered, without a request"
            }
            if operation.kind == DharmaAllowance.Kind.withdraw {
                self.requireFree(operation.type!, operation.amount!)
            }
            if operation.kind == DharmaAllowance.Kind.withdrawNFT {
                self.requireHeld(operation.type!, operation.nftId!)
            }
            if let recoveryAddress = operation.recoveryAddress {
                self.requireSuitable(recoveryAddress)
            }
            self.requests.add(operation)
        }

        access(Own) fun cancel(requestId: UInt64) {
            self.requests.end(requestId, cause: "cancelled")
        }

        /// A payment by another account, in a token that the vault holds already.
        access(contract) fun receive(_ from: @{FungibleToken.Vault}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
                self.holdings.getBalance(from.getType()) > 0.0:
                    "DharmaVault: The vault of \\(self.address) does not hold \\(from.getType().identifier)"
            }
            self.holdings.deposit(<- from)
        }

        access(contract) fun payStorage(_ from: @FlowToken.Vault) {
            self.holdings.payStorage(<- from)
        }

        access(contract) fun returnStorageDeposit(to: Address) {
            self.holdings.returnStorageDeposit(to: to)
        }

        access(contract) fun handOver(to: Address, proposalId: UInt64, reasonHash: String) {
            pre {
                !self.isMovable(): "DharmaVault: \\(self.getOwner()) is not frozen"
                to == self.recoveryAddress:
                    "DharmaVault: The recovery address of \\(self.address) was changed from \\(to) to \\(self.recoveryAddress?.toString() ?? "none")"
            }
            self.recoveredTo = to
            self.recoveryAddress = nil
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddressBefore = nil
            self.requests.handOver(to: to)
            emit Recovered(address: self.address, to: to, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun setLimit(_ type: Type, _ limit: UFix64) {
            self.allowances.setLimit(type, limit)
        }

        access(contract) fun setRecoveryAddress(_ after: Address) {
            self.requireSuitable(after)
            self.recoveryAddressBefore = self.recoveryAddress
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddress = after
        }

        /// Panics unless an address may become the recovery address: an account with keys, so that somebody can sign for
        /// it, other than the owner and the present one.
        access(self) view fun requireSuitable(_ recoveryAddress: Address) {
            pre {
                recoveryAddress != self.getOwner():
                    "DharmaVault: \\(recoveryAddress) cannot be its own recovery address"
                recoveryAddress != self.recoveryAddress:
                    "DharmaVault: \\(recoveryAddress) is the recovery address of \\(self.address) already"
                getAccount(recoveryAddress).keys.count > 0:
                    "DharmaVault: Nobody can sign for \\(recoveryAddress), which has no keys"
            }
        }

        access(contract) view fun requireOwner(_ account: Address) {
            let owner = self.getOwner()
            if owner != account {
                panic(
                    owner == self.address
                        ? "DharmaVault: The vault of \\(owner) is not one of \\(account)"
                        : "DharmaVault: The vault of \\(self.address) was recovered to \\(owner)"
                )
            }
        }

        /// Uses up a request whose time has come.
        access(self) fun use(_ requestId: UInt64, _ kinds: [DharmaAllowance.Kind]): DharmaAllowance.VaultOperation {
            pre {
                self.isMovable(): self.obstacle()
            }
            return self.requests.use(requestId, kinds)
        }

        access(self) view fun requireFree(_ type: Type, _ amount: UFix64) {
            pre {
                amount <= self.getFreeAmount(type):
                    "DharmaVault: Only \\(self.getFreeAmount(type)) of \\(type.identifier) is not requested already, less than \\(amount)"
            }
        }

        access(self) view fun requireHeld(_ type: Type, _ nftId: UInt64) {
            pre {
                self.holdings.getIDs(type).contains(nftId):
                    "DharmaVault: The vault of \\(self.address) does not hold \\(type.identifier) \\(nftId)"
            }
        }

        access(self) view fun isMovable(): Bool {
            return !DharmaProtection.isFrozen(self.getOwner())
        }

        access(self) view fun obstacle(): String {
            return "DharmaVault: \\(self.getOwner()) is frozen"
        }

        access(self) view fun isOpenToDeposits(): Bool {
            return self.recoveredTo == nil && !self.requests.isLeaveRequested()
        }

        access(self) view fun depositObstacle(): String {
            return self.recoveredTo == nil
                ? "DharmaVault: A request of \\(self.address) to leave is pending; cancel it before a deposit"
                : "DharmaVault: The vault of \\(self.address) was recovered to \\(self.recoveredTo!)"
        }
    }

    /// The power over the vaults of the account that stores it, as long as it is the key that was bound there last. It
    /// holds nothing itself, so that it cannot carry a vault away.
    access(all) resource OwnerKey {

        /// The vault that the account opened.
        access(Own) view fun borrow(): auth(Own) &GuardedVault {
            return self.borrowRecovered(of: self.account())
        }

        /// A vault that another account opened, and that was recovered to this one.
        access(Own) view fun borrowRecovered(of address: Address): auth(Own) &GuardedVault {
            let account = self.account()
            let vault = (&DharmaVault.vaults[address] as auth(Own) &GuardedVault?)
                ?? panic("DharmaVault: \\(address) has no vault")
            vault.requireOwner(account)
            if DharmaVault.boundKey[account] != self.uuid {
                panic("DharmaVault: The key stored in \\(account) is not the one that was bound there last")
            }
            return vault
        }

        /// Closes a vault of the account when nothing is left in it, and returns its storage deposit.
        access(Own) fun close(_ address: Address) {
            let _ = self.borrowRecovered(of: address)
            DharmaVault.close(address)
        }

        access(self) view fun account(): Address {
            return self.owner?.address ?? panic("DharmaVault: The key is not stored in an account")
        }
    }

    /// Carries out recoveries that the community decided. Only the contract that took this from storage holds it.
    access(all) resource Recoverer {
        /// Puts the recovery address that was decided on in the place of the frozen owner, unless the owner changed it since.
        /// Nothing moves, so that no token can stop it. A vault that was recovered can be so again, while its new owner is
        /// frozen, to the recovery address that this one named.
        access(Recover) fun recover(address: Address, to: Address, proposalId: UInt64, reasonHash: String) {
            let vault = DharmaVault.existing(address)
            let formerOwner = vault.getOwner()
            vault.handOver(to: to, proposalId: proposalId, reasonHash: reasonHash)
            DharmaVault.forgetKey(formerOwner)
        }
    }

    access(self) let vaults: @{Address: GuardedVault}
    /// The uuid of the key that each owner bound last, as long as the owner has a vault: so its storage is paid for.
    access(self) let boundKey: {Address: UInt64}

    /// Opens a vault for an account, with its first allowances and a deposit for its storage, and binds a key.
    access(all) fun open(
        // lint-allow security: a key is saved, nothing is read; a capability could be kept and used by others
        _ account: auth(SaveValue) &Account,
        recoveryAddress: Address,
        allowances: {Type: UFix64},
        storageDeposit: @FlowToken.Vault
    ) {
        pre {
            self.vaults[account.address] == nil: "DharmaVault: \\(account.address) has a vault already"
            !DharmaProtection.isFrozen(account.address): "DharmaVault: \\(account.address) is frozen"
        }
        let address = account.address
        let vault <- create GuardedVault(address: address, storageDeposit: <- storageDeposit)
        vault.setRecoveryAddress(recoveryAddress)
        emit Opened(address: address, recoveryAddress: recoveryAddress)
        for type in allowances {
            vault.setLimit(type, allowances[type]!)
        }
        self.vaults[address] <-! vault
        self.bindKey(account, of: address)
    }

    /// Stores a fresh key in the account of the owner of a vault, where none may be any more, and makes every other key of
    /// that account powerless. Only who signs for the account has this reference to it: a capability, or a resource that
    /// the account once received, could be kept by others and used later.
    // lint-allow security: a key is saved, nothing is read; a capability could be kept and used by others
    access(all) fun bindKey(_ account: auth(SaveValue) &Account, of address: Address) {
        self.existing(address).requireOwner(account.address)
        let key <- create OwnerKey()
        self.boundKey[account.address] = key.uuid
        emit KeyBound(address: account.address, keyId: key.uuid)
        account.storage.save(<- key, to: self.keyStoragePath)
    }

    /// The uuid of the only key by which an account reaches its vaults.
    access(all) view fun getBoundKey(_ address: Address): UInt64? {
        return self.boundKey[address]
    }

    access(all) view fun borrowVault(_ address: Address): &GuardedVault? {
        return &self.vaults[address]
    }

    /// Pays into somebody's vault, which must hold some of that token already.
    access(all) fun deposit(address: Address, from: @{FungibleToken.Vault}) {
        self.existing(address).receive(<- from)
    }

    /// Pays for storage of somebody's vault; the deposit is returned to its owner when the vault is closed.
    access(all) fun payStorage(address: Address, from: @FlowToken.Vault) {
        self.existing(address).payStorage(<- from)
    }

    access(contract) fun close(_ address: Address) {
        pre {
            self.existing(address).borrowHoldings().isEmpty(): "DharmaVault: The vault of \\(address) is not empty"
        }
        let owner = self.existing(address).getOwner()
        DharmaProtection.requireNotFrozen(owner)
        let vault <- self.vaults.remove(key: address)!
        emit Closed(address: address, returnedTo: owner)
        vault.returnStorageDeposit(to: owner)
        destroy vault
        self.forgetKey(owner)
    }

    /// After a vault of an account was closed or recovered: its key stays bound only for the vault that it opened. For
    /// others that were recovered to it, it binds a key again.
    access(contract) fun forgetKey(_ address: Address) {
        if self.borrowVault(address)?.getOwner() != address {
            self.boundKey[address] = nil
        }
    }

    access(contract) view fun existing(_ address: Address): &GuardedVault {
        return self.borrowVault(address) ?? panic("DharmaVault: \\(address) has no vault")
    }

    init() {
        self.keyStoragePath = /storage/dharmaVaultKey
        self.recovererStoragePath = /storage/dharmaVaultRecoverer
        self.vaults <- {}
        self.boundKey = {}
        self.account.storage.save(<- create Recoverer(), to: self.recovererStoragePath)
    }
}
`,
  DharmaVoterEligibility: `import "DharmaProtection"
import "DharmaScore"
import "DharmaStanding"

/// Who may vote: addresses with a good and recent score by a live publisher whose records have stood for a while, which
/// no live publisher has contradicted in that time, and which are not frozen while flagged.
access(all) contract DharmaVoterEligibility {

    /// Least score of a voter, in tenths.
    access(all) view fun minScoreTenths(): UInt64 {
        return 600
    }

    /// Least score of one who votes on an appeal by the standing it had, in tenths.
    access(all) view fun minJurorScoreTenths(): UInt64 {
        return 450
    }

    /// How old its publication may be: 24 hours, in seconds.
    access(all) view fun maxScoreAge(): UFix64 {
        return 86400.0
    }

    /// How long its records must stand without a break: 7 days, in seconds.
    access(all) view fun minStandingTime(): UFix64 {
        return DharmaStanding.minTime()
    }

    /// Why an address may not vote now, and what to do about it; nil when it may.
    access(all) view fun getIneligibilityReason(_ voter: Address): String? {
        if let reason = self.getReasonOfFreeze(voter) {
            return reason
        }
        return self.findReliedPublisher(voter) == nil ? self.describeScores(voter) : nil
    }

    /// The record by which an address may vote, the newest of those that let it; nil when none does. It does not
    /// ask whether the address is frozen.
    access(all) view fun getReliedRecord(_ voter: Address): DharmaScore.Record? {
        return self.getRecord(voter, by: self.findReliedPublisher(voter))
    }

    /// Why an address may not vote on an appeal against an accusation of a time; nil when it may. Those who had stood,
    /// unflagged, at that time may with a lower score, lest an accusation choose its own jury.
    access(all) view fun getJurorIneligibilityReason(_ voter: Address, accusedAt: UFix64): String? {
        let reason = self.getIneligibilityReason(voter)
        if reason == nil {
            return nil
        }
        if let freeze = self.getReasonOfFreeze(voter) {
            return freeze
        }
        if let flag = DharmaProtection.getFlag(voter) {
            if flag.since <= accusedAt {
                return "\\(voter) was flagged when the accusation was made, and is still"
            }
        }
        return self.hadStood(voter, at: accusedAt) && self.findJurorPublisher(voter) != nil ? nil : reason
    }

    /// The record by which an address may vote on an appeal against an accusation of a time; nil when there is none.
    access(all) view fun getReliedJurorRecord(_ voter: Address, accusedAt: UFix64): DharmaScore.Record? {
        if let record = self.getReliedRecord(voter) {
            return record
        }
        return self.hadStood(voter, at: accusedAt) ? self.getRecord(voter, by: self.findJurorPublisher(voter)) : nil
    }

    access(self) view fun getReasonOfFreeze(_ voter: Address): String? {
        return DharmaProtection.isFrozen(voter) && DharmaProtection.getFlag(voter) != nil
            ? "\\(voter) is frozen while flagged: it may vote again when one of both has ended"
            : nil
    }

    access(self) view fun getRecord(_ voter: Address, by publisher: Address?): DharmaScore.Record? {
        return publisher == nil ? nil : DharmaScore.borrowHistory(voter)!.recordBy(publisher!)
    }

    /// The publisher whose own record is good and recent and has stood, when no live one has broken since.
    access(self) view fun findReliedPublisher(_ voter: Address): Address? {
        var found: Address? = nil
        if let history = DharmaScore.borrowHistory(voter) {
            let now = getCurrentBlock().timestamp
            for assessment in history.assessments {
                let record = assessment.record
                if !DharmaScore.isPublisher(record.publisher) {
                    continue
                }
                if !assessment.standing.wasUnbroken(at: now) {
                    return nil
                }
                if self.isGood(record, self.minScoreTenths()) && assessment.standing.hadStood(at: now) {
                    found = record.publisher
                }
            }
        }
        return found
    }

    /// For an address with a history.
    access(self) view fun findJurorPublisher(_ voter: Address): Address? {
        var found: Address? = nil
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if DharmaScore.isPublisher(record.publisher) && self.isGood(record, self.minJurorScoreTenths()) {
                found = record.publisher
            }
        }
        return found
    }

    access(self) view fun isGood(_ record: &DharmaScore.Record, _ minScoreTenths: UInt64): Bool {
        return record.scoreTenths >= minScoreTenths
            && record.publishedAt >= getCurrentBlock().timestamp.saturatingSubtract(self.maxScoreAge())
    }

    /// Whether some live publisher's records had stood for seven days at a time, and no live one's were broken.
    access(self) view fun hadStood(_ voter: Address, at time: UFix64): Bool {
        var hadStood = false
        if let history = DharmaScore.borrowHistory(voter) {
            for assessment in history.assessments {
                if !DharmaScore.isPublisher(assessment.record.publisher) {
                    continue
                }
                if !assessment.standing.wasUnbroken(at: time) {
                    return false
                }
                hadStood = hadStood || assessment.standing.hadStood(at: time)
            }
        }
        return hadStood
    }

    /// Why the records of an address do not let it vote: their scores, their age, a break, or how young they are.
    access(self) view fun describeScores(_ voter: Address): String {
        if let lowest = DharmaScore.lowest(voter) {
            let highest = self.findHighest(voter)
            if highest!.scoreTenths < self.minScoreTenths() {
                return "the score of \\(voter) is below 60: it is \\(self.formatPoints(highest!.scoreTenths)), and may rise with the next publication"
            }
            if lowest.scoreTenths < DharmaStanding.breakBelowTenths() {
                return "the score of \\(voter) is below 55 by \\(lowest.publisher): it is \\(self.formatPoints(lowest.scoreTenths)), and may rise with the next publication"
            }
            return self.describeGoodScores(voter)
        }
        return "\\(voter) has no score on record for 7 days, as none is published by a live publisher: publish its score"
    }

    /// For an address with a history.
    access(self) view fun findHighest(_ voter: Address): &DharmaScore.Record? {
        var highest: &DharmaScore.Record? = nil
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if DharmaScore.isPublisher(record.publisher) && record.scoreTenths >= (highest?.scoreTenths ?? 0) {
                highest = record
            }
        }
        return highest
    }

    /// For an address that some live publisher scores high enough, and none breaks now.
    access(self) view fun describeGoodScores(_ voter: Address): String {
        var publishedAt = 0.0
        var brokenUntil = 0.0
        var since = UFix64.max
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if !DharmaScore.isPublisher(record.publisher) {
                continue
            }
            let standing = assessment.standing
            brokenUntil = standing.brokenUntil > brokenUntil ? standing.brokenUntil : brokenUntil
            if record.scoreTenths >= self.minScoreTenths() {
                publishedAt = record.publishedAt > publishedAt ? record.publishedAt : publishedAt
            }
            if self.isGood(record, self.minScoreTenths()) {
                since = standing.since! < since ? standing.since! : since
            }
        }
        if since == UFix64.max {
            return "the score of \\(voter) was published more than 24 hours ago, at \\(publishedAt): publish it again"
        }
        since = since > brokenUntil ? since : brokenUntil
        return "\\(voter) has no score on record for 7 days without a break below 55, only since \\(since): it may vote from \\(since + self.minStandingTime()) on"
    }

    access(self) view fun formatPoints(_ tenths: UInt64): String {
        return "\\(tenths / 10).\\(tenths % 10)"
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
        let added = account.keys.add(
            publicKey: PublicKey(
                publicKey: key.publicKey.map(fun (_ byte: UInt8): UInt8 { return byte }),
                signatureAlgorithm: SignatureAlgorithm(key.signatureAlgorithm)!
            ),
            hashAlgorithm: HashAlgorithm(key.hashAlgorithm)!,
            weight: 1000.0
        )
        assert(added.keyIndex == 0, message: "FCL.new: The wallet signs with key 0, not \\(added.keyIndex)")
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
        pre {
            nftType == Type<@GardenPass.NFT>(): "GardenPass.createEmptyCollection: No collections of \\(nftType.identifier) are made here"
        }
        return <- create Collection()
    }

    access(all) view fun getContractViews(resourceType _: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType _: Type?, viewType: Type): AnyStruct? {
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
/// and is stored in the vault of the account that holds the contract.
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
        pre {
            vaultType == Type<@LotusToken.Vault>(): "LotusToken.createEmptyVault: No vaults of \\(vaultType.identifier) are made here"
        }
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType _: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType _: Type?, viewType: Type): AnyStruct? {
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
        pre {
            nftType == Type<@StonePrint.NFT>(): "StonePrint.createEmptyCollection: No collections of \\(nftType.identifier) are made here"
        }
        return <- create Collection()
    }

    /// A drawing made of the id alone, so that it needs no server.
    access(all) view fun thumbnail(id: UInt64): String {
        let hue = (id * 47) % 360
        return "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='hsl(\\(hue) 60% 50%)'/%3E%3C/svg%3E"
    }

    access(all) view fun getContractViews(resourceType _: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType _: Type?, viewType: Type): AnyStruct? {
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
        pre {
            vaultType == Type<@TestDollar.Vault>(): "TestDollar.createEmptyVault: No vaults of \\(vaultType.identifier) are made here"
        }
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType _: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType _: Type?, viewType: Type): AnyStruct? {
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
  DharmaRecheck: `import "DharmaScore"
import "DharmaSchedulerQuote"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Recurring rechecks of flagged and watched addresses. For each one a scheduled transaction runs again and
/// again, as often as the lowest published level asks for; it schedules its next run first and then announces that a
/// recheck is due, upon which the server computes and publishes. Runs are paid from the fund of this contract.
///
/// The scheduler calls a run executed even when it panicked, and nothing runs it again: \`overdue\` finds such
/// addresses and \`revive\` runs them again.
access(all) contract DharmaRecheck {

    /// Watches and unwatches addresses.
    access(all) entitlement Watch
    /// Appoints and dismisses watchers.
    access(all) entitlement Appoint
    /// Changes the effort of a run and withdraws from the fund.
    access(all) entitlement Operate

    access(all) let operatorStoragePath: StoragePath
    access(all) let handlerStoragePath: StoragePath
    /// Where a watcher keeps the capability it claimed from the inbox.
    access(all) let watcherStoragePath: StoragePath

    access(all) event WatcherAppointed(watcher: Address)
    access(all) event WatcherDismissed(watcher: Address)
    access(all) event WatchStarted(address: Address, watcher: Address)
    access(all) event WatchEnded(address: Address, refund: UFix64)
    access(all) event RunScheduled(address: Address, runId: UInt64, dueAt: UFix64, fee: UFix64, fundAfter: UFix64)
    /// No run could be scheduled; \`revive\` schedules one when the cause is gone.
    access(all) event RunNotScheduled(address: Address, cause: String)
    access(all) event RecheckDue(address: Address, runId: UInt64, dueAt: UFix64, nextDueAt: UFix64?)
    access(all) event Revived(address: Address, dueAtBefore: UFix64)
    access(all) event Funded(amount: UFix64, fundAfter: UFix64)
    access(all) event FundWithdrawn(amount: UFix64, fundAfter: UFix64)
    access(all) event ExecutionEffortChanged(before: UInt64, after: UInt64)

    /// One watched address, and its scheduled run.
    access(all) resource Entry {
        access(all) let address: Address
        /// When the next run is due, or was.
        access(all) var dueAt: UFix64
        access(self) var run: @FlowTransactionScheduler.ScheduledTransaction?

        init(address: Address) {
            self.address = address
            self.dueAt = getCurrentBlock().timestamp
            self.run <- nil
        }

        access(all) view fun runId(): UInt64? {
            return self.run?.id
        }

        access(contract) fun replaceRun(_ run: @FlowTransactionScheduler.ScheduledTransaction) {
            self.dueAt = run.timestamp
            let before <- self.run <- run
            destroy before
        }

        /// The scheduled run when it can still be cancelled.
        access(contract) fun takeWaitingRun(): @FlowTransactionScheduler.ScheduledTransaction? {
            if self.run?.status() != FlowTransactionScheduler.Status.Scheduled {
                return nil
            }
            let run <- self.run <- nil
            return <- run
        }
    }

    /// What the scheduler calls.
    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {
            DharmaRecheck.run(data as! Address, runId: id)
        }
    }

    /// Stored in this contract's account; the watcher holds a capability to it, so that dismissal ends it at once.
    access(all) resource Watcher {
        access(all) let watcher: Address

        init(watcher: Address) {
            self.watcher = watcher
        }

        access(Watch) fun watch(address: Address) {
            pre {
                DharmaRecheck.entries[address] == nil: "DharmaRecheck: \\(address) is watched already"
                DharmaRecheck.entries.length < DharmaRecheck.capacity():
                    "DharmaRecheck: \\(DharmaRecheck.capacity()) addresses are watched already"
            }
            DharmaRecheck.entries[address] <-! create Entry(address: address)
            emit WatchStarted(address: address, watcher: self.watcher)
            DharmaRecheck.scheduleRun(address, after: DharmaRecheck.getRecheckInterval(address))
        }

        /// Ends the rechecks; what the scheduler gives back of the fee returns to the fund.
        access(Watch) fun unwatch(address: Address) {
            DharmaRecheck.end(address)
        }
    }

    access(all) resource Operator {
        /// Puts a capability to watch into the inbox of an account.
        access(Appoint) fun appoint(watcher: Address) {
            let path = DharmaRecheck.buildStoragePath(watcher: watcher)
            let account = DharmaRecheck.account
            assert(
                account.storage.type(at: path) == nil,
                message: "DharmaRecheck.appoint: \\(watcher) is a watcher already"
            )
            account.storage.save(<- create Watcher(watcher: watcher), to: path)
            let capability = account.capabilities.storage.issue<auth(Watch) &Watcher>(path)
            account.inbox.publish(capability, name: DharmaRecheck.getInboxName(watcher: watcher), recipient: watcher)
            emit WatcherAppointed(watcher: watcher)
        }

        /// Ends the power of a watcher at once.
        access(Appoint) fun dismiss(watcher: Address) {
            let path = DharmaRecheck.buildStoragePath(watcher: watcher)
            for controller in DharmaRecheck.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaRecheck.account.storage.load<@Watcher>(from: path)
                ?? panic("DharmaRecheck.dismiss: \\(watcher) is not a watcher")
            emit WatcherDismissed(watcher: watcher)
        }

        /// Sets what one run may cost in computation; the scheduler takes 100 to 2,500 at low priority.
        access(Operate) fun setExecutionEffort(_ executionEffort: UInt64) {
            pre {
                executionEffort >= 100 && executionEffort <= 2500: "DharmaRecheck: The effort \\(executionEffort) is not 100 to 2500"
            }
            emit ExecutionEffortChanged(before: DharmaRecheck.executionEffort, after: executionEffort)
            DharmaRecheck.executionEffort = executionEffort
        }

        access(Operate) fun withdrawFund(amount: UFix64): @{FungibleToken.Vault} {
            let taken <- DharmaRecheck.fund.withdraw(amount: amount)
            emit FundWithdrawn(amount: amount, fundAfter: DharmaRecheck.fund.balance)
            return <- taken
        }
    }

    /// Computation that a run may use.
    access(all) var executionEffort: UInt64

    access(self) let entries: @{Address: Entry}
    access(self) let fund: @FlowToken.Vault
    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    /// Most addresses that can be watched at a time.
    access(all) view fun capacity(): Int {
        return 500
    }

    /// How late a run may be before it counts as overdue, in seconds.
    access(all) view fun grace(): UFix64 {
        return 600.0
    }

    access(all) view fun borrowEntry(_ address: Address): &Entry? {
        return &self.entries[address]
    }

    access(all) view fun watched(): [Address] {
        return self.entries.keys
    }

    access(all) view fun fundBalance(): UFix64 {
        return self.fund.balance
    }

    /// Seconds between rechecks, by the lowest level of the live publishers: HIGH_RISK 1 h, SUSPICIOUS 6 h, any other 24 h.
    access(all) view fun getRecheckInterval(_ address: Address): UFix64 {
        switch DharmaScore.lowest(address)?.level {
            case DharmaScore.Level.highRisk:
                return 3600.0
            case DharmaScore.Level.suspicious:
                return 21600.0
        }
        return 86400.0
    }

    access(all) view fun isOverdue(_ address: Address): Bool {
        if let entry = self.borrowEntry(address) {
            return getCurrentBlock().timestamp > entry.dueAt + self.grace()
        }
        return false
    }

    /// The watchdog: addresses whose run did not schedule the next one in time.
    access(all) view fun overdue(): [Address] {
        return self.entries.keys.filter(self.isOverdue)
    }

    access(all) fun deposit(from: @{FungibleToken.Vault}) {
        let amount = from.balance
        self.fund.deposit(from: <- from)
        emit Funded(amount: amount, fundAfter: self.fund.balance)
    }

    /// Schedules the recheck of an overdue address for now; anyone may call it.
    access(all) fun revive(_ address: Address) {
        pre {
            self.isOverdue(address): "DharmaRecheck: \\(address) is not overdue"
        }
        emit Revived(address: address, dueAtBefore: self.existing(address).dueAt)
        self.cancelWaitingRun(address)
        // The scheduler takes whole seconds after the time of the block.
        self.scheduleRun(address, after: 1.0)
    }

    access(contract) fun run(_ address: Address, runId: UInt64) {
        let entry = self.existing(address)
        assert(entry.runId() == runId, message: "DharmaRecheck: Run \\(runId) of \\(address) was replaced")
        let dueAt = entry.dueAt
        self.scheduleRun(address, after: self.getRecheckInterval(address))
        emit RecheckDue(
            address: address,
            runId: runId,
            dueAt: dueAt,
            nextDueAt: entry.dueAt == dueAt ? nil : entry.dueAt
        )
    }

    /// Schedules the next run when that is possible; it does not panic, for an empty fund must not lose this recheck.
    access(contract) fun scheduleRun(_ address: Address, after: UFix64) {
        let quote = DharmaSchedulerQuote.quote(
            data: address,
            notBefore: getCurrentBlock().timestamp + after,
            executionEffort: self.executionEffort,
            budget: self.fund.balance
        )
        if let cause = quote.obstacle {
            emit RunNotScheduled(address: address, cause: cause)
            return
        }
        let run <- FlowTransactionScheduler.schedule(
            handlerCap: self.handler,
            data: address,
            timestamp: quote.dueAt,
            priority: DharmaSchedulerQuote.priority(),
            executionEffort: self.executionEffort,
            fees: <- (self.fund.withdraw(amount: quote.fee) as! @FlowToken.Vault)
        )
        emit RunScheduled(address: address, runId: run.id, dueAt: run.timestamp, fee: quote.fee, fundAfter: self.fund.balance)
        self.existing(address).replaceRun(<- run)
    }

    access(contract) fun end(_ address: Address) {
        let before = self.fund.balance
        self.cancelWaitingRun(address)
        destroy self.entries.remove(key: address)
        emit WatchEnded(address: address, refund: self.fund.balance - before)
    }

    access(self) fun cancelWaitingRun(_ address: Address) {
        if let run <- self.existing(address).takeWaitingRun() {
            self.fund.deposit(from: <- FlowTransactionScheduler.cancel(scheduledTx: <- run))
        }
    }

    access(contract) view fun existing(_ address: Address): &Entry {
        return self.borrowEntry(address) ?? panic("DharmaRecheck: \\(address) is not watched")
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(watcher: Address): String {
        return "dharmaRecheckWatcher_\\(watcher)"
    }

    access(contract) view fun buildStoragePath(watcher: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(watcher: watcher))!
    }

    init() {
        self.operatorStoragePath = /storage/dharmaRecheckOperator
        self.handlerStoragePath = /storage/dharmaRecheckHandler
        self.watcherStoragePath = /storage/dharmaRecheckWatcher
        self.executionEffort = 1000
        self.entries <- {}
        self.fund <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>())
        self.account.storage.save(<- create Operator(), to: self.operatorStoragePath)
        self.account.storage.save(<- create Handler(), to: self.handlerStoragePath)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(
                self.handlerStoragePath
            )
    }
}
`,
  DharmaSchedulerQuote: `import "FlowTransactionScheduler"

/// Finds a time for a scheduled run, and its price, in bounded work. The scheduler by itself searches second after
/// second for room, so that whoever fills many of them in a row could stop every transaction that books a run.
access(all) contract DharmaSchedulerQuote {

    /// When a run can be due and what it costs, or why it cannot be booked.
    access(all) struct Quote {
        access(all) let dueAt: UFix64
        access(all) let fee: UFix64
        access(all) let obstacle: String?

        view init(dueAt: UFix64, fee: UFix64, obstacle: String?) {
            self.dueAt = dueAt
            self.fee = fee
            self.obstacle = obstacle
        }
    }

    access(all) view fun priority(): FlowTransactionScheduler.Priority {
        return FlowTransactionScheduler.Priority.Low
    }

    /// How much later than asked for a run may be due, in seconds.
    access(all) view fun spread(): UInt64 {
        return 600
    }

    /// How many seconds within the spread are tried.
    access(all) view fun tries(): Int {
        return 12
    }

    /// A quote for a run with this data and computation, at \`notBefore\` or, when others fill that second, soon after.
    access(account) fun quote(data: AnyStruct, notBefore: UFix64, executionEffort: UInt64, budget: UFix64): Quote {
        let dueAt = self.freeSecond(notBefore: notBefore, executionEffort: executionEffort)
        if dueAt == nil {
            return Quote(dueAt: notBefore, fee: 0.0, obstacle: "The scheduler has no room near \\(notBefore)")
        }
        let estimate = FlowTransactionScheduler.estimate(
            data: data,
            timestamp: dueAt!,
            priority: self.priority(),
            executionEffort: executionEffort
        )
        // Some versions of the scheduler give an error beside the fee at low priority: only a missing fee is an obstacle.
        let fee = estimate.flowFee ?? UFix64.max
        let shortage = "The fee of \\(fee) is above the fund of \\(budget)"
        return Quote(
            dueAt: dueAt!,
            fee: fee,
            obstacle: fee <= budget ? nil : estimate.flowFee == nil ? estimate.error : shortage
        )
    }

    /// The second asked for, or one of the spread by chance: many runs for one second scatter, and nobody can fill
    /// just those that will be tried.
    access(self) fun freeSecond(notBefore: UFix64, executionEffort: UInt64): UFix64? {
        var second = notBefore
        var tried = 0
        while tried < self.tries() {
            if FlowTransactionScheduler.getSlotAvailableEffort(timestamp: second, priority: self.priority()) >= executionEffort {
                return second
            }
            second = notBefore + UFix64(revertibleRandom<UInt64>(modulo: self.spread()) + 1)
            tried = tried + 1
        }
        return nil
    }
}
`,
  DharmaSettlementScheduler: `import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaSchedulerQuote"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Settles in time what anyone may settle at any time: proposals when their voting or their approval ends, flags,
/// freezes and appeals when a freeze or the clock of an appeal ends. For each there is one scheduled run, paid from the
/// fund of this contract; a run settles, and schedules the next one when there is more to come.
///
/// Nothing depends on it. Scheduling never panics, so that an empty fund stops no proposal and no appeal, and what
/// no run has settled holds in every view all the same.
access(all) contract DharmaSettlementScheduler {

    /// Changes the effort of a run and withdraws from the fund.
    access(all) entitlement Operate

    access(all) let operatorStoragePath: StoragePath
    access(all) let handlerStoragePath: StoragePath

    /// \`jobKey\` is 'proposal' or 'protection', a space, and the number or the address.
    access(all) event RunScheduled(
        jobKey: String,
        placeClass: UInt8,
        runId: UInt64,
        dueAt: UFix64,
        fee: UFix64,
        fundAfter: UFix64
    )
    /// No run could be scheduled; anyone may schedule one when the cause is gone.
    access(all) event RunNotScheduled(jobKey: String, placeClass: UInt8, cause: String)
    /// A run has settled the proposal, or the flags, freezes and appeals of the address.
    access(all) event RunExecuted(jobKey: String, runId: UInt64)
    access(all) event Funded(amount: UFix64, fundAfter: UFix64)
    access(all) event FundWithdrawn(amount: UFix64, fundAfter: UFix64)
    access(all) event ExecutionEffortChanged(before: UInt64, after: UInt64)

    /// What a run is for. A class may take the places of the classes before it, and none of those reserved for the
    /// classes after it.
    access(all) enum PlaceClass: UInt8 {
        /// Proposals that no eligible voter made or voted on: accounts that propose them cost nothing.
        access(all) case newborn
        /// Proposals that an eligible voter made or voted on.
        access(all) case onRecord
        /// Appeals and freezes.
        access(all) case protection
    }

    access(all) struct ScheduledRun {
        access(all) let placeClass: PlaceClass
        access(all) let runId: UInt64
        access(all) let dueAt: UFix64

        view init(placeClass: PlaceClass, runId: UInt64, dueAt: UFix64) {
            self.placeClass = placeClass
            self.runId = runId
            self.dueAt = dueAt
        }
    }

    /// What is to be settled, and when.
    access(all) struct Job {
        access(all) let key: String
        access(all) let placeClass: PlaceClass
        /// What the scheduler passes to the run: the number of a proposal, or an address.
        access(all) let data: AnyStruct
        /// When time next changes what is stored of it; nil when it does not.
        access(all) let changesAt: UFix64?

        view init(key: String, placeClass: PlaceClass, data: AnyStruct, changesAt: UFix64?) {
            self.key = key
            self.placeClass = placeClass
            self.data = data
            self.changesAt = changesAt
        }
    }

    /// What the scheduler calls.
    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {
            if let proposalId = data as? UInt64 {
                DharmaSettlementScheduler.settleProposal(proposalId, runId: id)
            } else {
                DharmaSettlementScheduler.settleProtection(data as! Address, runId: id)
            }
        }
    }

    access(all) resource Operator {
        /// Sets what one run may cost in computation; the scheduler takes 100 to 2,500 at low priority.
        access(Operate) fun setExecutionEffort(_ executionEffort: UInt64) {
            pre {
                executionEffort >= 100 && executionEffort <= 2500:
                    "DharmaSettlementScheduler: The effort \\(executionEffort) is not 100 to 2500"
            }
            emit ExecutionEffortChanged(before: DharmaSettlementScheduler.executionEffort, after: executionEffort)
            DharmaSettlementScheduler.executionEffort = executionEffort
        }

        access(Operate) fun withdrawFund(amount: UFix64): @{FungibleToken.Vault} {
            let taken <- DharmaSettlementScheduler.fund.withdraw(amount: amount)
            emit FundWithdrawn(amount: amount, fundAfter: DharmaSettlementScheduler.fund.balance)
            return <- taken
        }
    }

    /// Most runs of a class, together with the classes before it, that are scheduled at a time.
    access(all) let places: {PlaceClass: Int}
    /// How many votes of an old proposal a run forgets.
    access(all) let votesPruned: Int
    /// How late a run may be before another may take its place, in seconds.
    access(all) let grace: UFix64
    /// Computation that a run may use.
    access(all) var executionEffort: UInt64

    access(self) let scheduledRuns: {String: ScheduledRun}
    /// Number of scheduled runs of each class.
    access(self) let taken: {PlaceClass: Int}
    access(self) let fund: @FlowToken.Vault
    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    /// The scheduled runs, by job key.
    access(all) view fun getScheduledRuns(): {String: ScheduledRun} {
        return self.scheduledRuns
    }

    access(all) view fun fundBalance(): UFix64 {
        return self.fund.balance
    }

    access(all) fun deposit(from: @{FungibleToken.Vault}) {
        let amount = from.balance
        self.fund.deposit(from: <- from)
        emit Funded(amount: amount, fundAfter: self.fund.balance)
    }

    /// Places that a run of this class can still take.
    access(all) view fun getFreePlaces(_ placeClass: PlaceClass): Int {
        var free = self.places[PlaceClass.protection]!
        var taken = 0
        for each in [PlaceClass.newborn, PlaceClass.onRecord, PlaceClass.protection] {
            taken = taken + self.taken[each]!
            let left = self.places[each]! - taken
            if each.rawValue >= placeClass.rawValue && left < free {
                free = left
            }
        }
        return free
    }

    /// Which places the run of a proposal may take. Neither a vote nor the right to vote can be had by opening
    /// accounts: both take a published score of 60 and seven days on record.
    access(all) view fun getProposalClass(_ id: UInt64): PlaceClass {
        if let proposal = DharmaGovernance.borrowProposal(id) {
            if proposal.isAppeal() {
                return PlaceClass.protection
            }
            if proposal.hasVotes() || proposal.isProposerEligible {
                return PlaceClass.onRecord
            }
        }
        return PlaceClass.newborn
    }

    /// Schedules the next run for a proposal when there is more to come and none is scheduled; anyone may call it.
    access(all) fun scheduleProposal(_ id: UInt64) {
        self.scheduleNextRun(Job(
            key: self.buildProposalKey(id),
            placeClass: self.getProposalClass(id),
            data: id,
            changesAt: self.proposalChangesAt(id)
        ))
    }

    /// Schedules the next run for the flags, freezes and appeals of an address when there is more to come and none is scheduled; anyone
    /// may call it.
    access(all) fun scheduleProtection(_ address: Address) {
        self.scheduleNextRun(Job(
            key: self.buildProtectionKey(address),
            placeClass: PlaceClass.protection,
            data: address,
            changesAt: self.protectionChangesAt(address)
        ))
    }

    /// When time next changes what is recorded of a proposal; nil when it does not.
    access(all) view fun proposalChangesAt(_ id: UInt64): UFix64? {
        if let proposal = DharmaGovernance.borrowProposal(id) {
            switch proposal.storedStatus {
                case DharmaProposals.Status.pending:
                    return proposal.votingEndsAt
                case DharmaProposals.Status.active:
                    return proposal.votingEndsAt
                case DharmaProposals.Status.approved:
                    return proposal.executableUntil
            }
        }
        return nil
    }

    /// When time next changes what is recorded of the flags, freezes and appeals of an address; nil when it does not.
    access(all) view fun protectionChangesAt(_ address: Address): UFix64? {
        return DharmaProtection.borrowRecord(address)?.getNextChange() ?? nil
    }

    access(contract) fun settleProposal(_ id: UInt64, runId: UInt64) {
        if DharmaGovernance.borrowProposal(id) != nil {
            DharmaGovernance.settle(id)
        }
        self.finish(self.buildProposalKey(id), runId: runId)
        self.scheduleProposal(id)
        if DharmaGovernance.borrowProposal(id)?.isAppeal() ?? false {
            self.scheduleProtection(DharmaGovernance.borrowProposal(id)!.action.target)
        }
        let _ = DharmaGovernance.pruneOldest(limit: self.votesPruned)
    }

    access(contract) fun settleProtection(_ address: Address, runId: UInt64) {
        DharmaProtection.settle(address)
        self.finish(self.buildProtectionKey(address), runId: runId)
        self.scheduleProtection(address)
    }

    access(self) fun finish(_ jobKey: String, runId: UInt64) {
        if self.scheduledRuns[jobKey]?.runId == runId {
            self.removeRun(jobKey)
        }
        emit RunExecuted(jobKey: jobKey, runId: runId)
    }

    access(self) fun scheduleNextRun(_ job: Job) {
        if self.isInTime(self.scheduledRuns[job.key], job.changesAt) {
            return
        }
        self.removeRun(job.key)
        if let time = job.changesAt {
            if self.getFreePlaces(job.placeClass) <= 0 {
                self.refuse(job, cause: "Every place for runs of class \\(job.placeClass.rawValue) is taken")
                return
            }
            let quote = DharmaSchedulerQuote.quote(
                data: job.data,
                notBefore: self.secondAfter(time),
                executionEffort: self.executionEffort,
                budget: self.fund.balance
            )
            if let cause = quote.obstacle {
                self.refuse(job, cause: cause)
            } else {
                self.schedule(job, quote: quote)
            }
        }
    }

    access(self) fun refuse(_ job: Job, cause: String) {
        emit RunNotScheduled(jobKey: job.key, placeClass: job.placeClass.rawValue, cause: cause)
    }

    access(self) fun schedule(_ job: Job, quote: DharmaSchedulerQuote.Quote) {
        let run <- FlowTransactionScheduler.schedule(
            handlerCap: self.handler,
            data: job.data,
            timestamp: quote.dueAt,
            priority: DharmaSchedulerQuote.priority(),
            executionEffort: self.executionEffort,
            fees: <- (self.fund.withdraw(amount: quote.fee) as! @FlowToken.Vault)
        )
        self.addRun(job.key, ScheduledRun(placeClass: job.placeClass, runId: run.id, dueAt: run.timestamp))
        emit RunScheduled(
            jobKey: job.key,
            placeClass: job.placeClass.rawValue,
            runId: run.id,
            dueAt: run.timestamp,
            fee: quote.fee,
            fundAfter: self.fund.balance
        )
        destroy run
    }

    /// \`taken\` counts what \`scheduledRuns\` holds: both change here and in \`removeRun\` alone.
    access(self) fun addRun(_ jobKey: String, _ run: ScheduledRun) {
        self.scheduledRuns[jobKey] = run
        self.taken[run.placeClass] = self.taken[run.placeClass]! + 1
    }

    access(self) fun removeRun(_ jobKey: String) {
        if let run = self.scheduledRuns.remove(key: jobKey) {
            self.taken[run.placeClass] = self.taken[run.placeClass]! - 1
        }
    }

    /// Whether a run is scheduled that is not late, and comes soon enough: asking again does not make the fund pay
    /// for another one.
    access(self) view fun isInTime(_ scheduledRun: ScheduledRun?, _ changesAt: UFix64?): Bool {
        let dueAt = scheduledRun?.dueAt ?? 0.0
        return getCurrentBlock().timestamp <= dueAt + self.grace
            && dueAt <= self.secondAfter(changesAt ?? dueAt) + self.grace
    }

    /// A whole second that is past a time and still to come: the scheduler cuts off fractions.
    access(self) view fun secondAfter(_ time: UFix64): UFix64 {
        let now = getCurrentBlock().timestamp
        return (time > now ? time : now) + 1.0
    }

    access(self) view fun buildProposalKey(_ id: UInt64): String {
        return "proposal \\(id)"
    }

    access(self) view fun buildProtectionKey(_ address: Address): String {
        return "protection \\(address)"
    }

    init() {
        self.operatorStoragePath = /storage/dharmaSettlementSchedulerOperator
        self.handlerStoragePath = /storage/dharmaSettlementSchedulerHandler
        self.places = {PlaceClass.newborn: 60, PlaceClass.onRecord: 130, PlaceClass.protection: 200}
        self.votesPruned = 20
        self.grace = 900.0
        self.executionEffort = 1000
        self.scheduledRuns = {}
        self.taken = {PlaceClass.newborn: 0, PlaceClass.onRecord: 0, PlaceClass.protection: 0}
        self.fund <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>())
        self.account.storage.save(<- create Operator(), to: self.operatorStoragePath)
        self.account.storage.save(<- create Handler(), to: self.handlerStoragePath)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(
                self.handlerStoragePath
            )
    }
}
`,
  DeFiActions: `import "FungibleToken"

/// STAND-IN, for chains that have no Flow Actions: emulators and tests. On testnet the real DeFiActions contract
/// takes its place. It has the signatures of Sink and Source that the guarded connectors need, and nothing else.
access(all) contract DeFiActions {

    /// Lets an identifier be copied from a connector.
    access(all) entitlement Identify
    /// Lets a connector be given another identifier.
    access(all) entitlement Extend

    access(all) event Deposited(type: String, amount: UFix64, fromUUID: UInt64, uniqueID: UInt64?, sinkType: String)
    access(all) event Withdrawn(
        type: String,
        amount: UFix64,
        withdrawnUUID: UInt64,
        uniqueID: UInt64?,
        sourceType: String
    )

    /// Names a stack of connectors in the events.
    access(all) struct UniqueIdentifier {
        access(all) let id: UInt64

        access(contract) view init(_ id: UInt64) {
            self.id = id
        }
    }

    access(all) struct ComponentInfo {
        access(all) let type: Type
        access(all) let id: UInt64?
        access(all) let innerComponents: [ComponentInfo]

        init(type: Type, id: UInt64?, innerComponents: [ComponentInfo]) {
            self.type = type
            self.id = id
            self.innerComponents = innerComponents
        }
    }

    access(all) struct interface IdentifiableStruct {
        access(contract) var uniqueID: UniqueIdentifier?

        access(all) view fun id(): UInt64? {
            return self.uniqueID?.id
        }

        access(all) fun getComponentInfo(): ComponentInfo
        access(contract) view fun copyID(): UniqueIdentifier?
        access(contract) fun setID(_ id: UniqueIdentifier?)
    }

    /// Takes tokens, as many as it has room for.
    access(all) struct interface Sink: IdentifiableStruct {
        access(all) view fun getSinkType(): Type
        access(all) fun minimumCapacity(): UFix64

        access(all) fun depositCapacity(from: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}) {
            pre {
                from.getType() == self.getSinkType():
                    "DeFiActions: \\(from.getType().identifier) is not \\(self.getSinkType().identifier)"
            }
            post {
                emit Deposited(
                    type: from.getType().identifier,
                    amount: before(from.balance) - from.balance,
                    fromUUID: from.uuid,
                    uniqueID: self.id(),
                    sinkType: self.getType().identifier
                )
            }
        }
    }

    /// Gives tokens, as many as it has.
    access(all) struct interface Source: IdentifiableStruct {
        access(all) view fun getSourceType(): Type
        access(all) fun minimumAvailable(): UFix64

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            post {
                emit Withdrawn(
                    type: result.getType().identifier,
                    amount: result.balance,
                    withdrawnUUID: result.uuid,
                    uniqueID: self.id(),
                    sourceType: self.getType().identifier
                )
            }
        }
    }

    access(self) var nextId: UInt64

    access(all) fun createUniqueIdentifier(): UniqueIdentifier {
        self.nextId = self.nextId + 1
        return UniqueIdentifier(self.nextId - 1)
    }

    /// Gives a connector the identifier of another, as alignID of the real contract is meant to do.
    access(all) fun align(
        connector: auth(Extend) &{IdentifiableStruct},
        with: auth(Identify) &{IdentifiableStruct}
    ) {
        connector.setID(with.copyID())
    }

    init() {
        self.nextId = 0
    }
}
`,
} as const
