import Test
import "DharmaProtection"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// When a recovery can be proposed and executed, to the second. Each story freezes the accused at hour 24, so that the
/// 7 days end at hour 192 and 72 hours of freeze at hour 96.

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun recoverAt(_ hours: Fix64, _ seconds: Fix64): UInt64 {
    goTo(hours, seconds)
    return proposeAndVote("recover", [0, 1, 2], [])
}

access(all) fun refuseRecovery(_ message: String) {
    refreshScores()
    let proposal = members()[0].recovery(accusedAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], proposal, message)
}

access(all) fun renewAt(_ hours: Fix64): UInt64 {
    goTo(hours - 24.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(hours, 0.0)
    executeProposal(renewal)
    return renewal
}

access(all) fun expectRecovered(_ recovery: UInt64) {
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
    let recovered = lastEvent(Type<DharmaVault.Recovered>()) as! DharmaVault.Recovered
    Test.assertEqual(recovery, recovered.proposalId)
}

access(all) fun testARecoveryNeedsAFreezeThatHolds() {
    let without = members()[0].proposal("recover", accusedAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], without, "is not frozen; a recovery needs a freeze")
    freezeAccused()
    let proposal = members()[0].recovery(accusedAddress, "A reason of enough characters")
    goTo(192.0, 0.0)
    refuse("governance/create_proposal", [relayer()], proposal, "is not frozen; a recovery needs a freeze")
}

access(all) fun testARecoveryNeedsAGuardedVault() {
    let id = propose(members()[0], "freeze", 0x0000000000000017)
    voteBy(id, [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(id)
    let proposal = members()[0].proposal("recover", 0x0000000000000017, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], proposal, "has no guarded vault to recover")
}

access(all) fun testARecoveryCanBeProposedUntilFortyEightHoursBeforeTheFreezeEnds() {
    freezeAccused()
    executeFrom(168.0, recoverAt(144.0, 0.0), "is active, not approved")
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
}

/// Model: without the change of 'margin', a recovery proposed at hour 156 was approved an hour before the freeze ended.
access(all) fun testARecoveryProposedLaterIsRefusedUntilTheFreezeIsRenewed() {
    freezeAccused()
    goTo(120.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(144.0, 1.0)
    refuseRecovery("less than 24 hours before the freeze of 0x0000000000000014; renew the freeze first")
    goTo(156.0, 0.0)
    refuseRecovery("renew the freeze first")
    executeProposal(renewal)
    let recovery = recoverAt(156.0, 0.0)
    executeFrom(180.0, recovery, "is active, not approved")
    expectRecovered(recovery)
}

/// While the appeal is open beside an expired recovery, only the end of the 7 days is certain.
access(all) fun testARecoveryIsNotMeasuredFromAnEndThatTheAppealMayBringForward() {
    freezeAccused()
    recoverAt(24.0, 0.0)
    let renewal = renewAt(60.0)
    goTo(200.0, 0.0)
    voteBy(appealAgainstFreeze(renewal), [], [0, 1, 2])
    goTo(216.0, 0.0)
    Test.assertEqual(toTime(324.0, 0.0), getFreezeEnd())
    refuseRecovery("renew the freeze first")
    goTo(224.0, 0.0)
    Test.assertEqual(toTime(248.0, 0.0), getFreezeEnd())
    refuseRecovery("renew the freeze first")
}

access(all) fun testARecoveryWaitsForSeventyTwoHoursOfFreezeAlsoThroughARenewal() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    renewAt(50.0)
    executeFrom(96.0, recovery, "must be frozen for 72 hours")
    expectRecovered(recovery)
}

access(all) fun testARecoveryWaitsForTheEndOfItsVoting() {
    freezeAccused()
    let recovery = recoverAt(100.0, 0.0)
    executeFrom(124.0, recovery, "is active, not approved")
    expectRecovered(recovery)
}

access(all) fun testARecoveryWaitsForADeniedAppeal() {
    let freeze = freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(90.0, 0.0)
    voteBy(appealAgainstFreeze(freeze), [0], [1, 2])
    goTo(96.0, 0.0)
    refuseExecution(recovery, "the appeal against the freeze of 0x0000000000000014 is open")
    executeFrom(114.0, recovery, "the appeal against the freeze of 0x0000000000000014 is open")
    expectRecovered(recovery)
}

access(all) fun testARecoveryWaitsForTheClockOfAnUndecidedAppeal() {
    let freeze = freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(90.0, 0.0)
    appealAgainstFreeze(freeze)
    executeFrom(162.0, recovery, "the appeal against the freeze of 0x0000000000000014 is open")
    Test.assertEqual("undecided", getOutcome(0))
    expectRecovered(recovery)
}

access(all) fun testAnAppealDoesNotLengthenTheSevenDaysOfAnApprovedRecovery() {
    let freeze = freezeAccused()
    let recovery = recoverAt(48.0, 0.0)
    goTo(192.0, -1.0)
    appealAgainstFreeze(freeze)
    goTo(240.0, -1.0)
    Test.assertEqual("approved", getStatus(recovery))
    goTo(240.0, 0.0)
    Test.assertEqual("expired", getStatus(recovery))
}

access(all) fun testAThiefWhoAppealsAsLateAsPossibleLeavesADayForTheRecovery() {
    let freeze = freezeAccused()
    let recovery = recoverAt(144.0, 0.0)
    goTo(192.0, -1.0)
    appealAgainstFreeze(freeze)
    goTo(264.0, -2.0)
    refuseExecution(recovery, "the appeal against the freeze of 0x0000000000000014 is open")
    goTo(288.0, -2.0)
    executeProposal(recovery)
    expectRecovered(recovery)
}

access(all) fun testAThiefWhoAppealsAgainAfterARenewalBlocksNothing() {
    let freeze = freezeAccused()
    voteBy(appealAgainstFreeze(freeze), [], [0, 1, 2])
    let recovery = recoverAt(48.0, 0.0)
    let renewal = renewAt(95.0)
    appealAgainstFreeze(renewal)
    goTo(96.0, 0.0)
    Test.assertEqual("open", getOutcome(1))
    executeProposal(recovery)
    expectRecovered(recovery)
}

access(all) fun testAnAppealAgainstTheFlagBlocksNoRecovery() {
    flagAccused("case-1")
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(90.0, 0.0)
    appealAgainstFlag("case-1")
    goTo(96.0, 0.0)
    Test.assertEqual("open", getOutcome(0))
    executeProposal(recovery)
    expectRecovered(recovery)
}

/// Model: without the change of 'rec7', a recovery was executable under a renewed freeze at hour 216 and later.
access(all) fun testAnApprovedRecoveryCanBeExecutedForSevenDays() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    renewAt(132.0)
    goTo(216.0, -1.0)
    Test.assertEqual("approved", getStatus(recovery))
    goTo(216.0, 0.0)
    Test.assertEqual("expired", getStatus(recovery))
    refuseExecution(recovery, "is expired, not approved")
    executeFrom(240.0, recoverAt(216.0, 0.0), "is active, not approved")
}

access(all) fun testAnApprovedRecoveryCanBeExecutedUntilTheLastSecondOfTheFreeze() {
    freezeAccused()
    let recovery = recoverAt(100.0, 0.0)
    goTo(192.0, -1.0)
    executeProposal(recovery)
    expectRecovered(recovery)
}

access(all) fun testARecoveryEndsWithItsFreezeAndStaysDeadUnderALaterOne() {
    freezeAccused()
    let recovery = recoverAt(120.0, 0.0)
    goTo(170.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, 0.0)
    Test.assertEqual("expired", getStatus(recovery))
    goTo(194.0, 0.0)
    executeProposal(next)
    Test.assertEqual("expired", getStatus(recovery))
    goTo(266.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
}

access(all) fun testARecoveryEndsWithAnExecutedUnfreezeAndStaysDeadUnderALaterOne() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let recovery = recoverAt(30.0, 0.0)
    goTo(48.0, 0.0)
    executeProposal(unfreeze)
    Test.assertEqual("expired", getStatus(recovery))
    let vote = members()[3].vote(recovery, true)
    refuse("governance/cast_vote", [relayer()], vote, "proposal \(recovery) is expired")
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(72.0, 0.0)
    executeProposal(next)
    goTo(144.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
}

/// Model: without the change of 'min_for', a recovery address and one accomplice took the vault at hour 96.
access(all) fun testTwoForAndOneAgainstNeverRecoverAVault() {
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1], [2])
    voteBy(appealAgainstFreeze(freeze), [2], [0, 1, 3])
    goTo(48.0, 0.0)
    Test.assertEqual("rejected", getStatus(recovery))
    goTo(96.0, 0.0)
    refuseExecution(recovery, "is rejected, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
}

access(all) fun testThreeForOutweighTwoAgainstAndTwoForAloneAreTooFew() {
    freezeAccused()
    let two = proposeAndVote("recover", [0, 1], [])
    goTo(48.0, 0.0)
    Test.assertEqual("expired", getStatus(two))
    let three = proposeAndVote("recover", [0, 1, 2], [3, 4])
    goTo(72.0, 0.0)
    Test.assertEqual("approved", getStatus(three))
}

access(all) fun testAVaultIsRecoveredOnce() {
    freezeAccused()
    let recovery = recoverAt(72.0, 0.0)
    goTo(96.0, 0.0)
    executeProposal(recovery)
    refuseExecution(recovery, "is executed, not approved")
    let again = members()[0].proposal("recover", accusedAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], again, "was recovered already")
}

access(all) fun testARecoveryNamesTheRecoveryAddressSinceWhenItStandsAndTheOneBefore() {
    freezeAccused()
    let recovery = propose(members()[0], "recover", accusedAddress)
    let title = askPart("governance/get_proposal", "!.title", recovery) as! String
    Test.assert(title.contains("to \(accusedHeirAddress), its recovery address since"))
    Test.assert(title.contains("before: none"))
    Test.assertEqual(
        ["Action: recover", "Target: \(accusedAddress)", "Recovery address: \(accusedHeirAddress)"],
        (askPart("governance/get_proposal", "!.details", recovery) as! [String]).slice(from: 0, upTo: 3)
    )
}
