// Made by packages/contracts/tests/vectors/make-vectors.ts: change that, not this.

/// A message as TypeScript writes it, and its signature.
access(all) struct ConsentVector {
    access(all) let address: Address
    access(all) let sequence: UInt64
    access(all) let privateKey: Int
    access(all) let message: String
    access(all) let signature: String

    init(address: Address, sequence: UInt64, privateKey: Int, message: String, signature: String) {
        self.address = address
        self.sequence = sequence
        self.privateKey = privateKey
        self.message = message
        self.signature = signature
    }
}

/// The reason behind the proposal and the appeal.
access(all) fun vectorReason(): String {
    return "Swept the wallets of six members in one night."
}

access(all) fun consentVectors(): {String: ConsentVector} {
    return {
        "proposal": ConsentVector(
            address: 0x000000000000000b,
            sequence: 1,
            privateKey: 1,
            message: "Dharma Guard proposal\nContract: 0x0000000000000008\nNetwork: local\nAction: freeze\nTarget: 0x0000000000000010\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nProposer: 0x000000000000000b\nSequence: 1",
            signature: "98e9684916e315e1e9de83a8a1c8cdb6c97f1400d59213e47272b3218e195e533c4e445793801f4f5794847837eee3ffa0f512412422bb94137ff757cd51cddf"
        ),
        "vote": ConsentVector(
            address: 0x000000000000000b,
            sequence: 2,
            privateKey: 1,
            message: "Dharma Guard vote\nContract: 0x0000000000000008\nNetwork: local\nProposal: 1\nAction: freeze\nTarget: 0x0000000000000010\nChoice: for\nVoter: 0x000000000000000b\nSequence: 2",
            signature: "da48dce852ee9d4658fc12c051e0c92e54dd519bc2aff7a6abde8e467336423869d0b6a3cbbde2a3c82f02e29f572d251eab8e9f8577057c8ec86fb1bfdf1c20"
        ),
        "appeal": ConsentVector(
            address: 0x0000000000000010,
            sequence: 1,
            privateKey: 2,
            message: "Dharma Guard appeal\nContract: 0x0000000000000008\nNetwork: local\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nAppellant: 0x0000000000000010\nSequence: 1",
            signature: "c985da8b158f9939e121a54ad1947e56079384359cffb64a8953230ce144fcb6aea0d546906ed57077c2ba20f3d1257445f4b7f8386e6dc346167f3358d5c4f5"
        ),
        "flag": ConsentVector(
            address: 0x000000000000000b,
            sequence: 3,
            privateKey: 1,
            message: "Dharma Guard flag\nContract: 0x0000000000000008\nNetwork: local\nTarget: 0x0000000000000010\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nReporter: 0x000000000000000b\nSequence: 3",
            signature: "097a21c75343fd17e9934592f91b1592428ebd852f3bb20495c485a246f72b80d0b638cb3728de42aef086e1e250f6784278f9bc6120434ca08b211c98974c9e"
        ),
        "flag withdrawal": ConsentVector(
            address: 0x000000000000000b,
            sequence: 4,
            privateKey: 1,
            message: "Dharma Guard flag withdrawal\nContract: 0x0000000000000008\nNetwork: local\nTarget: 0x0000000000000010\nReporter: 0x000000000000000b\nSequence: 4",
            signature: "ed3174aaf44358be168ff7a0b542765a6152a7b26b7acceede3cfd441571c177627667fed7efcfd649307233a050b3ea2b20d05ee2e4b00f105a30413d52bf92"
        )
    }
}
