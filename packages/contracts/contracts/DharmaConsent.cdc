import "FlowToken"

/// What people agree to by signature. A person signs one readable message with the keys of the account
/// (tag FLOW-V0.0-user); anyone relays it, and the contracts of this account act on it once. Each message
/// carries a sequence number that only grows for each address, so that nothing can be replayed.
access(all) contract DharmaConsent {

    /// A message of `address` was accepted.
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
                "DharmaConsent: \(keyIndexes.length) keys do not go with \(hex.length) signatures"
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
        let head = ["Dharma Guard \(subject)", "Contract: \(self.account.address)", "Network: \(self.network())"]
        let foot = ["\(role): \(address)", "Sequence: \(sequence)"]
        return String.join(head.concat(details).concat(foot), separator: "\n")
    }

    /// Panics when one key alone could sign for the account, be it in one place or in several.
    access(account) fun requireSharedKeys(_ account: &Account) {
        let weights: {String: UFix64} = {}
        account.keys.forEach(fun (key: AccountKey): Bool {
            let name = String.encodeHex(key.publicKey.publicKey)
            weights[name] = (weights[name] ?? 0.0) + (key.isRevoked ? 0.0 : key.weight)
            assert(
                weights[name]! < self.fullWeight,
                message: "DharmaConsent: Key \(key.keyIndex) of \(account.address) can sign alone"
            )
            return true
        })
    }

    /// Checks the signatures over the message and uses up its number; panics when anything is wrong with them.
    access(account) fun accept(_ consent: Consent, subject: String, details: [String], role: String) {
        pre {
            consent.sequence > self.getSequence(consent.address):
                "DharmaConsent: Sequence \(consent.sequence) of \(consent.address) is not above \(self.getSequence(consent.address))"
            consent.sequence - self.getSequence(consent.address) <= self.maxSequenceStep:
                "DharmaConsent: Sequence \(consent.sequence) of \(consent.address) is more than \(self.maxSequenceStep) above \(self.getSequence(consent.address))"
            consent.signatures.length <= self.maxSignatures:
                "DharmaConsent: \(consent.signatures.length) signatures are more than \(self.maxSignatures)"
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
            message: "DharmaConsent: The signing keys of \(consent.address) weigh \(weight), not \(self.fullWeight)"
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
                message: "DharmaConsent: Key \(entry.keyIndex) of \(consent.address) signed twice"
            )
            seen = seen.concat([entry.keyIndex])
            let key = keys.get(keyIndex: entry.keyIndex)
                ?? panic("DharmaConsent: The account \(consent.address) has no key \(entry.keyIndex)")
            assert(!key.isRevoked, message: "DharmaConsent: Key \(entry.keyIndex) of \(consent.address) is revoked")
            let isValid = key.publicKey.verify(
                signature: entry.signature,
                signedData: message,
                domainSeparationTag: self.tag,
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
        self.tag = "FLOW-V0.0-user"
        self.fullWeight = 1000.0
        self.maxSignatures = 20
        self.maxSequenceStep = 1000
        self.sequences = {}
    }
}
