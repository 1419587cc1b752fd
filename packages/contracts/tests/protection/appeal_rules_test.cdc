import Test
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// What an appeal decides, and when. Each story freezes the accused at hour 24.

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refuseAppeal(_ caseId: String?, _ freeze: UInt64?, _ message: String) {
    let appeal = accused().appeal(caseId, freeze, "A reason of enough characters")
    refuse("protection/open_appeal", [relayer()], appeal, message)
}

access(all) fun refuseProposal(_ action: String, _ message: String) {
    let reason = "A reason of enough characters"
    let proposer = members()[3]
    let proposal = action == "recover" ? proposer.recovery(accusedAddress, reason) : proposer.proposal(action, accusedAddress, reason)
    refuse("governance/create_proposal", [relayer()], proposal, message)
}

/// Freezes the accused at hour 24 and upholds an appeal against it at hour 48; answers the proposal of the appeal.
access(all) fun upholdAppeal(): UInt64 {
    let appeal = appealAgainstFreeze(freezeAccused())
    voteBy(appeal, [0, 1, 2], [])
    return appeal
}

/// Model: without the change of 'sticky', the recovery was executed at hour 216, when the appeal had expired unexecuted.
access(all) fun testAnUpheldAppealThatIsNotExecutedIsUpheldStill() {
    let appeal = upholdAppeal()
    goTo(36.0, 0.0)
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(60.0, 0.0)
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(84.0, 0.0)
    executeProposal(renewal)
    goTo(216.0, 0.0)
    Test.assertEqual("expired", getStatus(appeal))
    Test.assertEqual("approved", askPart("governance/get_proposal", "!.votingOutcome", appeal) as! String)
    Test.assertEqual("upheld", getOutcome(0))
    Test.assertEqual(true, isAccusedFrozen())
    refuseExecution(recovery, "is expired, not approved")
    refuseProposal("recover", "An appeal against the freeze of 0x0000000000000014 was upheld; no recovery opens under it")
}

/// Model: without the change of 'scope', a recovery that was in voting when the appeal was upheld was executed at hour 96.
access(all) fun testAnUpheldAppealEndsARecoveryInVoting() {
    upholdAppeal()
    goTo(36.0, 0.0)
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    let vote = members()[3].vote(recovery, true)
    goTo(48.0, -1.0)
    Test.assertEqual("active", getStatus(recovery))
    goTo(48.0, 0.0)
    Test.assertEqual("expired", getStatus(recovery))
    refuse("governance/cast_vote", [relayer()], vote, "proposal \(recovery) is expired")
    goTo(96.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
}

access(all) fun testAnUpheldAppealEndsAnApprovedRecovery() {
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(80.0, 0.0)
    voteBy(appealAgainstFreeze(freeze), [0, 1, 2], [])
    goTo(104.0, -1.0)
    Test.assertEqual("approved", getStatus(recovery))
    goTo(104.0, 0.0)
    Test.assertEqual("expired", getStatus(recovery))
    refuseProposal("recover", "no recovery opens under it")
}

/// Model: without the change of 'stale_freeze', the second freeze was executed at hour 48, when the appeal was upheld.
access(all) fun testAnUpheldAppealEndsEveryFreezeThatWasProposedBefore() {
    let freeze = freezeAccused()
    let approved = proposeAndVote("freeze", [0, 1, 2], [])
    voteBy(appealAgainstFreeze(freeze), [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual("expired", getStatus(approved))
    refuseExecution(approved, "is expired, not approved")
    goTo(48.0, 1.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(72.0, 1.0)
    Test.assertEqual("approved", getStatus(next))
}

access(all) fun testAnUpheldAppealEndsAFreezeInVoting() {
    let freeze = freezeAccused()
    voteBy(appealAgainstFreeze(freeze), [0, 1, 2], [])
    goTo(47.0, 0.0)
    let voting = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual("expired", getStatus(voting))
    refuse("governance/cast_vote", [relayer()], members()[3].vote(voting, true), "is expired")
}

/// Model: without the change of 'stale_unfreeze', the freeze of hour 24 was lifted at once by an unfreeze of hour 0.
access(all) fun testAnUnfreezeNeverLiftsAFreezeThatBeganAfterIt() {
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    freezeAccused()
    Test.assertEqual("expired", getStatus(unfreeze))
    refuseExecution(unfreeze, "is expired, not approved")
    Test.assertEqual(true, isAccusedFrozen())
    let later = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    executeProposal(later)
    Test.assertEqual(false, isAccusedFrozen())
}

access(all) fun testAnUnfreezeLiftsARenewedFreeze() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    executeProposal(renewal)
    executeProposal(unfreeze)
    Test.assertEqual(false, isAccusedFrozen())
}

/// Model: without the change of 'flag_appeal_frees', a thief's true appeal against a false flag ended the freeze at hour 48.
access(all) fun testAnAppealAgainstTheFlagTouchesNeitherFreezeNorRecovery() {
    flagAccused("case-1")
    freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    let appeal = appealAgainstFlag("case-1")
    voteBy(appeal, [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual(false, isAccusedFlagged())
    executeProposal(appeal)
    Test.assertEqual(true, isAccusedFrozen())
    Test.assertEqual(toTime(192.0, 0.0), getFreezeEnd())
    goTo(96.0, 0.0)
    executeProposal(recovery)
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
}

access(all) fun testAFlagThatARecheckLiftsVoidsNoRecovery() {
    flagAccused("case-1")
    freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    appealAgainstFlag("case-1")
    send("protection/unflag_wallet", [agent()], [accusedAddress])
    Test.assertEqual("open", getOutcome(0))
    goTo(96.0, 0.0)
    Test.assertEqual("undecided", getOutcome(0))
    executeProposal(recovery)
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
}

access(all) fun testAppealsAgainstFlagAndFreezeAreOpenAtTheSameTime() {
    flagAccused("case-1")
    let freeze = freezeAccused()
    let ofFreeze = appealAgainstFreeze(freeze)
    let ofFlag = appealAgainstFlag("case-1")
    Test.assertEqual("Unfreeze \(accusedAddress)", askPart("governance/get_proposal", "!.title", ofFreeze) as! String)
    Test.assertEqual(
        "Lift the flag of \(accusedAddress), case case-1",
        askPart("governance/get_proposal", "!.title", ofFlag) as! String
    )
    voteBy(ofFreeze, [], [0, 1, 2])
    voteBy(ofFlag, [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual("denied", getOutcome(0))
    Test.assertEqual("upheld", getOutcome(1))
    Test.assertEqual(false, isAccusedFlagged())
    Test.assertEqual(true, isAccusedFrozen())
}

access(all) fun testAnUpheldAppealAgainstTheFreezeEndsItWhenExecuted() {
    flagAccused("case-1")
    let appeal = upholdAppeal()
    goTo(48.0, 0.0)
    Test.assertEqual(true, isAccusedFrozen())
    Test.assertEqual(true, isAccusedFlagged())
    executeProposal(appeal)
    Test.assertEqual(false, isAccusedFrozen())
    Test.assertEqual(false, isAccusedFlagged())
    Test.assertEqual(toTime(48.0, 0.0), getFreezeEnd())
}

access(all) fun testAnAppealOfAnEarlierFreezeNeverLiftsALaterOne() {
    let freeze = freezeAccused()
    goTo(150.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(180.0, 0.0)
    let appeal = appealAgainstFreeze(freeze)
    voteBy(appeal, [0, 1, 2], [])
    goTo(193.0, 0.0)
    executeProposal(next)
    goTo(204.0, 0.0)
    Test.assertEqual("upheld", getOutcome(0))
    Test.assertEqual("expired", getStatus(appeal))
    refuseExecution(appeal, "is expired, not approved")
    Test.assertEqual(true, isAccusedFrozen())
    refuseAppeal(nil, freeze, "is not frozen by proposal \(freeze)")
    appealAgainstFreeze(next)
    Test.assertEqual("open", getOutcome(1))
}

access(all) fun testTheFrozenAppealOnceAgainstAFreezeAndOnceAfterEachRenewal() {
    let freeze = freezeAccused()
    let first = appealAgainstFreeze(freeze)
    refuseAppeal(nil, freeze, "has appealed against this freeze already")
    voteBy(first, [], [0, 1, 2])
    goTo(72.0, 0.0)
    refuseAppeal(nil, freeze, "has appealed against this freeze already")
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(96.0, 0.0)
    executeProposal(renewal)
    refuseAppeal(nil, freeze, "is not frozen by proposal \(freeze)")
    appealAgainstFreeze(renewal)
    refuseAppeal(nil, renewal, "has appealed against this freeze already")
}

access(all) fun testARenewalGivesNoSecondAppealWhileTheFirstIsOpen() {
    let freeze = freezeAccused()
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(40.0, 0.0)
    appealAgainstFreeze(freeze)
    goTo(48.0, 0.0)
    executeProposal(renewal)
    goTo(112.0, -1.0)
    refuseAppeal(nil, renewal, "has appealed against this freeze already")
    goTo(112.0, 0.0)
    appealAgainstFreeze(renewal)
    Test.assertEqual("undecided", getOutcome(0))
}
