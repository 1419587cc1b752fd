import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaScore"

/// Signs what people of a random walk do, and relays it. Each act is a list of numbers, its kind first:
///   0 action, target, proposer, votes…    proposes; action 0 freeze, 1 unfreeze, 2 recover
///   1 freeze or 0, flag or 0, target, votes…  appeals against the freeze or the flag of that number
///   2 proposal, voter, 1 or 0             votes For or Against
///   3 proposal                            settles a proposal, unless it is pruned
///   4 target                              settles a record
/// A vote behind another act is twice the index of a voter, and one more when it is For. `fresh` get their scores renewed first.
/// Signed by a publisher.
transaction(acts: [[UInt64]], voters: [Address], fresh: [Address], evidenceHash: String) {

    prepare(signer: auth(CopyValue) &Account) {
        let publisher = signer.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)!
            .borrow()!
        for address in fresh {
            publisher.publish(
                address: address,
                factors: [7000, 7000, 7000, 7000, 7000, 7000],
                version: "1.0.0",
                evidenceHash: evidenceHash,
                blockHeight: getCurrentBlock().height
            )
        }
    }

    execute {
        for act in acts {
            switch act[0] {
                case 0:
                    castVotes(propose(act), act, from: 4, voters)
                case 1:
                    castVotes(appeal(act), act, from: 4, voters)
                case 2:
                    castVote(act[1], Address(act[2]), act[3] == 1)
                case 3:
                    settleUnlessPruned(act[1])
                default:
                    DharmaProtection.settle(Address(act[1]))
            }
        }
    }
}

access(all) fun propose(_ act: [UInt64]): UInt64 {
    let action = ["freeze", "unfreeze", "recover"][act[1]]
    let target = Address(act[2])
    return DharmaGovernance.propose(
        action: action,
        target: target,
        reason: reason(),
        consent: consent(
            Address(act[3]),
            DharmaConsent.Series.proposals,
            "proposal",
            DharmaGovernance.createTerms(action: action, target: target).getDetails()
                .concat(["Reason SHA-256: \(reasonHash())"]),
            "Proposer"
        )
    )
}

access(all) fun appeal(_ act: [UInt64]): UInt64 {
    let freeze: UInt64? = act[1] == 0 ? nil : act[1]
    let flag: UInt64? = act[2] == 0 ? nil : act[2]
    let details = DharmaGovernance.getAppealDetails(flagNumber: flag, freezeNumber: freeze, reasonHash: reasonHash())
    return DharmaGovernance.appeal(
        flagNumber: flag,
        freezeNumber: freeze,
        reason: reason(),
        consent: consent(Address(act[3]), DharmaConsent.Series.appeals, "appeal", details, "Appellant")
    )
}

access(all) fun castVotes(_ id: UInt64, _ act: [UInt64], from: Int, _ voters: [Address]) {
    for vote in act.slice(from: from, upTo: act.length) {
        castVote(id, voters[vote / 2], vote % 2 == 1)
    }
}

access(all) fun castVote(_ id: UInt64, _ voter: Address, _ support: Bool) {
    let details = DharmaGovernance.getVoteDetails(ids: [id], supports: [support])
    DharmaGovernance.vote(
        ids: [id],
        supports: [support],
        consent: consent(voter, DharmaConsent.Series.votes, "vote", details, "Voter")
    )
}

access(all) fun settleUnlessPruned(_ id: UInt64) {
    if DharmaProposals.borrowProposal(id) != nil {
        DharmaGovernance.settle(id)
    }
}

/// The next message of the person, signed with the first key of every test account.
access(all) fun consent(
    _ person: Address,
    _ series: DharmaConsent.Series,
    _ subject: String,
    _ details: [String],
    _ role: String
): DharmaConsent.Consent {
    let sequence = DharmaConsent.getSequence(person, series: series) + 1
    let validUntil = UInt64(getCurrentBlock().timestamp) / 60 * 60 + 3600
    let message = DharmaConsent.buildMessage(
        subject: subject,
        details: details,
        role: role,
        address: person,
        sequence: sequence,
        validUntil: validUntil
    )
    return DharmaConsent.Consent(
        address: person,
        sequence: sequence,
        validUntil: validUntil,
        signatures: [DharmaConsent.Signature(keyIndex: 0, signature: sign(message))]
    )
}

/// Signs with the private key 100 of the test accounts and the nonce 1, see `sign` of test_helpers.
access(all) fun sign(_ message: String): [UInt8] {
    let order: UInt = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
    let r: UInt = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
    let digest = HashAlgorithm.SHA3_256.hashWithTag(message.utf8, tag: "FLOW-V0.0-user")
    return to32Bytes(r).concat(to32Bytes((UInt.fromBigEndianBytes(digest)! + r * 100) % order))
}

access(all) fun to32Bytes(_ number: UInt): [UInt8] {
    let bytes = number.toBigEndianBytes()
    while bytes.length < 32 {
        bytes.insert(at: 0, 0)
    }
    return bytes
}

access(all) view fun reason(): String {
    return "A reason of enough characters"
}

access(all) view fun reasonHash(): String {
    return String.encodeHex(HashAlgorithm.SHA2_256.hash(reason().utf8))
}
