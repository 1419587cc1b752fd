import Test
import "DharmaGovernance"
import "DharmaProposals"
import "../helpers/test_helpers.cdc"

/// Rules 10 and 11: which votes are open beside each other, and who has how many; and the votes of one message.

access(all) let reason: String = "A reason of enough characters"
access(all) let other: Address = 0x0000000000000017
access(all) let crowd: [Person] = []

access(all) fun setup() {
    crowd.appendAll(createNewborns(20))
    setUpStories(true)
    send("protection/appoint_flagger", [contractsAccount()], [contractsAddress])
    send("protection/claim_flagger", [contractsAccount()], [contractsAddress])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
    refreshScores()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refuseAbout(_ proposer: Person, _ action: String, _ target: Address, _ message: String) {
    closeBlock()
    refuse("governance/create_proposal", [relayer()], buildProposal(proposer, action, target), message)
    closeBlock()
}

access(all) fun getRank(_ id: UInt64): String {
    return askPart("governance/get_proposal", "!.rank", id) as! String
}

access(all) fun isOpenAlready(_ id: UInt64, _ action: String): String {
    return "Proposal \(id) to \(action) \(accusedAddress) is open already"
}

// 10: topics

access(all) fun testRule10AnOpenVoteKeepsOutTheSameOrALowerRank() {
    let low = propose(newborn(), "freeze", accusedAddress)
    Test.assertEqual("other", getRank(low))
    refuseProposal(accused(), "freeze", isOpenAlready(low, "freeze"))
    refuseProposal(crowd[0], "freeze", isOpenAlready(low, "freeze"))
    let middle = propose(members()[0], "freeze", accusedAddress)
    Test.assertEqual("voter", getRank(middle))
    refuseProposal(members()[1], "freeze", isOpenAlready(middle, "freeze"))
    let high = propose(agentPerson(), "freeze", accusedAddress)
    Test.assertEqual("appointed", getRank(high))
    refuseProposal(agentPerson(), "freeze", isOpenAlready(high, "freeze"))
    refuseProposal(members()[1], "freeze", "is open already")
    refuseProposal(crowd[0], "freeze", "is open already")
    voteBy(low, [0, 1, 2], [])
    voteBy(high, [], [0, 1, 2])
    goTo(24.0, 0.0)
    expectStatuses({low: "approved", middle: "expired", high: "rejected"})
}

access(all) fun testRule10AHigherRankKeepsOutTheLowerOnes() {
    let high = propose(agentPerson(), "freeze", accusedAddress)
    refuseProposal(members()[0], "freeze", isOpenAlready(high, "freeze"))
    refuseProposal(newborn(), "freeze", isOpenAlready(high, "freeze"))
    goTo(24.0, -1.0)
    refreshScores()
    refuseProposal(members()[0], "freeze", isOpenAlready(high, "freeze"))
    goTo(24.0, 0.0)
    propose(members()[0], "freeze", accusedAddress)
}

/// Exploit of the earlier rules: the accused proposed its own freeze daily, and the agent counted as a newborn.
access(all) fun testRule10TheAccusedDoesNotSilenceTheAgentByItsOwnFreeze() {
    for dayNumber in [0, 1, 2] {
        goTo(Fix64(dayNumber) * 24.0, 0.0)
        let own = propose(accused(), "freeze", accusedAddress)
        let byAgent = propose(agentPerson(), "freeze", accusedAddress)
        expectStatuses({own: "pending", byAgent: "pending"})
    }
}

access(all) fun testRule10TheTargetAndTheRecoveryAddressAreAmongTheOthers() {
    let member = members()[4]
    Test.assertEqual("other", getRank(propose(member, "freeze", member.address())))
    propose(members()[0], "freeze", member.address())
    Test.assertEqual("other", getRank(propose(agentPerson(), "freeze", agentAddress)))
    freezeAccused()
    let heir = Person(accusedHeirAddress, 10)
    addKey(heir.account, 10, 1000.0)
    publishScore(accusedHeirAddress, 90)
    goTo(24.0 + 160.0, 0.0)
    publishScore(accusedHeirAddress, 90)
    wait(1.0)
    refreshScores()
    let own = propose(heir, "recover", accusedAddress)
    Test.assertEqual("other", getRank(own))
    Test.assertEqual("voter", getRank(propose(members()[0], "recover", accusedAddress)))
}

access(all) fun testRule10TheFlaggerOfRankIsAppointedUntilDismissed() {
    let high = propose(agentPerson(), "freeze", accusedAddress)
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    Test.assertEqual("appointed", getRank(high))
    refuseProposal(members()[0], "freeze", isOpenAlready(high, "freeze"))
    Test.assertEqual("other", getRank(propose(agentPerson(), "freeze", other)))
}

access(all) fun testRule10RankStaysThatOfTheOpening() {
    let id = propose(members()[4], "freeze", accusedAddress)
    publishScore(members()[4].address(), 10)
    Test.assertEqual("voter", getRank(id))
    refuseProposal(members()[0], "freeze", isOpenAlready(id, "freeze"))
    let low = propose(members()[4], "freeze", other)
    Test.assertEqual("other", getRank(low))
    publishScore(members()[4].address(), 70)
    Test.assertEqual("other", getRank(low))
    propose(members()[0], "freeze", other)
}

access(all) fun testRule10TopicsAreActionAddressAndFreeze() {
    flagAccused("case-1")
    let freeze = propose(members()[0], "freeze", accusedAddress)
    let ofFlag = propose(members()[0], "unfreeze", accusedAddress)
    propose(members()[0], "freeze", other)
    refuseProposal(members()[1], "unfreeze", isOpenAlready(ofFlag, "unfreeze"))
    voteBy(freeze, [0, 1, 2], [])
    goTo(24.0, 0.0)
    refreshScores()
    let later = propose(members()[1], "unfreeze", accusedAddress)
    executeProposal(freeze)
    refreshScores()
    // Exploit of the earlier rules: one opened before the freeze held the topic and could never take effect.
    let ofFreeze = propose(members()[2], "unfreeze", accusedAddress)
    refuseProposal(members()[3], "unfreeze", isOpenAlready(ofFreeze, "unfreeze"))
    voteBy(ofFreeze, [0, 1, 2], [])
    goTo(48.0, 0.0)
    expectStatuses({later: "expired", ofFreeze: "approved"})
    executeProposal(ofFreeze)
    expectAccused(false, false)
}

access(all) fun testRule10AnApprovedProposalHoldsNoTopic() {
    let first = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    refreshScores()
    let second = propose(members()[3], "freeze", accusedAddress)
    expectStatuses({first: "approved", second: "pending"})
}

access(all) fun testRule10WhatCannotTakeEffectHoldsNoTopic() {
    flagAccused("case-1")
    let ofFirst = propose(members()[0], "unfreeze", accusedAddress)
    unflagAccused()
    send("protection/flag_wallet", [contractsAccount()], buildFlag("case-2", "keys"))
    let ofSecond = propose(members()[1], "unfreeze", accusedAddress)
    expectStatuses({ofFirst: "expired", ofSecond: "pending"})
    restartStory()
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let older = propose(members()[2], "freeze", accusedAddress)
    goTo(48.0, 0.0)
    refreshScores()
    let newer = propose(members()[3], "freeze", accusedAddress)
    expectStatuses({unfreeze: "approved", older: "expired", newer: "pending"})
}

access(all) fun testRule10APrunedProposalHoldsNoTopicAndALaterOneOfTheTopicStays() {
    let first = propose(members()[0], "freeze", accusedAddress)
    goTo(24.0, 0.0)
    fillPlaces(1)
    goTo(48.0, 0.0)
    proposeMany(crowd.slice(from: 0, upTo: 13), 3, 4)
    refreshScores()
    let second = propose(members()[0], "freeze", accusedAddress)
    prune(10)
    Test.assertEqual(nil, ask("governance/get_proposal", [first]))
    refuseProposal(members()[1], "freeze", isOpenAlready(second, "freeze"))
}

// 11: places

/// The crowd takes all 60 places of those who may not vote.
access(all) fun fillPlaces(_ firstSequence: UInt64) {
    proposeMany(crowd, 3, firstSequence)
}

access(all) let full: String = "People who may not vote opened 60 proposals within 24 hours"

access(all) fun testRule11APersonHasThreeOpenVotes() {
    let proposer = members()[4]
    let targets: [Address] = [0x101, 0x102, 0x103]
    for target in targets {
        propose(proposer, "freeze", target)
    }
    refuseAbout(proposer, "freeze", 0x104, "\(proposer.address()) has 3 open proposals already")
    Test.assertEqual(3, (ask("governance/get_open_proposals", [proposer.address()]) as! [UInt64]).length)
    goTo(24.0, -1.0)
    refreshScores()
    refuseAbout(proposer, "freeze", 0x104, "has 3 open proposals already")
    goTo(24.0, 0.0)
    propose(proposer, "freeze", 0x104)
    Test.assertEqual([lastProposal()], ask("governance/get_open_proposals", [proposer.address()]) as! [UInt64])
}

access(all) fun testRule11AnApprovedProposalIsNoOpenVote() {
    let first = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    refreshScores()
    for number in [0x101, 0x102, 0x103] as [UInt64] {
        propose(members()[0], "freeze", Address(number))
    }
    Test.assertEqual("approved", getStatus(first))
}

access(all) fun testRule11AVoidProposalGivesItsPlaceBack() {
    flagAccused("case-1")
    propose(members()[0], "unfreeze", accusedAddress)
    propose(members()[0], "freeze", 0x101)
    propose(members()[0], "freeze", 0x102)
    refuseAbout(members()[0], "freeze", 0x103, "has 3 open proposals already")
    unflagAccused()
    propose(members()[0], "freeze", 0x103)
}

access(all) fun testRule11AnAppointedAccountHasTenOpenVotesOfItsOwn() {
    fillPlaces(1)
    let flagger = agentPerson()
    var number: UInt64 = 0x101
    while number <= 0x10a {
        propose(flagger, "freeze", Address(number))
        number = number + 1
    }
    refuseAbout(flagger, "freeze", 0x10b, "\(agentAddress) has 10 open proposals already")
    goTo(24.0, 0.0)
    propose(flagger, "freeze", 0x10b)
}

/// Exploit of the earlier rules: 20 accounts filled the 60 places, and the agent was one of those who wait.
access(all) fun testRule11AFullCrowdStopsNoVoterNoAgentAndNoAppeal() {
    fillPlaces(1)
    refuseAbout(newborn(), "freeze", 0x104, full)
    propose(members()[0], "freeze", accusedAddress)
    propose(agentPerson(), "freeze", accusedAddress)
    flagAccused("case-1")
    appealAgainstFlag()
    refuseProposal(accused(), "unfreeze", full)
}

access(all) fun testRule11PlacesOfThoseWhoMayNotVoteAreTakenForADayWhateverBecomesOfTheVote() {
    flagAccused("case-1")
    let own = propose(newborn(), "unfreeze", accusedAddress)
    proposeMany(crowd.slice(from: 0, upTo: 19), 3, 1)
    proposeMany([crowd[19]], 2, 1)
    unflagAccused()
    expectStatuses({own: "expired"})
    castVote(members()[0], own + 1, true)
    refuseAbout(crowd[19], "freeze", 0x104, full)
    goTo(24.0, -1.0)
    refuseAbout(crowd[19], "freeze", 0x104, full)
    goTo(24.0, 0.0)
    propose(crowd[19], "freeze", 0x104)
}

access(all) fun testRule11EachPlaceIsFreeADayAfterItWasTaken() {
    proposeMany(crowd.slice(from: 0, upTo: 1), 1, 1)
    goTo(1.0, 0.0)
    proposeMany(crowd.slice(from: 1, upTo: 20), 3, 1)
    proposeMany(crowd.slice(from: 0, upTo: 1), 2, 2)
    refuseAbout(newborn(), "freeze", 0x104, full)
    goTo(24.0, 0.0)
    propose(newborn(), "freeze", 0x104)
    refuseAbout(newborn(), "freeze", 0x105, full)
    goTo(25.0, 0.0)
    propose(newborn(), "freeze", 0x105)
}

access(all) fun testRule11AppealsAreNotAmongTheOpenVotesOfAPerson() {
    flagAccused("case-1")
    for number in [0x101, 0x102, 0x103] as [UInt64] {
        propose(accused(), "freeze", Address(number))
    }
    appealAgainstFlag()
    Test.assertEqual(3, (ask("governance/get_open_proposals", [accusedAddress]) as! [UInt64]).length)
    refuseAbout(accused(), "freeze", 0x104, "has 3 open proposals already")
}

// Pruning

access(all) fun prune(_ count: Int) {
    send("governance/prune_proposals", [relayer()], [count, 20])
    closeBlock()
}

access(all) fun getStorageUsed(): UInt64 {
    return (ask("deployment/get_storage", [contractsAddress]) as! [UInt64])[0]
}

/// Day after day the same crowd, and new people each day: what is stored is that of the newest hundred proposals.
access(all) fun testAFloodOfManyDaysStoresNoMoreThanOneOfTwo() {
    fillPlaces(1)
    goTo(25.0, 0.0)
    fillPlaces(4)
    goTo(50.0, 0.0)
    prune(200)
    let before = getStorageUsed()
    for round in [1, 2, 3] {
        proposeMany(createNewborns(20), 3, 1)
        goTo(50.0 + Fix64(round) * 25.0, 0.0)
        prune(200)
    }
    let after = getStorageUsed()
    Test.assert(after < before + before / 50, message: "\(before) bytes became \(after)")
}

access(all) fun testAFloodPushesOutNeitherAnOpenAppealNorWhatWasDecided() {
    flagAccused("case-1")
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    voteBy(appealAgainstFreeze(), [], [0, 1, 2])
    let denied = lastProposal()
    fillPlaces(1)
    goTo(96.0, 0.0)
    executeProposal(recovery)
    fillPlaces(4)
    prune(200)
    Test.assertEqual(nil, ask("governance/get_proposal", [recovery]))
    Test.assertEqual(nil, ask("governance/get_proposal", [denied]))
    Test.assertEqual(nil, ask("governance/get_proposal", [freeze]))
    expectAccused(true, true)
    Test.assertEqual(toTime(216.0, 0.0), getFreezeEnd())
    let again = accused().appeal(nil, 1, reason)
    refuse("protection/open_appeal", [relayer()], again, "has appealed against freeze 1 already: appeal \(denied)")
}

access(all) fun testAnApprovalThatHoldsAFreezeOutlastsItsProposal() {
    freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(190.0, 0.0)
    freezeAgain(214.0)
    fillPlaces(1)
    goTo(240.0, 0.0)
    fillPlaces(4)
    prune(200)
    Test.assertEqual(nil, ask("governance/get_proposal", [recovery]))
    Test.assertEqual(toTime(382.0, 0.0), getFreezeEnd())
}

// Votes of one message

/// Three proposals each of four newborn people about other addresses; the newest nine.
access(all) fun openMany(): [UInt64] {
    proposeMany(crowd.slice(from: 0, upTo: 4), 3, 1)
    let last = lastProposal()
    let ids: [UInt64] = []
    while ids.length < 9 {
        ids.append(last - 8 + UInt64(ids.length))
    }
    return ids
}

access(all) fun choose(_ count: Int): [Bool] {
    let supports: [Bool] = []
    while supports.length < count {
        supports.append(supports.length % 2 == 0)
    }
    return supports
}

access(all) fun testOneMessageCastsEightVotes() {
    let ids = openMany().slice(from: 0, upTo: 8)
    let voter = members()[4]
    send("governance/cast_votes", [relayer()], voter.votesWith(ids, choose(8), voter.next(votes)))
    for index, id in ids {
        let part = index % 2 == 0 ? "!.votesFor" : "!.votesAgainst"
        Test.assertEqual(1 as UInt64, askPart("governance/get_proposal", part, id) as! UInt64)
        Test.assertEqual("active", getStatus(id))
    }
    Test.assertEqual(8, countEvents(Type<DharmaGovernance.VoteCast>()))
    Test.assertEqual(2 as UInt64, voter.next(votes)[0])
}

access(all) fun testNineVotesOrNoneOrAnUnequalNumberAreRefused() {
    let ids = openMany()
    let voter = members()[4]
    let next = voter.next(votes)
    let signature = voter.signed("", next)
    let many: [AnyStruct] = [ids, choose(9)]
    refuse("governance/cast_votes", [relayer()], many.concat(signature), "A message has 1 to 8 votes, not 9")
    let none: [AnyStruct] = [[] as [UInt64], [] as [Bool]]
    refuse("governance/cast_votes", [relayer()], none.concat(signature), "A message has 1 to 8 votes, not 0")
    let unequal: [AnyStruct] = [ids.slice(from: 0, upTo: 2), [true]]
    refuse("governance/cast_votes", [relayer()], unequal.concat(signature), "2 proposals do not go with 1 choices")
    closeBlock()
    Test.assertEqual(0, countEvents(Type<DharmaGovernance.VoteCast>()))
}

access(all) fun testOneVoteThatDoesNotCountRefusesTheWholeMessage() {
    let ids = openMany()
    let member = members()[4]
    let own = propose(members()[0], "freeze", member.address())
    let mixed = member.votesWith([ids[0], own, ids[1]], [true, true, true], member.next(votes))
    refuse("governance/cast_votes", [relayer()], mixed, "is the target of the proposal, or the recovery address")
    refuse("governance/cast_votes", [relayer()], [[ids[0], 9999 as UInt64], [true, true], member.address(), 1 as UInt64, 1 as UInt64, [1], ["00"]], "There is no proposal 9999")
    closeBlock()
    expectStatuses({ids[0]: "pending", own: "pending", ids[1]: "pending"})
    Test.assertEqual(1 as UInt64, member.next(votes)[0])
}

access(all) fun testTheSameProposalTwiceInAMessageIsRefused() {
    let ids = openMany()
    let voter = members()[4]
    let signed = voter.votesWith([ids[0], ids[1]], [true, false], voter.next(votes))
    signed[0] = [ids[0], ids[0]]
    refuse("governance/cast_votes", [relayer()], signed, "Proposal \(ids[0]) is in the message twice")
}

access(all) fun testTheChoicesOfAMessageCannotBeSwapped() {
    let ids = openMany()
    let voter = members()[4]
    let signed = voter.votesWith([ids[0], ids[1]], [true, false], voter.next(votes))
    signed[1] = [false, true]
    refuse("governance/cast_votes", [relayer()], signed, "is not over this message")
    signed[0] = [ids[1], ids[0]]
    refuse("governance/cast_votes", [relayer()], signed, "is not over this message")
}

access(all) fun testTheLinesOfVotesNameEachProposalWithItsChoice() {
    flagAccused("case-1")
    let unfreeze = propose(members()[0], "unfreeze", accusedAddress)
    let freeze = propose(members()[0], "freeze", accusedAddress)
    let code = "import \"DharmaGovernance\"\naccess(all) fun main(a: UInt64, b: UInt64): [String] { return DharmaGovernance.getVoteDetails(ids: [a, b], supports: [true, false]) }"
    Test.assertEqual(
        [
            "Proposal: \(unfreeze)", "Action: unfreeze", "Target: \(accusedAddress)", "Flag: 1", "Choice: for",
            "Proposal: \(freeze)", "Action: freeze", "Target: \(accusedAddress)", "Choice: against"
        ],
        askCode(code, [unfreeze, freeze]) as! [String]
    )
}
