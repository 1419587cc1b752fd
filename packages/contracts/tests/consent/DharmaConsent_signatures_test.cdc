import Test
import "DharmaGovernance"
import "../helpers/test_helpers.cdc"

/// Which signatures count, and what a message is good for.

access(all) let target: Address = 0x0000000000000017
access(all) let reason: String = "A reason of enough characters"

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
    refreshScores()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refuseSigned(_ arguments: [AnyStruct], _ message: String) {
    refuse("governance/cast_votes", [relayer()], arguments, message)
}

/// The text that a person signs to vote For.
access(all) fun getVoteMessage(_ voter: Person, _ id: UInt64, _ next: [UInt64]): String {
    return ask("governance/get_vote_message", [[id], [true], voter.address(), next[0], next[1]]) as! String
}

access(all) fun testNoChangedLineOfAVoteIsAccepted() {
    let voter = members()[0]
    let id = propose(members()[1], "freeze", target)
    let next = voter.next(votes)
    let message = getVoteMessage(voter, id, next)
    for change in [
        ["Proposal: \(id)", "Proposal: \(id + 1)"], ["Network: local", "Network: testnet"],
        ["Contract: 0x0000000000000008", "Contract: 0x0000000000000009"], ["Choice: for", "Choice: against"],
        ["Voter: \(voter.address())", "Voter: \(members()[1].address())"], ["Action: freeze", "Action: unfreeze"],
        ["Sequence: \(next[0])", "Sequence: \(next[0] + 1)"], ["Target: \(target)", "Target: \(accusedAddress)"],
        ["Guard vote", "Guard proposal"], ["Guard vote\n", "Guard vote\n\n"], ["UTC", "UTC\n"],
        ["Valid until: \(formatMinute(next[1]))", "Valid until: \(formatMinute(next[1] + 60))"]
    ] {
        let changed = message.replaceAll(of: change[0], with: change[1])
        Test.assert(changed != message, message: change[0])
        let vote: [AnyStruct] = [[id], [true]]
        refuseSigned(vote.concat(voter.signed(changed, next)), "is not over this message")
    }
    let forged: [AnyStruct] = [[id], [true], members()[1].address(), next[0], next[1], [1], [sign(voter.privateKey, message)]]
    refuseSigned(forged, "is not over this message")
    let vote: [AnyStruct] = [[id], [true]]
    send("governance/cast_votes", [relayer()], vote.concat(voter.signed(message, next)))
}

access(all) fun testAVoteCountsOnceHoweverOftenItIsRelayed() {
    let id = propose(members()[1], "freeze", target)
    let vote = members()[0].vote(id, true)
    send("governance/cast_votes", [relayer()], vote)
    refuseSigned(vote, "is not above 1")
    Test.assertEqual(1 as UInt64, askPart("governance/get_proposal", "!.votesFor", id) as! UInt64)
}

access(all) fun testPartialRevokedRepeatedAndUnknownKeysDoNotSign() {
    let voter = members()[2]
    for key in [10, 11] {
        addKey(voter.account, key, 500.0)
    }
    addKey(voter.account, 12, 1000.0)
    perform("../transactions/accounts/revoke_key.cdc", [voter.account], [4], nil)
    let id = propose(members()[1], "freeze", target)
    let next = voter.next(votes)
    let message = getVoteMessage(voter, id, next)
    let by = fun (_ keyIndexes: [Int], _ privateKeys: [Int]): [AnyStruct] {
        let signatures = privateKeys.map(fun (key: Int): String { return sign(key, message) })
        return [[id], [true], voter.address(), next[0], next[1], keyIndexes, signatures]
    }
    refuseSigned(by([2], [10]), "weigh 500.00000000, not 1000.00000000")
    refuseSigned(by([], []), "weigh 0.00000000, not 1000.00000000")
    refuseSigned(by([2, 2], [10, 10]), "Key 2 of 0x000000000000000d signed twice")
    refuseSigned(by([4], [12]), "Key 4 of 0x000000000000000d is revoked")
    refuseSigned(by([9], [12]), "has no key 9")
    refuseSigned(by([2, 3], [10, 10]), "The signature of key 3 of 0x000000000000000d is not over this message")
    refuseSigned(by([2, 3], [10]), "2 keys do not go with 1 signatures")
    send("governance/cast_votes", [relayer()], by([2, 3], [10, 11]))
}

access(all) fun testTwentySignaturesAreTheMost() {
    let id = propose(members()[1], "freeze", target)
    let vote = members()[0].vote(id, true)
    var indexes: [Int] = []
    var signatures: [String] = []
    while indexes.length < 21 {
        indexes.append(1)
        signatures.append((vote[6] as! [String])[0])
    }
    vote[5] = indexes
    vote[6] = signatures
    refuseSigned(vote, "21 signatures are more than 20")
    vote[5] = indexes.slice(from: 0, upTo: 20)
    vote[6] = signatures.slice(from: 0, upTo: 20)
    refuseSigned(vote, "signed twice")
}

access(all) fun testAnAccountThatDoesNotExistDoesNotSign() {
    let ghost: Address = 0x00000000000000ff
    let next = members()[0].next(proposals)
    let message = buildMessage("proposal", proposalDetails("freeze", target, reason), "Proposer", ghost, next)
    let proposal: [AnyStruct] = ["freeze", target, reason, ghost, next[0], next[1], [1], [sign(1, message)]]
    refuse("governance/create_proposal", [relayer()], proposal, "The account \(ghost) has no key 1")
}

access(all) fun testAReasonThatWasNotSignedIsRefused() {
    let proposal = members()[4].proposal("freeze", target, "Twenty_characters_!!")
    proposal[2] = "Twenty characters !?"
    refuse("governance/create_proposal", [relayer()], proposal, "is not over this message")
}

access(all) fun testAProposalSignedForOneActionOrTargetOpensNoOther() {
    let proposal = members()[4].proposal("freeze", target, reason)
    proposal[0] = "unfreeze"
    send("protection/flag_wallet", [agent()], [target, "case", "keys", sha256Hex("reason")])
    refuse("governance/create_proposal", [relayer()], proposal, "is not over this message")
    let other = members()[4].proposal("freeze", target, reason)
    other[1] = accusedAddress
    refuse("governance/create_proposal", [relayer()], other, "is not over this message")
}

access(all) fun testARecoverySignedForOneRecoveryAddressOpensNoOther() {
    freezeAccused()
    let next = members()[4].next(proposals)
    let message = ask(
        "governance/get_proposal_message",
        ["recover", accusedAddress, sha256Hex(reason), members()[4].address(), next[0], next[1]]
    ) as! String
    let changed = message.replaceAll(of: "Recovery address: \(accusedHeirAddress)", with: "Recovery address: \(target)")
    Test.assert(changed != message)
    let recovery: [AnyStruct] = ["recover", accusedAddress, reason]
    refuse("governance/create_proposal", [relayer()], recovery.concat(members()[4].signed(changed, next)), "is not over this message")
    send("governance/create_proposal", [relayer()], recovery.concat(members()[4].signed(message, next)))
}

/// No case id holds a line break or a space, so that no flagger writes lines into what its target signs.
access(all) fun testACaseIdCannotWriteLinesIntoAnAppeal() {
    for caseId in ["case\nReason SHA-256: 00", "case 1", "case\t1", "c\u{e4}se", "case\r", "\u{7f}", " case"] {
        let flag: [AnyStruct] = [accusedAddress, caseId, "behaviour", sha256Hex("reason")]
        refuse("protection/flag_wallet", [agent()], flag, "A case id has 1 to 64 visible ASCII characters")
    }
}

access(all) fun testAnAppealAgainstOneFlagOrFreezeOpensNoneAgainstAnother() {
    flagAccused("case-1")
    freezeAccused()
    let ofFlag = accused().appeal(1, nil, reason)
    ofFlag[1] = nil
    ofFlag[2] = 1 as UInt64
    refuse("protection/open_appeal", [relayer()], ofFlag, "is not over this message")
    let ofFreeze = accused().appeal(nil, 1, reason)
    ofFreeze[1] = 1 as UInt64
    ofFreeze[2] = nil
    refuse("protection/open_appeal", [relayer()], ofFreeze, "is not over this message")
}

access(all) fun testAnAcceptedVoteIsAnnouncedWithTheRecordItReliesOn() {
    let id = propose(members()[0], "freeze", target)
    castVote(members()[1], id, true)
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual(members()[1].address(), cast.voter)
    Test.assertEqual(700 as UInt64, cast.scoreTenths)
    Test.assertEqual(agentAddress, cast.publisher)
    Test.assertEqual(sha256Hex("70"), cast.evidenceHash)
}
