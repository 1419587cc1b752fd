import Test
import "../helpers/test_helpers.cdc"

/// A crowd of newborn accounts floods the proposals, to keep honest people out or to push out what rules still need.

access(all) let reason: String = "A reason of enough characters"
access(all) let crowd: [Person] = []

access(all) fun setup() {
    crowd.appendAll(createNewborns(20))
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
    refreshScores()
}

access(all) fun afterEach() {
    closeBlock()
}

/// The crowd takes all 60 places of proposals without votes.
access(all) fun fillPlaces(_ firstSequence: UInt64) {
    proposeMany(crowd, 3, firstSequence)
}

access(all) fun refuseNewborn(_ message: String) {
    refuse("governance/create_proposal", [relayer()], accused().proposal("unfreeze", accusedAddress, reason), message)
}

access(all) let full: String = "60 proposals of people who cannot vote wait for a first vote; propose when one has ended"

access(all) fun testACrowdHasSixtyPlacesUntilTheOldestEnds() {
    fillPlaces(1)
    refuseNewborn(full)
    goTo(24.0, -1.0)
    refuseNewborn(full)
    goTo(24.0, 0.0)
    propose(accused(), "unfreeze", accusedAddress)
}

access(all) fun testAFullCrowdStopsNoEligibleVoterAndNoAppeal() {
    let freeze = freezeAccused()
    fillPlaces(1)
    refreshScores()
    propose(members()[0], "recover", accusedAddress)
    appealAgainstFreeze(freeze)
    Test.assertEqual("open", getOutcome(0))
    refuseNewborn(full)
}

access(all) fun testAFirstVoteOrASupersedingProposalFreesAPlace() {
    let first = lastProposal() + 1
    fillPlaces(1)
    refuseNewborn(full)
    castVote(members()[0], first, false)
    propose(accused(), "unfreeze", accusedAddress)
    let other = crowd[0].proposal("freeze", 0x0000000000000101, reason)
    refuse("governance/create_proposal", [relayer()], other, "has 3 open proposals already")
    refuse("governance/create_proposal", [relayer()], accused().proposal("freeze", 0x0000000000000101, reason), full)
    let taken = askPart("governance/get_proposal", "!.target", first + 1) as! Address
    propose(members()[0], "freeze", taken)
    propose(accused(), "freeze", 0x0000000000000101)
}

access(all) fun testAnOverruledProposalGivesItsPlaceBack() {
    let freeze = freezeAccused()
    let own = propose(accused(), "freeze", accusedAddress)
    voteBy(appealAgainstFreeze(freeze), [0, 1, 2], [])
    goTo(47.0, 0.0)
    proposeMany(crowd.slice(from: 0, upTo: 19), 3, 1)
    proposeMany([crowd[19]], 2, 1)
    refuseNewborn(full)
    goTo(48.0, 0.0)
    propose(accused(), "unfreeze", 0x0000000000000101)
    Test.assertEqual("expired", getStatus(own))
}

access(all) fun testAHundredAndTwentyProposalsPushOutNoOpenAppeal() {
    flagAccused("case-1")
    let freeze = freezeAccused()
    let ofFreeze = appealAgainstFreeze(freeze)
    let ofFlag = appealAgainstFlag("case-1")
    voteBy(ofFlag, [], [0, 1])
    fillPlaces(1)
    goTo(49.0, 0.0)
    fillPlaces(4)
    goTo(80.0, 0.0)
    prune(200)
    Test.assertEqual(nil, ask("governance/get_proposal", [freeze]))
    Test.assertEqual(nil, ask("governance/get_proposal", [ofFreeze]))
    Test.assertEqual("open", getOutcome(0))
    Test.assertEqual("open", getOutcome(1))
    Test.assertEqual(true, isAccusedFlagged())
    Test.assertEqual(true, isAccusedFrozen())
    goTo(96.0, 0.0)
    Test.assertEqual(false, isAccusedFlagged())
    settleAccused()
    Test.assertEqual("undecided", getOutcome(0))
    Test.assertEqual("undecided", getOutcome(1))
    Test.assertEqual(true, isAccusedFrozen())
}

access(all) fun testDecidedAppealsAndRecoveriesOutlastTheirProposals() {
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    voteBy(appealAgainstFreeze(freeze), [], [0, 1, 2])
    goTo(96.0, 0.0)
    executeProposal(recovery)
    fillPlaces(1)
    goTo(120.0, 0.0)
    fillPlaces(4)
    prune(200)
    Test.assertEqual(nil, ask("governance/get_proposal", [recovery]))
    Test.assertEqual("denied", getOutcome(0))
    Test.assertEqual(toTime(192.0, 0.0), getFreezeEnd())
}

access(all) fun testAnApprovalThatLengthensAFreezeOutlastsItsProposal() {
    let freeze = freezeAccused()
    let first = proposeAndVote("recover", [0, 1, 2], [])
    goTo(190.0, 0.0)
    voteBy(appealAgainstFreeze(freeze), [0], [])
    fillPlaces(1)
    goTo(216.0, 0.0)
    fillPlaces(4)
    prune(200)
    Test.assertEqual(nil, ask("governance/get_proposal", [first]))
    goTo(286.0, -1.0)
    Test.assertEqual(true, isAccusedFrozen())
    goTo(286.0, 0.0)
    Test.assertEqual(false, isAccusedFrozen())
}

access(all) fun prune(_ count: Int) {
    send("governance/prune_proposals", [relayer()], [count, 10])
    closeBlock()
}

access(all) fun getStorageUsed(): UInt64 {
    return (askFile("../scripts/get_storage.cdc", [contractsAddress, [] as [Address]]) as! [UInt64])[0]
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
    Test.assert(after < before + before / 100, message: "\(before) bytes became \(after)")
}
