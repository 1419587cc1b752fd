import Test
import "DharmaAllowance"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// Rules 16 to 18: when a recovery can be proposed and executed, to the second. Each story freezes the accused at hour 24,
/// so that the 7 days end at hour 192 and 72 hours of freeze at hour 96.

access(all) let thiefAddress: Address = 0x0000000000000015

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

access(all) fun expectRecovered(_ recovery: UInt64) {
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
    let recovered = lastEvent(Type<DharmaVault.Recovered>()) as! DharmaVault.Recovered
    Test.assertEqual(recovery, recovered.proposalId)
    expectStatuses({recovery: "executed"})
}

access(all) let isOpen: String = "the appeal against the freeze of 0x0000000000000014 is open until"

// 16: while frozen

access(all) fun testRule16ARecoveryNeedsAFreezeThatHolds() {
    refuseProposal(members()[0], "recover", "is not frozen; a recovery needs a freeze")
    freezeAccused()
    goTo(192.0, -1.0)
    let id = propose(members()[0], "recover", accusedAddress)
    goTo(192.0, 0.0)
    refuseProposal(members()[1], "recover", "is not frozen; a recovery needs a freeze")
    expectStatuses({id: "expired"})
}

access(all) fun testRule16ARecoveryNeedsAGuardedVault() {
    decide("freeze", 0x0000000000000017)
    let proposal = buildProposal(members()[0], "recover", 0x0000000000000017)
    refuse("governance/create_proposal", [relayer()], proposal, "has no guarded vault to recover")
}

access(all) fun testRule16ARecoveryEndsWithItsFreeze() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(30.0, 0.0)
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(54.0, 0.0)
    executeProposal(unfreeze)
    freezeAgain(80.0)
    expectStatuses({recovery: "expired"})
    goTo(160.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
}

/// Proposed in the block in which the freeze is lifted and another one begins.
access(all) fun testRule16ARecoveryEndsWithItsFreezeAlsoWithinOneBlock() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(47.0, 0.0)
    let recovery = propose(members()[1], "recover", accusedAddress)
    goTo(48.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(72.0, 0.0)
    executeProposal(unfreeze)
    executeProposal(next)
    closeBlock()
    Test.assertEqual(2 as UInt64, getFreezeNumber(accusedAddress))
    expectStatuses({recovery: "expired"})
}

access(all) fun testRule16AVaultIsRecoveredOnce() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    let second = recoverAt(60.0, 0.0)
    goTo(96.0, 0.0)
    executeProposal(recovery)
    expectRecovered(recovery)
    refuseExecution(second, "is expired, not approved")
    expectStatuses({second: "expired"})
    refreshScores()
    let again = buildProposal(members()[0], "recover", accusedAddress)
    closeBlock()
    refuse("governance/create_proposal", [relayer()], again, "")
}

// 17: the recovery address

access(all) fun testRule17ARecoveryNamesTheRecoveryAddressAndTheFreeze() {
    freezeAccused()
    let id = recoverAt(24.0, 0.0)
    let details = askPart("governance/get_proposal", "!.details", id) as! [String]
    Test.assertEqual(
        ["Action: recover", "Target: \(accusedAddress)", "Freeze: 1", "Recovery address: \(accusedHeirAddress)"],
        details.slice(from: 0, upTo: 4)
    )
    Test.assert(details[4].slice(from: 0, upTo: 24) == "Recovery address since: ", message: details[4])
    Test.assertEqual("Recovery address before: none", details[5])
    let title = askPart("governance/get_proposal", "!.title", id) as! String
    Test.assert(title.contains("Recover \(accusedAddress), frozen by freeze 1, to \(accusedHeirAddress), its recovery address since "), message: title)
    Test.assert(title.contains("before: none"), message: title)
}

access(all) fun testRule17AThiefWithTheKeysCannotChangeTheRecoveryAddressAfterTheVote() {
    send("vault/request_recovery_address", [accused().account], [thiefAddress])
    let request = (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(72.0, 0.0)
    refuse("vault/apply_request", [accused().account], [request], "is frozen")
    goTo(96.0, 0.0)
    executeProposal(recovery)
    expectRecovered(recovery)
}

// 18: the time of the execution

access(all) fun testRule18ARecoveryIsExecutedSeventyTwoHoursAfterTheFreezeBeganAlsoThroughARenewal() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    freezeAgain(50.0)
    let obstacle = askPart("governance/get_proposal", "!.executionObstacle", recovery) as! String?
    Test.assertEqual("\(accusedAddress) must be frozen for 72 hours, until \(toTime(96.0, 0.0))", obstacle!)
    executeFrom(96.0, recovery, "must be frozen for 72 hours")
    expectRecovered(recovery)
}

access(all) fun testRule18ARecoveryWaitsForTheEndOfItsVoting() {
    freezeAccused()
    let recovery = recoverAt(100.0, 0.0)
    executeFrom(124.0, recovery, "is active, not approved")
    expectRecovered(recovery)
}

access(all) fun testRule18ARecoveryWaitsForTheFirstAppealWhateverItsOutcomeButUpheld() {
    for votersAgainst in [[] as [Int], [0, 1, 2]] {
        restartStory()
        freezeAccused()
        let recovery = recoverAt(24.0, 0.0)
        goTo(90.0, 0.0)
        voteBy(appealAgainstFreeze(), [], votersAgainst)
        goTo(96.0, 0.0)
        refuseExecution(recovery, isOpen)
        executeFrom(114.0, recovery, "\(isOpen) \(toTime(114.0, 0.0))")
        expectRecovered(recovery)
    }
}

access(all) fun testRule18AnUpheldAppealVoidsTheRecovery() {
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(90.0, 0.0)
    voteBy(appealAgainstFreeze(), [0, 1, 2], [])
    goTo(114.0, -1.0)
    Test.assertEqual("approved", getStatus(recovery))
    goTo(114.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    expectStatuses({recovery: "expired"})
}

/// A thief appeals as late as possible: six days are left for the recovery.
access(all) fun testRule18ALateAppealLeavesTimeForTheRecovery() {
    freezeAccused()
    let recovery = recoverAt(168.0, -1.0)
    goTo(360.0, -2.0 - 86400.0)
    appealAgainstFreeze()
    refuseExecution(recovery, isOpen)
    goTo(360.0, -2.0)
    executeProposal(recovery)
    expectRecovered(recovery)
}

access(all) fun testRule18OnlyTheFirstAppealBlocks() {
    freezeAccused()
    voteBy(appealAgainstFreeze(), [], [0, 1, 2])
    let recovery = recoverAt(24.0, 0.0)
    freezeAgain(94.0)
    goTo(95.0, 0.0)
    appealAgainstFreeze()
    goTo(96.0, 0.0)
    executeProposal(recovery)
    expectRecovered(recovery)
}

access(all) fun testRule18AnAppealAgainstTheFlagBlocksNothing() {
    flagAccused("case-1")
    freezeAccused()
    let recovery = recoverAt(24.0, 0.0)
    goTo(90.0, 0.0)
    appealAgainstFlag()
    goTo(96.0, 0.0)
    executeProposal(recovery)
    expectRecovered(recovery)
}

/// Recovery address and two accomplices freeze an honest owner: his appeal holds their recovery up, and honest votes void it.
access(all) fun testRule18ARecoveryAddressAndTwoAccomplicesCannotTakeAVaultWhileTheAppealIsOpen() {
    let owner = Person(0x0000000000000017, 12)
    addKey(owner.account, 12, 1000.0)
    openGuardedVault(owner.account, members()[0].address())
    decide("freeze", owner.address())
    let recovery = propose(members()[1], "recover", owner.address())
    refuseVote(members()[0], recovery, "is the target of the proposal, or the recovery address")
    send("protection/open_appeal", [relayer()], owner.appeal(nil, 1, "A freeze without a reason"))
    let appeal = lastProposal()
    voteBy(recovery, [1, 2, 3], [])
    voteBy(appeal, [1, 2, 3], [0])
    wait(day)
    expectStatuses({recovery: "expired", appeal: "approved"})
}
