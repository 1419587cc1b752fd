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
        /// Who opened the vault, and makes the requests.
        access(all) let address: Address
        access(self) let byId: {UInt64: Request}

        init(address: Address) {
            self.address = address
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
                        "DharmaAllowance: Request \\(request.id) of \\(self.address), \\(DharmaAllowance.getKindName(request.operation.kind)), names the same; cancel it first"
                    )
                }
            }
            assert(
                self.byId.length < DharmaAllowance.maxRequests(),
                message: "DharmaAllowance: \\(self.address) has \\(DharmaAllowance.maxRequests()) requests already; cancel one"
            )
            DharmaAllowance.lastRequestId = DharmaAllowance.lastRequestId + 1
            let request = Request(id: DharmaAllowance.lastRequestId, madeBy: self.address, operation: operation)
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

        access(account) fun voidAll() {
            for request in self.byId.values {
                self.end(request.id, cause: "void")
            }
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
            // Makes room for another, where nothing was spent that still counts.
            if limit == 0.0 && allowance.spent() == 0.0 {
                self.byType[type] = nil
            }
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
        /// While code of a token runs, which must not move anything else in or out.
        access(self) var isMoving: Bool

        init(address: Address, storageDeposit: @FlowToken.Vault) {
            self.address = address
            self.storageDeposit <- DharmaStorageDeposit.createDeposit(address: address, from: <- storageDeposit)
            self.tokens <- {}
            self.nfts <- {}
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

        access(account) fun countData(since bytesBefore: UInt64) {
            self.storageDeposit.countData(since: bytesBefore)
        }

        access(account) fun payStorage(_ from: @FlowToken.Vault) {
            self.storageDeposit.pay(<- from)
        }

        access(account) fun returnStorageDeposit(to: Address, keeping rest: UFix64) {
            self.storageDeposit.payOut(to: to, keeping: rest)
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
            self.storageDeposit.countContents(since: before)
        }

        access(self) fun take(_ type: Type): @{FungibleToken.Vault} {
            pre {
                !self.isMoving: self.refusal()
            }
            let before = DharmaStorageDeposit.used()
            let vault <- self.tokens.remove(key: type)
                ?? panic("DharmaCustody: The vault of \\(self.address) does not hold \\(type.identifier)")
            self.storageDeposit.countContents(since: before)
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
            let id = token.id
            let before = DharmaStorageDeposit.used()
            if self.nfts[type] == nil {
                DharmaStorageDeposit.requireShort(type)
                self.nfts[type] <-! {}
            }
            let nfts = self.borrowNFTs(type)
            nfts[id] <-! token
            self.storageDeposit.countContents(since: before)
        }

        access(self) fun takeNFT(_ type: Type, _ id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                !self.isMoving: self.refusal()
                self.nfts[type]?.containsKey(id) ?? false:
                    "DharmaCustody: The vault of \\(self.address) does not hold \\(type.identifier) \\(id)"
            }
            let before = DharmaStorageDeposit.used()
            let nft <- self.borrowNFTs(type).remove(key: id)!
            if self.countNFTs(type) == 0 {
                destroy self.nfts.remove(key: type)
            }
            self.storageDeposit.countContents(since: before)
            return <- nft
        }

        access(self) view fun borrowNFTs(_ type: Type): auth(Mutate) &{UInt64: {NonFungibleToken.NFT}} {
            return (&self.nfts[type])!
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

        access(Flag) fun flag(address: Address, caseId: String, reasonCode: String, reasonHash: String) {
            pre {
                DharmaFlaggers.isCaseId(caseId):
                    "DharmaFlaggers: A case id has 1 to \\(DharmaFlaggers.maxCaseId()) visible ASCII characters; this one has \\(caseId.utf8.length) bytes"
                DharmaProtectionTypes.reasonCodes().contains(reasonCode):
                    "DharmaFlaggers: '\\(reasonCode)' is not listed, behaviour, community or keys"
                DharmaProtectionTypes.isHash(reasonHash):
                    "DharmaFlaggers: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            }
            DharmaProtection.flag(
                address,
                caseId: caseId,
                reasonCode: reasonCode,
                reasonHash: reasonHash,
                flagger: self.flagger
            )
        }

        /// Lifts its own flag after a recheck, or that of a flagger who was dismissed.
        access(Flag) fun unflag(address: Address) {
            let flag = DharmaProtection.getFlag(address) ?? panic("DharmaFlaggers: \\(address) is not flagged")
            assert(
                flag.flagger == self.flagger || !DharmaFlaggers.isFlagger(flag.flagger),
                message: "DharmaFlaggers: Flag \\(flag.number) of \\(address) is one of \\(flag.flagger); a vote or an appeal can lift it"
            )
            DharmaProtection.unflag(address, flagger: self.flagger)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to flag into the inbox of an account.
        access(Appoint) fun appoint(flagger: Address) {
            let path = DharmaFlaggers.buildStoragePath(flagger: flagger)
            let storage = DharmaFlaggers.account.storage
            assert(!DharmaFlaggers.isFlagger(flagger), message: "DharmaFlaggers: \\(flagger) is a flagger already")
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
    access(all) view fun maxCaseId(): Int {
        return 64
    }

    /// Whether the account may flag now.
    access(all) view fun isFlagger(_ address: Address): Bool {
        return self.account.storage.type(at: self.buildStoragePath(flagger: address)) != nil
    }

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
        if bytes.length == 0 || bytes.length > self.maxCaseId() {
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
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
`,
  DharmaGovernance: `import "DharmaConsent"
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

    /// \`rank\` is appointed, voter or other. An unfreeze touches only the flag and the freeze of these numbers.
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
    access(all) event ProposalExecuted(id: UInt64, action: String, target: Address, dao: Address)
    /// \`before\` is nil at first.
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
        access(all) let minVotesFor: UInt64
        /// Why an approved proposal cannot be executed yet; nil when it can.
        access(all) let executionObstacle: String?
        access(all) let votesFor: UInt64
        access(all) let votesAgainst: UInt64
        access(all) let votes: {Address: DharmaProposals.Vote}
        access(all) let createdAt: UFix64
        access(all) let votingEndsAt: UFix64
        access(all) let executableUntil: UFix64

        view init(_ proposal: &DharmaProposals.Proposal) {
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
            self.minVotesFor = terms.minVotesFor()
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
    /// When people who may not vote opened their last proposals, oldest first: as many as they have places.
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
        return 20
    }

    /// In bytes.
    access(all) view fun minReason(): Int {
        return 20
    }

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
        return self.getVotingObstacle(id, voter)
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
                    flagCaseId: DharmaProtection.borrowRecord(target)?.getRecentCaseId() ?? nil,
                    flaggedAt: flag?.since,
                    recoveryAddress: nil,
                    accusedAt: nil
                )
            case "unfreeze":
                assert(
                    flagNumber != nil || freezeNumber != nil,
                    message: "DharmaGovernance: \\(target) is neither flagged nor frozen"
                )
                return self.createUnfreeze(target, flagNumber: flagNumber, freezeNumber: freezeNumber, accusedAt: nil)
            case "recover":
                return self.createRecovery(target)
        }
        panic("DharmaGovernance: '\\(action)' is not freeze, unfreeze or recover")
    }

    /// Lines of the message by which a person casts votes.
    access(all) view fun getVoteDetails(ids: [UInt64], supports: [Bool]): [String] {
        pre {
            ids.length == supports.length: "DharmaGovernance: \\(ids.length) proposals do not go with \\(supports.length) choices"
            ids.length > 0 && ids.length <= self.maxVotesPerMessage():
                "DharmaGovernance: A message has 1 to \\(self.maxVotesPerMessage()) votes, not \\(ids.length)"
        }
        var lines: [String] = []
        for index, id in ids {
            assert(ids.firstIndex(of: id) == index, message: "DharmaGovernance: Proposal \\(id) is in the message twice")
            let choice = supports[index] ? "for" : "against"
            lines = lines.concat(["Proposal: \\(id)"])
                .concat(DharmaProposals.borrowExisting(id).terms.getDetails())
                .concat(["Choice: \\(choice)"])
        }
        return lines
    }

    /// Lines of the message by which an account appeals against a flag or a freeze, by its number.
    access(all) view fun getAppealDetails(flagNumber: UInt64?, freezeNumber: UInt64?, reasonHash: String): [String] {
        let subject = flagNumber == nil ? "Freeze: \\(freezeNumber ?? 0)" : "Flag: \\(flagNumber!)"
        return [subject, "Reason SHA-256: \\(reasonHash)"]
    }

    /// Opens a proposal; returns its number.
    access(all) fun propose(
        action: String,
        target: Address,
        reason: String,
        consent: DharmaConsent.Consent
    ): UInt64 {
        DharmaProtection.settle(target)
        let proposer = consent.address
        let terms = self.createTerms(action: action, target: target)
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.proposals,
            subject: "proposal",
            details: terms.getDetails().concat(["Reason SHA-256: \\(DharmaProposals.hashReason(reason))"]),
            role: "Proposer"
        )
        if action == "recover" {
            self.requireRecoverable(target)
        }
        let rank = self.getRank(&terms as &DharmaProposals.Terms, proposer)
        if let id = self.findOpenOnTopic(&terms as &DharmaProposals.Terms, rank: rank) {
            panic("DharmaGovernance: Proposal \\(id) to \\(action) \\(target) is open already")
        }
        self.takePlace(proposer, rank: rank)
        let id = self.open(terms, proposer: proposer, rank: rank, reason: reason)
        self.byTopic[self.buildTopic(&terms as &DharmaProposals.Terms, rank)] = id
        self.byProposer[proposer] = self.getOpenProposals(proposer).concat([id])
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
        DharmaProtection.settle(address)
        if let obstacle = self.getAppealObstacle(address, flagNumber: flagNumber, freezeNumber: freezeNumber) {
            panic("DharmaGovernance: \\(obstacle)")
        }
        let accusedAt = flagNumber == nil
            ? DharmaProtection.getFreeze(address)!.accusedAt
            : DharmaProtection.getFlag(address)!.since
        let terms = self.createUnfreeze(address, flagNumber: flagNumber, freezeNumber: freezeNumber, accusedAt: accusedAt)
        return self.open(terms, proposer: address, rank: DharmaProposals.Rank.other, reason: reason)
    }

    /// Why an account cannot appeal now against a flag or a freeze of that number; nil when it can: once against each flag,
    /// once against each freeze, and once more after each renewal, never two at a time against the same one.
    access(all) view fun getAppealObstacle(_ address: Address, flagNumber: UInt64?, freezeNumber: UInt64?): String? {
        if let number = flagNumber {
            let flag = DharmaProtection.getFlag(address)
            if flag?.number != number {
                return "\\(address) does not carry flag \\(number)"
            }
            if let appealId = flag?.appealId ?? nil {
                return "\\(address) has appealed against flag \\(number) already: appeal \\(appealId)"
            }
            return nil
        }
        let freeze = DharmaProtection.getFreeze(address)
        if freeze?.number != freezeNumber {
            return "\\(address) is not frozen by freeze \\(freezeNumber ?? 0)"
        }
        return freeze!.isAppealable()
            ? nil
            : "\\(address) has appealed against freeze \\(freeze!.number) already: appeal \\(freeze!.lastAppealId)"
    }

    /// Counts votes of one message; a later one of the same voter on the same proposal replaces the earlier.
    access(all) fun vote(ids: [UInt64], supports: [Bool], consent: DharmaConsent.Consent) {
        let details = self.getVoteDetails(ids: ids, supports: supports)
        let voter = consent.address
        // What the votes rely on, by the time of the accusation in an appeal, 0.0 for other proposals.
        let records: {UFix64: DharmaScore.Record} = {}
        for id in ids {
            let accusedAt = DharmaProposals.borrowExisting(id).terms.accusedAt
            let isKnown = records[accusedAt ?? 0.0] != nil
            if let obstacle = isKnown ? self.getVotingObstacle(id, voter) : self.getIneligibilityReason(voter: voter, id: id) {
                panic("DharmaGovernance: \\(voter) cannot vote: \\(obstacle)")
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
        for index, id in ids {
            let accusedAt = DharmaProposals.borrowExisting(id).terms.accusedAt
            let record = records[accusedAt ?? 0.0]!
            self.count(id, DharmaProposals.Vote(support: supports[index], sequence: consent.sequence, record: record))
        }
    }

    /// Records and emits what time and votes have made of a proposal and of its target; anyone may call it, any time.
    access(all) fun settle(_ id: UInt64) {
        let proposal = DharmaProposals.borrowExisting(id)
        DharmaProtection.settle(proposal.terms.target)
        proposal.setStatus(self.getStatus(id))
    }

    /// Executes an approved proposal, once. \`dao\` is the account of the DAO itself, none of whose keys can sign alone.
    // lint-allow security: only its address and keys are read; a reference that anybody can make would prove nothing
    access(all) fun executeProposal(dao: auth(BorrowValue) &Account, id: UInt64) {
        assert(dao.address == self.daoAddress, message: "DharmaGovernance: \\(dao.address) is not the account of the DAO")
        DharmaConsent.requireSharedKeys(dao)
        self.settle(id)
        let proposal = DharmaProposals.borrowExisting(id)
        let terms = proposal.terms
        assert(
            proposal.storedStatus == DharmaProposals.Status.approved,
            message: "DharmaGovernance: Proposal \\(id) is \\(DharmaProposals.getStatusName(proposal.storedStatus)), not approved"
        )
        if let obstacle = DharmaProtection.getExecutionObstacle(id) {
            panic("DharmaGovernance: Proposal \\(id) cannot be executed yet: \\(obstacle)")
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
        assert(from.address == holder, message: "DharmaGovernance: \\(from.address) cannot hand over; \\(holder) can")
        DharmaConsent.requireSharedKeys(getAccount(to))
        emit DaoChanged(before: self.daoAddress, after: to)
        self.daoAddress = to
    }

    /// Frees the oldest proposal when it is closed and not one of the newest, up to \`limit\` votes at a time; anyone may
    /// call it, and each new proposal does. Returns whether one is gone.
    access(all) fun pruneOldest(limit: Int): Bool {
        let id = DharmaProposals.firstId
        if id + DharmaProposals.keptProposals() > DharmaProposals.lastId {
            return false
        }
        self.settle(id)
        let proposal = DharmaProposals.borrowExisting(id)
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
        let _ = DharmaConsent.forget(proposer)
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
            ?? panic("DharmaGovernance: \\(target) has no guarded vault to recover")
        assert(vault.recoveredTo == nil, message: "DharmaGovernance: The vault of \\(target) was recovered already")
        let freeze = DharmaProtection.getFreeze(target)
            ?? panic("DharmaGovernance: \\(target) is not frozen; a recovery needs a freeze")
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
        let freeze = DharmaProtection.getFreeze(target)!
        assert(
            freeze.overruledAt == nil,
            message: "DharmaGovernance: A vote decided to end freeze \\(freeze.number) of \\(target); no recovery opens under it"
        )
    }

    /// Why nobody may vote on a proposal now, or this address whatever its score.
    access(self) view fun getVotingObstacle(_ id: UInt64, _ voter: Address): String? {
        let proposal = DharmaProposals.borrowExisting(id)
        if proposal.isVotingOver() {
            return "voting on proposal \\(id) ended at \\(proposal.votingEndsAt)"
        }
        let status = self.getStatus(id)
        if DharmaProposals.isFinal(status) {
            return "proposal \\(id) is \\(DharmaProposals.getStatusName(status))"
        }
        return proposal.terms.isExcludedVoter(voter)
            ? "\\(voter) is the target of the proposal, or the recovery address"
            : nil
    }

    /// Why the scores of an address do not let it vote; \`accusedAt\` is the time of the accusation for an appeal.
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
    access(self) fun takePlace(_ proposer: Address, rank: DharmaProposals.Rank) {
        let most = rank == DharmaProposals.Rank.appointed ? self.maxOpenPerAppointed() : self.maxOpenPerPerson()
        assert(
            self.getOpenProposals(proposer).length < most,
            message: "DharmaGovernance: \\(proposer) has \\(most) open proposals already"
        )
        if rank != DharmaProposals.Rank.other {
            return
        }
        let now = getCurrentBlock().timestamp
        while self.sharedPlaces.length > 0 && self.sharedPlaces[0] + DharmaProtectionTypes.votingPeriod() <= now {
            let _ = self.sharedPlaces.removeFirst()
        }
        assert(
            self.sharedPlaces.length < self.maxShared(),
            message: "DharmaGovernance: People who may not vote opened \\(self.maxShared()) proposals within 24 hours; the next place is free 24 hours after the first of them"
        )
        self.sharedPlaces.append(now)
    }

    access(self) fun open(
        _ terms: DharmaProposals.Terms,
        proposer: Address,
        rank: DharmaProposals.Rank,
        reason: String
    ): UInt64 {
        pre {
            reason.utf8.length >= self.minReason() && reason.utf8.length <= self.maxReason():
                "DharmaGovernance: The reason has \\(reason.utf8.length) bytes, not \\(self.minReason()) to \\(self.maxReason())"
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

    access(self) fun count(_ id: UInt64, _ vote: DharmaProposals.Vote) {
        let proposal = DharmaProposals.borrowExisting(id)
        let before = DharmaProtection.count(proposal, voter: vote.voter, vote: vote)
        emit VoteCast(
            id: id,
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
        return "\\(terms.action.rawValue) \\(terms.target) \\(terms.freezeNumber ?? 0) \\(rank.rawValue)"
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
`,
  DharmaProposals: `import "DharmaProtectionTypes"
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

        view init(address: Address, since: UFix64, before: Address?) {
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

        /// Votes For that approve it at least, beside a majority.
        access(all) view fun minVotesFor(): UInt64 {
            return self.action == Action.recover ? DharmaProposals.votesRequired() : 0
        }

        /// Whether this address may not vote on it whatever its score.
        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return voter == self.target || voter == self.recoveryAddress?.address
        }

        access(all) view fun getTitle(): String {
            switch self.action {
                case Action.freeze:
                    return "Freeze \\(self.target)"
                case Action.unfreeze:
                    if self.freezeNumber == nil {
                        return "Lift flag \\(self.flagNumber!) of \\(self.target)"
                    }
                    let flag = self.flagNumber == nil ? "" : ", and lift its flag \\(self.flagNumber!)"
                    return "Unfreeze \\(self.target): end freeze \\(self.freezeNumber!)\\(flag)"
            }
            return "Recover \\(self.target), frozen by freeze \\(self.freezeNumber!), to \\(self.recoveryAddress!.address), its recovery address since \\(self.getSince()), before: \\(self.getBefore())"
        }

        /// What will happen, in one or two sentences.
        access(all) view fun getDescription(): String {
            switch self.action {
                case Action.freeze:
                    let ground = self.flagCaseId == nil
                        ? "Nothing is held against it: the freeze protects it."
                        : "It is flagged, or was in the last 30 days: case \\(self.flagCaseId!)."
                    return "Marks \\(self.target) as frozen for 7 days and stops its guarded vault, or renews the freeze. Moves nothing; ends by itself. \\(ground)"
                case Action.unfreeze:
                    if self.freezeNumber == nil {
                        return "Lifts this flag of \\(self.target). A freeze stays."
                    }
                    let effect = self.flagNumber == nil ? "Ends this freeze of \\(self.target)." : "Ends this freeze of \\(self.target) and lifts this flag."
                    return "\\(effect) Once approved, every freeze of it that is proposed already, and every recovery under this freeze, is void."
            }
            return "Gives the frozen guarded vault of \\(self.target) to its recovery address \\(self.recoveryAddress!.address), which its owner named on \\(self.getSince()) (\\(self.getBefore()) before). Refused if the recovery address is another one by then."
        }

        /// Lines of the messages by which people propose it and vote on it.
        access(all) view fun getDetails(): [String] {
            var lines = ["Action: \\(DharmaProposals.getActionName(self.action))", "Target: \\(self.target)"]
            if let number = self.flagNumber {
                lines = lines.concat(["Flag: \\(number)"])
            }
            if let number = self.freezeNumber {
                lines = lines.concat(["Freeze: \\(number)"])
            }
            if let recoveryAddress = self.recoveryAddress {
                lines = lines.concat([
                    "Recovery address: \\(recoveryAddress.address)",
                    "Recovery address since: \\(self.getSince())",
                    "Recovery address before: \\(self.getBefore())"
                ])
            }
            return lines
        }

        access(self) view fun getSince(): String {
            return DharmaTime.formatMinute(UInt64(self.recoveryAddress!.since))
        }

        access(self) view fun getBefore(): String {
            return self.recoveryAddress!.before == nil ? "none" : "\\(self.recoveryAddress!.before!)"
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

        view init(support: Bool, sequence: UInt64, record: DharmaScore.Record) {
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
        access(all) var votesFor: UInt64
        access(all) var votesAgainst: UInt64
        /// As recorded: time and other decisions may have changed it since, see DharmaProtection.getProposalStatus.
        access(all) var storedStatus: Status
        /// approved, rejected or expired at the end of the voting, as recorded; nil before.
        access(all) var storedOutcome: Status?
        access(self) let votes: {Address: Vote}

        init(id: UInt64, terms: Terms, proposer: Address, rank: Rank, reason: String) {
            self.id = id
            self.terms = terms
            self.proposer = proposer
            self.rank = rank
            self.reason = reason
            self.reasonHash = DharmaProposals.hashReason(reason)
            self.createdAt = getCurrentBlock().timestamp
            self.votingEndsAt = self.createdAt + DharmaProtectionTypes.votingPeriod()
            self.executableUntil = self.votingEndsAt + DharmaProtectionTypes.executionPeriod()
            self.votesFor = 0
            self.votesAgainst = 0
            self.storedStatus = Status.pending
            self.storedOutcome = nil
            self.votes = {}
        }

        /// approved, rejected or expired by the votes alone, as if the voting ended now.
        access(all) view fun getResult(): Status {
            if self.votesFor + self.votesAgainst < DharmaProposals.votesRequired() {
                return Status.expired
            }
            return self.votesFor > self.votesAgainst && self.votesFor >= self.terms.minVotesFor()
                ? Status.approved
                : Status.rejected
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

        /// Forgets up to \`limit\` votes and returns whether none is left.
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
        return self.borrowProposal(id) ?? panic("DharmaProposals: There is no proposal \\(id)")
    }

    /// Votes that a decision needs.
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

    /// Stores a new proposal and returns its number.
    access(account) fun add(terms: Terms, proposer: Address, rank: Rank, reason: String): &Proposal {
        self.lastId = self.lastId + 1
        self.proposals[self.lastId] <-! create Proposal(
            id: self.lastId,
            terms: terms,
            proposer: proposer,
            rank: rank,
            reason: reason
        )
        return self.borrowExisting(self.lastId)
    }

    /// Forgets up to \`limit\` votes of the oldest proposal, which must be closed, and with its last vote the proposal.
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
`,
  DharmaProtection: `import "DharmaProposals"
import "DharmaProtectionTypes"

/// The public registry of flags, freezes and appeals. A flag is the warning of a flagger and can be lifted; a freeze
/// is a decision of the community and ends by itself. Neither changes anybody's account: contracts that ask refuse a
/// frozen address. The flagged or frozen account may appeal.
///
/// A decision counts from the end of its voting. \`State\` computes what votes and time have made of a record by now, in
/// the order of time; \`settle\` only stores and emits the same. So it does not matter who settles or executes what when.
/// Until when an address is frozen is computed whenever a vote changes it, so that asking costs the same for every record.
access(all) contract DharmaProtection {

    access(all) event Flagged(
        address: Address,
        flagNumber: UInt64,
        caseId: String,
        reasonCode: String,
        reasonHash: String,
        flagger: Address
    )
    /// \`cause\` is recheck, appeal, or unfreeze.
    access(all) event FlagLifted(
        address: Address,
        flagNumber: UInt64,
        caseId: String,
        reasonCode: String,
        cause: String,
        liftedAt: UFix64
    )
    /// Until then a flag is refused: with this code, or with every code (nil); by this flagger, or by everybody (nil).
    access(all) event FlagBarred(address: Address, reasonCode: String?, flagger: Address?, until: UFix64)
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
    /// A vote approved an unfreeze of the freeze: proposals to freeze that are older, and recoveries under it, are void.
    access(all) event FreezeOverruled(address: Address, freezeNumber: UInt64, proposalId: UInt64, overruledAt: UFix64)
    /// An unfreeze was executed. FlagLifted and FreezeEnded tell what there was.
    access(all) event Unfrozen(
        address: Address,
        proposalId: UInt64,
        reasonHash: String,
        flagNumber: UInt64?,
        freezeNumber: UInt64?
    )
    /// \`proposalId\` is the executed proposal that ended the freeze, nil when it lapsed.
    access(all) event FreezeEnded(address: Address, freezeNumber: UInt64, proposalId: UInt64?, endedAt: UFix64)
    /// Against a flag or a freeze. \`id\` is the number of the proposal that decides it, at \`deadline\`. \`caseId\` is that of
    /// the flag, nil for a freeze.
    access(all) event AppealOpened(
        id: UInt64,
        address: Address,
        flagNumber: UInt64?,
        freezeNumber: UInt64?,
        caseId: String?,
        reasonHash: String,
        deadline: UFix64
    )
    /// \`outcome\` is upheld, denied, undecided, or void: what it was against ended otherwise.
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String, closedAt: UFix64)
    /// Nothing is remembered about the address any more.
    access(all) event RecordCleared(address: Address)

    /// How the voting on a proposal ended.
    access(all) struct Decision {
        access(all) let proposalId: UInt64
        /// approved, rejected or expired.
        access(all) let outcome: DharmaProposals.Status
        /// Whether nothing stood any more of what it names, before its voting ended.
        access(all) let isVoid: Bool
        /// Whether it overrules the freeze.
        access(all) let isOverruling: Bool

        view init(proposalId: UInt64, outcome: DharmaProposals.Status, isVoid: Bool, isOverruling: Bool) {
            self.proposalId = proposalId
            self.outcome = outcome
            self.isVoid = isVoid
            self.isOverruling = isOverruling
        }
    }

    /// What votes and time have made of a record by now, beyond what is recorded. Ends of voting come in the order of
    /// their numbers, which is that of time as all votings last equally long; at equal times they come before the end of
    /// a freeze, and both before what a transaction does.
    access(all) struct State {
        access(all) let flagNumber: UInt64?
        access(all) let freezeNumber: UInt64?
        access(all) let isRecovered: Bool
        /// The end of the last freeze, past or to come; 0.0 for none.
        access(all) var freezeEnd: UFix64
        access(all) var freezeOverruledAt: UFix64?
        access(all) var heldUntil: UFix64
        /// Every proposal to freeze that is older is void; 0.0 for none.
        access(all) var overruledAt: UFix64
        /// When an appeal lifted the recorded flag; nil while it stands.
        access(all) var flagLiftedAt: UFix64?
        access(all) var isFlagLiftUndecided: Bool
        access(all) var flagNamedUntil: UFix64
        /// Not recorded yet, by number, as far as they were asked for.
        access(all) var decisions: [Decision]

        /// The state at a time, if nobody votes any more until then. \`decisionOf\` asks for the decision on one proposal;
        /// with \`maxDecisions\` the state is that after the first so many.
        // lint-allow complexity: a struct for each step costs a third more, for everybody who votes or settles
        view init(_ record: &Record, at now: UFix64, decisionOf: UInt64?, maxDecisions: Int?) {
            self.flagNumber = record.flag?.number
            self.freezeNumber = record.freeze?.number
            self.isRecovered = record.freeze?.isRecovered ?? false
            self.freezeEnd = record.freeze?.getEnd() ?? 0.0
            self.freezeOverruledAt = record.freeze?.overruledAt
            self.heldUntil = record.freeze?.heldUntil ?? 0.0
            self.overruledAt = record.overruledAt
            self.flagLiftedAt = nil
            self.isFlagLiftUndecided = false
            self.flagNamedUntil = record.flag?.namedUntil ?? 0.0
            self.decisions = []
            for id in record.undecided {
                if self.decisions.length == maxDecisions ?? -1 {
                    break
                }
                let proposal = DharmaProposals.borrowExisting(id)
                let endsAt = proposal.votingEndsAt
                let isOver = endsAt <= now
                let isVoid = self.isVoid(proposal, endOfVoting: isOver ? endsAt : nil)
                if !isOver && !isVoid {
                    continue
                }
                let outcome = isVoid ? DharmaProposals.Status.expired : proposal.getResult()
                let isApproved = outcome == DharmaProposals.Status.approved
                let isOverruling = isApproved && proposal.terms.action == DharmaProposals.Action.unfreeze
                    && self.isFreezeStanding(proposal.terms.freezeNumber, endOfVoting: endsAt)
                if id == decisionOf || maxDecisions != nil {
                    self.decisions = self.decisions.concat([
                        Decision(proposalId: id, outcome: outcome, isVoid: isVoid, isOverruling: isOverruling)
                    ])
                }
                if isOverruling {
                    self.overruledAt = endsAt
                    self.freezeOverruledAt = self.freezeOverruledAt ?? endsAt
                    let periodEnd = record.freeze!.getPeriodEnd()
                    self.freezeEnd = endsAt > periodEnd ? endsAt : periodEnd
                }
                if isApproved && proposal.terms.action == DharmaProposals.Action.recover && endsAt < record.freeze!.getPeriodEnd() {
                    self.heldUntil = proposal.executableUntil
                    self.freezeEnd = proposal.executableUntil
                }
                if isApproved && proposal.terms.flagNumber != nil && proposal.terms.flagNumber == self.flagNumber {
                    self.flagNamedUntil = proposal.executableUntil
                }
                if !isVoid && proposal.terms.isAppeal() && proposal.terms.flagNumber != nil {
                    self.isFlagLiftUndecided = outcome == DharmaProposals.Status.expired && record.isSilenceLifting(at: endsAt)
                    self.flagLiftedAt = isApproved || self.isFlagLiftUndecided ? endsAt : nil
                }
            }
        }

        access(all) view fun isFrozen(): Bool {
            return getCurrentBlock().timestamp < self.freezeEnd
        }

        /// Whether nothing stands any more of what a proposal names, or a decision overrules it. \`endOfVoting\` is when
        /// its voting ended, nil for now.
        access(all) view fun isVoid(_ proposal: &DharmaProposals.Proposal, endOfVoting: UFix64?): Bool {
            let terms = proposal.terms
            switch terms.action {
                case DharmaProposals.Action.freeze:
                    return proposal.createdAt < self.overruledAt
                case DharmaProposals.Action.unfreeze:
                    let isFlagStanding = terms.flagNumber != nil
                        && terms.flagNumber == self.flagNumber
                        && self.flagLiftedAt == nil
                    return !isFlagStanding && !self.isFreezeStanding(terms.freezeNumber, endOfVoting: endOfVoting)
            }
            return self.freezeOverruledAt != nil
                || self.isRecovered
                || !self.isFreezeStanding(terms.freezeNumber, endOfVoting: endOfVoting)
        }

        /// At equal times ends of voting come before the end of a freeze, and that before now.
        access(self) view fun isFreezeStanding(_ number: UInt64?, endOfVoting: UFix64?): Bool {
            if number == nil || number != self.freezeNumber {
                return false
            }
            return endOfVoting == nil ? self.isFrozen() : endOfVoting! <= self.freezeEnd
        }
    }

    /// The record of one address: its flag, its last freeze, and what is to be decided about it.
    access(all) resource Record {
        access(all) let address: Address
        /// As recorded: an appeal may have lifted it since.
        access(all) var flag: DharmaProtectionTypes.Flag?
        /// The last one as recorded, also after its end.
        access(all) var freeze: DharmaProtectionTypes.Freeze?
        /// End of the last vote that approved an unfreeze of a freeze that stood; 0.0 for none.
        access(all) var overruledAt: UFix64
        /// The end of the last freeze if nobody votes any more; 0.0 for none.
        access(all) var frozenUntil: UFix64
        /// Proposals whose outcome is not recorded, by number.
        access(all) var undecided: [UInt64]
        access(self) var bars: [DharmaProtectionTypes.Bar]
        /// When an undecided appeal lifted a flag last, by reason code.
        access(all) let undecidedLifts: {String: UFix64}
        /// The flag that was lifted last.
        access(all) var liftedCaseId: String?
        access(all) var liftedAt: UFix64

        init(address: Address) {
            self.address = address
            self.flag = nil
            self.freeze = nil
            self.overruledAt = 0.0
            self.frozenUntil = 0.0
            self.undecided = []
            self.bars = []
            self.undecidedLifts = {}
            self.liftedCaseId = nil
            self.liftedAt = 0.0
        }

        access(all) view fun getState(): State {
            return self.buildState(decisionOf: nil, maxDecisions: nil)
        }

        access(contract) view fun buildState(decisionOf: UInt64?, maxDecisions: Int?): State {
            return State(
                &self as &Record,
                at: getCurrentBlock().timestamp,
                decisionOf: decisionOf,
                maxDecisions: maxDecisions
            )
        }

        access(all) view fun isFrozen(): Bool {
            return getCurrentBlock().timestamp < self.frozenUntil
        }

        /// The flag that stands now.
        access(all) view fun getFlag(): DharmaProtectionTypes.Flag? {
            if self.flag?.appealId == nil {
                return self.flag
            }
            return self.getState().flagLiftedAt == nil ? self.flag : nil
        }

        /// The freeze that holds now, as recorded.
        access(all) view fun getFreeze(): DharmaProtectionTypes.Freeze? {
            return self.isFrozen() ? self.freeze : nil
        }

        /// The end of the last freeze, past or to come; nil when there was none.
        access(all) view fun getFreezeEnd(): UFix64? {
            return self.freeze == nil ? nil : self.getState().freezeEnd
        }

        /// The case of the flag that the address carries, or carried in the 30 days before; nil without.
        access(all) view fun getRecentCaseId(): String? {
            var liftedAt = self.liftedAt
            if let flag = self.flag {
                if self.getFlag() != nil {
                    return flag.caseId
                }
                liftedAt = self.getState().flagLiftedAt!
            }
            let past = getCurrentBlock().timestamp.saturatingSubtract(liftedAt)
            return past < DharmaProtectionTypes.memoryPeriod() ? self.flag?.caseId ?? self.liftedCaseId : nil
        }

        /// Those that were added last; some may be over.
        access(all) view fun getBars(): [DharmaProtectionTypes.Bar] {
            return self.bars
        }

        /// The bar against a flag by this flagger with this code; nil when there is none.
        access(all) view fun findBar(flagger: Address, reasonCode: String): DharmaProtectionTypes.Bar? {
            for bar in self.bars {
                if bar.isAgainst(flagger: flagger, reasonCode: reasonCode) {
                    return bar
                }
            }
            return nil
        }

        /// Whether an appeal against the flag that ends undecided at that time lifts it: unless another one lifted a flag
        /// with this code in the 30 days before.
        access(contract) view fun isSilenceLifting(at: UFix64): Bool {
            let last = self.undecidedLifts[self.flag!.reasonCode]
            return last == nil || at >= last! + DharmaProtectionTypes.memoryPeriod()
        }

        /// Whether no rule depends on the record any more.
        access(contract) view fun isObsolete(): Bool {
            let oldest = getCurrentBlock().timestamp.saturatingSubtract(DharmaProtectionTypes.memoryPeriod())
            var isRemembered = self.flag != nil || self.undecided.length > 0 || self.liftedAt > oldest
            if let freeze = self.freeze {
                isRemembered = isRemembered || freeze.endedAt == nil || freeze.endedAt! > oldest
            }
            return !isRemembered
        }

        access(contract) fun addUndecided(_ proposal: &DharmaProposals.Proposal) {
            self.undecided.append(proposal.id)
            let flagNumber = proposal.terms.flagNumber
            if flagNumber != nil && flagNumber == self.flag?.number {
                let before = self.flag!.namedUntil
                let until = proposal.votingEndsAt
                self.borrowFlag().noteNamed(until: before > until ? before : until)
            }
        }

        access(contract) fun setFlag(_ flag: DharmaProtectionTypes.Flag) {
            self.flag = flag
        }

        /// Removes the recorded flag, which must be there.
        access(contract) fun removeFlag(liftedAt: UFix64) {
            self.liftedCaseId = self.flag!.caseId
            self.liftedAt = liftedAt
            self.flag = nil
        }

        access(contract) fun noteUndecidedLift(_ reasonCode: String, at: UFix64) {
            self.undecidedLifts[reasonCode] = at
        }

        access(contract) fun setFreeze(_ freeze: DharmaProtectionTypes.Freeze) {
            self.freeze = freeze
        }

        /// Adds a bar, and drops those that are over.
        access(contract) fun addBar(_ bar: DharmaProtectionTypes.Bar) {
            let now = getCurrentBlock().timestamp
            self.bars = self.bars.filter(view fun (old: DharmaProtectionTypes.Bar): Bool {
                let isReplaced = old.reasonCode == bar.reasonCode && old.flagger == bar.flagger
                return now < old.until && !isReplaced
            }).concat([bar])
        }

        /// Computes until when the freeze holds: after every change of it, and after every vote that may change it.
        access(contract) fun noteFrozenUntil() {
            let state = State(&self as &Record, at: UFix64.max, decisionOf: nil, maxDecisions: nil)
            self.frozenUntil = state.freezeEnd
        }

        /// Records what votes have made of flag and freeze.
        access(contract) fun store(_ state: State) {
            self.overruledAt = state.overruledAt
            for decision in state.decisions {
                let _ = self.undecided.remove(at: self.undecided.firstIndex(of: decision.proposalId)!)
            }
            if self.flag != nil {
                self.borrowFlag().noteNamed(until: state.flagNamedUntil)
            }
            if self.freeze != nil && self.freeze!.endedAt == nil {
                self.borrowFreeze().noteVotes(
                    overruledAt: state.freezeOverruledAt,
                    heldUntil: state.heldUntil
                )
            }
        }

        access(contract) view fun borrowFlag(): &DharmaProtectionTypes.Flag {
            let flag: &DharmaProtectionTypes.Flag? = &self.flag
            return flag!
        }

        access(contract) view fun borrowFreeze(): &DharmaProtectionTypes.Freeze {
            let freeze: &DharmaProtectionTypes.Freeze? = &self.freeze
            return freeze!
        }
    }

    access(self) let records: @{Address: Record}
    access(all) var lastFlagNumber: UInt64
    access(all) var lastFreezeNumber: UInt64

    /// The record of an address, nil where there is none.
    access(all) view fun borrowRecord(_ address: Address): &Record? {
        return &self.records[address]
    }

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.borrowRecord(address)?.isFrozen() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        if self.isFrozen(address) {
            panic("DharmaProtection: \\(address) is frozen until \\(self.freezeEndsAt(address)!)")
        }
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

    /// The status of a proposal now, whatever is recorded of it.
    access(all) view fun getProposalStatus(_ id: UInt64): DharmaProposals.Status {
        let proposal = DharmaProposals.borrowExisting(id)
        if DharmaProposals.isFinal(proposal.storedStatus) {
            return proposal.storedStatus
        }
        let state = self.borrowRecord(proposal.terms.target)?.buildState(decisionOf: id, maxDecisions: nil)
        var status = proposal.storedStatus
        for decision in state?.decisions ?? [] {
            status = decision.outcome
        }
        if status != DharmaProposals.Status.approved {
            return status
        }
        // Its own approval lifted the flag of an appeal.
        let isCarriedOut = proposal.terms.isAppeal() && proposal.terms.freezeNumber == nil
        let isVoid = !isCarriedOut
            && (state?.isVoid(proposal, endOfVoting: nil) ?? (proposal.terms.action != DharmaProposals.Action.freeze))
        let isLate = getCurrentBlock().timestamp >= proposal.executableUntil
        return isVoid || isLate ? DharmaProposals.Status.expired : status
    }

    /// How the voting on a proposal ended: approved, rejected or expired; nil while it is open.
    access(all) view fun getVotingOutcome(_ id: UInt64): DharmaProposals.Status? {
        let proposal = DharmaProposals.borrowExisting(id)
        if proposal.storedOutcome != nil {
            return proposal.storedOutcome
        }
        let decisions = self.borrowRecord(proposal.terms.target)?.buildState(decisionOf: id, maxDecisions: nil)?.decisions ?? []
        return decisions.length == 0 ? nil : decisions[0].outcome
    }

    /// Why an approved proposal cannot be executed yet; nil when it can.
    access(all) view fun getExecutionObstacle(_ id: UInt64): String? {
        let terms = DharmaProposals.borrowExisting(id).terms
        if terms.action != DharmaProposals.Action.recover {
            return nil
        }
        if let freeze = self.getFreeze(terms.target) {
            let now = getCurrentBlock().timestamp
            let earliest = freeze.since + DharmaProtectionTypes.recoveryDelay()
            if now < earliest {
                return "\\(terms.target) must be frozen for 72 hours, until \\(earliest)"
            }
            if now < freeze.firstAppealEndsAt {
                return "the appeal against the freeze of \\(terms.target) is open until \\(freeze.firstAppealEndsAt)"
            }
        }
        return nil
    }

    /// Records and emits what time and votes have made of a record; anyone may call it, any time.
    access(all) fun settle(_ address: Address) {
        if let record = self.borrowRecord(address) {
            // A few at a time: lists of structs cost the square of their length.
            let batch = 4
            var recorded = batch
            while recorded == batch {
                let state = record.buildState(decisionOf: nil, maxDecisions: batch)
                recorded = state.decisions.length
                self.record(record, state)
            }
            if record.freeze != nil && record.freeze!.endedAt == nil && !record.isFrozen() {
                self.endFreeze(record, proposalId: nil, endedAt: record.frozenUntil)
            }
            if record.isObsolete() {
                destroy self.records.remove(key: address)
                emit RecordCleared(address: address)
            }
        }
    }

    /// Stores and emits what votes have made of a record.
    access(self) fun record(_ record: &Record, _ state: State) {
        record.store(state)
        for decision in state.decisions {
            self.announce(record, decision, state: state)
        }
        if let liftedAt = state.flagLiftedAt {
            if state.isFlagLiftUndecided {
                record.noteUndecidedLift(record.flag!.reasonCode, at: liftedAt)
            }
            self.liftFlag(record, cause: "appeal", liftedAt: liftedAt)
        }
    }

    /// Counts a vote in the place of an earlier one of the same voter, which it returns.
    access(account) fun count(_ proposal: &DharmaProposals.Proposal, voter: Address, vote: DharmaProposals.Vote): DharmaProposals.Vote? {
        let resultBefore = proposal.getResult()
        let voteBefore = proposal.count(voter: voter, vote: vote)
        if proposal.terms.freezeNumber != nil && proposal.getResult() != resultBefore {
            self.borrowRecord(proposal.terms.target)!.noteFrozenUntil()
        }
        return voteBefore
    }

    /// Stores a new proposal, or an appeal, with what it names.
    access(account) fun open(
        terms: DharmaProposals.Terms,
        proposer: Address,
        rank: DharmaProposals.Rank,
        reason: String
    ): &DharmaProposals.Proposal {
        let proposal = DharmaProposals.add(terms: terms, proposer: proposer, rank: rank, reason: reason)
        let record = self.borrowOrCreateRecord(terms.target)
        record.addUndecided(proposal)
        if terms.isAppeal() {
            if terms.flagNumber != nil {
                record.borrowFlag().noteAppeal(proposal.id)
            } else {
                record.borrowFreeze().noteAppeal(proposal.id, endsAt: proposal.votingEndsAt)
            }
            emit AppealOpened(
                id: proposal.id,
                address: terms.target,
                flagNumber: terms.flagNumber,
                freezeNumber: terms.freezeNumber,
                caseId: terms.flagNumber == nil ? nil : record.flag!.caseId,
                reasonHash: proposal.reasonHash,
                deadline: proposal.votingEndsAt
            )
        }
        return proposal
    }

    /// Flags an address that carries no flag, unless the flagger or everybody is kept from it.
    access(account) fun flag(_ address: Address, caseId: String, reasonCode: String, reasonHash: String, flagger: Address) {
        self.settle(address)
        assert(!self.isFlagged(address), message: "DharmaProtection: \\(address) is flagged already")
        let record = self.borrowOrCreateRecord(address)
        if let bar = record.findBar(flagger: flagger, reasonCode: reasonCode) {
            panic("DharmaProtection: A flag of \\(address) with the code '\\(reasonCode)' is refused until \\(bar.until)")
        }
        self.lastFlagNumber = self.lastFlagNumber + 1
        record.setFlag(DharmaProtectionTypes.Flag(
            number: self.lastFlagNumber,
            caseId: caseId,
            reasonCode: reasonCode,
            reasonHash: reasonHash,
            flagger: flagger
        ))
        emit Flagged(
            address: address,
            flagNumber: self.lastFlagNumber,
            caseId: caseId,
            reasonCode: reasonCode,
            reasonHash: reasonHash,
            flagger: flagger
        )
    }

    /// Lifts a flag after a recheck. A flagger who does so within 24 hours bars itself for that code; while a vote, an
    /// approved unfreeze or an appeal names the flag, for every code.
    access(account) fun unflag(_ address: Address, flagger: Address) {
        self.settle(address)
        let flag = self.getFlag(address) ?? panic("DharmaProtection: \\(address) is not flagged")
        let record = self.borrowRecord(address)!
        let now = getCurrentBlock().timestamp
        let isNamed = now < flag.namedUntil
        if flag.flagger == flagger && (isNamed || now - flag.since < DharmaProtectionTypes.hastyLiftPeriod()) {
            self.bar(record, reasonCode: isNamed ? nil : flag.reasonCode, flagger: flagger, since: now)
        }
        self.removeFlag(record, cause: "recheck", liftedAt: now)
        self.settle(address)
    }

    /// Freezes for 7 days from now: renews the freeze that holds, or begins a new one where a vote has overruled that.
    access(account) fun freeze(_ proposal: &DharmaProposals.Proposal) {
        let address = proposal.terms.target
        let record = self.borrowOrCreateRecord(address)
        let isFrozen = record.isFrozen()
        let untilBefore = isFrozen ? record.getFreezeEnd() : nil
        let isRenewal = isFrozen && record.freeze!.overruledAt == nil
        if isRenewal {
            record.borrowFreeze().renew(proposalId: proposal.id, reasonHash: proposal.reasonHash)
        } else {
            if isFrozen {
                self.endFreeze(record, proposalId: proposal.id, endedAt: getCurrentBlock().timestamp)
                // What names the freeze that ends is void before the new one takes its place.
                self.settle(address)
            }
            self.lastFreezeNumber = self.lastFreezeNumber + 1
            record.setFreeze(DharmaProtectionTypes.Freeze(
                number: self.lastFreezeNumber,
                proposalId: proposal.id,
                reasonHash: proposal.reasonHash,
                flagCaseId: proposal.terms.flagCaseId,
                accusedAt: proposal.terms.flaggedAt ?? proposal.createdAt
            ))
        }
        record.noteFrozenUntil()
        let freeze = record.freeze!
        emit Frozen(
            address: address,
            freezeNumber: freeze.number,
            proposalId: proposal.id,
            reasonHash: proposal.reasonHash,
            since: freeze.since,
            until: freeze.getEnd(),
            untilBefore: isRenewal ? untilBefore : nil,
            flagCaseId: freeze.flagCaseId
        )
    }

    /// Ends the freeze and lifts the flag that an approved unfreeze names, as far as they stand.
    access(account) fun unfreeze(_ proposal: &DharmaProposals.Proposal) {
        let terms = proposal.terms
        let record = self.borrowOrCreateRecord(terms.target)
        let now = getCurrentBlock().timestamp
        emit Unfrozen(
            address: terms.target,
            proposalId: proposal.id,
            reasonHash: proposal.reasonHash,
            flagNumber: terms.flagNumber,
            freezeNumber: terms.freezeNumber
        )
        if terms.freezeNumber != nil && record.getFreeze()?.number == terms.freezeNumber {
            self.endFreeze(record, proposalId: proposal.id, endedAt: now)
        }
        if terms.flagNumber != nil && record.flag?.number == terms.flagNumber {
            self.liftFlag(record, cause: "unfreeze", liftedAt: now)
        }
        self.settle(terms.target)
    }

    /// Notes that a recovery was executed: the others under the freeze are void, and hold it no longer.
    access(account) fun noteRecovered(_ address: Address) {
        let record = self.borrowRecord(address)!
        record.borrowFreeze().noteRecovered()
        record.noteFrozenUntil()
        self.settle(address)
    }

    access(self) fun announce(_ record: &Record, _ decision: Decision, state: State) {
        let proposal = DharmaProposals.borrowExisting(decision.proposalId)
        proposal.decide(decision.outcome)
        if decision.isOverruling {
            emit FreezeOverruled(
                address: record.address,
                freezeNumber: proposal.terms.freezeNumber!,
                proposalId: proposal.id,
                overruledAt: proposal.votingEndsAt
            )
        }
        if proposal.terms.isAppeal() {
            let isOfFreeze = proposal.terms.freezeNumber != nil
            let voidAt = isOfFreeze && state.freezeNumber == proposal.terms.freezeNumber
                ? state.freezeEnd
                : getCurrentBlock().timestamp
            emit AppealClosed(
                id: proposal.id,
                address: record.address,
                outcome: decision.isVoid ? "void" : self.getAppealOutcomeName(decision.outcome),
                closedAt: decision.isVoid ? voidAt : proposal.votingEndsAt
            )
        }
    }

    access(self) view fun getAppealOutcomeName(_ outcome: DharmaProposals.Status): String {
        if outcome == DharmaProposals.Status.approved {
            return "upheld"
        }
        return outcome == DharmaProposals.Status.rejected ? "denied" : "undecided"
    }

    /// Lifts the recorded flag by a decision, and keeps everybody from flagging with its code for a while.
    access(self) fun liftFlag(_ record: &Record, cause: String, liftedAt: UFix64) {
        self.bar(record, reasonCode: record.flag!.reasonCode, flagger: nil, since: liftedAt)
        self.removeFlag(record, cause: cause, liftedAt: liftedAt)
    }

    access(self) fun removeFlag(_ record: &Record, cause: String, liftedAt: UFix64) {
        let flag = record.flag!
        emit FlagLifted(
            address: record.address,
            flagNumber: flag.number,
            caseId: flag.caseId,
            reasonCode: flag.reasonCode,
            cause: cause,
            liftedAt: liftedAt
        )
        record.removeFlag(liftedAt: liftedAt)
    }

    access(self) fun bar(_ record: &Record, reasonCode: String?, flagger: Address?, since: UFix64) {
        let until = since + DharmaProtectionTypes.barPeriod()
        record.addBar(DharmaProtectionTypes.Bar(reasonCode: reasonCode, flagger: flagger, until: until))
        emit FlagBarred(address: record.address, reasonCode: reasonCode, flagger: flagger, until: until)
    }

    access(self) fun endFreeze(_ record: &Record, proposalId: UInt64?, endedAt: UFix64) {
        record.borrowFreeze().end(at: endedAt)
        record.noteFrozenUntil()
        emit FreezeEnded(
            address: record.address,
            freezeNumber: record.freeze!.number,
            proposalId: proposalId,
            endedAt: endedAt
        )
    }

    access(self) fun borrowOrCreateRecord(_ address: Address): &Record {
        if self.records[address] == nil {
            self.records[address] <-! create Record(address: address)
        }
        return self.borrowRecord(address)!
    }

    init() {
        self.records <- {}
        self.lastFlagNumber = 0
        self.lastFreezeNumber = 0
    }
}
`,
  DharmaProtectionTypes: `/// What a record of DharmaProtection holds about an address: the flag and the freeze, each with a number that is never
/// used again, and the durations by which they hold.
access(all) contract DharmaProtectionTypes {

    /// A warning by a flagger. It stands until it is lifted.
    access(all) struct Flag {
        access(all) let number: UInt64
        access(all) let caseId: String
        /// One of \`reasonCodes\`.
        access(all) let reasonCode: String
        /// SHA-256 of the reason, in hex.
        access(all) let reasonHash: String
        access(all) let flagger: Address
        access(all) let since: UFix64
        /// The appeal against it, by the number of its proposal.
        access(all) var appealId: UInt64?
        /// Until when a vote, an appeal, or an approved unfreeze that waits names it, as far as recorded; 0.0 for none.
        access(all) var namedUntil: UFix64

        view init(number: UInt64, caseId: String, reasonCode: String, reasonHash: String, flagger: Address) {
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
        /// The case of the flag that the address carried in the 30 days before the freeze was proposed; nil where nothing
        /// is held against it: it is protected by a vote.
        access(all) let flagCaseId: String?
        /// When the flag was set that the address carried when the freeze was proposed; without one, when it was proposed.
        access(all) let accusedAt: UFix64
        /// The proposal that was executed last.
        access(all) var proposalId: UInt64
        access(all) var reasonHash: String
        /// Time of the block in which the last approved freeze was executed.
        access(all) var renewedAt: UFix64
        /// As recorded: an executed proposal, or a lapse.
        access(all) var endedAt: UFix64?
        /// End of the first vote that approved an unfreeze of it, as recorded.
        access(all) var overruledAt: UFix64?
        /// Until when an approved recovery holds it, as recorded; 0.0 for none.
        access(all) var heldUntil: UFix64
        access(all) var isRecovered: Bool
        /// Number and end of the first and of the last appeal against it; 0 for none.
        access(all) var firstAppealEndsAt: UFix64
        access(all) var lastAppealId: UInt64
        access(all) var lastAppealEndsAt: UFix64

        view init(number: UInt64, proposalId: UInt64, reasonHash: String, flagCaseId: String?, accusedAt: UFix64) {
            self.number = number
            self.since = getCurrentBlock().timestamp
            self.flagCaseId = flagCaseId
            self.accusedAt = accusedAt
            self.proposalId = proposalId
            self.reasonHash = reasonHash
            self.renewedAt = self.since
            self.endedAt = nil
            self.overruledAt = nil
            self.heldUntil = 0.0
            self.isRecovered = false
            self.firstAppealEndsAt = 0.0
            self.lastAppealId = 0
            self.lastAppealEndsAt = 0.0
        }

        /// End of the seven days. An approved recovery can hold the freeze beyond it.
        access(all) view fun getPeriodEnd(): UFix64 {
            return self.renewedAt + DharmaProtectionTypes.freezePeriod()
        }

        /// The end, past or to come, as recorded.
        access(all) view fun getEnd(): UFix64 {
            let periodEnd = self.getPeriodEnd()
            let until = self.overruledAt ?? self.heldUntil
            return self.endedAt ?? (until > periodEnd ? until : periodEnd)
        }

        /// Whether it can be appealed against: once, and once more after each renewal, never two appeals at a time.
        access(all) view fun isAppealable(): Bool {
            let openedAt = self.lastAppealEndsAt.saturatingSubtract(DharmaProtectionTypes.votingPeriod())
            return self.lastAppealId == 0
                || getCurrentBlock().timestamp >= self.lastAppealEndsAt && openedAt < self.renewedAt
        }

        /// What an approved recovery holds ends before the new seven days do.
        access(account) fun renew(proposalId: UInt64, reasonHash: String) {
            self.proposalId = proposalId
            self.reasonHash = reasonHash
            self.renewedAt = getCurrentBlock().timestamp
        }

        access(account) fun noteAppeal(_ id: UInt64, endsAt: UFix64) {
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
        /// nil for every code.
        access(all) let reasonCode: String?
        /// nil for everybody.
        access(all) let flagger: Address?
        access(all) let until: UFix64

        view init(reasonCode: String?, flagger: Address?, until: UFix64) {
            self.reasonCode = reasonCode
            self.flagger = flagger
            self.until = until
        }

        access(all) view fun isAgainst(flagger: Address, reasonCode: String): Bool {
            return getCurrentBlock().timestamp < self.until
                && self.flagger ?? flagger == flagger
                && self.reasonCode ?? reasonCode == reasonCode
        }
    }

    /// listed: an entry of a scam list. behaviour: transaction patterns. community: reports. keys: key or contract changes.
    access(all) view fun reasonCodes(): [String] {
        return ["listed", "behaviour", "community", "keys"]
    }

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

    /// A flagger who lifts its flag within this time bars itself: 24 hours, in seconds.
    access(all) view fun hastyLiftPeriod(): UFix64 {
        return 86400.0
    }

    /// How long past flags, freezes and undecided appeals are remembered: 30 days, in seconds. Longer than any request to a
    /// guarded vault lives, because a request made before the end of a freeze is void.
    access(all) view fun memoryPeriod(): UFix64 {
        return 2592000.0
    }

    /// Whether the text is 64 hex digits in lower case, as a SHA-256 hash; panics on digits that are not hex.
    access(all) view fun isHash(_ text: String): Bool {
        return text.utf8.length == 64 && text.toLower() == text && text.decodeHex().length == 32
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
    access(all) event UsageChanged(address: Address, before: Int64, after: Int64)

    /// What one guarded vault paid, and what its contents use.
    access(all) resource Deposit {
        /// The owner of the vault.
        access(all) let address: Address
        /// In FLOW.
        access(all) var amount: UFix64
        /// By how much its contents changed what the account stores. The ledger stores the name of a type once for all that
        /// lies together, so that a thing may leave fewer bytes, or more, than it added.
        access(all) var contentBytes: Int64
        /// The same by its requests and allowances. What one of them adds depends on the other by a few bytes, which would
        /// wear off in many movements if only one were counted; the sum is what is there.
        access(all) var dataBytes: Int64

        init(address: Address) {
            self.address = address
            self.amount = 0.0
            self.contentBytes = 0
            self.dataBytes = 0
        }

        /// Contents, and the share of every vault for its own data.
        access(all) view fun usedBytes(): UInt64 {
            let base = Int64(DharmaStorageDeposit.baseBytes())
            return UInt64(self.contentBytes + (self.dataBytes > base ? self.dataBytes : base))
        }

        /// What they cost, in FLOW.
        access(all) view fun price(): UFix64 {
            return DharmaStorageDeposit.getPrice(bytes: self.usedBytes())
        }

        /// How much FLOW must be paid in before the contents may grow.
        access(all) view fun missing(): UFix64 {
            return self.price().saturatingSubtract(self.amount)
        }

        access(account) fun pay(_ from: @FlowToken.Vault) {
            let amount = from.balance
            DharmaStorageDeposit.borrowFlow().deposit(from: <- from)
            emit Paid(address: self.address, amount: amount, before: self.amount, after: self.amount + amount)
            self.amount = self.amount + amount
        }

        /// Pays out what is above \`rest\`.
        access(account) fun payOut(to: Address, keeping rest: UFix64) {
            let amount = self.amount.saturatingSubtract(rest)
            self.amount = self.amount - amount
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)
                ?? panic("DharmaStorageDeposit: \\(to) has no receiver of FLOW for the deposit of \\(amount)")
            emit Returned(address: self.address, to: to, amount: amount)
            receiver.deposit(from: <- DharmaStorageDeposit.borrowFlow().withdraw(amount: amount))
        }

        /// Counts what the contents changed since the account stored \`before\` bytes.
        access(account) fun countContents(since before: UInt64) {
            self.contentBytes = self.contentBytes + Int64(DharmaStorageDeposit.used()) - Int64(before)
        }

        access(account) fun countData(since before: UInt64) {
            self.dataBytes = self.dataBytes + Int64(DharmaStorageDeposit.used()) - Int64(before)
        }

        /// Panics when the contents grew from \`since\` bytes beyond what is paid. Whatever shrinks is allowed at any
        /// price, so that contents can leave even after storage became more expensive.
        access(account) fun requirePaid(since: Int64) {
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
import "DharmaStorageDeposit"
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

    /// Where the recoverer is stored until the governance contract takes it, which happens only once.
    access(all) let recovererStoragePath: StoragePath

    access(all) event Opened(address: Address, recoveryAddress: Address)
    /// The storage deposit went to \`returnedTo\`.
    access(all) event Closed(address: Address, returnedTo: Address)
    /// From now on only this key of the account reaches its vaults.
    access(all) event KeyBound(address: Address, keyId: UInt64)
    access(all) event RecoveryAddressChanged(address: Address, before: Address?, after: Address)
    /// \`to\` is the owner from now on, and there is no recovery address any more.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64, reasonHash: String)

    /// What one owner has deposited, with its rules. Anyone may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Who opened it.
        access(all) let address: Address
        /// nil after a recovery.
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
                let bytesBefore = DharmaStorageDeposit.used()
                self.allowances.spend(type, amount)
                self.holdings.countData(since: bytesBefore)
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
            let bytesBefore = DharmaStorageDeposit.used()
            if let after = operation.recoveryAddress {
                emit RecoveryAddressChanged(address: self.address, before: self.recoveryAddress, after: after)
                self.setRecoveryAddress(after)
            } else {
                self.allowances.setLimit(operation.type!, operation.amount!)
            }
            self.holdings.countData(since: bytesBefore)
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            let bytesBefore = DharmaStorageDeposit.used()
            self.allowances.lower(type, limit)
            self.holdings.countData(since: bytesBefore)
        }

        /// Requests something that takes 72 hours. Only tokens and NFTs that are in the vault, and that no other request
        /// names, can be requested, so that no request takes out what is deposited after it.
        access(Own) fun request(_ operation: DharmaAllowance.VaultOperation) {
            pre {
                self.isMovable(): self.obstacle()
                self.recoveredTo == nil:
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
            let bytesBefore = DharmaStorageDeposit.used()
            self.requests.add(operation)
            self.holdings.countData(since: bytesBefore)
        }

        /// Returns what the storage deposit is above the price of what is left, while leaving: a thing whose type was removed
        /// never leaves, and its vault is never closed.
        access(Own) fun returnUnusedDeposit() {
            pre {
                self.isMovable(): self.obstacle()
                self.isLeaving(): "DharmaVault: The storage deposit of \\(self.address) is returned only on a request to leave"
            }
            self.holdings.returnStorageDeposit(
                to: self.getOwner(),
                keeping: self.holdings.borrowStorageDeposit().price()
            )
        }

        access(Own) fun cancel(requestId: UInt64) {
            let bytesBefore = DharmaStorageDeposit.used()
            self.requests.end(requestId, cause: "cancelled")
            self.holdings.countData(since: bytesBefore)
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

        access(contract) fun countData(since bytesBefore: UInt64) {
            self.holdings.countData(since: bytesBefore)
        }

        access(contract) fun payStorage(_ from: @FlowToken.Vault) {
            self.holdings.payStorage(<- from)
        }

        access(contract) fun returnStorageDeposit(to: Address) {
            self.holdings.returnStorageDeposit(to: to, keeping: 0.0)
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
            self.requests.voidAll()
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

        /// Panics unless an address may become the recovery address: an account with keys that can sign, other than the owner
        /// and the present one.
        access(self) fun requireSuitable(_ recoveryAddress: Address) {
            pre {
                recoveryAddress != self.getOwner():
                    "DharmaVault: \\(recoveryAddress) cannot be its own recovery address"
                recoveryAddress != self.recoveryAddress:
                    "DharmaVault: \\(recoveryAddress) is the recovery address of \\(self.address) already"
            }
            var weight = 0.0
            getAccount(recoveryAddress).keys.forEach(fun (key: AccountKey): Bool {
                weight = weight + (key.isRevoked ? 0.0 : key.weight)
                return weight < 1000.0
            })
            assert(
                weight >= 1000.0,
                message: "DharmaVault: Nobody can sign for \\(recoveryAddress), whose keys weigh \\(weight)"
            )
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
            let bytesBefore = DharmaStorageDeposit.used()
            let operation = self.requests.use(requestId, kinds)
            self.holdings.countData(since: bytesBefore)
            return operation
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

        /// Closes a vault of the account when nothing is left in it, while leaving, and returns its storage deposit: who closes
        /// a vault opens another with any recovery address and allowances.
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
        /// Nothing moves, so that no token can stop it. A vault is recovered once: its new owner takes everything out.
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
        _ account: auth(SaveValue, GetStorageCapabilityController) &Account,
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
        let bytesBefore = DharmaStorageDeposit.used()
        self.vaults[address] <-! vault
        self.existing(address).countData(since: bytesBefore)
        self.bindKey(account, of: address)
    }

    /// Stores a fresh key in the account of the owner of a vault, at a path that is as fresh, so that nothing that lies in the
    /// account stops it, and makes every other key of that account powerless. Only who signs for the account has this
    /// reference to it: a capability, or a resource that the account once received, could be kept by others and used later.
    /// Capabilities that somebody who guessed the path issued are deleted.
    access(all) fun bindKey(
        // lint-allow security: a key is saved, nothing is read; a capability could be kept and used by others
        _ account: auth(SaveValue, GetStorageCapabilityController) &Account,
        of address: Address
    ) {
        self.existing(address).requireOwner(account.address)
        let key <- create OwnerKey()
        self.boundKey[account.address] = key.uuid
        emit KeyBound(address: account.address, keyId: key.uuid)
        let path = self.getKeyPath(account.address)
        for controller in account.capabilities.storage.getControllers(forPath: path) {
            controller.delete()
        }
        account.storage.save(<- key, to: path)
    }

    /// The uuid of the only key by which an account reaches its vaults.
    access(all) view fun getBoundKey(_ address: Address): UInt64? {
        return self.boundKey[address]
    }

    /// Where an account stores its bound key. No key lies at the path of an account that has bound none.
    access(all) view fun getKeyPath(_ address: Address): StoragePath {
        return StoragePath(identifier: "dharmaVaultKey_\\(self.boundKey[address] ?? 0)")!
    }

    /// Why an account has no bound key.
    access(all) view fun describeMissingKey(_ address: Address): String {
        if let recoveredTo = self.borrowVault(address)?.recoveredTo ?? nil {
            return "DharmaVault: The vault of \\(address) was recovered to \\(recoveredTo)"
        }
        return "DharmaVault: The account \\(address) has no key of a guarded vault"
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
            !DharmaProtection.isFrozen(self.existing(address).getOwner()):
                "DharmaVault: \\(self.existing(address).getOwner()) is frozen"
            self.existing(address).isLeaving(): "DharmaVault: The vault of \\(address) is closed only on a request to leave"
        }
        let owner = self.existing(address).getOwner()
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
        return self.hadStood(voter, at: accusedAt) && self.findJurorPublisher(voter, at: accusedAt) != nil ? nil : reason
    }

    /// The record by which an address may vote on an appeal against an accusation of a time; nil when there is none.
    access(all) view fun getReliedJurorRecord(_ voter: Address, accusedAt: UFix64): DharmaScore.Record? {
        if let record = self.getReliedRecord(voter) {
            return record
        }
        return self.hadStood(voter, at: accusedAt) ? self.getRecord(voter, by: self.findJurorPublisher(voter, at: accusedAt)) : nil
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

    /// For an address with a history: the publisher whose records had stood at that time, so that no other one makes a
    /// juror of an address by itself; nil as well while a live publisher puts the address below.
    access(self) view fun findJurorPublisher(_ voter: Address, at time: UFix64): Address? {
        var found: Address? = nil
        for assessment in DharmaScore.borrowHistory(voter)!.assessments {
            let record = assessment.record
            if !DharmaScore.isPublisher(record.publisher) {
                continue
            }
            if record.scoreTenths < self.minJurorScoreTenths() {
                return nil
            }
            if assessment.standing.hadStood(at: time) && self.isGood(record, self.minJurorScoreTenths()) {
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

/// Settles in time what anyone may settle at any time: proposals and appeals when their voting ends, and freezes when
/// they end. For each there is one scheduled run, paid from the
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
        if let proposal = DharmaProposals.borrowProposal(id) {
            if proposal.terms.isAppeal() {
                return PlaceClass.protection
            }
            if proposal.hasVotes() || proposal.rank != DharmaProposals.Rank.other {
                return PlaceClass.onRecord
            }
        }
        return PlaceClass.newborn
    }

    /// Schedules the run for the end of the voting on a proposal when none is scheduled; anyone may call it.
    access(all) fun scheduleProposal(_ id: UInt64) {
        self.scheduleNextRun(Job(
            key: self.buildProposalKey(id),
            placeClass: self.getProposalClass(id),
            data: id,
            changesAt: self.proposalChangesAt(id)
        ))
    }

    /// Schedules the run for the end of the freeze of an address when it has one and none is scheduled; anyone may call it.
    access(all) fun scheduleProtection(_ address: Address) {
        self.scheduleNextRun(Job(
            key: self.buildProtectionKey(address),
            placeClass: PlaceClass.protection,
            data: address,
            changesAt: self.protectionChangesAt(address)
        ))
    }

    /// When the voting on a proposal ends; nil when its outcome is recorded.
    access(all) view fun proposalChangesAt(_ id: UInt64): UFix64? {
        if let proposal = DharmaProposals.borrowProposal(id) {
            return proposal.storedOutcome == nil ? proposal.votingEndsAt : nil
        }
        return nil
    }

    /// When the freeze of an address ends; nil when none is recorded as standing.
    access(all) view fun protectionChangesAt(_ address: Address): UFix64? {
        if let record = DharmaProtection.borrowRecord(address) {
            return record.freeze != nil && record.freeze!.endedAt == nil ? record.getFreezeEnd() : nil
        }
        return nil
    }

    access(contract) fun settleProposal(_ id: UInt64, runId: UInt64) {
        self.finish(self.buildProposalKey(id), runId: runId)
        if let proposal = DharmaProposals.borrowProposal(id) {
            let target = proposal.terms.target
            DharmaGovernance.settle(id)
            self.scheduleProtection(target)
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
