import Test
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// How long a freeze holds, to the second. Each story freezes the accused at hour 24, so that its 7 days end at hour 192.

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Asserts that the freeze holds until that hour and second, and no longer.
access(all) fun expectFrozenUntil(_ hours: Fix64, _ seconds: Fix64) {
    goTo(hours, seconds - 1.0)
    Test.assertEqual(true, isAccusedFrozen())
    goTo(hours, seconds)
    Test.assertEqual(false, isAccusedFrozen())
    Test.assertEqual(toTime(hours, seconds), getFreezeEnd())
}

/// Asserts the number of the freeze that was executed last, since when it holds, and when it would have ended before.
access(all) fun expectFreeze(_ number: UInt64, _ sinceHours: Fix64, _ untilBefore: UFix64?) {
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(number, frozen.freezeNumber)
    Test.assertEqual(toTime(sinceHours, 0.0), frozen.since)
    Test.assertEqual(untilBefore, frozen.untilBefore)
}

/// Asserts when the last freeze that ended did so.
access(all) fun expectEnded(_ hours: Fix64, _ proposalId: UInt64?) {
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual(toTime(hours, 0.0), ended.endedAt)
    Test.assertEqual(proposalId, ended.proposalId)
}

/// A recovery proposed at that hour and approved a day later.
access(all) fun approveRecovery(_ hours: Fix64) {
    goTo(hours, 0.0)
    proposeAndVote("recover", [0, 1, 2], [])
}

access(all) fun appealAt(_ hours: Fix64, _ seconds: Fix64, _ freeze: UInt64): UInt64 {
    goTo(hours, seconds)
    return appealAgainstFreeze(freeze)
}

access(all) fun testAFreezeHoldsForSevenDaysFromItsExecution() {
    freezeAccused()
    expectFrozenUntil(192.0, 0.0)
    settleAccused()
    expectEnded(192.0, nil)
}

access(all) fun testARenewalCountsFromItsExecutionAndLeavesTheBeginning() {
    freezeAccused()
    goTo(100.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    executeProposal(renewal)
    expectFreeze(1, 24.0, toTime(192.0, 0.0))
    expectFrozenUntil(360.0, -1.0)
}

access(all) fun testALapsedFreezeIsNotRenewedAndTheNextOneIsAnother() {
    freezeAccused()
    goTo(100.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, 0.0)
    executeProposal(next)
    expectFreeze(2, 192.0, nil)
    expectFrozenUntil(360.0, 0.0)
}

access(all) fun testAnAppealOfAnHonestOwnerNeverLengthensTheFreeze() {
    let freeze = freezeAccused()
    voteBy(appealAt(192.0, -1.0, freeze), [], [])
    Test.assertEqual("open", getOutcome(0))
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testAnAppealBesideARejectedRecoveryDoesNotLengthenTheFreeze() {
    let freeze = freezeAccused()
    proposeAndVote("recover", [0, 1], [2])
    appealAt(180.0, 0.0, freeze)
    Test.assertEqual("open", getOutcome(0))
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testAnApprovedRecoveryAloneDoesNotLengthenTheFreeze() {
    freezeAccused()
    approveRecovery(120.0)
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testTheFreezeHoldsForADayAfterADeniedAppealThatBlockedARecovery() {
    let freeze = freezeAccused()
    approveRecovery(120.0)
    voteBy(appealAt(180.0, 0.0, freeze), [], [0, 1, 2])
    Test.assertEqual(toTime(288.0, 0.0), getFreezeEnd())
    expectFrozenUntil(228.0, 0.0)
}

access(all) fun testTheFreezeHoldsForAtMostNinetySixHoursMoreHoweverLateTheAppeal() {
    let freeze = freezeAccused()
    approveRecovery(120.0)
    appealAt(192.0, -1.0, freeze)
    goTo(264.0, -2.0)
    Test.assertEqual("open", getOutcome(0))
    goTo(264.0, -1.0)
    Test.assertEqual("undecided", getOutcome(0))
    expectFrozenUntil(288.0, -1.0)
}

/// Model: without the change of 'shorten', the freeze ended at hour 120.
access(all) fun testAFreezeNeverEndsBeforeItsSevenDaysBecauseAnAppealClosedEarly() {
    let freeze = freezeAccused()
    approveRecovery(24.0)
    appealAgainstFreeze(freeze)
    goTo(120.0, 0.0)
    Test.assertEqual("undecided", getOutcome(0))
    expectFrozenUntil(192.0, 0.0)
}

/// Model: without the change of 'shorten', a thief with the owner's keys was free at hour 84, before the recovery.
access(all) fun testAThiefWhoAppealsEarlyIsNotFreeADayAfterTheDenial() {
    let freeze = freezeAccused()
    approveRecovery(24.0)
    voteBy(appealAt(36.0, 0.0, freeze), [], [0, 1, 2])
    goTo(84.0, 0.0)
    Test.assertEqual("denied", getOutcome(0))
    expectFrozenUntil(192.0, 0.0)
}

/// Model: without the change of 'upheld_extends', an honest owner was held at hour 192 and later.
access(all) fun testAnUpheldAppealNeverLengthensTheFreeze() {
    let freeze = freezeAccused()
    approveRecovery(48.0)
    voteBy(appealAt(168.0, 0.0, freeze), [0, 1, 2], [])
    expectFrozenUntil(192.0, 0.0)
    Test.assertEqual("upheld", getOutcome(0))
}

access(all) fun testAnAppealUpheldInTheExtensionEndsTheFreezeAtTheEndOfItsSevenDays() {
    let freeze = freezeAccused()
    approveRecovery(48.0)
    voteBy(appealAt(180.0, 0.0, freeze), [0, 1, 2], [])
    goTo(204.0, -1.0)
    Test.assertEqual(true, isAccusedFrozen())
    goTo(204.0, 0.0)
    Test.assertEqual(false, isAccusedFrozen())
    settleAccused()
    expectEnded(192.0, nil)
}

access(all) fun testAnAppealThatClosedWhenTheRecoveryWasApprovedDoesNotLengthenTheFreeze() {
    let freeze = freezeAccused()
    let appeal = appealAt(144.0, 0.0, freeze)
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    voteBy(appeal, [], [0, 1, 2])
    goTo(168.0, 0.0)
    Test.assertEqual("approved", getStatus(recovery))
    Test.assertEqual("denied", getOutcome(0))
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testAnAppealThatClosedASecondAfterTheApprovalLengthensTheFreezeByASecond() {
    let freeze = freezeAccused()
    goTo(144.0, 0.0)
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    voteBy(appealAt(144.0, 1.0, freeze), [], [0, 1, 2])
    goTo(168.0, 0.0)
    Test.assertEqual("approved", getStatus(recovery))
    Test.assertEqual("open", getOutcome(0))
    expectFrozenUntil(192.0, 1.0)
}

access(all) fun testOnlyTheFirstAppealOfAFreezeLengthensIt() {
    let freeze = freezeAccused()
    voteBy(appealAgainstFreeze(freeze), [], [0, 1, 2])
    goTo(100.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(124.0, 0.0)
    executeProposal(renewal)
    approveRecovery(124.0)
    appealAt(280.0, 0.0, renewal)
    Test.assertEqual("open", getOutcome(1))
    expectFrozenUntil(292.0, 0.0)
}

access(all) fun testARenewalInTheExtensionHoldsForItsOwnSevenDays() {
    let freeze = freezeAccused()
    approveRecovery(120.0)
    appealAt(191.0, 0.0, freeze)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(260.0, 0.0)
    executeProposal(renewal)
    expectFreeze(1, 24.0, toTime(288.0, 0.0))
    expectFrozenUntil(428.0, 0.0)
}

access(all) fun testAnAppealAfterTheRecoveryWasExecutedDoesNotLengthenTheFreeze() {
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(96.0, 0.0)
    executeProposal(recovery)
    appealAt(180.0, 0.0, freeze)
    Test.assertEqual(toTime(192.0, 0.0), getFreezeEnd())
    expectFrozenUntil(192.0, 0.0)
}

access(all) fun testAnAppealAfterTheApprovalOfARecoveryExpiredDoesNotLengthenTheFreeze() {
    freezeAccused()
    approveRecovery(24.0)
    goTo(60.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(84.0, 0.0)
    executeProposal(renewal)
    appealAt(216.0, 0.0, renewal)
    Test.assertEqual("open", getOutcome(0))
    expectFrozenUntil(252.0, 0.0)
}

access(all) fun testAnAppealASecondBeforeTheApprovalOfARecoveryExpiresLengthensTheFreeze() {
    freezeAccused()
    approveRecovery(24.0)
    goTo(60.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(84.0, 0.0)
    executeProposal(renewal)
    appealAt(216.0, -1.0, renewal)
    expectFrozenUntil(312.0, -1.0)
}

/// Renews the freeze at hour 130, after a recovery that is approved from hour 48 to 216: its 7 days end at hour 298.
access(all) fun approveAndRenew(): UInt64 {
    freezeAccused()
    approveRecovery(24.0)
    goTo(106.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(130.0, 0.0)
    executeProposal(renewal)
    return renewal
}

access(all) fun testALaterRecoveryLeavesTheLengtheningByAnEarlierOneThatTheAppealMet() {
    appealAt(215.0, 0.0, approveAndRenew())
    goTo(217.0, 0.0)
    proposeAndVote("recover", [0], [])
    goTo(287.0, 0.0)
    Test.assertEqual("undecided", getOutcome(0))
    expectFrozenUntil(311.0, 0.0)
}

access(all) fun testALaterRecoveryThatTheAppealMeetsLengthensTheFreeze() {
    let renewal = approveAndRenew()
    approveRecovery(217.0)
    appealAt(250.0, 0.0, renewal)
    expectFrozenUntil(346.0, 0.0)
}

access(all) fun testALaterRecoveryThatWasRejectedLengthensNothing() {
    let renewal = approveAndRenew()
    goTo(217.0, 0.0)
    proposeAndVote("recover", [0, 1], [2])
    appealAt(250.0, 0.0, renewal)
    expectFrozenUntil(298.0, 0.0)
}
