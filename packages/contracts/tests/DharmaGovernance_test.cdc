import Test
import "DharmaConsent"
import "DharmaGovernance"
import "DharmaGovernanceActions"
import "DharmaProtection"
import "consent_vectors.cdc"
import "test_helpers.cdc"

access(all) let target: Address = 0x0000000000000010

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
}

access(all) fun beforeEach() {
    refreshScores()
}

access(all) fun getStatus(_ id: UInt64): String {
    return askFile("scripts/get_status.cdc", [id]) as! String
}

access(all) fun testWhatTypeScriptSignsIsWhatTheContractReads() {
    let vector = consentVectors()["proposal"]!
    send("governance/create_proposal", [relayer()], [
        "freeze", target, vectorReason(), vector.address, vector.sequence, [1], [vector.signature]
    ])
    let vote = consentVectors()["vote"]!
    Test.assertEqual(
        vote.message,
        ask("governance/get_vote_message", [1 as UInt64, true, vote.address, vote.sequence]) as! String
    )
    send("governance/cast_vote", [relayer()], [1 as UInt64, true, vote.address, vote.sequence, [1], [vote.signature]])
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual(vote.address, cast.voter)
    Test.assertEqual(true, cast.support)
    Test.assertEqual(1 as UInt64, cast.votesFor)
    let appeal = consentVectors()["appeal"]!
    Test.assertEqual(
        appeal.message,
        ask("protection/get_appeal_message", [appeal.address, sha256Hex(vectorReason()), appeal.sequence]) as! String
    )
}

access(all) fun testAPersonFlagsAndTakesItBackBySignature() {
    let flag = consentVectors()["flag"]!
    let hash = sha256Hex(vectorReason())
    let arguments: [AnyStruct] = [target, hash, flag.address, flag.sequence, [1], [flag.signature]]
    let other: [AnyStruct] = [members()[1].address(), hash, flag.address, flag.sequence, [1], [flag.signature]]
    refuse("protection/report_wallet", [relayer()], other, "is not over this message")
    refuse("protection/report_wallet", [relayer()], [
        flag.address, hash, flag.address, flag.sequence, [1], [flag.signature]
    ], "cannot report itself")
    refuse("protection/report_wallet", [relayer()], [
        target, "00", flag.address, flag.sequence, [1], [flag.signature]
    ], "is not a SHA-256 hash")
    send("protection/report_wallet", [relayer()], arguments)
    refuse("protection/report_wallet", [relayer()], arguments, "is not above")
    let reported = lastEvent(Type<DharmaProtection.Reported>()) as! DharmaProtection.Reported
    Test.assertEqual(target, reported.address)
    Test.assertEqual(flag.address, reported.reporter)
    let withdrawal = consentVectors()["flag withdrawal"]!
    Test.assertEqual(withdrawal.message, ask(
        "protection/get_report_message",
        [target, nil, withdrawal.address, withdrawal.sequence]
    ) as! String)
    send("protection/withdraw_report", [relayer()], [
        target, withdrawal.address, withdrawal.sequence, [1], [withdrawal.signature]
    ])
    let withdrawn = lastEvent(Type<DharmaProtection.ReportWithdrawn>()) as! DharmaProtection.ReportWithdrawn
    Test.assertEqual(flag.address, withdrawn.reporter)
    Test.assertEqual(flag.message, ask(
        "protection/get_report_message",
        [target, hash, flag.address, flag.sequence]
    ) as! String)
}

access(all) fun testAProposalSaysWhatItIs() {
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual("freeze", created.action)
    Test.assertEqual("Freeze 0x0000000000000010", created.title)
    Test.assert(created.description.contains("7 days"))
    Test.assertEqual(vectorReason(), created.reason)
    Test.assertEqual(sha256Hex(vectorReason()), created.reasonHash)
}

access(all) fun testAVoteMakesAPendingProposalActiveAndTheDayApprovesIt() {
    let id = propose(members()[0], "freeze", 0x0000000000000011)
    Test.assertEqual("pending", getStatus(id))
    castVote(members()[0], id, true)
    Test.assertEqual("active", getStatus(id))
    castVote(members()[1], id, true)
    castVote(members()[2], id, true)
    castVote(members()[3], id, false)
    Test.assertEqual("active", getStatus(id))
    refuseExecution(id, "is active, not approved")
    wait(day)
    Test.assertEqual("approved", getStatus(id))
    send("governance/settle_proposals", [relayer()], [[id]])
    let changed = lastEvent(Type<DharmaGovernance.StatusChanged>()) as! DharmaGovernance.StatusChanged
    Test.assertEqual("active", changed.before)
    Test.assertEqual("approved", changed.after)
    Test.assertEqual(3 as UInt64, changed.votesFor)
    Test.assertEqual(1 as UInt64, changed.votesAgainst)
    executeProposal(id)
    Test.assertEqual("executed", getStatus(id))
    let executed = lastEvent(Type<DharmaGovernance.ProposalExecuted>()) as! DharmaGovernance.ProposalExecuted
    Test.assertEqual(id, executed.id)
    Test.assertEqual(daoAddress, executed.admin)
    let carriedOut = lastEvent(Type<DharmaGovernanceActions.ActionExecuted>()) as! DharmaGovernanceActions.ActionExecuted
    Test.assertEqual(id, carriedOut.proposalId)
    refuseExecution(id, "is executed, not approved")
    wait(30.0 * day)
    Test.assertEqual("executed", getStatus(id))
}

access(all) fun testFewerThanThreeVotesExpire() {
    let id = propose(members()[1], "freeze", 0x0000000000000011)
    castVote(members()[0], id, true)
    castVote(members()[1], id, true)
    wait(day)
    Test.assertEqual("expired", getStatus(id))
    refuseExecution(id, "is expired, not approved")
    send("governance/settle_proposals", [relayer()], [[id]])
    Test.assertEqual("expired", getStatus(id))
    Test.assertEqual([] as [UInt64], ask("governance/get_open_proposals", [members()[1].address()]) as! [UInt64])
}

access(all) fun testATieIsRejected() {
    let id = propose(members()[1], "freeze", 0x0000000000000011)
    castVote(members()[0], id, true)
    castVote(members()[1], id, true)
    castVote(members()[2], id, false)
    castVote(members()[3], id, false)
    wait(day)
    Test.assertEqual("rejected", getStatus(id))
    send("governance/settle_proposals", [relayer()], [[id]])
    let turnedDown = lastEvent(Type<DharmaGovernanceActions.ActionRejected>()) as! DharmaGovernanceActions.ActionRejected
    Test.assertEqual(id, turnedDown.proposalId)
    refuseExecution(id, "is rejected, not approved")
}

access(all) fun testAnApprovedProposalExpiresAfterSevenDays() {
    let id = propose(members()[1], "freeze", 0x0000000000000011)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, true)
    }
    wait(day)
    send("governance/settle_proposals", [relayer()], [[id]])
    Test.assertEqual("approved", getStatus(id))
    wait(7.0 * day)
    Test.assertEqual("expired", getStatus(id))
    refuseExecution(id, "is expired, not approved")
}

access(all) fun testADoubleVoteCountsOnceAndTheLaterOneHolds() {
    let id = propose(members()[1], "freeze", 0x0000000000000011)
    let voter = members()[0]
    let earlier = voter.vote(id, true, voter.nextSequence())
    send("governance/cast_vote", [relayer()], earlier)
    castVote(voter, id, false)
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual(true as Bool?, cast.supportBefore)
    Test.assertEqual(0 as UInt64, cast.votesFor)
    Test.assertEqual(1 as UInt64, cast.votesAgainst)
    Test.assertEqual(false as Bool?, ask("governance/get_vote", [id, voter.address()]) as! Bool?)
    refuse("governance/cast_vote", [relayer()], earlier, "is not above")
    refuse("governance/cast_vote", [relayer()], voter.vote(id, true, 1), "is not above")
    Test.assertEqual(nil as Bool?, ask("governance/get_vote", [id, members()[4].address()]) as! Bool?)
}

access(all) fun testNobodyVotesAfterTheEnd() {
    let voter = members()[0]
    let id = propose(voter, "unfreeze", 0x0000000000000011)
    wait(day)
    refreshScores()
    refuse("governance/cast_vote", [relayer()], voter.vote(id, true, voter.nextSequence()), "ended at")
}

access(all) fun testOnlyEligibleAddressesVote() {
    let id = propose(members()[0], "freeze", members()[4].address())
    let voter = members()[3]
    let vote = voter.vote(id, true, voter.nextSequence())
    publishScore(voter.address(), 59)
    refuse("governance/cast_vote", [relayer()], vote, "is below 60")
    publishScore(voter.address(), 60)
    wait(13.0 * hour)
    for other in [0, 1, 2] {
        publishScore(members()[other].address(), 70)
    }
    wait(0.0)
    Test.assertEqual(nil, ask("governance/get_ineligibility_reason", [id, voter.address()]))
    let newcomer = Person(0x0000000000000013, 9)
    addKey(newcomer.account, 9, 1000.0)
    refuse("governance/cast_vote", [relayer()], newcomer.vote(id, true, 1), "no score on record for 7 days")
    publishScore(newcomer.address(), 90)
    refuse("governance/cast_vote", [relayer()], newcomer.vote(id, true, 1), "no score on record for 7 days")
}

access(all) fun testTheTargetDoesNotVote() {
    let accused = members()[4]
    let id = propose(members()[3], "unfreeze", accused.address())
    refuse("governance/cast_vote", [relayer()], accused.vote(id, true, accused.nextSequence()), "is the target")
}

access(all) fun testAStaleScoreDoesNotVote() {
    wait(23.0 * hour)
    let voter = members()[3]
    let id = propose(voter, "recover", 0x0000000000000011)
    wait(2.0 * hour)
    refuse("governance/cast_vote", [relayer()], voter.vote(id, true, voter.nextSequence()), "more than 24 hours ago")
    refreshScores()
    castVote(voter, id, true)
}

access(all) fun testAFrozenAddressDoesNotVote() {
    let frozen = members()[4]
    decide("freeze", frozen.address())
    let id = propose(members()[2], "freeze", 0x0000000000000014)
    refuse("governance/cast_vote", [relayer()], frozen.vote(id, true, frozen.nextSequence()), "is frozen")
    wait(7.0 * day)
    refreshScores()
    let next = propose(members()[2], "freeze", 0x0000000000000014)
    castVote(frozen, next, false)
}

access(all) fun testForgedAndReplayedVotesAreRefused() {
    let voter = members()[0]
    let id = propose(members()[1], "freeze", 0x0000000000000015)
    let other = propose(members()[1], "unfreeze", 0x0000000000000015)
    let sequence = voter.nextSequence()
    let message = ask("governance/get_vote_message", [id, true, voter.address(), sequence]) as! String
    for change in [
        ["Proposal: \(id)", "Proposal: \(other)"], ["Network: local", "Network: testnet"],
        ["Contract: 0x0000000000000008", "Contract: 0x0000000000000009"], ["Choice: for", "Choice: against"],
        ["Voter: \(voter.address())", "Voter: \(members()[1].address())"],
        ["Sequence: \(sequence)", "Sequence: \(sequence + 1)"], ["Action: freeze", "Action: unfreeze"],
        ["Target: 0x0000000000000015", "Target: 0x0000000000000016"], ["Guard vote", "Guard proposal"]
    ] {
        let changed = message.replaceAll(of: change[0], with: change[1])
        Test.assert(changed != message, message: change[0])
        refuse(
            "governance/cast_vote",
            [relayer()],
            [id, true, voter.address(), sequence, [1], [sign(voter.privateKey, changed)]],
            "is not over this message"
        )
    }
    refuse(
        "governance/cast_vote",
        [relayer()],
        [id, true, members()[1].address(), members()[1].nextSequence(), [1], [sign(voter.privateKey, message)]],
        "is not over this message"
    )
    send("governance/cast_vote", [relayer()], [
        id, true, voter.address(), sequence, [1], [sign(voter.privateKey, message)]
    ])
}

access(all) fun testPartialRevokedRepeatedAndUnknownKeysDoNotSpeak() {
    let voter = Person(members()[2].address(), 3)
    addKey(voter.account, 10, 500.0)
    addKey(voter.account, 11, 500.0)
    addKey(voter.account, 12, 1000.0)
    perform("transactions/revoke_key.cdc", [voter.account], [4], nil)
    let id = propose(members()[1], "freeze", 0x0000000000000017)
    let sequence = voter.nextSequence()
    let message = ask("governance/get_vote_message", [id, true, voter.address(), sequence]) as! String
    let by = fun (_ keyIndexes: [Int], _ privateKeys: [Int]): [AnyStruct] {
        let signatures = privateKeys.map(fun (key: Int): String { return sign(key, message) })
        return [id, true, voter.address(), sequence, keyIndexes, signatures]
    }
    refuse("governance/cast_vote", [relayer()], by([2], [10]), "weigh 500.00000000, not 1000.00000000")
    refuse("governance/cast_vote", [relayer()], by([], []), "weigh 0.00000000, not 1000.00000000")
    refuse("governance/cast_vote", [relayer()], by([2, 2], [10, 10]), "signed twice")
    refuse("governance/cast_vote", [relayer()], by([4], [12]), "is revoked")
    refuse("governance/cast_vote", [relayer()], by([9], [12]), "has no key 9")
    refuse("governance/cast_vote", [relayer()], by([2, 3], [10, 10]), "is not over this message")
    refuse("governance/cast_vote", [relayer()], by([2, 3], [10]), "do not go with")
    var many: [Int] = []
    while many.length < 21 {
        many.append(1)
    }
    refuse("governance/cast_vote", [relayer()], by(many, many), "21 signatures are more than 20")
    send("governance/cast_vote", [relayer()], by([2, 3], [10, 11]))
}

access(all) fun testAHugeSequenceCannotEndAVoice() {
    let voter = members()[0]
    let id = propose(members()[3], "freeze", 0x0000000000000018)
    let tooFar = voter.nextSequence() + 1000
    refuse("governance/cast_vote", [relayer()], voter.vote(id, true, tooFar), "is more than 1000 above")
    send("governance/cast_vote", [relayer()], voter.vote(id, true, tooFar - 1))
}

access(all) fun testAnAccountThatDoesNotExistDoesNotSpeak() {
    let nobody = Person(members()[0].address(), 1)
    let ghost: Address = 0x00000000000000ff
    let message = ask(
        "governance/get_proposal_message",
        ["freeze", target, sha256Hex("A reason of enough characters"), ghost, 1 as UInt64]
    ) as! String
    refuse(
        "governance/create_proposal",
        [relayer()],
        ["freeze", target, "A reason of enough characters", ghost, 1 as UInt64, [0], [sign(1, message)]],
        "has no key 0"
    )
}

access(all) fun testAReasonIsNeitherTooShortNorTooLong() {
    let proposer = members()[4]
    refuse("governance/create_proposal", [relayer()], proposer.proposal("freeze", target, "Nineteen characters"), "19 bytes")
    var long = "0123456789"
    while long.length <= 4000 {
        long = long.concat(long)
    }
    refuse("governance/create_proposal", [relayer()], proposer.proposal("freeze", target, long), "not 20 to 4000")
    refuse(
        "governance/create_proposal",
        [relayer()],
        proposer.proposal("burn", target, "Twenty characters !!"),
        "'burn' is not freeze, unfreeze or recover"
    )
}

access(all) fun testAReasonThatWasNotSignedIsRefused() {
    let proposal = members()[4].proposal("freeze", target, "Twenty characters !!")
    proposal[2] = "Twenty characters !?"
    refuse("governance/create_proposal", [relayer()], proposal, "is not over this message")
}

access(all) fun testAPersonHasThreeOpenProposalsAndATopicOne() {
    wait(day)
    let proposer = members()[4]
    let reason = "A reason of enough characters"
    let first = propose(proposer, "freeze", 0x0000000000000014)
    propose(proposer, "unfreeze", 0x0000000000000014)
    propose(proposer, "recover", 0x0000000000000014)
    refuse(
        "governance/create_proposal",
        [relayer()],
        proposer.proposal("freeze", 0x0000000000000016, reason),
        "has 3 open proposals already"
    )
    refuse(
        "governance/create_proposal",
        [relayer()],
        members()[3].proposal("freeze", 0x0000000000000014, reason),
        "Proposal \(first) to freeze 0x0000000000000014 is open already"
    )
    wait(day)
    let again = propose(members()[3], "freeze", 0x0000000000000014)
    Test.assertEqual("expired", getStatus(first))
    propose(proposer, "freeze", 0x0000000000000016)
    Test.assertEqual(again, first + 3)
}

access(all) fun testAnAppliedSequenceIsAnnounced() {
    castVote(members()[1], propose(members()[1], "recover", 0x0000000000000019), true)
    let accepted = lastEvent(Type<DharmaConsent.Accepted>()) as! DharmaConsent.Accepted
    Test.assertEqual(members()[1].address(), accepted.address)
    Test.assertEqual("vote", accepted.subject)
    Test.assertEqual(accepted.sequence, accepted.sequenceBefore + 1)
}

access(all) fun testOneKeyOfTheDaoCannotExecute() {
    let id = propose(members()[0], "freeze", 0x0000000000000019)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, true)
    }
    wait(day)
    let dao = Test.getAccount(daoAddress)
    closeBlock()
    refuse("governance/execute_proposal", [dao], [id], "does not have a valid signature")
    closeBlock()
    refuse("governance/execute_proposal", [relayer()], [id], "does not hold the admin of the DAO")
    executeProposal(id)
}

access(all) fun testThereIsNoProposalOfAnUnknownNumber() {
    refuse("governance/settle_proposals", [relayer()], [[9999 as UInt64]], "There is no proposal 9999")
    Test.assertEqual(nil, ask("governance/get_proposal", [9999 as UInt64]))
}

access(all) fun testMaliciousContractsReachNoInnerFunction() {
    for attack in [
        "DharmaGovernance.existing(1).write(DharmaGovernance.Status.approved)",
        "DharmaGovernance.borrowProposal(1)!.count(voter: 0x1, support: true, sequence: 1)",
        "DharmaGovernance.borrowProposal(1)!.action.executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.Freeze(target: 0x1).executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.arbiter.freeze(address: 0x1, proposalId: 1, reasonHash: \"\")",
        "DharmaConsent.accept(consent, subject: \"vote\", details: [], role: \"Voter\")",
        "destroy create DharmaGovernance.Admin()"
    ] {
        refuseCode(attack, ["DharmaGovernance", "DharmaGovernanceActions", "DharmaConsent"])
    }
}

access(all) fun testAMaliciousActionCannotAnnounceWhatTheCommunityNeverDecided() {
    let carriedOut = countEvents(Type<DharmaGovernanceActions.ActionExecuted>())
    deployTo("MaliciousAction", "malicious/MaliciousAction.cdc", relayer())
    Test.assertEqual(carriedOut, countEvents(Type<DharmaGovernanceActions.ActionExecuted>()))
}

access(all) fun testOneScriptTellsAProposal() {
    let id: UInt64 = 1
    Test.assertEqual("freeze", askPart("governance/get_proposal", "!.action", id) as! String)
    Test.assertEqual("expired", askPart("governance/get_proposal", "!.status", id) as! String)
    Test.assertEqual(members()[0].address(), askPart("governance/get_proposal", "!.proposer", id) as! Address)
}

access(all) fun refuseExecution(_ id: UInt64, _ message: String) {
    perform("transactions/execute_with_lent_admin.cdc", [relayer()], [id], message)
}
