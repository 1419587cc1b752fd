import Test
import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

access(all) let reason: String = "A reason of enough characters"

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refuseAppeal(_ arguments: [AnyStruct], _ message: String) {
    refuse("protection/open_appeal", [relayer()], arguments, message)
}

access(all) fun refuseSecond(_ appealId: UInt64, _ message: String) {
    refuse("protection/open_second_appeal_proposal", [relayer()], accused().secondAppeal(appealId, reason), message)
}

/// Opens the second proposal of an appeal; answers it.
access(all) fun appealAgain(_ appealId: UInt64): UInt64 {
    send("protection/open_second_appeal_proposal", [relayer()], accused().secondAppeal(appealId, reason))
    return lastProposal()
}

access(all) fun getAppealPart(_ part: String): AnyStruct? {
    return askPart("protection/get_protection_status", ".appeals[0].\(part)", accusedAddress)
}

access(all) fun testAnAppealOpensItsOwnProposalAndAClockOfSeventyTwoHours() {
    flagAccused("case-1")
    let id = appealAgainstFlag("case-1")
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual(accusedAddress, opened.address)
    Test.assertEqual("case-1" as String?, opened.caseId)
    Test.assertEqual(nil as UInt64?, opened.freezeNumber)
    Test.assertEqual(sha256Hex("It was not me, I swear"), opened.reasonHash)
    Test.assertEqual(id, opened.proposalId)
    Test.assertEqual(toTime(72.0, 0.0), opened.deadline)
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual("unfreeze", created.action)
    Test.assertEqual(true, created.isAppeal)
    Test.assertEqual(accusedAddress, created.proposer)
    Test.assertEqual("It was not me, I swear", created.reason)
    Test.assert(created.description.contains("A freeze stays"))
    let accepted = lastEvent(Type<DharmaConsent.Accepted>()) as! DharmaConsent.Accepted
    Test.assertEqual("appeals", accepted.series)
    Test.assertEqual("open", getAppealPart("outcome") as! String)
    Test.assertEqual([id], getAppealPart("proposalIds") as! [UInt64])
}

access(all) fun testAnAppealAgainstAFreezeNamesTheProposalThatWasExecutedLast() {
    let freeze = freezeAccused()
    refuseAppeal(accused().appeal(nil, freeze + 1, reason), "is not frozen by proposal \(freeze + 1)")
    appealAgainstFreeze(freeze)
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual(1 as UInt64?, opened.freezeNumber)
    Test.assertEqual(nil as String?, opened.caseId)
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assert(created.description.contains("Upholds its appeal against the freeze"))
}

access(all) fun testAnAppealNamesEitherACaseOrAFreeze() {
    flagAccused("case-1")
    let both = accused().appeal("case-1", nil, reason)
    both[2] = 1 as UInt64
    refuseAppeal(both, "names either a case or the proposal of a freeze")
    let neither = accused().appeal("case-1", nil, reason)
    neither[1] = nil
    refuseAppeal(neither, "names either a case or the proposal of a freeze")
}

access(all) fun testOnlyWhoIsFlaggedUnderThatCaseOrFrozenAppeals() {
    refuseAppeal(accused().appeal("case-1", nil, reason), "0x0000000000000014 is neither flagged nor frozen")
    refuseAppeal(accused().appeal(nil, 1, reason), "is not frozen by proposal 1")
    flagAccused("case-1")
    refuseAppeal(accused().appeal("case-2", nil, reason), "is not flagged under case case-2")
    send("protection/unflag_wallet", [agent()], [accusedAddress])
    flagAccused("case-2")
    refuseAppeal(accused().appeal("case-1", nil, reason), "is not flagged under case case-1")
}

access(all) fun testAnotherAccountCannotAppealInItsPlace() {
    flagAccused("case-1")
    let forged = members()[0].appeal("case-1", nil, reason)
    forged[0] = accusedAddress
    refuseAppeal(forged, "is not over this message")
    refuseAppeal(members()[0].appeal("case-1", nil, reason), "is neither flagged nor frozen")
}

access(all) fun testTheReasonIsTheSignedOneAndOfTwentyToFourThousandBytes() {
    flagAccused("case-1")
    let changed = accused().appeal("case-1", nil, reason)
    changed[3] = "Another reason of enough characters"
    refuseAppeal(changed, "is not over this message")
    refuseAppeal(accused().appeal("case-1", nil, "Nineteen characters"), "The reason has 19 bytes, not 20 to 4000")
}

access(all) fun testEachFlagIsAppealedOnce() {
    flagAccused("case-1")
    let first = appealAgainstFlag("case-1")
    refuseAppeal(accused().appeal("case-1", nil, reason), "has appealed against case case-1 already")
    voteBy(first, [], [0, 1, 2])
    goTo(24.0, 0.0)
    refuseAppeal(accused().appeal("case-1", nil, reason), "has appealed against case case-1 already")
}

access(all) fun testAnAppealedCaseIsNotFlaggedAgainWhileTheAppealIsRemembered() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    send("protection/unflag_wallet", [agent()], [accusedAddress])
    refuse(
        "protection/flag_wallet",
        [agent()],
        [accusedAddress, "case-1", "listed", sha256Hex("reason"), nil, nil],
        "Case case-1 of 0x0000000000000014 was appealed; open another case"
    )
    send("protection/flag_wallet", [agent()], [accusedAddress, "case-2", "listed", sha256Hex("reason"), nil, nil])
    appealAgainstFlag("case-2")
    Test.assertEqual("open", getOutcome(0))
    Test.assertEqual("open", getOutcome(1))
}

access(all) fun testTheVoteDecidesFromTheSecondInWhichItEnds() {
    flagAccused("case-1")
    let id = appealAgainstFlag("case-1")
    voteBy(id, [0, 1], [2])
    goTo(24.0, -1.0)
    Test.assertEqual("open", getOutcome(0))
    Test.assertEqual(true, isAccusedFlagged())
    goTo(24.0, 0.0)
    Test.assertEqual("upheld", getOutcome(0))
    Test.assertEqual(false, isAccusedFlagged())
    settleAccused()
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual("upheld", closed.outcome)
    Test.assertEqual(toTime(24.0, 0.0), closed.closedAt)
    Test.assertEqual(id, closed.proposalId)
    let count = countEvents(Type<DharmaProtection.AppealClosed>())
    settleAccused()
    Test.assertEqual(count, countEvents(Type<DharmaProtection.AppealClosed>()))
}

access(all) fun testTooFewVotesLeaveItOpenUntilTheClockEndsAndLiftsTheFlag() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag("case-1"), [], [0, 1])
    goTo(72.0, -1.0)
    Test.assertEqual("open", getOutcome(0))
    Test.assertEqual(true, isAccusedFlagged())
    goTo(72.0, 0.0)
    Test.assertEqual("undecided", getOutcome(0))
    Test.assertEqual(false, isAccusedFlagged())
    settleAccused()
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual("appeal", lifted.cause)
    Test.assertEqual(toTime(72.0, 0.0), lifted.liftedAt)
}

access(all) fun testASecondProposalOpensOnceUntilADayBeforeTheClockEnds() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    goTo(24.0, -1.0)
    refuseSecond(1, "takes a second proposal only after its first had too few votes")
    goTo(48.0, 0.0)
    Test.assertEqual(true, getAppealPart("isSecondProposalDue") as! Bool)
    let second = appealAgain(1)
    let again = lastEvent(Type<DharmaProtection.AppealProposedAgain>()) as! DharmaProtection.AppealProposedAgain
    Test.assertEqual(second, again.proposalId)
    Test.assertEqual(toTime(72.0, 0.0), again.deadline)
    Test.assertEqual([1, second] as [UInt64], getAppealPart("proposalIds") as! [UInt64])
    refuseSecond(1, "takes a second proposal only after its first had too few votes")
    voteBy(second, [], [0, 1, 2])
    goTo(72.0, 0.0)
    Test.assertEqual("denied", getOutcome(0))
    Test.assertEqual(true, isAccusedFlagged())
}

access(all) fun testASecondProposalIsTooLateASecondAfter() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    goTo(48.0, 1.0)
    Test.assertEqual(false, getAppealPart("isSecondProposalDue") as! Bool)
    refuseSecond(1, "until 24 hours before its clock ends")
}

access(all) fun testASecondProposalUpholdsFromTheEndOfItsVoting() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    goTo(24.0, 0.0)
    voteBy(appealAgain(1), [0, 1, 2], [])
    goTo(48.0, -1.0)
    Test.assertEqual("open", getOutcome(0))
    goTo(48.0, 0.0)
    Test.assertEqual("upheld", getOutcome(0))
    Test.assertEqual(toTime(48.0, 0.0) as UFix64?, getAppealPart("closedAt") as! UFix64?)
}

access(all) fun testTwoProposalsWithTooFewVotesLeaveItUndecided() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    goTo(24.0, 0.0)
    voteBy(appealAgain(1), [0, 1], [])
    goTo(48.0, 0.0)
    refuseSecond(1, "takes a second proposal only after its first had too few votes")
    goTo(72.0, -1.0)
    Test.assertEqual("open", getOutcome(0))
    goTo(72.0, 0.0)
    Test.assertEqual("undecided", getOutcome(0))
}

access(all) fun testADecidedAppealTakesNoSecondProposal() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag("case-1"), [], [0, 1, 2])
    goTo(24.0, 0.0)
    refuseSecond(1, "takes a second proposal only after its first had too few votes")
    refuseSecond(2, "0x0000000000000014 has no appeal 2")
}

access(all) fun testASecondProposalIsOpenedByTheAppellantAlone() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    goTo(24.0, 0.0)
    let forged = members()[0].secondAppeal(1, reason)
    refuse("protection/open_second_appeal_proposal", [relayer()], forged, "has no appeal 1")
    forged[0] = accusedAddress
    forged[3] = 2 as UInt64
    refuse("protection/open_second_appeal_proposal", [relayer()], forged, "is not over this message")
}

access(all) fun testAFlagThatARecheckLiftsLeavesTheAppealToTheVote() {
    flagAccused("case-1")
    let id = appealAgainstFlag("case-1")
    voteBy(id, [], [0, 1, 2])
    send("protection/unflag_wallet", [agent()], [accusedAddress])
    Test.assertEqual(false, isAccusedFlagged())
    Test.assertEqual("open", getOutcome(0))
    goTo(24.0, 0.0)
    Test.assertEqual("denied", getOutcome(0))
}

access(all) fun testAppealsAreNotAmongTheThreeOpenProposalsOfAPerson() {
    flagAccused("case-1")
    for number in [0x101, 0x102, 0x103] as [UInt64] {
        propose(accused(), "freeze", Address(number))
    }
    appealAgainstFlag("case-1")
    Test.assertEqual(3, (ask("governance/get_open_proposals", [accusedAddress]) as! [UInt64]).length)
    let fourth = accused().proposal("freeze", 0x0000000000000104, reason)
    refuse("governance/create_proposal", [relayer()], fourth, "has 3 open proposals already")
}

access(all) fun testTheProposalOfAnAppealIsNeverSuperseded() {
    let freeze = freezeAccused()
    let own = appealAgainstFreeze(freeze)
    refreshScores()
    let other = propose(members()[0], "unfreeze", accusedAddress)
    Test.assertEqual("pending", getStatus(own))
    voteBy(own, [], [0, 1, 2])
    voteBy(other, [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual("denied", getOutcome(0))
    executeProposal(other)
    Test.assertEqual(false, isAccusedFrozen())
    Test.assertEqual("denied", getOutcome(0))
}
