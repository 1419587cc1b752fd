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
    }

    /// A wish that may be fulfilled in a window of time after a delay.
    access(all) struct Request {
        access(all) let id: UInt64
        access(all) let address: Address
        access(all) let operation: VaultOperation
        access(all) let requestedAt: UFix64

        view init(id: UInt64, address: Address, operation: VaultOperation) {
            self.id = id
            self.address = address
            self.operation = operation
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

        access(account) fun spend(_ amount: UFix64) {
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

        access(account) fun setLimit(_ limit: UFix64) {
            self.limit = limit
        }
    }

    /// How long a request waits: 72 hours, in seconds.
    access(all) let delay: UFix64
    /// How long it can be used after that: 7 days, in seconds.
    access(all) let window: UFix64

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
        self.delay = 259200.0
        self.window = 604800.0
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
    access(all) view fun getSequence(_ address: Address): UInt64 {
        return self.sequences[address] ?? 0
    }

    /// 'testnet', 'mainnet', or 'local' for an emulator.
    access(all) view fun network(): String {
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
        }
        var signatures: [Signature] = []
        var i = 0
        while i < hex.length {
            signatures = signatures.concat([Signature(keyIndex: keyIndexes[i], signature: hex[i].decodeHex())])
            i = i + 1
        }
        return signatures
    }

    /// The exact text to sign: the subject, this contract's address, the network, the details, the signer in
    /// the named role, and the sequence number, one a line.
    access(all) view fun buildMessage(
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

    /// Panics when one key alone could sign for the account, be it in one place or in several.
    access(account) fun requireSharedKeys(_ account: &Account) {
        let weights: {String: UFix64} = {}
        account.keys.forEach(fun (key: AccountKey): Bool {
            let name = String.encodeHex(key.publicKey.publicKey)
            weights[name] = (weights[name] ?? 0.0) + (key.isRevoked ? 0.0 : key.weight)
            assert(
                weights[name]! < self.fullWeight,
                message: "DharmaConsent: Key \\(key.keyIndex) of \\(account.address) can sign alone"
            )
            return true
        })
    }

    /// Checks the signatures over the message and uses up its number; panics when anything is wrong with them.
    access(account) fun accept(_ consent: Consent, subject: String, details: [String], role: String) {
        pre {
            consent.sequence > self.getSequence(consent.address):
                "DharmaConsent: Sequence \\(consent.sequence) of \\(consent.address) is not above \\(self.getSequence(consent.address))"
            consent.sequence - self.getSequence(consent.address) <= self.maxSequenceStep:
                "DharmaConsent: Sequence \\(consent.sequence) of \\(consent.address) is more than \\(self.maxSequenceStep) above \\(self.getSequence(consent.address))"
            consent.signatures.length <= self.maxSignatures:
                "DharmaConsent: \\(consent.signatures.length) signatures are more than \\(self.maxSignatures)"
        }
        let message = self.buildMessage(
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
            sequenceBefore: self.getSequence(consent.address)
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
  DharmaCustody: `import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"
import "NonFungibleToken"

/// Custody for the guarded vaults: a chest holds any fungible token and any NFT collection, and accounts for
/// every unit, by the conditions that FungibleToken puts on every vault. It knows no rules: only contracts of this account put in and take out.
access(all) contract DharmaCustody {

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
    /// After a recovery, to the recovery address.
    access(all) event Delivered(address: Address, to: Address, type: String, amount: UFix64)
    access(all) event DeliveredNFT(address: Address, to: Address, type: String, id: UInt64)

    access(all) resource Holdings {
        /// Whose contents these are.
        access(all) let address: Address
        access(self) let tokens: @{Type: {FungibleToken.Vault}}
        access(self) let collections: @{Type: {NonFungibleToken.Collection}}

        init(address: Address) {
            self.address = address
            self.tokens <- {}
            self.collections <- {}
        }

        access(all) view fun tokenTypes(): [Type] {
            return self.tokens.keys
        }

        access(all) view fun collectionTypes(): [Type] {
            return self.collections.keys
        }

        access(all) view fun getBalance(_ type: Type): UFix64 {
            return self.tokens[type]?.balance ?? 0.0
        }

        access(all) view fun getIDs(_ type: Type): [UInt64] {
            return self.collections[type]?.getIDs() ?? []
        }

        access(all) view fun isEmpty(): Bool {
            return self.tokens.length == 0 && self.collections.length == 0
        }

        access(account) fun deposit(_ from: @{FungibleToken.Vault}) {
            pre {
                self.tokens[from.getType()] != nil || self.tokens.length < DharmaCustody.maxTypes:
                    "DharmaCustody: \\(self.address) has \\(DharmaCustody.maxTypes) tokens here already"
            }
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \\(self.address) grew by more than \\(DharmaCustody.maxGrowth) bytes at once"
            }
            let type = from.getType()
            let amount = from.balance
            let balance = self.getBalance(type)
            if let vault = &self.tokens[type] as &{FungibleToken.Vault}? {
                vault.deposit(from: <- from)
            } else {
                self.tokens[type] <-! from
            }
            emit Deposited(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: balance,
                balanceAfter: balance + amount
            )
        }

        access(account) fun depositNFT(_ token: @{NonFungibleToken.NFT}) {
            pre {
                self.collections[token.getType()] != nil || self.collections.length < DharmaCustody.maxTypes:
                    "DharmaCustody: \\(self.address) has \\(DharmaCustody.maxTypes) collections here already"
                self.getIDs(token.getType()).length < DharmaCustody.maxNFTs:
                    "DharmaCustody: \\(self.address) has \\(DharmaCustody.maxNFTs) NFTs of \\(token.getType().identifier) here already"
            }
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \\(self.address) grew by more than \\(DharmaCustody.maxGrowth) bytes at once"
            }
            let type = token.getType()
            let id = token.id
            if self.collections[type] == nil {
                self.collections[type] <-! token.createEmptyCollection()
            }
            self.borrowCollection(type).deposit(token: <- token)
            emit DepositedNFT(address: self.address, type: type.identifier, id: id, countAfter: self.getIDs(type).length)
        }

        access(account) fun withdraw(_ type: Type, _ amount: UFix64, requestId: UInt64?): @{FungibleToken.Vault} {
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \\(self.address) grew by more than \\(DharmaCustody.maxGrowth) bytes at once"
            }
            let balance = self.getBalance(type)
            let taken <- self.remove(type, amount)
            emit Withdrawn(
                address: self.address,
                type: type.identifier,
                amount: taken.balance,
                balanceBefore: balance,
                balanceAfter: self.getBalance(type),
                requestId: requestId
            )
            return <- taken
        }

        access(account) fun withdrawNFT(_ type: Type, _ id: UInt64, requestId: UInt64?): @{NonFungibleToken.NFT} {
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \\(self.address) grew by more than \\(DharmaCustody.maxGrowth) bytes at once"
            }
            let nft <- self.removeNFT(type, id)
            emit WithdrawnNFT(
                address: self.address,
                type: type.identifier,
                id: id,
                countAfter: self.getIDs(type).length,
                requestId: requestId
            )
            return <- nft
        }

        /// Gives all of a token to an account; panics when that has no receiver where the token says it should be.
        access(account) fun deliver(_ type: Type, to: Address) {
            let amount = self.getBalance(type)
            let vault <- self.remove(type, amount)
            let data = vault.resolveView(Type<FungibleTokenMetadataViews.FTVaultData>())
                as! FungibleTokenMetadataViews.FTVaultData?
                ?? panic("DharmaCustody: \\(type.identifier) does not say where it is received")
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(data.receiverPath)
                ?? panic("DharmaCustody: \\(to) has no receiver at \\(data.receiverPath); set one up first")
            receiver.deposit(from: <- vault)
            emit Delivered(address: self.address, to: to, type: type.identifier, amount: amount)
        }

        /// Gives an NFT to an account; panics when that has no collection where the NFT says it should be.
        access(account) fun deliverNFT(_ type: Type, _ id: UInt64, to: Address) {
            let nft <- self.removeNFT(type, id)
            let data = nft.resolveView(Type<MetadataViews.NFTCollectionData>())
                as! MetadataViews.NFTCollectionData?
                ?? panic("DharmaCustody: \\(type.identifier) does not say where it is received")
            let receiver = getAccount(to).capabilities.borrow<&{NonFungibleToken.Receiver}>(data.publicPath)
                ?? panic("DharmaCustody: \\(to) has no collection at \\(data.publicPath); set one up first")
            receiver.deposit(token: <- nft)
            emit DeliveredNFT(address: self.address, to: to, type: type.identifier, id: id)
        }

        /// Takes out an amount, and gives up the place of a token of which nothing is left.
        access(self) fun remove(_ type: Type, _ amount: UFix64): @{FungibleToken.Vault} {
            let vault = (&self.tokens[type] as auth(FungibleToken.Withdraw) &{FungibleToken.Vault}?)
                ?? panic("DharmaCustody: \\(self.address) has no \\(type.identifier) here")
            let before = vault.balance
            let taken <- vault.withdraw(amount: amount)
            if before == amount {
                destroy self.tokens.remove(key: type)
            }
            return <- taken
        }

        access(self) fun removeNFT(_ type: Type, _ id: UInt64): @{NonFungibleToken.NFT} {
            let nft <- self.borrowCollection(type).withdraw(withdrawID: id)
            assert(nft.getType() == type, message: "DharmaCustody: \\(type.identifier) gave out \\(nft.getType().identifier)")
            if self.getIDs(type).length == 0 {
                destroy self.collections.remove(key: type)
            }
            return <- nft
        }

        access(self) view fun borrowCollection(
            _ type: Type
        ): auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection} {
            return (&self.collections[type] as auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}?)
                ?? panic("DharmaCustody: \\(self.address) has no \\(type.identifier) here")
        }
    }

    /// Kinds of tokens, and of collections, in one chest.
    access(all) let maxTypes: Int
    /// NFTs of one collection in one chest.
    access(all) let maxNFTs: Int
    /// How many bytes one movement may add to what the account of the contract stores: more is an attack on it.
    access(all) let maxGrowth: UInt64

    access(account) fun createHoldings(address: Address): @Holdings {
        return <- create Holdings(address: address)
    }

    access(contract) view fun used(): UInt64 {
        return self.account.storage.used
    }

    init() {
        self.maxTypes = 16
        self.maxNFTs = 100
        self.maxGrowth = 20_000
    }
}
`,
  DharmaGovernance: `import "DharmaConsent"
import "DharmaVoterEligibility"
import "DharmaGovernanceActions"

/// Proposals to freeze, unfreeze or recover an address, and the votes of the community on them.
///
///   pending → first vote → active → 24 hours after creation: at least 3 votes and more For than Against
///   → approved → executed by the admin, or expired 7 days later; at least 3 votes otherwise → rejected;
///   fewer → expired
///
/// The status that a view answers follows from the votes and the block time alone; \`settle\` only writes it down
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
    /// \`supportBefore\` is the earlier choice of the same voter, which this one replaces.
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
        /// What was written down; \`status\` also knows the time.
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

        /// Forgets up to \`limit\` votes and answers whether none is left.
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
                message: "DharmaGovernance: Proposal \\(id) is \\(DharmaGovernance.getStatusName(proposal.written)), not approved"
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
            return "voting on proposal \\(id) ended at \\(proposal.votingEndsAt)"
        }
        if voter == proposal.action.target {
            return "\\(voter) is the target of proposal \\(id)"
        }
        return DharmaVoterEligibility.getIneligibilityReason(voter)
    }

    /// Lines of the message by which a person proposes. \`reasonHash\` is the SHA-256 of the reason, in hex.
    access(all) view fun proposalDetails(action: String, target: Address, reasonHash: String): [String] {
        return ["Action: \\(action)", "Target: \\(target)", "Reason SHA-256: \\(reasonHash)"]
    }

    /// Lines of the message by which a person votes.
    access(all) view fun voteDetails(id: UInt64, support: Bool): [String] {
        let action = self.existing(id).action
        return [
            "Proposal: \\(id)",
            "Action: \\(action.name())",
            "Target: \\(action.target)",
            "Choice: \\(support ? "for" : "against")"
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
                "DharmaGovernance: The reason has \\(reason.utf8.length) bytes, not \\(self.minReason) to \\(self.maxReason)"
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
            panic("DharmaGovernance: \\(consent.address) cannot vote: \\(obstacle)")
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

    /// Frees the storage of an old closed proposal, up to \`limit\` votes at a time; anyone may call it.
    access(all) fun prune(id: UInt64, limit: Int) {
        pre {
            self.isFinal(self.existing(id).written):
                "DharmaGovernance: Proposal \\(id) is \\(self.getStatusName(self.existing(id).written)), not closed"
            id + self.keptProposals <= self.lastId:
                "DharmaGovernance: Proposal \\(id) is one of the newest \\(self.keptProposals)"
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
        return self.borrowProposal(id) ?? panic("DharmaGovernance: There is no proposal \\(id)")
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
            message: "DharmaGovernance: \\(proposer) has \\(self.maxOpenPerPerson) open proposals already"
        )
        let topic = self.buildTopic(action.name(), action.target)
        if let id = self.openByTopic[topic] {
            self.settle(id)
            assert(
                self.openByTopic[topic] == nil,
                message: "DharmaGovernance: Proposal \\(id) to \\(action.name()) \\(action.target) is open already"
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
        return "\\(action) \\(target)"
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
`,
  DharmaGovernanceActions: `import "DharmaProtection"
import "DharmaVault"

/// What the community can decide about an address. Each measure says in words what it is and what it does, and
/// is carried out by this contract alone: it took the powers to freeze, to release and to recover out of
/// storage when it was deployed, so that no key of any account reaches them.
access(all) contract DharmaGovernanceActions {

    access(all) event ActionExecuted(action: String, target: Address, proposalId: UInt64)
    access(all) event ActionRejected(action: String, target: Address, proposalId: UInt64, proposedAt: UFix64)

    /// One measure against or for one address.
    access(all) struct interface Action {
        access(all) let target: Address

        /// The word by which it is proposed.
        access(all) view fun name(): String

        access(all) view fun title(): String

        /// What will happen, in one or two sentences.
        access(all) view fun description(): String

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String)
    }

    access(all) struct Freeze: Action {
        access(all) let target: Address

        view init(target: Address) {
            self.target = target
        }

        access(all) view fun name(): String {
            return "freeze"
        }

        access(all) view fun title(): String {
            return "Freeze \\(self.target)"
        }

        access(all) view fun description(): String {
            return "Marks \\(self.target) as frozen for 7 days and stops its guarded vault. Moves nothing; ends by itself."
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.arbiter.freeze(address: self.target, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(all) struct Unfreeze: Action {
        access(all) let target: Address

        view init(target: Address) {
            self.target = target
        }

        access(all) view fun name(): String {
            return "unfreeze"
        }

        access(all) view fun title(): String {
            return "Unfreeze \\(self.target)"
        }

        access(all) view fun description(): String {
            return "Lifts the freeze and the flag of \\(self.target) and upholds its appeal, if there is one."
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.arbiter.release(address: self.target, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun rejectAction(proposalId: UInt64, proposedAt: UFix64) {
            DharmaGovernanceActions.arbiter.deny(address: self.target, proposalId: proposalId, proposedAt: proposedAt)
        }
    }

    access(all) struct Recover: Action {
        access(all) let target: Address

        view init(target: Address) {
            self.target = target
        }

        access(all) view fun name(): String {
            return "recover"
        }

        access(all) view fun title(): String {
            return "Recover \\(self.target)"
        }

        access(all) view fun description(): String {
            return "Hands the frozen guarded vault of \\(self.target) over to the recovery address its owner named before."
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            DharmaGovernanceActions.recoverer.recover(address: self.target, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(self) let arbiter: @DharmaProtection.Arbiter
    access(self) let recoverer: @DharmaVault.Recoverer

    /// The measure of that name for an address; panics on any other word.
    access(all) view fun createAction(name: String, target: Address): {Action} {
        switch name {
            case "freeze":
                return Freeze(target: target)
            case "unfreeze":
                return Unfreeze(target: target)
            case "recover":
                return Recover(target: target)
        }
        panic("DharmaGovernanceActions: '\\(name)' is not freeze, unfreeze or recover")
    }

    /// Carries out what was approved. The events are not in the interface, where anybody's measure would emit them.
    access(account) fun executeAction(_ action: &{Action}, proposalId: UInt64, reasonHash: String) {
        action.executeAction(proposalId: proposalId, reasonHash: reasonHash)
        emit ActionExecuted(action: action.name(), target: action.target, proposalId: proposalId)
    }

    /// Does what follows when the community turned it down: nothing, but for whoever appealed.
    access(account) fun rejectAction(_ action: &{Action}, proposalId: UInt64, proposedAt: UFix64) {
        if let unfreeze = action as? &Unfreeze {
            unfreeze.rejectAction(proposalId: proposalId, proposedAt: proposedAt)
        }
        emit ActionRejected(action: action.name(), target: action.target, proposalId: proposalId, proposedAt: proposedAt)
    }

    init() {
        let storage = self.account.storage
        self.arbiter <- storage.load<@DharmaProtection.Arbiter>(from: DharmaProtection.arbiterStoragePath)
            ?? panic("DharmaGovernanceActions: The arbiter of DharmaProtection was taken already")
        self.recoverer <- storage.load<@DharmaVault.Recoverer>(from: DharmaVault.recovererStoragePath)
            ?? panic("DharmaGovernanceActions: The recoverer of DharmaVault was taken already")
    }
}
`,
  DharmaProtection: `import "DharmaConsent"
import "DharmaProtectionTypes"

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
    /// Where a flagger keeps the capability it claimed from the inbox.
    access(all) let flaggerStoragePath: StoragePath
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
    /// A decision lifted whatever marked the address.
    access(all) event Released(address: Address, proposalId: UInt64, reasonHash: String)
    /// A person's own flag. It marks nothing; the agent and everybody else may weigh it.
    access(all) event Reported(address: Address, reporter: Address, reasonHash: String, sequence: UInt64)
    access(all) event ReportWithdrawn(address: Address, reporter: Address, sequence: UInt64)
    access(all) event AppealOpened(id: UInt64, address: Address, reasonHash: String, deadline: UFix64)
    /// \`proposalId\` is the decision that closed it, nil when none did.
    access(all) event AppealClosed(id: UInt64, address: Address, outcome: String, proposalId: UInt64?)
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
                DharmaProtectionTypes.isHash(reasonHash):
                    "DharmaProtection.flag: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                !DharmaProtection.isFlagged(address):
                    "DharmaProtection.flag: \\(address) is flagged already"
            }
            DharmaProtection.settle(address)
            let mark = DharmaProtectionTypes.Flag(caseId: caseId, reasonHash: reasonHash, flagger: self.flagger)
            DharmaProtection.flags[address] = mark
            emit Flagged(address: address, caseId: caseId, reasonHash: reasonHash, flagger: self.flagger)
        }

        /// Lifts a flag after a recheck has cleared the address; an open appeal is thereby upheld.
        access(Flag) fun unflag(address: Address) {
            pre {
                DharmaProtection.isFlagged(address):
                    "DharmaProtection.unflag: \\(address) is not flagged"
            }
            DharmaProtection.closeAppeal(address, DharmaProtectionTypes.Outcome.upheld, proposalId: nil)
            DharmaProtection.liftFlag(address, cause: "recheck")
            DharmaProtection.settle(address)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to flag into the inbox of an account.
        access(Appoint) fun appoint(flagger: Address) {
            let path = DharmaProtection.buildStoragePath(flagger: flagger)
            let storage = DharmaProtection.account.storage
            assert(
                storage.type(at: path) == nil,
                message: "DharmaProtection.appoint: \\(flagger) is a flagger already"
            )
            storage.save(<- create Flagger(flagger: flagger), to: path)
            let capability = DharmaProtection.account.capabilities.storage.issue<auth(Flag) &Flagger>(path)
            DharmaProtection.account.inbox.publish(
                capability,
                name: DharmaProtection.getInboxName(flagger: flagger),
                recipient: flagger
            )
            emit FlaggerAppointed(flagger: flagger)
        }

        /// Ends the power of a flagger at once.
        access(Appoint) fun dismiss(flagger: Address) {
            let path = DharmaProtection.buildStoragePath(flagger: flagger)
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
            let before = DharmaProtection.getFreeze(address)
            let until = now + DharmaProtectionTypes.freezePeriod
            DharmaProtection.freezes[address] = DharmaProtectionTypes.Freeze(
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
        access(Decide) fun release(address: Address, proposalId: UInt64, reasonHash: String) {
            DharmaProtection.settle(address)
            DharmaProtection.closeAppeal(address, DharmaProtectionTypes.Outcome.upheld, proposalId: proposalId)
            DharmaProtection.liftFlag(address, cause: "release")
            DharmaProtection.endFreeze(address, proposalId: proposalId)
            emit Released(address: address, proposalId: proposalId, reasonHash: reasonHash)
            DharmaProtection.settle(address)
        }

        /// Turns an open appeal down when the proposal that did so was made after the appeal.
        access(Decide) fun deny(address: Address, proposalId: UInt64, proposedAt: UFix64) {
            DharmaProtection.settle(address)
            if let appeal = DharmaProtection.getAppeal(address) {
                if appeal.openedAt <= proposedAt {
                    DharmaProtection.closeAppeal(address, DharmaProtectionTypes.Outcome.denied, proposalId: proposalId)
                }
            }
        }
    }

    access(self) let flags: {Address: DharmaProtectionTypes.Flag}
    access(self) let freezes: {Address: DharmaProtectionTypes.Freeze}
    access(self) let appeals: {Address: DharmaProtectionTypes.Appeal}
    access(self) var lastAppealId: UInt64

    access(all) view fun isFrozen(_ address: Address): Bool {
        return self.freezes[address]?.holds() ?? false
    }

    /// Panics while the address is frozen: one line for a contract that must not serve it.
    access(all) view fun requireNotFrozen(_ address: Address) {
        let endsAt = self.freezeEndsAt(address) ?? 0.0
        assert(!self.isFrozen(address), message: "DharmaProtection: \\(address) is frozen until \\(endsAt)")
    }

    access(all) view fun isFlagged(_ address: Address): Bool {
        return self.getFlag(address) != nil
    }

    /// The flag that holds now.
    access(all) view fun getFlag(_ address: Address): DharmaProtectionTypes.Flag? {
        if let flag = self.flags[address] {
            return self.isLiftedByClock(flag, address) ? nil : flag
        }
        return nil
    }

    /// The freeze that holds now.
    access(all) view fun getFreeze(_ address: Address): DharmaProtectionTypes.Freeze? {
        return self.isFrozen(address) ? self.freezes[address] : nil
    }

    /// The end of the last freeze that is remembered, past or to come; nil when there is none.
    access(all) view fun freezeEndsAt(_ address: Address): UFix64? {
        return self.freezes[address]?.endsAt
    }

    /// The last appeal against the marks of an address, open or closed, while they are remembered.
    access(all) view fun getAppeal(_ address: Address): DharmaProtectionTypes.Appeal? {
        return self.appeals[address]
    }

    /// Lines of the message by which the marked account itself appeals.
    access(all) view fun appealDetails(reasonHash: String): [String] {
        return ["Reason SHA-256: \\(reasonHash)"]
    }

    /// Opens an appeal, signed by the keys of the marked account, relayed by anyone.
    access(all) fun appeal(consent: DharmaConsent.Consent, reasonHash: String): UInt64 {
        pre {
            DharmaProtectionTypes.isHash(reasonHash):
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
        let appeal = DharmaProtectionTypes.Appeal(
            id: self.lastAppealId,
            address: consent.address,
            reasonHash: reasonHash,
            openedAt: getCurrentBlock().timestamp,
            written: DharmaProtectionTypes.Outcome.open
        )
        self.appeals[consent.address] = appeal
        emit AppealOpened(id: appeal.id, address: appeal.address, reasonHash: reasonHash, deadline: appeal.deadline)
        return appeal.id
    }

    /// Lines of the message by which a person reports an address, or takes the report back.
    access(all) view fun reportDetails(address: Address, reasonHash: String?): [String] {
        return ["Target: \\(address)"].concat(reasonHash == nil ? [] : ["Reason SHA-256: \\(reasonHash!)"])
    }

    /// Announces a person's own flag, signed with the keys of the account, relayed by anyone. Nothing is kept but
    /// the sequence number: one report of a person about an address, the last one, is for readers to count.
    access(all) fun report(consent: DharmaConsent.Consent, address: Address, reasonHash: String) {
        pre {
            DharmaProtectionTypes.isHash(reasonHash):
                "DharmaProtection.report: '\\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            address != consent.address: "DharmaProtection.report: \\(address) cannot report itself"
        }
        DharmaConsent.accept(
            consent,
            subject: "flag",
            details: self.reportDetails(address: address, reasonHash: reasonHash),
            role: "Reporter"
        )
        emit Reported(
            address: address,
            reporter: consent.address,
            reasonHash: reasonHash,
            sequence: consent.sequence
        )
    }

    /// Announces that a person takes the own flag back.
    access(all) fun withdrawReport(consent: DharmaConsent.Consent, address: Address) {
        DharmaConsent.accept(
            consent,
            subject: "flag withdrawal",
            details: self.reportDetails(address: address, reasonHash: nil),
            role: "Reporter"
        )
        emit ReportWithdrawn(address: address, reporter: consent.address, sequence: consent.sequence)
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
            if appeal.outcome() == DharmaProtectionTypes.Outcome.undecided && appeal.written == DharmaProtectionTypes.Outcome.open {
                let flag = self.getFlag(address)
                self.closeAppeal(address, DharmaProtectionTypes.Outcome.undecided, proposalId: nil)
                if flag == nil {
                    self.liftFlag(address, cause: "undecided appeal")
                }
            }
        }
        self.forget(address)
    }

    access(contract) fun closeAppeal(_ address: Address, _ outcome: DharmaProtectionTypes.Outcome, proposalId: UInt64?) {
        if let appeal = self.appeals[address] {
            if appeal.written == DharmaProtectionTypes.Outcome.open {
                self.appeals[address] = appeal.closed(outcome)
                emit AppealClosed(
                    id: appeal.id,
                    address: address,
                    outcome: DharmaProtectionTypes.getOutcomeName(outcome),
                    proposalId: proposalId
                )
            }
        }
    }

    access(contract) fun liftFlag(_ address: Address, cause: String) {
        if let flag = self.flags.remove(key: address) {
            emit FlagLifted(address: address, caseId: flag.caseId, cause: cause)
        }
    }

    access(contract) fun endFreeze(_ address: Address, proposalId: UInt64) {
        if let freeze = self.getFreeze(address) {
            let now = getCurrentBlock().timestamp
            self.freezes[address] = freeze.settled(endsAt: now)
            emit FreezeEnded(address: address, proposalId: proposalId, endedAt: now, untilBefore: freeze.endsAt)
        }
    }

    /// Drops what no rule needs any more, so that the record holds only addresses that are or were lately marked.
    access(self) fun forget(_ address: Address) {
        let isFreezeNeeded = getCurrentBlock().timestamp < (self.freezeEndsAt(address) ?? 0.0) + DharmaProtectionTypes.memoryPeriod
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
            return appeal.outcome() != DharmaProtectionTypes.Outcome.open
                && ((self.getFlag(address)?.since ?? 0.0) > heard || (self.getFreeze(address)?.since ?? 0.0) > heard)
        }
        return true
    }

    access(self) view fun isLiftedByClock(_ flag: DharmaProtectionTypes.Flag, _ address: Address): Bool {
        if let appeal = self.appeals[address] {
            return appeal.outcome() == DharmaProtectionTypes.Outcome.undecided && flag.since <= appeal.openedAt
        }
        return false
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(flagger: Address): String {
        return "dharmaProtectionFlagger_\\(flagger)"
    }

    access(contract) view fun buildStoragePath(flagger: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(flagger: flagger))!
    }

    init() {
        self.registrarStoragePath = /storage/dharmaProtectionRegistrar
        self.flaggerStoragePath = /storage/dharmaProtectionFlagger
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
  DharmaProtectionTypes: `/// What a flag, a freeze and an appeal are, and from when to when each holds by block time.
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
        /// What was written down; \`outcome\` also knows the clock.
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
`,
  DharmaRecheck: `import "DharmaScore"
import "DharmaSchedulerQuote"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Recurring rechecks of flagged and watched addresses. For each one a scheduled transaction runs again and
/// again, as often as the published level asks for; it schedules its next run first and then announces that a
/// recheck is due, upon which the server computes and publishes. Runs are paid from the fund of this contract.
///
/// The scheduler calls a run executed even when it panicked, and nothing runs it again: \`overdue\` finds such
/// addresses and \`revive\` runs them again.
access(all) contract DharmaRecheck {

    /// Watches and unwatches addresses.
    access(all) entitlement Watch
    /// Appoints and dismisses watchers.
    access(all) entitlement Appoint
    /// Changes the effort of a run and takes back what lies in the fund.
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

    /// Lies in this contract's account; the watcher holds a capability to it, so that dismissal ends it at once.
    access(all) resource Watcher {
        access(all) let watcher: Address

        init(watcher: Address) {
            self.watcher = watcher
        }

        access(Watch) fun watch(address: Address) {
            pre {
                DharmaRecheck.entries[address] == nil: "DharmaRecheck: \\(address) is watched already"
                DharmaRecheck.entries.length < DharmaRecheck.capacity:
                    "DharmaRecheck: \\(DharmaRecheck.capacity) addresses are watched already"
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

    /// Most addresses that can be watched at a time.
    access(all) let capacity: Int
    /// How late a run may be before it counts as overdue, in seconds.
    access(all) let grace: UFix64
    /// Computation that a run may use.
    access(all) var executionEffort: UInt64

    access(self) let entries: @{Address: Entry}
    access(self) let fund: @FlowToken.Vault
    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    access(all) view fun borrowEntry(_ address: Address): &Entry? {
        return &self.entries[address]
    }

    access(all) view fun watched(): [Address] {
        return self.entries.keys
    }

    access(all) view fun fundBalance(): UFix64 {
        return self.fund.balance
    }

    /// Seconds between rechecks, by the published level: HIGH_RISK 1 h, SUSPICIOUS 6 h, any other 24 h.
    access(all) view fun getRecheckInterval(_ address: Address): UFix64 {
        switch DharmaScore.latest(address)?.level {
            case DharmaScore.Level.highRisk:
                return 3600.0
            case DharmaScore.Level.suspicious:
                return 21600.0
        }
        return 86400.0
    }

    access(all) view fun isOverdue(_ address: Address): Bool {
        if let entry = self.borrowEntry(address) {
            return getCurrentBlock().timestamp > entry.dueAt + self.grace
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
            priority: DharmaSchedulerQuote.priority,
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
        self.capacity = 500
        self.grace = 600.0
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

    access(all) let priority: FlowTransactionScheduler.Priority
    /// How much later than asked for a run may be due, in seconds.
    access(all) let spread: UInt64
    /// How many seconds within the spread are tried.
    access(all) let tries: Int

    /// A quote for a run with this data and computation, at \`notBefore\` or, when others fill that second, soon after.
    access(account) fun quote(data: AnyStruct, notBefore: UFix64, executionEffort: UInt64, budget: UFix64): Quote {
        let dueAt = self.freeSecond(notBefore: notBefore, executionEffort: executionEffort)
        if dueAt == nil {
            return Quote(dueAt: notBefore, fee: 0.0, obstacle: "The scheduler has no room near \\(notBefore)")
        }
        let estimate = FlowTransactionScheduler.estimate(
            data: data,
            timestamp: dueAt!,
            priority: self.priority,
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
        while tried < self.tries {
            if FlowTransactionScheduler.getSlotAvailableEffort(timestamp: second, priority: self.priority) >= executionEffort {
                return second
            }
            second = notBefore + UFix64(revertibleRandom<UInt64>(modulo: self.spread) + 1)
            tried = tried + 1
        }
        return nil
    }

    init() {
        self.priority = FlowTransactionScheduler.Priority.Low
        self.spread = 600
        self.tries = 12
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
    /// Where a publisher keeps the capability it claimed from the inbox.
    access(all) let publisherStoragePath: StoragePath

    access(all) event PublisherAppointed(publisher: Address)
    access(all) event PublisherDismissed(publisher: Address)
    /// \`tenthsBefore\` and \`levelBefore\` are nil at the first publication of an address.
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
        /// The last publication is older than asked for.
        access(all) case stale
        /// Never published.
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

        view init(
            address: Address,
            factors: [UInt64],
            version: String,
            evidenceHash: String,
            blockHeight: UInt64,
            publisher: Address
        ) {
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
                DharmaScore.findLargest(factors) <= DharmaScore.factorUnit:
                    "DharmaScore.publish: Factor \\(DharmaScore.findLargest(factors)) is above \\(DharmaScore.factorUnit)"
                version.length >= 1 && version.length <= 32:
                    "DharmaScore.publish: The version has \\(version.length) characters, not 1 to 32"
                evidenceHash.length == 64 && evidenceHash.toLower() == evidenceHash && evidenceHash.decodeHex().length == 32:
                    "DharmaScore.publish: '\\(evidenceHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                blockHeight <= getCurrentBlock().height:
                    "DharmaScore.publish: Height \\(blockHeight) is beyond the current block \\(getCurrentBlock().height)"
                blockHeight >= DharmaScore.getLastHeight(address):
                    "DharmaScore.publish: Height \\(blockHeight) is older than the last one, \\(DharmaScore.getLastHeight(address))"
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
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            let storage = DharmaScore.account.storage
            assert(
                storage.type(at: path) == nil,
                message: "DharmaScore.appoint: \\(publisher) is a publisher already"
            )
            storage.save(<- create Publisher(publisher: publisher), to: path)
            let capability = DharmaScore.account.capabilities.storage.issue<auth(Publish) &Publisher>(path)
            DharmaScore.account.inbox.publish(capability, name: DharmaScore.getInboxName(publisher: publisher), recipient: publisher)
            emit PublisherAppointed(publisher: publisher)
        }

        /// Ends the power of a publisher at once.
        access(Appoint) fun dismiss(publisher: Address) {
            let path = DharmaScore.buildStoragePath(publisher: publisher)
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
    access(all) view fun getWeightedSum(_ factors: [UInt64]): UInt64 {
        var sum: UInt64 = 0
        var i = 0
        while i < self.weightPercent.length {
            sum = sum + self.weightPercent[i] * factors[i]
            i = i + 1
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
    access(all) view fun requireMin(address: Address, minScoreTenths: UInt64, maxAge: UFix64): Verdict {
        if let latest = self.latest(address) {
            if getCurrentBlock().timestamp.saturatingSubtract(latest.publishedAt) > maxAge {
                return Verdict.stale
            }
            return latest.scoreTenths >= minScoreTenths ? Verdict.pass : Verdict.fail
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

    access(contract) view fun getLastHeight(_ address: Address): UInt64 {
        return self.latest(address)?.blockHeight ?? 0
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(publisher: Address): String {
        return "dharmaScorePublisher_\\(publisher)"
    }

    access(contract) view fun buildStoragePath(publisher: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(publisher: publisher))!
    }

    access(contract) fun display(_ record: Record): MetadataViews.Display {
        return MetadataViews.Display(
            name: "Dharma Score \\(record.scoreTenths / 10).\\(record.scoreTenths % 10)",
            description: "\\(record.address) is \\(self.getLevelName(level: record.level)) by version \\(record.version).",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun traits(_ record: Record): MetadataViews.Traits {
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
        self.weightPercent = [20, 25, 30, 10, 5, 10]
        self.factorUnit = 10_000
        self.historyLimit = 16
        self.histories <- {}
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
`,
  DharmaSettlementScheduler: `import "DharmaGovernance"
import "DharmaProtectionTypes"
import "DharmaProtection"
import "DharmaSchedulerQuote"
import "DharmaVoterEligibility"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Settles in time what anyone may settle at any time: proposals when their voting or their approval ends, marks
/// when a freeze or the clock of an appeal ends. For each there is one scheduled run, paid from the fund of this
/// contract; a run settles, and schedules the next one when there is more to come.
///
/// Nothing depends on it. Scheduling never panics, so that an empty fund stops no proposal and no appeal, and what
/// no run has settled holds in every view all the same.
access(all) contract DharmaSettlementScheduler {

    /// Changes the effort of a run and takes back what lies in the fund.
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
    /// A run has settled the proposal or the marks.
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
        /// What the scheduler hands back to the run: the number of a proposal, or an address.
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
            if proposal.votesFor + proposal.votesAgainst > 0
                || DharmaVoterEligibility.getIneligibilityReason(proposal.proposer) == nil {
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

    /// Schedules the next run for the marks of an address when there is more to come and none is scheduled; anyone
    /// may call it.
    access(all) fun scheduleProtection(_ address: Address) {
        self.scheduleNextRun(Job(
            key: self.buildProtectionKey(address),
            placeClass: PlaceClass.protection,
            data: address,
            changesAt: self.protectionChangesAt(address)
        ))
    }

    /// When time next changes what is written down of a proposal; nil when it does not.
    access(all) view fun proposalChangesAt(_ id: UInt64): UFix64? {
        if let proposal = DharmaGovernance.borrowProposal(id) {
            switch proposal.written {
                case DharmaGovernance.Status.pending:
                    return proposal.votingEndsAt
                case DharmaGovernance.Status.active:
                    return proposal.votingEndsAt
                case DharmaGovernance.Status.approved:
                    return proposal.executableUntil
            }
        }
        return nil
    }

    /// When time next changes what is written down of the marks of an address; nil when it does not.
    access(all) view fun protectionChangesAt(_ address: Address): UFix64? {
        let freezeEndsAt = DharmaProtection.getFreeze(address)?.endsAt
        if let appeal = DharmaProtection.getAppeal(address) {
            if appeal.written == DharmaProtectionTypes.Outcome.open && appeal.deadline < (freezeEndsAt ?? UFix64.max) {
                return appeal.deadline
            }
        }
        return freezeEndsAt ?? self.memoryEndsAt(address)
    }

    access(contract) fun settleProposal(_ id: UInt64, runId: UInt64) {
        if DharmaGovernance.borrowProposal(id) != nil {
            DharmaGovernance.settle(id)
        }
        self.finish(self.buildProposalKey(id), runId: runId)
        self.scheduleProposal(id)
        self.pruneFor(id)
    }

    access(contract) fun settleProtection(_ address: Address, runId: UInt64) {
        DharmaProtection.settle(address)
        self.finish(self.buildProtectionKey(address), runId: runId)
        self.scheduleProtection(address)
    }

    /// Frees the storage of the newest proposal that need not be kept beside this one, when it is closed.
    access(self) fun pruneFor(_ id: UInt64) {
        let old = id.saturatingSubtract(DharmaGovernance.keptProposals)
        if DharmaGovernance.borrowProposal(old) != nil {
            DharmaGovernance.settle(old)
            if self.proposalChangesAt(old) == nil {
                DharmaGovernance.prune(id: old, limit: self.votesPruned)
            }
        }
    }

    /// When the end of a freeze that is over may be forgotten.
    access(self) view fun memoryEndsAt(_ address: Address): UFix64? {
        let endsAt = (DharmaProtection.freezeEndsAt(address) ?? 0.0) + DharmaProtectionTypes.memoryPeriod
        return endsAt > getCurrentBlock().timestamp ? endsAt : nil
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
            priority: DharmaSchedulerQuote.priority,
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
  DharmaVault: `import "DharmaAllowance"
import "DharmaCustody"
import "DharmaProtection"
import "FungibleToken"
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
    access(all) event RecoveryAddressChanged(address: Address, before: Address, after: Address)
    /// From here on the contents can only go to \`to\`.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64, reasonHash: String)

    /// What one owner has entrusted, with its rules. Everybody may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Whose it is: a freeze of this address stops it.
        access(all) let address: Address
        access(all) var recoveryAddress: Address
        /// Set by a recovery: the only address that anything can go to from then on.
        access(all) var recoveredTo: Address?
        access(self) let allowances: {Type: DharmaAllowance.Allowance}
        access(self) let requests: {UInt64: DharmaAllowance.Request}
        access(self) let holdings: @DharmaCustody.Holdings

        init(address: Address, recoveryAddress: Address) {
            self.address = address
            self.recoveryAddress = recoveryAddress
            self.recoveredTo = nil
            self.allowances = {}
            self.requests = {}
            self.holdings <- DharmaCustody.createHoldings(address: address)
        }

        /// The contents, to read.
        access(all) view fun borrowHoldings(): &DharmaCustody.Holdings {
            return &self.holdings
        }

        access(all) view fun getAllowance(_ type: Type): DharmaAllowance.Allowance? {
            return self.allowances[type]
        }

        access(all) view fun allRequests(): [DharmaAllowance.Request] {
            return self.requests.values
        }

        /// Whether the owner asked to leave and may now take everything.
        access(all) view fun isLeaving(): Bool {
            return self.requests.values.filter(view fun (request: DharmaAllowance.Request): Bool {
                return request.operation.kind == DharmaAllowance.Kind.leave && request.isReady()
            }).length > 0
        }

        /// Entrusts tokens of any type.
        access(Own) fun deposit(from: @{FungibleToken.Vault}) {
            pre {
                self.recoveredTo == nil: self.obstacle()
            }
            self.holdings.deposit(<- from)
        }

        access(Own) fun depositNFT(token: @{NonFungibleToken.NFT}) {
            pre {
                self.recoveredTo == nil: self.obstacle()
            }
            self.holdings.depositNFT(<- token)
        }

        /// Takes out up to the allowance, or any amount while leaving.
        access(Own) fun withdraw(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            pre {
                self.isMovable(): self.obstacle()
            }
            if !self.isLeaving() {
                self.borrowAllowance(type).spend(amount)
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
                self.recoveryAddress = after
            } else {
                self.setLimit(operation.type!, operation.amount!)
            }
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            pre {
                limit < self.borrowAllowance(type).limit:
                    "DharmaVault: \\(limit) is not below the allowance of \\(self.borrowAllowance(type).limit)"
            }
            self.setLimit(type, limit)
        }

        /// Asks for something that takes 72 hours.
        access(Own) fun request(_ operation: DharmaAllowance.VaultOperation) {
            pre {
                self.isMovable(): self.obstacle()
                operation.recoveryAddress != self.address:
                    "DharmaVault: \\(self.address) cannot be its own recovery address"
            }
            self.dropVoidRequests()
            assert(
                self.requests.length < DharmaVault.maxRequests,
                message: "DharmaVault: \\(self.address) has \\(DharmaVault.maxRequests) requests already; cancel one"
            )
            DharmaVault.lastRequestId = DharmaVault.lastRequestId + 1
            let id = DharmaVault.lastRequestId
            let request = DharmaAllowance.Request(id: id, address: self.address, operation: operation)
            self.requests[id] = request
            emit Requested(
                address: self.address,
                requestId: id,
                kind: DharmaAllowance.getKindName(operation.kind),
                type: operation.type?.identifier,
                amount: operation.amount,
                nftId: operation.nftId,
                recoveryAddress: operation.recoveryAddress,
                readyAt: request.readyAt(),
                expiresAt: request.expiresAt()
            )
        }

        access(Own) fun cancel(requestId: UInt64) {
            pre {
                self.requests[requestId] != nil: "DharmaVault: \\(self.address) has no request \\(requestId)"
            }
            self.end(requestId, cause: "cancelled")
        }

        /// Somebody else's payment, in a token that the owner holds here.
        access(contract) fun receive(_ from: @{FungibleToken.Vault}) {
            pre {
                self.recoveredTo == nil: self.obstacle()
                self.holdings.getBalance(from.getType()) > 0.0:
                    "DharmaVault: \\(self.address) holds no \\(from.getType().identifier) here"
            }
            self.holdings.deposit(<- from)
        }

        access(contract) fun handOver(proposalId: UInt64, reasonHash: String) {
            pre {
                self.recoveredTo == nil: self.obstacle()
                DharmaProtection.isFrozen(self.address): "DharmaVault: \\(self.address) is not frozen"
            }
            self.recoveredTo = self.recoveryAddress
            emit Recovered(address: self.address, to: self.recoveryAddress, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun deliver(_ type: Type) {
            self.holdings.deliver(type, to: self.deliveryAddress())
        }

        access(contract) fun deliverNFTs(_ type: Type, limit: Int) {
            let ids = self.holdings.getIDs(type)
            let deliveryAddress = self.deliveryAddress()
            for id in ids.slice(from: 0, upTo: limit < ids.length ? limit : ids.length) {
                self.holdings.deliverNFT(type, id, to: deliveryAddress)
            }
        }

        access(contract) fun setLimit(_ type: Type, _ limit: UFix64) {
            if self.allowances[type] == nil {
                assert(
                    self.allowances.length < DharmaCustody.maxTypes,
                    message: "DharmaVault: \\(self.address) has \\(DharmaCustody.maxTypes) allowances already"
                )
                self.allowances[type] = DharmaAllowance.Allowance(limit: 0.0)
            }
            let allowance = self.borrowAllowance(type)
            emit AllowanceChanged(address: self.address, type: type.identifier, before: allowance.limit, after: limit)
            allowance.setLimit(limit)
        }

        /// Uses up a request whose time has come.
        access(self) fun use(_ requestId: UInt64, _ kinds: [DharmaAllowance.Kind]): DharmaAllowance.VaultOperation {
            pre {
                self.isMovable(): self.obstacle()
                self.requests[requestId] != nil: "DharmaVault: \\(self.address) has no request \\(requestId)"
            }
            let request = self.requests[requestId]!
            assert(
                kinds.contains(request.operation.kind),
                message: "DharmaVault: Request \\(requestId) is for \\(DharmaAllowance.getKindName(request.operation.kind))"
            )
            assert(
                request.isReady(),
                message: "DharmaVault: Request \\(requestId) holds from \\(request.readyAt()) to \\(request.expiresAt()) unless a freeze voids it"
            )
            self.end(requestId, cause: "used")
            return request.operation
        }

        access(self) fun dropVoidRequests() {
            for request in self.requests.values {
                if request.isVoid() {
                    self.end(request.id, cause: "void")
                }
            }
        }

        access(self) fun end(_ requestId: UInt64, cause: String) {
            self.requests[requestId] = nil
            emit RequestEnded(address: self.address, requestId: requestId, cause: cause)
        }

        access(self) view fun borrowAllowance(_ type: Type): &DharmaAllowance.Allowance {
            return (&self.allowances[type] as &DharmaAllowance.Allowance?)
                ?? panic("DharmaVault: \\(self.address) has no allowance for \\(type.identifier)")
        }

        /// The recovery address after a recovery, unless it is frozen itself.
        access(self) view fun deliveryAddress(): Address {
            let deliveryAddress = self.recoveredTo ?? panic("DharmaVault: The vault of \\(self.address) was not recovered")
            DharmaProtection.requireNotFrozen(deliveryAddress)
            return deliveryAddress
        }

        access(self) view fun isMovable(): Bool {
            return self.recoveredTo == nil && !DharmaProtection.isFrozen(self.address)
        }

        access(self) view fun obstacle(): String {
            return self.recoveredTo == nil
                ? "DharmaVault: \\(self.address) is frozen"
                : "DharmaVault: The vault of \\(self.address) was recovered to \\(self.recoveredTo!)"
        }
    }

    /// The power over the vault of the account that stores it, once that account has bound it. It holds nothing
    /// itself, so that it cannot carry a vault away.
    access(all) resource OwnerKey {
        /// The account that bound it.
        access(all) var address: Address?

        init() {
            self.address = nil
        }

        /// Opens the vault of the account, with its first allowances.
        access(Own) fun open(recoveryAddress: Address, allowances: {Type: UFix64}) {
            DharmaVault.open(self.account(), recoveryAddress: recoveryAddress, allowances: allowances)
        }

        access(Own) view fun borrow(): auth(Own) &GuardedVault {
            return (&DharmaVault.vaults[self.account()] as auth(Own) &GuardedVault?)
                ?? panic("DharmaVault: \\(self.account()) has no vault")
        }

        /// Gives up the vault when nothing is left in it.
        access(Own) fun close() {
            DharmaVault.close(self.account())
        }

        access(contract) fun bind(to: Address) {
            self.address = to
        }

        access(self) view fun account(): Address {
            let place = self.owner?.address ?? panic("DharmaVault: The key lies in no account")
            assert(place == self.address, message: "DharmaVault: The key that lies in \\(place) is not bound by it")
            return place
        }
    }

    /// What the community decided, in the hands of the one contract that took this from storage.
    access(all) resource Recoverer {
        /// Hands a frozen vault over to its recovery address. No code of any token runs here, so that no token can
        /// stop it; \`deliver\` brings the contents over, one type at a time.
        access(Recover) fun recover(address: Address, proposalId: UInt64, reasonHash: String) {
            DharmaVault.existing(address).handOver(proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(all) let maxRequests: Int

    access(self) let vaults: @{Address: GuardedVault}
    access(self) var lastRequestId: UInt64

    access(all) fun createKey(): @OwnerKey {
        return <- create OwnerKey()
    }

    /// Binds a key to the account that stores it. The capability proves that the account itself asks for it: what
    /// only lies in somebody's account, such as a key inside of a gift, cannot issue one there.
    access(all) fun bind(_ key: Capability<auth(Own) &OwnerKey>) {
        (key.borrow() ?? panic("DharmaVault: There is no key in \\(key.address)")).bind(to: key.address)
    }

    access(all) view fun borrowVault(_ address: Address): &GuardedVault? {
        return &self.vaults[address]
    }

    /// Pays into somebody's vault, which must hold some of that token already.
    access(all) fun deposit(address: Address, from: @{FungibleToken.Vault}) {
        self.existing(address).receive(<- from)
    }

    /// Brings all of one token of a recovered vault to the recovery address; anyone may call it.
    access(all) fun deliver(address: Address, type: Type) {
        self.existing(address).deliver(type)
    }

    /// Brings up to \`limit\` NFTs of one type of a recovered vault to the recovery address; anyone may call it.
    access(all) fun deliverNFTs(address: Address, type: Type, limit: Int) {
        self.existing(address).deliverNFTs(type, limit: limit)
    }

    access(contract) fun open(_ address: Address, recoveryAddress: Address, allowances: {Type: UFix64}) {
        pre {
            self.vaults[address] == nil: "DharmaVault: \\(address) has a vault already"
            recoveryAddress != address: "DharmaVault: \\(address) cannot be its own recovery address"
            !DharmaProtection.isFrozen(address): "DharmaVault: \\(address) is frozen"
        }
        self.vaults[address] <-! create GuardedVault(address: address, recoveryAddress: recoveryAddress)
        emit Opened(address: address, recoveryAddress: recoveryAddress)
        for type in allowances {
            self.existing(address).setLimit(type, allowances[type]!)
        }
    }

    /// A recovered vault that was delivered may be closed too, so that its owner can begin again.
    access(contract) fun close(_ address: Address) {
        pre {
            self.existing(address).borrowHoldings().isEmpty(): "DharmaVault: The vault of \\(address) is not empty"
            !DharmaProtection.isFrozen(address): "DharmaVault: \\(address) is frozen"
        }
        destroy self.vaults.remove(key: address)
        emit Closed(address: address)
    }

    access(contract) view fun existing(_ address: Address): &GuardedVault {
        return self.borrowVault(address) ?? panic("DharmaVault: \\(address) has no vault")
    }

    init() {
        self.keyStoragePath = /storage/dharmaVaultKey
        self.recovererStoragePath = /storage/dharmaVaultRecoverer
        self.maxRequests = 8
        self.vaults <- {}
        self.lastRequestId = 0
        self.account.storage.save(<- create Recoverer(), to: self.recovererStoragePath)
    }
}
`,
  DharmaVoterEligibility: `import "DharmaProtection"
import "DharmaScore"

/// Who may vote: addresses with a good and recent published score, on record for a while, and not frozen.
access(all) contract DharmaVoterEligibility {

    /// Least score of a voter, in tenths.
    access(all) let minScoreTenths: UInt64
    /// How old its publication may be: 24 hours, in seconds.
    access(all) let maxScoreAge: UFix64
    /// How long ago its first publication must be: 7 days, in seconds.
    access(all) let minOnRecord: UFix64

    /// Why an address may not vote now; nil when it may.
    access(all) view fun getIneligibilityReason(_ voter: Address): String? {
        if DharmaProtection.isFrozen(voter) {
            return "\\(voter) is frozen"
        }
        if self.getTimeOnRecord(voter) < self.minOnRecord {
            return "\\(voter) has no score on record for 7 days"
        }
        switch DharmaScore.requireMin(address: voter, minScoreTenths: self.minScoreTenths, maxAge: self.maxScoreAge) {
            case DharmaScore.Verdict.pass:
                return nil
            case DharmaScore.Verdict.stale:
                return "the score of \\(voter) was published more than 24 hours ago"
        }
        return "the score of \\(voter) is below 60"
    }

    /// Seconds since the first publication, 0 before it.
    access(all) view fun getTimeOnRecord(_ voter: Address): UFix64 {
        let now = getCurrentBlock().timestamp
        return now.saturatingSubtract(DharmaScore.firstPublishedAt(voter) ?? now)
    }

    init() {
        self.minScoreTenths = 600
        self.maxScoreAge = 86400.0
        self.minOnRecord = 604800.0
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
