import Test
import "DharmaProtection"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// Rules 13 to 15: how long a freeze holds, to the second, and what it says. Each story freezes the accused at hour 24, so
/// that its 7 days end at hour 192.

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Asserts that the freeze holds until that hour and second, and no longer, whether it is settled or not.
access(all) fun expectFrozenUntil(_ hours: Fix64, _ seconds: Fix64) {
    goTo(hours, seconds - 1.0)
    Test.assertEqual(true, isAccusedFrozen())
    goTo(hours, seconds)
    Test.assertEqual(false, isAccusedFrozen())
    Test.assertEqual(toTime(hours, seconds), getFreezeEnd())
    settleAccused()
    Test.assertEqual(false, isAccusedFrozen())
    Test.assertEqual(toTime(hours, seconds), getFreezeEnd())
    expectEnded(hours, seconds, nil)
}

/// Asserts when the last freeze that ended did so.
access(all) fun expectEnded(_ hours: Fix64, _ seconds: Fix64, _ proposalId: UInt64?) {
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual(accusedAddress, ended.address)
    Test.assertEqual(toTime(hours, seconds), ended.endedAt)
    Test.assertEqual(proposalId, ended.proposalId)
}

/// A recovery proposed at that hour and approved a day later.
access(all) fun recoverAt(_ hours: Fix64, _ seconds: Fix64): UInt64 {
    goTo(hours, seconds)
    return proposeAndVote("recover", [0, 1, 2], [])
}

// 13: seven days

access(all) fun testRule13AFreezeHoldsForSevenDaysFromItsExecution() {
    let id = freezeAccused()
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(accusedAddress, frozen.address)
    Test.assertEqual([1, id] as [UInt64], [frozen.freezeNumber, frozen.proposalId])
    Test.assertEqual(sha256Hex("A reason of enough characters"), frozen.reasonHash)
    Test.assertEqual([toTime(24.0, 0.0), toTime(192.0, 0.0)], [frozen.since, frozen.until])
    Test.assertEqual(nil as UFix64?, frozen.untilBefore)
    expectFrozenUntil(192.0, 0.0)
    settleAccused()
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FreezeEnded>()))
}

access(all) fun testRule13ARenewalCountsFromItsExecutionAndLeavesTheBeginning() {
    freezeAccused()
    goTo(100.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    executeProposal(renewal)
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual([1, renewal] as [UInt64], [frozen.freezeNumber, frozen.proposalId])
    Test.assertEqual([toTime(24.0, 0.0), toTime(360.0, -1.0)], [frozen.since, frozen.until])
    Test.assertEqual(toTime(192.0, 0.0) as UFix64?, frozen.untilBefore)
    expectFrozenUntil(360.0, -1.0)
}

access(all) fun testRule13AnEndedFreezeNeverHoldsAgain() {
    freezeAccused()
    goTo(100.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, 0.0)
    executeProposal(next)
    closeBlock()
    expectEnded(192.0, 0.0, nil)
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual([2, next] as [UInt64], [frozen.freezeNumber, frozen.proposalId])
    Test.assertEqual([toTime(192.0, 0.0), toTime(360.0, 0.0)], [frozen.since, frozen.until])
    Test.assertEqual(nil as UFix64?, frozen.untilBefore)
    expectFrozenUntil(360.0, 0.0)
}

access(all) fun testRule13OtherContractsRefuseTheFrozen() {
    freezeAccused()
    closeBlock()
    let code = "import \"DharmaProtection\"\naccess(all) fun main(a: Address) { DharmaProtection.requireNotFrozen(a) }"
    let refused = Test.executeScript(code, [accusedAddress])
    Test.assertError(refused, errorMessage: "0x0000000000000014 is frozen until \(toTime(192.0, 0.0))")
    Test.expect(Test.executeScript(code, [agentAddress]), Test.beSucceeded())
    goTo(192.0, 0.0)
    Test.expect(Test.executeScript(code, [accusedAddress]), Test.beSucceeded())
}

access(all) fun testRule13AnAppealNeverChangesTheEnd() {
    for votersFor in [[] as [Int], [0], [0, 1, 2]] {
        restartStory()
        freezeAccused()
        goTo(180.0, 0.0)
        voteBy(appealAgainstFreeze(), votersFor, [])
        expectFrozenUntil(192.0, 0.0)
    }
}

// 14: an approved recovery holds it

access(all) fun testRule14AFreezeHoldsWhileAnApprovedRecoveryWaits() {
    freezeAccused()
    let recovery = recoverAt(120.0, 0.0)
    goTo(143.0, 0.0)
    Test.assertEqual(toTime(192.0, 0.0), getFreezeEnd())
    goTo(144.0, 0.0)
    Test.assertEqual(toTime(312.0, 0.0), getFreezeEnd())
    expectFrozenUntil(312.0, 0.0)
    expectStatuses({recovery: "expired"})
}

access(all) fun testRule14ARecoveryThatIsNotApprovedHoldsNothing() {
    freezeAccused()
    let recovery = recoverAt(167.0, 0.0)
    voteBy(recovery, [], [1, 2])
    goTo(191.0, 0.0)
    expectStatuses({recovery: "rejected"})
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testRule14ARecoveryApprovedASecondBeforeTheSevenDaysHoldsTheFreezeForFourteen() {
    freezeAccused()
    recoverAt(168.0, -1.0)
    expectFrozenUntil(360.0, -1.0)
}

access(all) fun testRule14ARecoveryApprovedInTheHoldDoesNotLengthenIt() {
    freezeAccused()
    let first = recoverAt(120.0, 0.0)
    let second = recoverAt(250.0, 0.0)
    goTo(274.0, 0.0)
    expectStatuses({first: "approved", second: "approved"})
    expectFrozenUntil(312.0, 0.0)
    expectStatuses({first: "expired", second: "expired"})
}

access(all) fun testRule14TheLatestRecoveryApprovedInTheSevenDaysHoldsTheFreeze() {
    freezeAccused()
    recoverAt(24.0, 0.0)
    goTo(60.0, 0.0)
    recoverAt(140.0, 0.0)
    expectFrozenUntil(332.0, 0.0)
}

access(all) fun testRule14AnExecutedRecoveryEndsTheVotesOnTheOthersAndWhatTheyWouldHold() {
    freezeAccused()
    let first = recoverAt(120.0, 0.0)
    let second = recoverAt(144.0, 0.0)
    goTo(150.0, 0.0)
    executeProposal(first)
    expectStatuses({first: "executed", second: "expired"})
    expectFrozenUntil(312.0, 0.0)
}

access(all) fun testRule14AnApprovedUnfreezeEndsTheHoldAtOnce() {
    for isSettled in [false, true] {
        restartStory()
        freezeAccused()
        let recovery = recoverAt(120.0, 0.0)
        goTo(180.0, 0.0)
        let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
        goTo(204.0, -1.0)
        if isSettled {
            settleAccused()
        }
        Test.assertEqual(true, isAccusedFrozen())
        goTo(204.0, 0.0)
        Test.assertEqual(false, isAccusedFrozen())
        expectStatuses({recovery: "expired", unfreeze: "expired"})
        Test.assertEqual("approved", getVotingOutcome(unfreeze))
        expectEnded(204.0, 0.0, nil)
        Test.assertEqual(toTime(204.0, 0.0), getFreezeEnd())
    }
}

access(all) fun testRule14AnUnfreezeApprovedInTheSevenDaysLeavesThem() {
    freezeAccused()
    recoverAt(60.0, 0.0)
    goTo(100.0, 0.0)
    proposeAndVote("unfreeze", [0, 1, 2], [])
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testRule14ARenewalInTheHoldBeginsItsOwnSevenDays() {
    freezeAccused()
    let recovery = recoverAt(120.0, 0.0)
    freezeAgain(260.0)
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(1 as UInt64, frozen.freezeNumber)
    Test.assertEqual([toTime(24.0, 0.0), toTime(428.0, 0.0)], [frozen.since, frozen.until])
    Test.assertEqual(toTime(312.0, 0.0) as UFix64?, frozen.untilBefore)
    goTo(312.0, 0.0)
    expectStatuses({recovery: "expired"})
    expectFrozenUntil(428.0, 0.0)
}

/// The recovery was approved in the hold; a renewal makes that time one within the seven days.
access(all) fun testRule14ARenewalLetsARecoveryOfTheHoldCount() {
    freezeAccused()
    recoverAt(24.0, 0.0)
    goTo(190.0, 0.0)
    let second = recoverAt(190.0, 0.0)
    freezeAgain(215.0)
    Test.assertEqual(toTime(383.0, 0.0), getFreezeEnd())
    goTo(215.0, 1.0)
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(toTime(216.0, 0.0) as UFix64?, frozen.untilBefore)
    expectStatuses({second: "approved"})
    expectFrozenUntil(383.0, 0.0)
}

access(all) fun testRule14AnExecutedRecoveryHoldsTheFreezeAsLongAsAWaitingOne() {
    freezeAccused()
    let recovery = recoverAt(120.0, 0.0)
    let other = recoverAt(144.0, 1.0)
    goTo(191.0, 0.0)
    executeProposal(recovery)
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
    expectStatuses({recovery: "executed", other: "expired"})
    expectFrozenUntil(336.0, 1.0)
}

/// If an executed recovery ended the freeze, a renewal executed after it would begin another one, and before it not.
access(all) fun testRule4ARecoveryAndARenewalEndTheSameInEitherOrder() {
    for isRecoveryFirst in [true, false] {
        restartStory()
        freezeAccused()
        let number = getFreezeNumber(accusedAddress)
        let recovery = recoverAt(120.0, 0.0)
        goTo(180.0, 0.0)
        let renewal = proposeAndVote("freeze", [0, 1, 2], [])
        goTo(204.0, 0.0)
        executeProposal(isRecoveryFirst ? recovery : renewal)
        executeProposal(isRecoveryFirst ? renewal : recovery)
        expectStatuses({recovery: "executed", renewal: "executed"})
        Test.assertEqual(number, getFreezeNumber(accusedAddress))
        expectFrozenUntil(372.0, 0.0)
    }
}

access(all) fun testRule14ARenewalAfterTheRecoveryHoldsForItsSevenDaysAlone() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(100.0, 0.0)
    executeProposal(recovery)
    freezeAgain(130.0)
    expectFrozenUntil(298.0, 0.0)
}

// 15: protected by vote

access(all) fun getCaseOfFreeze(): String? {
    closeBlock()
    return (lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen).flagCaseId
}

access(all) fun testRule15AFreezeWithoutAFlagIsProtectedByVote() {
    freezeAccused()
    Test.assertEqual(nil as String?, getCaseOfFreeze())
    let text = askPart("governance/get_proposal", "!.description", lastProposal()) as! String
    Test.assert(text.contains("Nothing is held against it: the freeze protects it."))
}

access(all) fun testRule15AFreezeOfAFlaggedAddressNamesTheCase() {
    flagAccused("case-1")
    freezeAccused()
    Test.assertEqual("case-1" as String?, getCaseOfFreeze())
    let text = askPart("governance/get_proposal", "!.description", lastProposal()) as! String
    Test.assert(text.contains("It is flagged, or was in the last 30 days: case case-1."))
}

access(all) fun testRule15ARenewalIsLabelledByItsOwnProposal() {
    freezeAccused()
    flagAccused("case-1")
    freezeAgain(72.0)
    Test.assertEqual("case-1" as String?, getCaseOfFreeze())
    Test.assertEqual(1 as UInt64, getFreezeNumber(accusedAddress))
}

access(all) fun testRule15AFlagSetAfterTheProposalIsNotItsGround() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    flagAccused("case-1")
    goTo(24.0, 0.0)
    executeProposal(id)
    Test.assertEqual(nil as String?, getCaseOfFreeze())
}

access(all) fun testRule15AFlagLiftedWithinThirtyDaysIsTheGround() {
    flagAccused("case-1")
    goTo(30.0, 0.0)
    unflagAccused()
    freezeAgain(30.0 + 29.0 * 24.0 + 24.0)
    Test.assertEqual("case-1" as String?, getCaseOfFreeze())
    restartStory()
    flagAccused("case-1")
    goTo(30.0, 0.0)
    unflagAccused()
    goTo(30.0 + 720.0, -1.0)
    let last = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(30.0 + 744.0, 0.0)
    executeProposal(last)
    Test.assertEqual("case-1" as String?, getCaseOfFreeze())
}

access(all) fun testRule15AFlagLiftedThirtyDaysBeforeIsNot() {
    for days in [30.0, 31.0] as [Fix64] {
        restartStory()
        flagAccused("case-1")
        goTo(30.0, 0.0)
        unflagAccused()
        freezeAgain(30.0 + days * 24.0 + 24.0)
        Test.assertEqual(nil as String?, getCaseOfFreeze())
    }
}

/// Also where nobody settled what lifted it, and where an earlier flag was lifted otherwise.
access(all) fun testRule15AFlagThatAnAppealLiftedIsTheGroundForThirtyDays() {
    flagAccused("case-1")
    goTo(24.0, 0.0)
    unflagAccused()
    flagAccused("case-2")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(50.0, 0.0)
    Test.assertEqual("case-2", getRecentCase()!)
    freezeAgain(100.0)
    Test.assertEqual("case-2" as String?, getCaseOfFreeze())
    restartStory()
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(744.0, -1.0)
    Test.assertEqual("case-1", getRecentCase()!)
    goTo(744.0, 0.0)
    Test.assertEqual(nil, getRecentCase())
}

access(all) fun getRecentCase(): String? {
    let code = "import \"DharmaProtection\"\naccess(all) fun main(a: Address): String? { return DharmaProtection.borrowRecord(a)!.getRecentCaseId() }"
    return askCode(code, [accusedAddress]) as! String?
}
