import Test
import "DharmaAllowance"
import "DharmaGovernance"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// Each test is an attack that a rule stops.

access(all) let thiefAddress: Address = 0x0000000000000015
/// The recovery address of the vault: a member of the community.
access(all) let memberAddress: Address = 0x000000000000000b

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun testARecoveryAddressAndTwoAccomplicesCannotTakeAVaultWhileTheAppealIsOpen() {
    openGuardedVault(accused().account, memberAddress)
    refreshScores()
    let early = members()[1].proposal("recover", accusedAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], early, "is not frozen; a recovery needs a freeze")
    let freeze = freezeAccused()
    let recovery = propose(members()[1], "recover", accusedAddress)
    let own = appealAgainstFreeze(freeze)
    voteBy(recovery, [1, 2, 3], [])
    voteBy(own, [1, 2, 3], [])
    let vote = members()[0].vote(recovery, true)
    refuse("governance/cast_vote", [relayer()], vote, "is the target of the proposal, or the recovery address")
    goTo(48.0, -1.0)
    refuseExecution(recovery, "is active, not approved")
    goTo(48.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
    Test.assertEqual("upheld", getOutcome(0))
    let again = members()[1].recovery(accusedAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], again, "no recovery opens under it")
}

/// Model (heir): the recovery address and two accomplices freeze; the No of an honest voter makes the third vote.
access(all) fun testTheNoOfAnHonestVoterDoesNotSupplyTheQuorumOfARecovery() {
    openGuardedVault(accused().account, memberAddress)
    freezeAccused()
    refreshScores()
    let recovery = propose(members()[1], "recover", accusedAddress)
    refuse("governance/cast_vote", [relayer()], members()[0].vote(recovery, true), "or the recovery address")
    voteBy(recovery, [1, 2], [3])
    goTo(48.0, 0.0)
    Test.assertEqual("rejected", getStatus(recovery))
    goTo(96.0, 0.0)
    refuseExecution(recovery, "is rejected, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
}

access(all) fun testWhatAThiefRequestedBeforeTheFreezeIsVoidAfterIt() {
    openGuardedVault(accused().account, memberAddress)
    send("vault/request_recovery_address", [accused().account], [thiefAddress])
    let request = (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
    freezeAccused()
    goTo(192.0, -1.0)
    refuse("vault/apply_request", [accused().account], [request], "is frozen")
    goTo(192.0, 0.0)
    refuse("vault/apply_request", [accused().account], [request], "unless a freeze voids it")
}

access(all) fun testAThiefWithTheKeysCannotChangeTheRecoveryAddressAfterTheVote() {
    openGuardedVault(accused().account, memberAddress)
    send("vault/request_recovery_address", [accused().account], [thiefAddress])
    let request = (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
    freezeAccused()
    let recovery = propose(members()[1], "recover", accusedAddress)
    voteBy(recovery, [1, 2, 3], [])
    goTo(72.0, 0.0)
    refuse("vault/apply_request", [accused().account], [request], "is frozen")
    goTo(96.0, 0.0)
    executeProposal(recovery)
    Test.assertEqual(memberAddress as Address?, getRecoveredTo())
}

access(all) fun testARejectionThatIsNotSettledWithinTheClockStillDeniesTheAppeal() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag("case-1"), [], [0, 1, 2, 3, 4])
    goTo(240.0, 0.0)
    Test.assertEqual(true, isAccusedFlagged())
    Test.assertEqual("denied", getOutcome(0))
}

access(all) fun testAWithheldProposalIsRefusedAfterItsTime() {
    let proposal = members()[0].proposal("freeze", accusedAddress, "A reason of enough characters")
    wait(hour)
    refuse("governance/create_proposal", [relayer()], proposal, "was valid until")
}

access(all) fun testAReportRelayedFirstStopsNoAppeal() {
    publishScore(accusedAddress, 50)
    flagAccused("case-1")
    let appeal = accused().appeal("case-1", nil, "It was not me, I swear")
    send("reports/report_wallet", [relayer()], accused().report(thiefAddress, "thief", accused().next(reports)))
    send("protection/open_appeal", [relayer()], appeal)
    Test.assertEqual("open", getOutcome(0))
}

access(all) fun testAFlaggerCannotRestartTheClockOfAnAppeal() {
    flagAccused("case-1")
    appealAgainstFlag("case-1")
    goTo(71.0, 0.0)
    send("protection/unflag_wallet", [agent()], [accusedAddress])
    let liftedAt = (lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted).liftedAt
    let again: [AnyStruct] = [accusedAddress, "case-2", "behaviour", sha256Hex("reason")]
    let txId = sha256Hex("a transaction")
    refuse("protection/flag_wallet", [agent()], again.concat([nil, nil]), "'behaviour' is refused for")
    refuse("protection/flag_wallet", [agent()], again.concat([txId, liftedAt]), "unless a transaction later than the lift is cited")
    goTo(71.0, 1.0)
    send("protection/flag_wallet", [agent()], again.concat([txId, liftedAt + 0.00000001]))
    Test.assertEqual(true, isAccusedFlagged())
}

access(all) fun testATargetCannotHoldTheTopicAgainstItself() {
    let own = propose(accused(), "freeze", accusedAddress)
    refreshScores()
    let id = propose(members()[0], "freeze", accusedAddress)
    let superseded = lastEvent(Type<DharmaGovernance.ProposalSuperseded>()) as! DharmaGovernance.ProposalSuperseded
    Test.assertEqual(own, superseded.id)
    Test.assertEqual(id, superseded.supersededBy)
    Test.assertEqual("expired", getStatus(own))
    let other = members()[1].proposal("freeze", accusedAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], other, "Proposal \(id) to freeze \(accusedAddress) is open already")
}

/// The DAO chooses the block: a recovery proposed in the block in which the freeze is lifted and another one begins.
access(all) fun testARecoveryDiesWithItsFreezeAlsoWithinOneBlock() {
    openGuardedVault(accused().account, memberAddress)
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    refreshScores()
    let recovery = members()[1].recovery(accusedAddress, "A reason of enough characters")
    closeBlock()
    send("governance/create_proposal", [relayer()], recovery)
    executeProposal(unfreeze)
    executeProposal(next)
    closeBlock()
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(2 as UInt64, frozen.freezeNumber)
    Test.assertEqual(toTime(48.0, 0.0), frozen.since)
    Test.assertEqual("expired", getStatus(lastProposal()))
    refuse("governance/cast_vote", [relayer()], members()[2].vote(lastProposal(), true), "is expired")
}

/// The DAO withholds an approved freeze until the appeal that would end it is decided.
access(all) fun testAWithheldFreezeDoesNotOutliveAnUpheldAppeal() {
    let freeze = freezeAccused()
    let withheld = proposeAndVote("freeze", [0, 1, 2], [])
    voteBy(appealAgainstFreeze(freeze), [0, 1, 2], [])
    goTo(192.0, 0.0)
    Test.assertEqual(false, isAccusedFrozen())
    refuseExecution(withheld, "is expired, not approved")
}

access(all) fun testASignedAppealServesNoLaterFreeze() {
    let freeze = freezeAccused()
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    let appeal = accused().appeal(nil, freeze, "A freeze without a reason")
    executeProposal(next)
    refuse("protection/open_appeal", [relayer()], appeal, "is not frozen by proposal \(freeze)")
}

/// A relayer that holds an earlier vote back cannot use it after a later one.
access(all) fun testAWithheldVoteDoesNotReplaceALaterOne() {
    let id = propose(members()[0], "freeze", accusedAddress)
    let first = members()[1].voteWith(id, true, members()[1].next(votes))
    let next = members()[1].next(votes)
    send("governance/cast_vote", [relayer()], members()[1].voteWith(id, false, [next[0] + 1, next[1]]))
    refuse("governance/cast_vote", [relayer()], first, "Sequence 1 of 0x000000000000000c is not above 2")
    Test.assertEqual(1 as UInt64, askPart("governance/get_proposal", "!.votesAgainst", id) as! UInt64)
}

/// An accomplice who may vote takes the topic, does not campaign for it, and takes it again when it has expired.
access(all) fun testAnIdleProposalOfAVoterCanBeVotedOnByAll() {
    let idle = propose(members()[4], "freeze", accusedAddress)
    voteBy(idle, [0, 1, 2], [4])
    goTo(24.0, 0.0)
    executeProposal(idle)
    Test.assertEqual(true, isAccusedFrozen())
}

access(all) fun testAProposalThatAnAppealOverruledAsItWasOpenedIsExpiredAtOnce() {
    let freeze = freezeAccused()
    voteBy(appealAgainstFreeze(freeze), [0, 1, 2], [])
    goTo(48.0, 0.0)
    refreshScores()
    let id = propose(members()[0], "freeze", accusedAddress)
    Test.assertEqual("expired", getStatus(id))
    goTo(48.0, 1.0)
    refreshScores()
    let next = propose(members()[0], "freeze", accusedAddress)
    Test.assertEqual("pending", getStatus(next))
}
