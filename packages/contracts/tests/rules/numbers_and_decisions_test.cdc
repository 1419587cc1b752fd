import Test
import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// Rules 1 to 9, and 28 as far as votes are concerned. A story begins at hour 0; a freeze of the accused holds from hour
/// 24 to 192. What a test expects it asks twice: before anything is settled, and after everything is.

access(all) let other: Address = 0x0000000000000017

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Asserts the number of the freeze that was executed last, since when it holds, and when it would have ended before.
access(all) fun expectFrozen(_ number: UInt64, _ sinceHours: Fix64, _ untilBefore: UFix64?) {
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(number, frozen.freezeNumber)
    Test.assertEqual(toTime(sinceHours, 0.0), frozen.since)
    Test.assertEqual(untilBefore, frozen.untilBefore)
}

access(all) fun expectChanges(_ id: UInt64, _ expected: [String]) {
    closeBlock()
    let changes: [String] = []
    for event in Test.eventsOfType(Type<DharmaProposals.StatusChanged>()) {
        let change = event as! DharmaProposals.StatusChanged
        if change.id == id {
            changes.append("\(change.before) \(change.after) \(change.votesFor):\(change.votesAgainst)")
        }
    }
    Test.assertEqual(expected, changes)
}

access(all) fun isThereARecord(): Bool {
    return askCode(
        "import \"DharmaProtection\"\naccess(all) fun main(a: Address): Bool { return DharmaProtection.borrowRecord(a) != nil }",
        [accusedAddress]
    ) as! Bool
}

// 1: numbers

access(all) fun testRule1ARenewedFreezeKeepsItsNumberAndALaterOneHasAnother() {
    freezeAccused()
    expectFrozen(1, 24.0, nil)
    freezeAgain(100.0)
    expectFrozen(1, 24.0, toTime(192.0, 0.0))
    freezeAgain(300.0)
    expectFrozen(2, 300.0, nil)
}

/// Exploit of the earlier rules: numbers began again at 1 when the record was cleared, 30 days after the freeze.
access(all) fun testRule1NumbersOfFlagsAndFreezesAreNotUsedAgainAfterTheRecordWasCleared() {
    flagAccused("case-1")
    unflagAccused()
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    let appeal = appealAgainstFreeze()
    goTo(216.0 + 720.0, -1.0)
    settleAccused()
    Test.assertEqual(true, isThereARecord())
    goTo(216.0 + 720.0, 0.0)
    settleAccused()
    Test.assertEqual(false, isThereARecord())
    Test.assertEqual(1, countEvents(Type<DharmaProtection.RecordCleared>()))
    flagAccused("case-1")
    Test.assertEqual(2 as UInt64, getFlagNumber(accusedAddress))
    freezeAgain(1000.0)
    Test.assertEqual(2 as UInt64, getFreezeNumber(accusedAddress))
    expectStatuses({freeze: "executed", recovery: "expired", appeal: "expired"})
    let old = accused().appeal(nil, 1, "A reason of enough characters")
    refuse("protection/open_appeal", [relayer()], old, "is not frozen by freeze 1")
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(true, isAccusedFrozen())
}

access(all) fun testRule1FreezesOfDifferentAddressesShareNoNumber() {
    freezeAccused()
    decide("freeze", other)
    Test.assertEqual([1, 2] as [UInt64], [getFreezeNumber(accusedAddress), getFreezeNumber(other)])
}

// 2: voting

access(all) fun testRule2AnyoneProposesAndVotingIsOpenForADay() {
    let id = propose(newborn(), "freeze", accusedAddress)
    Test.assertEqual("pending", getStatus(id))
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual([id, 0, 0] as [UInt64], [created.id, created.flagNumber ?? 0, created.freezeNumber ?? 0])
    Test.assertEqual(["freeze", "other", "Freeze 0x0000000000000014"], [created.action, created.rank, created.title])
    Test.assertEqual([accusedAddress, newborn().address()], [created.target, created.proposer])
    Test.assertEqual([toTime(24.0, 0.0), toTime(192.0, 0.0)], [created.votingEndsAt, created.executableUntil])
    Test.assertEqual(sha256Hex(created.reason), created.reasonHash)
    Test.assertEqual(false, created.isAppeal)
    castVote(members()[0], id, true)
    Test.assertEqual("active", getStatus(id))
    goTo(24.0, -1.0)
    voteBy(id, [1], [])
    Test.assertEqual("open", getVotingOutcome(id))
    let late = members()[2].vote(id, true)
    goTo(24.0, 0.0)
    refreshScores()
    refuse("governance/cast_votes", [relayer()], late, "voting on proposal \(id) ended at \(toTime(24.0, 0.0))")
    expectStatuses({id: "expired"})
}

access(all) fun testRule2NoOtherActionIsProposed() {
    refuseProposal(members()[0], "burn", "'burn' is not freeze, unfreeze or recover")
}

// 3: results

access(all) fun testRule3ThreeVotesWithMoreForThanAgainstApprove() {
    let approved = proposeAndVote("freeze", [0, 1], [2])
    refreshScores()
    let tie = propose(members()[1], "freeze", other)
    voteBy(tie, [0, 1], [2, 3])
    let few = propose(members()[1], "freeze", 0x0000000000000018)
    voteBy(few, [0, 1], [])
    let minority = propose(members()[1], "freeze", 0x0000000000000019)
    voteBy(minority, [0], [1, 2])
    goTo(24.0, -1.0)
    expectStatuses({approved: "active", tie: "active", few: "active", minority: "active"})
    refuseExecution(approved, "Proposal \(approved) is active, not approved")
    goTo(24.0, 0.0)
    expectStatuses({approved: "approved", tie: "rejected", few: "expired", minority: "rejected"})
    Test.assertEqual("rejected", getVotingOutcome(tie))
    Test.assertEqual("expired", getVotingOutcome(few))
    expectChanges(approved, ["pending active 1:0", "active approved 2:1"])
    refuseExecution(tie, "Proposal \(tie) is rejected, not approved")
}

/// The No of an honest voter does not supply the quorum of two accomplices.
access(all) fun testRule3ARecoveryNeedsThreeVotesFor() {
    freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1], [2])
    Test.assertEqual(3 as UInt64, askPart("governance/get_proposal", "!.minVotesFor", recovery) as! UInt64)
    goTo(48.0, 0.0)
    expectStatuses({recovery: "rejected"})
    let second = proposeAndVote("recover", [0, 1, 2], [3, 4])
    goTo(72.0, 0.0)
    expectStatuses({second: "approved"})
}

// 4: the order of time

access(all) fun testRule4AnEndOfVotingComesBeforeTheLapseOfTheSameSecond() {
    for isSettled in [false, true] {
        restartStory()
        freezeAccused()
        goTo(168.0, 0.0)
        let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
        goTo(169.0, 0.0)
        let older = proposeAndVote("freeze", [0, 1, 2], [])
        goTo(192.0, 0.0)
        if isSettled {
            settleAccused()
        }
        Test.assertEqual(false, isAccusedFrozen())
        Test.assertEqual("approved", getVotingOutcome(unfreeze))
        expectStatuses({unfreeze: "expired", older: "expired"})
        let overruled = lastEvent(Type<DharmaProtection.FreezeOverruled>()) as! DharmaProtection.FreezeOverruled
        Test.assertEqual([1, unfreeze] as [UInt64], [overruled.freezeNumber, overruled.proposalId])
        Test.assertEqual(toTime(192.0, 0.0), overruled.overruledAt)
        Test.assertEqual(accusedAddress, overruled.address)
    }
}

access(all) fun testRule4AnEndOfVotingASecondAfterTheLapseCountsForNothing() {
    freezeAccused()
    goTo(168.0, 1.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let older = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, 1.0)
    Test.assertEqual("expired", getVotingOutcome(unfreeze))
    expectStatuses({unfreeze: "expired", older: "approved"})
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FreezeOverruled>()))
}

access(all) fun testRule4ARecoveryApprovedInTheSecondOfTheLapseDoesNotHoldTheFreeze() {
    freezeAccused()
    goTo(168.0, 0.0)
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(192.0, 0.0)
    Test.assertEqual("approved", getVotingOutcome(recovery))
    expectAccused(false, false)
    expectStatuses({recovery: "expired"})
    restartStory()
    freezeAccused()
    goTo(168.0, -1.0)
    let earlier = proposeAndVote("recover", [0, 1, 2], [])
    goTo(192.0, 0.0)
    expectAccused(false, true)
    expectStatuses({earlier: "approved"})
}

access(all) fun testRule4EndsOfVotingOfTheSameSecondComeByNumber() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual("expired", getVotingOutcome(recovery))
    expectStatuses({unfreeze: "approved", recovery: "expired"})
    Test.assertEqual("expired", getVotingOutcome(recovery))
    restartStory()
    freezeAccused()
    let first = proposeAndVote("recover", [0, 1, 2], [])
    let second = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual("approved", getVotingOutcome(first))
    expectStatuses({first: "expired", second: "approved"})
    Test.assertEqual("approved", getVotingOutcome(first))
}

access(all) fun testRule4TransactionsComeAfterTheEndsOfVotingOfTheirSecond() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(30.0, 0.0)
    let older = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    refreshScores()
    // In the block of the end of voting: it is not older than the decision.
    let later = propose(members()[3], "freeze", accusedAddress)
    expectStatuses({unfreeze: "approved", older: "expired", later: "pending"})
}

access(all) fun testRule4ExecutionsOfOneSecondEndTheSameInEitherOrder() {
    for isFreezeFirst in [false, true] {
        restartStory()
        freezeAccused()
        let renewal = proposeAndVote("freeze", [0, 1, 2], [])
        goTo(25.0, 0.0)
        let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
        goTo(49.0, 0.0)
        if isFreezeFirst {
            refuseExecution(renewal, "is expired, not approved")
            executeProposal(unfreeze)
        } else {
            executeProposal(unfreeze)
            refuseExecution(renewal, "is expired, not approved")
        }
        expectAccused(false, false)
        expectStatuses({renewal: "expired", unfreeze: "executed"})
    }
}

// 5: execution

access(all) fun testRule5TheDaoExecutesOnceWithinSevenDays() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    Test.assertEqual("approved", getStatus(id))
    executeProposal(id)
    refuseExecution(id, "Proposal \(id) is executed, not approved")
    closeBlock()
    let executed = lastEvent(Type<DharmaGovernance.ProposalExecuted>()) as! DharmaGovernance.ProposalExecuted
    Test.assertEqual([executed.action, "\(executed.id)"], ["freeze", "\(id)"])
    Test.assertEqual([accusedAddress, daoAddress], [executed.target, executed.dao])
    expectChanges(id, ["pending active 1:0", "active approved 3:0", "approved executed 3:0"])
    goTo(2000.0, 0.0)
    expectStatuses({id: "executed"})
}

access(all) fun testRule5AnApprovalExpiresAfterSevenDaysAndWasOne() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, 0.0)
    refuseExecution(id, "Proposal \(id) is expired, not approved")
    expectStatuses({id: "expired"})
    Test.assertEqual("approved", getVotingOutcome(id))
    expectChanges(id, ["pending active 1:0", "active approved 3:0", "approved expired 3:0"])
}

access(all) fun testRule5SettlingAnnouncesEachChangeOnce() {
    let id = propose(members()[0], "freeze", accusedAddress)
    settleAll([id])
    goTo(24.0, -1.0)
    settleAll([id])
    expectChanges(id, [])
    goTo(24.0, 0.0)
    settleAll([id, id])
    expectChanges(id, ["pending expired 0:0"])
}

access(all) fun testRule5ThereIsNoProposalOfAnUnknownNumber() {
    refuse("governance/settle_proposals", [relayer()], [[9999 as UInt64]], "There is no proposal 9999")
    refuseExecution(9999, "There is no proposal 9999")
    Test.assertEqual(nil, ask("governance/get_proposal", [9999 as UInt64]))
}

// 6: numbers that a proposal names

access(all) fun testRule6AnUnfreezeNamesTheFlagAndTheFreezeThatStand() {
    refuseProposal(members()[0], "unfreeze", "\(accusedAddress) is neither flagged nor frozen")
    flagAccused("case-1")
    let ofFlag = propose(members()[0], "unfreeze", accusedAddress)
    Test.assertEqual("Lift flag 1 of \(accusedAddress)", askPart("governance/get_proposal", "!.title", ofFlag) as! String)
    Test.assertEqual(
        ["Action: unfreeze", "Target: \(accusedAddress)", "Flag: 1"],
        askPart("governance/get_proposal", "!.details", ofFlag) as! [String]
    )
    freezeAccused()
    refreshScores()
    let ofBoth = propose(members()[1], "unfreeze", accusedAddress)
    Test.assertEqual(
        "Unfreeze \(accusedAddress): end freeze 1, and lift its flag 1",
        askPart("governance/get_proposal", "!.title", ofBoth) as! String
    )
    Test.assertEqual(
        ["Action: unfreeze", "Target: \(accusedAddress)", "Flag: 1", "Freeze: 1"],
        askPart("governance/get_proposal", "!.details", ofBoth) as! [String]
    )
    goTo(26.0, 0.0)
    unflagAccused()
    goTo(48.0, 0.0)
    refreshScores()
    let ofFreeze = propose(members()[1], "unfreeze", accusedAddress)
    Test.assertEqual(
        "Unfreeze \(accusedAddress): end freeze 1",
        askPart("governance/get_proposal", "!.title", ofFreeze) as! String
    )
    Test.assertEqual(
        ["Action: unfreeze", "Target: \(accusedAddress)", "Freeze: 1"],
        askPart("governance/get_proposal", "!.details", ofFreeze) as! [String]
    )
}

/// Exploit of the earlier rules: an unfreeze lifted a flag that was set after its vote.
access(all) fun testRule6AnUnfreezeLiftsNoFlagThatWasSetAfterIt() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(47.0, 0.0)
    flagAccused("case-1")
    goTo(48.0, 0.0)
    executeProposal(unfreeze)
    expectAccused(true, false)
    let unfrozen = lastEvent(Type<DharmaProtection.Unfrozen>()) as! DharmaProtection.Unfrozen
    Test.assertEqual([unfreeze, 0, 1] as [UInt64], [unfrozen.proposalId, unfrozen.flagNumber ?? 0, unfrozen.freezeNumber ?? 0])
    Test.assertEqual(accusedAddress, unfrozen.address)
    Test.assertEqual(sha256Hex("A reason of enough characters"), unfrozen.reasonHash)
}

access(all) fun testRule6AnUnfreezeOfAFlagLeavesALaterFreezeAndALaterFlag() {
    flagAccused("case-1")
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    freezeAccused()
    executeProposal(unfreeze)
    expectAccused(false, true)
    restartStory()
    flagAccused("case-1")
    freezeAccused()
    let both = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(26.0, 0.0)
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    appointOther()
    send("protection/unflag_wallet", [relayer()], [accusedAddress])
    let third = members()[4].account
    send("protection/appoint_flagger", [contractsAccount()], [third.address])
    send("protection/claim_flagger", [third], [contractsAddress])
    send("protection/flag_wallet", [third], buildFlag("case-2", "keys"))
    goTo(48.0, 0.0)
    executeProposal(both)
    expectAccused(true, false)
    Test.assertEqual(2 as UInt64, getFlagNumber(accusedAddress))
}

access(all) fun appointOther() {
    send("protection/appoint_flagger", [contractsAccount()], [relayer().address])
    send("protection/claim_flagger", [relayer()], [contractsAddress])
}

access(all) fun testRule6AnUnfreezeOfFlagAndFreezeEndsBoth() {
    flagAccused("case-1")
    freezeAccused()
    let id = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    expectAccused(true, true)
    executeProposal(id)
    expectAccused(false, false)
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual([1, id] as [UInt64], [ended.freezeNumber, ended.proposalId!])
    Test.assertEqual(toTime(48.0, 0.0), ended.endedAt)
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual(["unfreeze", "case-1", "behaviour"], [lifted.cause, lifted.caseId, lifted.reasonCode])
    Test.assertEqual([1 as UInt64], [lifted.flagNumber])
}

access(all) fun testRule6AnUnfreezeNeverEndsALaterFreeze() {
    freezeAccused()
    goTo(160.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(170.0, 0.0)
    let next = proposeAndVote("freeze", [3, 4, 2], [])
    goTo(184.0, -1.0)
    expectStatuses({unfreeze: "active", next: "active"})
    restartStory()
    freezeAccused()
    goTo(169.0, 0.0)
    let late = proposeAndVote("unfreeze", [0, 1, 2], [])
    let after = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(193.0, 0.0)
    executeProposal(after)
    refuseExecution(late, "is expired, not approved")
    expectAccused(false, true)
    Test.assertEqual(2 as UInt64, getFreezeNumber(accusedAddress))
}

// 7: nothing stands

access(all) fun testRule7AProposalOfWhichNothingStandsIsExpiredAtOnce() {
    flagAccused("case-1")
    let unfreeze = propose(members()[0], "unfreeze", accusedAddress)
    castVote(members()[0], unfreeze, true)
    let vote = members()[1].vote(unfreeze, true)
    goTo(1.0, 0.0)
    unflagAccused()
    Test.assertEqual("expired", getVotingOutcome(unfreeze))
    refuse("governance/cast_votes", [relayer()], vote, "proposal \(unfreeze) is expired")
    expectStatuses({unfreeze: "expired"})
    expectChanges(unfreeze, ["pending active 1:0", "active expired 1:0"])
    Test.assertEqual([] as [UInt64], ask("governance/get_open_proposals", [members()[0].address()]) as! [UInt64])
}

access(all) fun testRule7AProposalInVotingExpiresInTheSecondInWhichItsFreezeLapses() {
    freezeAccused()
    goTo(180.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1], [])
    let recovery = proposeAndVote("recover", [0, 1], [])
    let vote = members()[2].vote(unfreeze, true)
    goTo(192.0, -1.0)
    Test.assertEqual(["active", "active"], [getStatus(unfreeze), getStatus(recovery)])
    goTo(192.0, 0.0)
    refuse("governance/cast_votes", [relayer()], vote, "proposal \(unfreeze) is expired")
    expectStatuses({unfreeze: "expired", recovery: "expired"})
}

access(all) fun testRule7AnUnfreezeStandsWhileOneOfTheTwoDoes() {
    flagAccused("case-1")
    freezeAccused()
    goTo(180.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(193.0, 0.0)
    expectStatuses({unfreeze: "active"})
    goTo(204.0, 0.0)
    executeProposal(unfreeze)
    expectAccused(false, false)
}

/// Also as long as nobody has settled the appeal.
access(all) fun testRule7AnUnfreezeOfAFlagExpiresWhenAnAppealLiftsIt() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(1.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(24.0, -1.0)
    Test.assertEqual(["open", "active"], [getVotingOutcome(unfreeze), getStatus(unfreeze)])
    goTo(24.0, 0.0)
    Test.assertEqual(["expired", "expired"], [getVotingOutcome(unfreeze), getStatus(unfreeze)])
    goTo(25.0, 0.0)
    Test.assertEqual(["expired", "expired"], [getVotingOutcome(unfreeze), getStatus(unfreeze)])
    expectStatuses({unfreeze: "expired"})
}

access(all) fun testRule7AnApprovedUnfreezeExpiresWithWhatItNames() {
    freezeAccused()
    goTo(100.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    Test.assertEqual("approved", getStatus(unfreeze))
    goTo(192.0, 0.0)
    refuseExecution(unfreeze, "is expired, not approved")
    expectStatuses({unfreeze: "expired"})
}

access(all) fun testRule7AnAppealThatLiftedItsFlagByItsApprovalCanBeExecutedStill() {
    flagAccused("case-1")
    let appeal = appealAgainstFlag()
    voteBy(appeal, [0, 1, 2], [])
    goTo(24.0, 0.0)
    expectAccused(false, false)
    expectStatuses({appeal: "approved"})
    executeProposal(appeal)
    expectStatuses({appeal: "executed"})
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
    goTo(192.0, 0.0)
    restartStory()
    flagAccused("case-1")
    let other = appealAgainstFlag()
    voteBy(other, [0, 1, 2], [])
    goTo(192.0, -1.0)
    expectStatuses({other: "approved"})
    goTo(192.0, 0.0)
    expectStatuses({other: "expired"})
}

// 8: an approved unfreeze

access(all) fun testRule8AnApprovedUnfreezeVoidsOlderFreezesAndRecoveries() {
    for isSettled in [false, true] {
        restartStory()
        freezeAccused()
        let approved = proposeAndVote("freeze", [0, 1, 2], [])
        let recovery = proposeAndVote("recover", [0, 1, 2], [])
        goTo(30.0, 0.0)
        let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
        goTo(48.0, 0.0)
        if isSettled {
            settleAll([approved, recovery, unfreeze])
        }
        refreshScores()
        let voting = propose(members()[3], "freeze", accusedAddress)
        let votingToo = propose(members()[3], "recover", accusedAddress)
        goTo(54.0, -1.0)
        expectStatuses({approved: "approved", recovery: "approved", voting: "pending", votingToo: "pending"})
        goTo(54.0, 0.0)
        expectStatuses({approved: "expired", recovery: "expired", voting: "expired", votingToo: "expired", unfreeze: "approved"})
        Test.assertEqual("approved", getVotingOutcome(approved))
        Test.assertEqual("expired", getVotingOutcome(voting))
        refreshScores()
        refuseVote(members()[3], voting, "proposal \(voting) is expired")
        Test.assertEqual(true, isAccusedFrozen())
    }
}

/// Exploit of the earlier rules: the DAO executed the older freeze after the unfreeze.
access(all) fun testRule8AnOlderFreezeDoesNotUndoAnExecutedUnfreeze() {
    freezeAccused()
    let older = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(25.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(49.0, 0.0)
    executeProposal(unfreeze)
    refuseExecution(older, "is expired, not approved")
    expectAccused(false, false)
}

/// Exploit of the earlier rules: only an upheld appeal voided a recovery.
access(all) fun testRule8NoRecoveryIsExecutedBesideAnApprovedUnfreeze() {
    freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    goTo(90.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(114.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
    expectStatuses({unfreeze: "approved", recovery: "expired"})
}

access(all) fun testRule8ARejectedOrExpiredUnfreezeVoidsNothing() {
    for votersFor in [[0] as [Int], [0, 1, 2]] {
        restartStory()
        freezeAccused()
        let older = proposeAndVote("freeze", [0, 1, 2], [])
        let unfreeze = proposeAndVote("unfreeze", votersFor, votersFor.length == 1 ? [] : [3, 4, 2])
        goTo(48.0, 0.0)
        expectStatuses({older: "approved"})
        Test.assertEqual(0, countEvents(Type<DharmaProtection.FreezeOverruled>()))
    }
}

access(all) fun testRule8AnApprovedUnfreezeOfAFlagAloneVoidsNoFreeze() {
    flagAccused("case-1")
    let older = proposeAndVote("freeze", [0, 1, 2], [])
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    expectStatuses({older: "approved", unfreeze: "approved"})
}

access(all) fun testRule8AnUnfreezeThatIsNeverExecutedHasOverruledAllTheSame() {
    freezeAccused()
    let older = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(25.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(193.0, 0.0)
    expectStatuses({older: "expired", unfreeze: "expired"})
    expectAccused(false, false)
    refuseExecution(older, "is expired, not approved")
}

access(all) fun testRule8AFreezeExecutedBeforeTheEndOfThatVotingStands() {
    freezeAccused()
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(25.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    executeProposal(renewal)
    goTo(49.0, 0.0)
    expectStatuses({renewal: "executed", unfreeze: "approved"})
    expectAccused(false, true)
    Test.assertEqual(toTime(216.0, 0.0), getFreezeEnd())
}

// 9: what follows

access(all) fun testRule9AnOverruledFreezeIsNotRenewedTheNextIsANewOne() {
    for isSettled in [false, true] {
        restartStory()
        freezeAccused()
        let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
        goTo(48.0, 0.0)
        if isSettled {
            settleAll([unfreeze])
        }
        let next = proposeAndVote("freeze", [0, 1, 2], [])
        goTo(72.0, 0.0)
        expectStatuses({unfreeze: "approved", next: "approved"})
        executeProposal(next)
        expectFrozen(2, 72.0, nil)
        let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
        Test.assertEqual([1, next] as [UInt64], [ended.freezeNumber, ended.proposalId!])
        Test.assertEqual(toTime(72.0, 0.0), ended.endedAt)
        expectStatuses({unfreeze: "expired"})
        refuseExecution(unfreeze, "is expired, not approved")
        expectAccused(false, true)
        goTo(240.0, -1.0)
        expectAccused(false, true)
        goTo(240.0, 0.0)
        expectAccused(false, false)
    }
}

access(all) fun testRule9NoRecoveryOpensUnderAnOverruledFreeze() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, -1.0)
    refreshScores()
    let before = propose(members()[1], "recover", accusedAddress)
    goTo(48.0, 0.0)
    refreshScores()
    refuseProposal(members()[2], "recover", "A vote decided to end freeze 1 of \(accusedAddress); no recovery opens under it")
    expectStatuses({before: "expired", unfreeze: "approved"})
}

// 28: votes

/// Part of the vote of a person on a proposal.
access(all) fun askVote(_ id: UInt64, _ voter: Person, _ part: String): AnyStruct? {
    let code = Test.readFile("../../scripts/governance/get_vote.cdc")
        .replaceAll(of: "access(all) fun main(", with: "access(all) fun answer(")
        .concat("access(all) fun main(id: UInt64, voter: Address): AnyStruct? { return answer(id: id, voter: voter)\(part) }")
    return askCode(code, [id, voter.address()])
}

access(all) fun testRule28AVoteStaysCountedAsCastAndKeepsItsRecord() {
    let id = propose(members()[0], "freeze", accusedAddress)
    voteByThree(id, true)
    publishScore(members()[1].address(), 10)
    goTo(24.0, 0.0)
    expectStatuses({id: "approved"})
    Test.assertEqual(700 as UInt64, askVote(id, members()[1], "!.scoreTenths") as! UInt64)
    Test.assertEqual(agentAddress, askVote(id, members()[1], "!.publisher") as! Address)
    Test.assertEqual(sha256Hex("70"), askVote(id, members()[1], "!.evidenceHash") as! String)
}

access(all) fun testRule28WhoReplacesAVoteMustBeEligibleThen() {
    let id = propose(members()[0], "freeze", accusedAddress)
    castVote(members()[1], id, true)
    publishScore(members()[1].address(), 10)
    refuse("governance/cast_votes", [relayer()], members()[1].vote(id, false), "cannot vote")
    Test.assertEqual(true, askVote(id, members()[1], "!.support") as! Bool)
}

access(all) fun testRule28ALaterVoteReplacesTheEarlierOne() {
    let id = propose(members()[1], "freeze", accusedAddress)
    let voter = members()[0]
    let earlier = voter.vote(id, true)
    send("governance/cast_votes", [relayer()], earlier)
    castVote(voter, id, false)
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual([true, false], [cast.supportBefore!, cast.support])
    Test.assertEqual([0, 1] as [UInt64], [cast.votesFor, cast.votesAgainst])
    Test.assertEqual([id, 2, 700] as [UInt64], [cast.id, cast.sequence, cast.scoreTenths])
    Test.assertEqual([voter.address(), agentAddress], [cast.voter, cast.publisher])
    Test.assertEqual(false, askVote(id, voter, "!.support") as! Bool)
    refuse("governance/cast_votes", [relayer()], earlier, "is not above")
    castVote(voter, id, true)
    let last = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual([1, 0] as [UInt64], [last.votesFor, last.votesAgainst])
    Test.assertEqual(nil, askVote(id, members()[4], ""))
}

/// A relayer that holds an earlier vote back cannot use it after a later one.
access(all) fun testRule28AWithheldVoteDoesNotReplaceALaterOne() {
    let id = propose(members()[0], "freeze", accusedAddress)
    let first = members()[1].vote(id, true)
    let next = members()[1].next(votes)
    send("governance/cast_votes", [relayer()], members()[1].voteWith(id, false, [next[0] + 1, next[1]]))
    refuse("governance/cast_votes", [relayer()], first, "Sequence 1 of 0x000000000000000c is not above 2")
    Test.assertEqual(1 as UInt64, askPart("governance/get_proposal", "!.votesAgainst", id) as! UInt64)
}

access(all) fun testRule28TheTargetAndTheRecoveryAddressDoNotVote() {
    let member = members()[4]
    openGuardedVault(member.account, members()[3].address())
    let freeze = propose(members()[0], "freeze", member.address())
    refuseVote(member, freeze, "\(member.address()) is the target of the proposal, or the recovery address")
    voteBy(freeze, [0, 1, 3], [])
    goTo(24.0, 0.0)
    executeProposal(freeze)
    refreshScores()
    let recovery = propose(members()[0], "recover", member.address())
    refuseVote(members()[3], recovery, "is the target of the proposal, or the recovery address")
    refuseVote(member, recovery, "is the target of the proposal, or the recovery address")
    castVote(members()[2], recovery, true)
    let send_ = fun () { send("protection/open_appeal", [relayer()], Person(member.address(), 5).appeal(nil, 1, "A reason of enough characters")) }
    send_()
    refuseVote(member, lastProposal(), "is the target of the proposal, or the recovery address")
}

access(all) fun testRule28WithoutAGoodRecentScoreThatStandsNobodyVotes() {
    let id = propose(members()[0], "freeze", accusedAddress)
    publishScore(members()[3].address(), 59)
    refuseVote(members()[3], id, "cannot vote")
    publishScore(members()[3].address(), 60)
    castVote(members()[3], id, true)
    let newcomer = newborn()
    refuseVote(newcomer, id, "cannot vote")
    publishScore(newcomer.address(), 90)
    refuseVote(newcomer, id, "cannot vote")
    Test.assertEqual(nil, ask("governance/get_ineligibility_reason", [id, members()[0].address()]))
}

access(all) fun testRule2NobodyVotesOnAProposalAboutAnAddressOfWhichNothingIsRemembered() {
    let id = propose(members()[0], "freeze", accusedAddress)
    wait(25.0 * hour)
    settleAccused()
    refreshScores()
    let ended = "voting on proposal \(id) ended at"
    refuse("governance/cast_votes", [relayer()], members()[1].vote(id, true), ended)
    Test.assert((ask("governance/get_ineligibility_reason", [id, members()[1].address()]) as! String?)!.contains(ended))
}
