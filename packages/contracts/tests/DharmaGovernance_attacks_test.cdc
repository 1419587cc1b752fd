import Test
import "DharmaAllowance"
import "DharmaGovernance"
import "DharmaProtection"
import "test_helpers.cdc"

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
