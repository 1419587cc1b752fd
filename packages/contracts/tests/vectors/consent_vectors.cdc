// Made by packages/contracts/tests/vectors/make-vectors.ts: change that, not this.

/// A message as TypeScript builds it, and its signature by the second key (index 1) of the address.
access(all) struct ConsentVector {
    access(all) let address: Address
    access(all) let sequence: UInt64
    access(all) let validUntil: UInt64
    access(all) let message: String
    access(all) let signature: String

    init(address: Address, sequence: UInt64, validUntil: UInt64, message: String, signature: String) {
        self.address = address
        self.sequence = sequence
        self.validUntil = validUntil
        self.message = message
        self.signature = signature
    }
}

/// The account that the messages are about: it signs the appeals.
access(all) let vectorTarget: Address = 0x0000000000000010

/// The test key of that account.
access(all) let vectorTargetKey: Int = 9

access(all) let vectorCaseId: String = "case-7"

/// The reason of proposals, appeals and reports.
access(all) let vectorReason: String = "Swept the wallets of six members in one night."

/// The end of validity of all messages.
access(all) let vectorValidUntil: UInt64 = 3981355200

/// Unix seconds, and how TypeScript writes them.
access(all) let minuteVectors: {UInt64: String} = {
    0: "1970-01-01 00:00 UTC",
    45296: "1970-01-01 12:34 UTC",
    86399: "1970-01-01 23:59 UTC",
    946598400: "1999-12-31 00:00 UTC",
    946643696: "1999-12-31 12:34 UTC",
    946684799: "1999-12-31 23:59 UTC",
    951782400: "2000-02-29 00:00 UTC",
    951827696: "2000-02-29 12:34 UTC",
    951868799: "2000-02-29 23:59 UTC",
    1795305600: "2026-11-22 00:00 UTC",
    1795350896: "2026-11-22 12:34 UTC",
    1795391999: "2026-11-22 23:59 UTC",
    3981312000: "2096-02-29 00:00 UTC",
    3981357296: "2096-02-29 12:34 UTC",
    3981398399: "2096-02-29 23:59 UTC",
    4107542400: "2100-03-01 00:00 UTC",
    4107587696: "2100-03-01 12:34 UTC",
    4107628799: "2100-03-01 23:59 UTC"
}

access(all) fun consentVectors(): {String: ConsentVector} {
    return {
        "proposal": ConsentVector(
            address: 0x000000000000000b,
            sequence: 1,
            validUntil: 3981355200,
            message: "Dharma Guard proposal\nContract: 0x0000000000000008\nNetwork: local\nAction: freeze\nTarget: 0x0000000000000010\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nProposer: 0x000000000000000b\nSequence: 1\nValid until: 2096-02-29 12:00 UTC",
            signature: "5cfd9e9c5dcc6ae54f7126e584e85d6c1c0e5787f9c5ff58ed3c00189a2197e7bb14eea2d5923a3ef111a28f0ce354f1dcf3420d88c0697624af321c82edd772"
        ),
        "proposal to unfreeze": ConsentVector(
            address: 0x000000000000000b,
            sequence: 2,
            validUntil: 3981355200,
            message: "Dharma Guard proposal\nContract: 0x0000000000000008\nNetwork: local\nAction: unfreeze\nTarget: 0x0000000000000010\nFlag: 1\nFreeze: 3\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nProposer: 0x000000000000000b\nSequence: 2\nValid until: 2096-02-29 12:00 UTC",
            signature: "972655982dd808a6b8c95b3bed711defa9717566e6be5381f2c48a965033e6f7a993ccb526349ca00accafb3487c7f19235434fa669c85b4b6e5442461ea4d20"
        ),
        "proposal to recover": ConsentVector(
            address: 0x000000000000000b,
            sequence: 3,
            validUntil: 3981355200,
            message: "Dharma Guard proposal\nContract: 0x0000000000000008\nNetwork: local\nAction: recover\nTarget: 0x0000000000000010\nFreeze: 3\nRecovery address: 0x0000000000000011\nRecovery address since: 2096-02-19 11:59 UTC\nRecovery address before: none\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nProposer: 0x000000000000000b\nSequence: 3\nValid until: 2096-02-29 12:00 UTC",
            signature: "d99a1f92f61e275ea307e66bd9532c4bfb116051abbcab0adeb617b01bbf46868fcdc3d9cbb2634c14bc39cb30a0c4c69975ca96ea613c9311b7d4db5e5631fd"
        ),
        "proposal to recover, of a changed recovery address": ConsentVector(
            address: 0x000000000000000b,
            sequence: 4,
            validUntil: 3981355200,
            message: "Dharma Guard proposal\nContract: 0x0000000000000008\nNetwork: local\nAction: recover\nTarget: 0x0000000000000010\nFreeze: 3\nRecovery address: 0x0000000000000011\nRecovery address since: 2096-02-19 11:59 UTC\nRecovery address before: 0x0000000000000012\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nProposer: 0x000000000000000b\nSequence: 4\nValid until: 2096-02-29 12:00 UTC",
            signature: "117e56e5469d7b63ae0cac9f19bcfd8627a54f6dde5b6dffa8823333437189d99256f0c0f8225b2664c52559777e87d209f05dfb4c8fbd5f524c587f652139b0"
        ),
        "vote": ConsentVector(
            address: 0x000000000000000b,
            sequence: 1,
            validUntil: 3981355200,
            message: "Dharma Guard vote\nContract: 0x0000000000000008\nNetwork: local\nProposal: 1\nAction: freeze\nTarget: 0x0000000000000010\nChoice: for\nVoter: 0x000000000000000b\nSequence: 1\nValid until: 2096-02-29 12:00 UTC",
            signature: "ec9e3f1cf63b33f83448f8ac9e4be1b793ed70c4ab39210a99fc58c9cbda3e4968b681fe1fe064d5cf25240fcb6b3739c8dc7081c4a84eb7afabb0f67d36d5ca"
        ),
        "two votes, one on an appeal": ConsentVector(
            address: 0x000000000000000b,
            sequence: 2,
            validUntil: 3981355200,
            message: "Dharma Guard vote\nContract: 0x0000000000000008\nNetwork: local\nProposal: 2\nAction: unfreeze\nTarget: 0x0000000000000010\nFlag: 1\nChoice: against\nProposal: 1\nAction: freeze\nTarget: 0x0000000000000010\nChoice: against\nVoter: 0x000000000000000b\nSequence: 2\nValid until: 2096-02-29 12:00 UTC",
            signature: "5f9d866e3eb7e09871d52619187eaeb9e4ed3d573a95e63d1f9b948cbacbd07306bb22b33fecf662e237c9b4b525f283e1bc4d277aa66acae701a088320afa19"
        ),
        "appeal": ConsentVector(
            address: 0x0000000000000010,
            sequence: 1,
            validUntil: 3981355200,
            message: "Dharma Guard appeal\nContract: 0x0000000000000008\nNetwork: local\nFlag: 1\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nAppellant: 0x0000000000000010\nSequence: 1\nValid until: 2096-02-29 12:00 UTC",
            signature: "7da6d939d6d675456749c097a9d3e3cd25535377c7a8c25f0e47af022c0d8bf03c241d8f7a365436d7ffd061af5f58159d68743d06d154d23a149fc11dd19630"
        ),
        "appeal against a freeze": ConsentVector(
            address: 0x0000000000000010,
            sequence: 2,
            validUntil: 3981355200,
            message: "Dharma Guard appeal\nContract: 0x0000000000000008\nNetwork: local\nFreeze: 3\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nAppellant: 0x0000000000000010\nSequence: 2\nValid until: 2096-02-29 12:00 UTC",
            signature: "cc61e6723257aad78bda497030ddf5947614ad16ed11c01b4718670e7d35647064edcef74ce73f1ab7a7341e3eff82440d15d0ffaa4834358824c682b1b3e4db"
        ),
        "report": ConsentVector(
            address: 0x000000000000000b,
            sequence: 1,
            validUntil: 3981355200,
            message: "Dharma Guard report\nContract: 0x0000000000000008\nNetwork: local\nTarget: 0x0000000000000010\nReason SHA-256: 980413dc7144c65f92d3fcc10aee87e5294ddd08acc6d297e7b5bc4508dddc16\nReporter: 0x000000000000000b\nSequence: 1\nValid until: 2096-02-29 12:00 UTC",
            signature: "466c0fc5e5015bf26ad30a05634515b86f501d9d6e273a7d1d322da479cc2f7fbc4ab8fbb7740146f33f068053dfad75d66b25944a0a4f869a0f4618b4df18ea"
        ),
        "report withdrawal": ConsentVector(
            address: 0x000000000000000b,
            sequence: 2,
            validUntil: 3981355200,
            message: "Dharma Guard report withdrawal\nContract: 0x0000000000000008\nNetwork: local\nTarget: 0x0000000000000010\nReporter: 0x000000000000000b\nSequence: 2\nValid until: 2096-02-29 12:00 UTC",
            signature: "ee4360f92749e9a04bebf9d77677186707f07fe800e4ac1a0ebfcbab6cc045b5acab8e588f5d8dca7ec85ce18a9a49bda0fe14dbf77a9a3be897f16ab408833e"
        ),
        "vouch": ConsentVector(
            address: 0x000000000000000b,
            sequence: 3,
            validUntil: 3981355200,
            message: "Dharma Guard vouch\nContract: 0x0000000000000008\nNetwork: local\nTarget: 0x0000000000000010\nVoucher: 0x000000000000000b\nSequence: 3\nValid until: 2096-02-29 12:00 UTC",
            signature: "666886559a5e566b7478d3adbc2e05d54751ad80e5d966760faec21574c066d49a7093b77c0642748e198d0c8bf9b202f0d491ee4d34f1d792461aaaa4663689"
        ),
        "vouch withdrawal": ConsentVector(
            address: 0x000000000000000b,
            sequence: 4,
            validUntil: 3981355200,
            message: "Dharma Guard vouch withdrawal\nContract: 0x0000000000000008\nNetwork: local\nTarget: 0x0000000000000010\nVoucher: 0x000000000000000b\nSequence: 4\nValid until: 2096-02-29 12:00 UTC",
            signature: "380caf2b12c3751193ec1e2935296cbba9a1f64722f0b2b59240802494cc5c395ca35677e9170b4eb653b592bed2fd84ed08f9f2fb809b601741c2653d3d58d6"
        ),
        "owner statement": ConsentVector(
            address: 0x0000000000000010,
            sequence: 1,
            validUntil: 3981355200,
            message: "Dharma Guard owner statement\nContract: 0x0000000000000008\nNetwork: local\nCase: case-7\nText SHA-256: b316bfec2c24332a55f6ad84f1a6ef460e1fb4185f4885c85f15f176c9bc6347\nOwner: 0x0000000000000010\nSequence: 1\nValid until: 2096-02-29 12:00 UTC",
            signature: "f7757ea334e3846e236b01d4dcc7138ae430fc24bbf0c120d4e8a4a73285b83212f1e356b75776f6a2783bc6fd043c9fd42b1fefd17edcae19dd016d0b8167c4"
        )
    }
}
