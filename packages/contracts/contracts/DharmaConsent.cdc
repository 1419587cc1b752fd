import "DharmaTime"
import "FlowToken"

/// Messages that people sign. A person signs one readable text with the keys of the account (tag FLOW-V0.0-user);
/// anyone relays it, and the contracts of this account act on it once. Each message carries a sequence number that
/// only grows for each address and series, and a time after which it is refused.
access(all) contract DharmaConsent {

    /// A message of `address` was accepted.
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

    /// The last number that each address used, by series. Never forgotten, so that no message is accepted twice.
    access(self) let sequences: {Address: {UInt8: UInt64}}

    /// Signature domain of user messages.
    access(all) view fun tag(): String {
        return "FLOW-V0.0-user"
    }

    /// Weight that the signing keys must have together.
    access(all) view fun fullWeight(): UFix64 {
        return 1000.0
    }

    access(all) view fun maxSignatures(): Int {
        return 20
    }

    /// How far above the last number the next may be: one huge number by mistake must not use up a series.
    access(all) view fun maxSequenceStep(): UInt64 {
        return 1000
    }

    /// The last number used by an address in a series, 0 before the first.
    access(all) view fun getSequence(_ address: Address, series: Series): UInt64 {
        if let ofAddress = self.sequences[address] {
            return ofAddress[series.rawValue] ?? 0
        }
        return 0
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
                "DharmaConsent: \(keyIndexes.length) keys do not go with \(hex.length) signatures"
            hex.length <= self.maxSignatures():
                "DharmaConsent: \(hex.length) signatures are more than \(self.maxSignatures())"
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
        let head = ["Dharma Guard \(subject)", "Contract: \(self.account.address)", "Network: \(self.getNetwork())"]
        let foot = [
            "\(role): \(address)",
            "Sequence: \(sequence)",
            "Valid until: \(DharmaTime.formatMinute(validUntil))"
        ]
        return String.join(head.concat(details).concat(foot), separator: "\n")
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
                weights[name]! < self.fullWeight(),
                message: "DharmaConsent: Key \(key.keyIndex) of \(account.address) can sign alone"
            )
            return true
        })
        assert(
            sum >= self.fullWeight(),
            message: "DharmaConsent: The keys of \(account.address) weigh \(sum) together, not \(self.fullWeight())"
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
            weight >= self.fullWeight(),
            message: "DharmaConsent: The signing keys of \(consent.address) weigh \(weight), not \(self.fullWeight())"
        )
        emit Accepted(
            address: consent.address,
            series: self.getSeriesName(series),
            subject: subject,
            sequence: consent.sequence,
            sequenceBefore: self.getSequence(consent.address, series: series),
            validUntil: consent.validUntil
        )
        let ofAddress = self.sequences[consent.address] ?? {}
        ofAddress[series.rawValue] = consent.sequence
        self.sequences[consent.address] = ofAddress
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

    access(self) view fun requireValid(_ consent: Consent, series: Series) {
        let address = consent.address
        let last = self.getSequence(address, series: series)
        assert(
            consent.sequence > last,
            message: "DharmaConsent: Sequence \(consent.sequence) of \(address) is not above \(last)"
        )
        assert(
            consent.sequence - last <= self.maxSequenceStep(),
            message: "DharmaConsent: Sequence \(consent.sequence) of \(address) is more than \(self.maxSequenceStep()) above \(last)"
        )
        assert(
            consent.validUntil % 60 == 0,
            message: "DharmaConsent: The end of validity \(consent.validUntil) is not a whole minute"
        )
        let now = UInt64(getCurrentBlock().timestamp)
        let until = DharmaTime.formatMinute(consent.validUntil)
        assert(now <= consent.validUntil, message: "DharmaConsent: The message of \(address) was valid until \(until)")
        assert(
            consent.validUntil - now <= self.getMaxValidity(series),
            message: "DharmaConsent: The message of \(address) is valid until \(until), more than \(self.getMaxValidity(series)) seconds ahead"
        )
        assert(
            consent.signatures.length <= self.maxSignatures(),
            message: "DharmaConsent: \(consent.signatures.length) signatures are more than \(self.maxSignatures())"
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
                message: "DharmaConsent: Key \(entry.keyIndex) of \(consent.address) signed twice"
            )
            seen = seen.concat([entry.keyIndex])
            let key = keys.get(keyIndex: entry.keyIndex)
                ?? panic("DharmaConsent: The account \(consent.address) has no key \(entry.keyIndex)")
            assert(!key.isRevoked, message: "DharmaConsent: Key \(entry.keyIndex) of \(consent.address) is revoked")
            let isValid = key.publicKey.verify(
                signature: entry.signature,
                signedData: message,
                domainSeparationTag: self.tag(),
                hashAlgorithm: key.hashAlgorithm
            )
            assert(
                isValid,
                message: "DharmaConsent: The signature of key \(entry.keyIndex) of \(consent.address) is not over this message"
            )
            weight = weight + key.weight
        }
        return weight
    }

    init() {
        self.sequences = {}
    }
}
