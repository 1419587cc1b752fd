import Test
import "DharmaGovernance"
import "DharmaProtection"
import "DharmaVault"
import "test_helpers.cdc"

/// Each test is an attack that a rule stops.

access(all) let victimAddress: Address = 0x0000000000000014
access(all) let victim: Person = Person(victimAddress, 9)
/// The recovery address that the victim named: a member of the community.
access(all) let recoveryAddress: Address = 0x000000000000000b
access(all) let thiefAddress: Address = 0x0000000000000015

access(all) var start: UInt64 = 0

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    addKey(victim.account, 9, 1000.0)
    closeBlock()
    start = getHeight()
}

access(all) fun beforeEach() {
    closeBlock()
    Test.reset(to: start)
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun openVault() {
    send("vault/open_vault", [victim.account], [recoveryAddress, {} as {String: UFix64}])
}

access(all) fun getRecoveredTo(): Address? {
    return askCode(
        "import \"DharmaVault\"\naccess(all) fun main(a: Address): Address? { return DharmaVault.borrowVault(a)!.recoveredTo }",
        [victimAddress]
    ) as! Address?
}

access(all) fun isFrozen(): Bool {
    return askPart("protection/get_protection_status", ".isFrozen", victimAddress) as! Bool
}

access(all) fun isFlagged(): Bool {
    return askPart("protection/get_protection_status", ".isFlagged", victimAddress) as! Bool
}

access(all) fun getLastOutcome(): String {
    return askPart("protection/get_protection_status", ".appeals[0].outcome", victimAddress) as! String
}

access(all) fun flag(_ caseId: String) {
    send("protection/flag_wallet", [agent()], [victimAddress, caseId, "behaviour", sha256Hex("reason"), nil, nil])
}

access(all) fun testARecoveryAddressAndTwoAccomplicesCannotTakeAVaultWhileTheAppealIsOpen() {
    openVault()
    refreshScores()
    let early = members()[1].proposal("recover", victimAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], early, "is not frozen; a recovery needs a freeze")
    let freeze = decide("freeze", victimAddress)
    let recovery = propose(members()[1], "recover", victimAddress)
    send("protection/open_appeal", [relayer()], victim.appeal(nil, freeze, "I was never robbed of my keys"))
    let own = lastProposal()
    for voter in [1, 2, 3] {
        castVote(members()[voter], recovery, true)
        castVote(members()[voter], own, true)
    }
    let vote = members()[0].vote(recovery, true)
    refuse("governance/cast_vote", [relayer()], vote, "is the target of the proposal, or the recovery address")
    wait(day - 60.0)
    refuseExecution(recovery, "is active, not approved")
    wait(60.0)
    refuseExecution(recovery, "is expired, not approved")
    Test.assertEqual(nil as Address?, getRecoveredTo())
    Test.assertEqual("upheld", getLastOutcome())
    let again = members()[1].recovery(victimAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], again, "no recovery opens under it")
}

access(all) fun testAThiefWithTheKeysCannotChangeTheRecoveryAddressAfterTheVote() {
    openVault()
    send("vault/request_recovery_address", [victim.account], [thiefAddress])
    let request = (lastEvent(Type<DharmaVault.Requested>()) as! DharmaVault.Requested).requestId
    wait(2.0 * day)
    decide("freeze", victimAddress)
    let recovery = propose(members()[1], "recover", victimAddress)
    for voter in [1, 2, 3] {
        castVote(members()[voter], recovery, true)
    }
    wait(2.0 * day)
    refuse("vault/apply_request", [victim.account], [request], "is frozen")
    wait(day)
    executeProposal(recovery)
    Test.assertEqual(recoveryAddress as Address?, getRecoveredTo())
}

access(all) fun testARejectionThatIsNotSettledWithinTheClockStillDeniesTheAppeal() {
    flag("case-1")
    send("protection/open_appeal", [relayer()], victim.appeal("case-1", nil, "It was not me, I swear"))
    let id = lastProposal()
    refreshScores()
    for member in members() {
        castVote(member, id, false)
    }
    wait(10.0 * day)
    Test.assertEqual(true, isFlagged())
    Test.assertEqual("denied", getLastOutcome())
}

access(all) fun testALentAccountOrCapabilityExecutesNothing() {
    refreshScores()
    let id = propose(members()[0], "freeze", victimAddress)
    voteByThree(id, true)
    wait(day)
    refuse("governance/execute_proposal", [relayer()], [id], "is not the account of the DAO")
    closeBlock()
    refuse("governance/execute_proposal", signedBy(daoAddress, [6]), [id], "authorization failed")
    closeBlock()
    Test.assertEqual(false, isFrozen())
    executeProposal(id)
    Test.assertEqual(true, isFrozen())
}

access(all) fun testAWithheldProposalIsRefusedAfterItsTime() {
    let proposal = members()[0].proposal("freeze", victimAddress, "A reason of enough characters")
    wait(hour)
    refuse("governance/create_proposal", [relayer()], proposal, "was valid until")
}

access(all) fun testAReportRelayedFirstStopsNoAppeal() {
    publishScore(victimAddress, 50)
    flag("case-1")
    let appeal = victim.appeal("case-1", nil, "It was not me, I swear")
    let next = victim.next(reports)
    let message = buildMessage(
        "report",
        ["Target: \(thiefAddress)", "Reason SHA-256: ".concat(sha256Hex("thief"))],
        "Reporter",
        victimAddress,
        next
    )
    let report: [AnyStruct] = [thiefAddress, sha256Hex("thief")]
    send("reports/report_wallet", [relayer()], report.concat(victim.signed(message, next)))
    send("protection/open_appeal", [relayer()], appeal)
    Test.assertEqual("open", getLastOutcome())
}

access(all) fun testAFlaggerCannotRestartTheClockOfAnAppeal() {
    flag("case-1")
    send("protection/open_appeal", [relayer()], victim.appeal("case-1", nil, "It was not me, I swear"))
    wait(71.0 * hour)
    send("protection/unflag_wallet", [agent()], [victimAddress])
    let liftedAt = (lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted).liftedAt
    let again: [AnyStruct] = [victimAddress, "case-2", "behaviour", sha256Hex("reason")]
    let txId = sha256Hex("a transaction")
    refuse("protection/flag_wallet", [agent()], again.concat([nil, nil]), "'behaviour' is refused for")
    refuse("protection/flag_wallet", [agent()], again.concat([txId, liftedAt]), "unless a transaction later than the lift is cited")
    wait(hour)
    send("protection/flag_wallet", [agent()], again.concat([txId, liftedAt + 0.00000001]))
    Test.assertEqual(true, isFlagged())
}

access(all) fun testATargetCannotHoldTheTopicAgainstItself() {
    let own = propose(victim, "freeze", victimAddress)
    refreshScores()
    let id = propose(members()[0], "freeze", victimAddress)
    let superseded = lastEvent(Type<DharmaGovernance.ProposalSuperseded>()) as! DharmaGovernance.ProposalSuperseded
    Test.assertEqual(own, superseded.id)
    Test.assertEqual(id, superseded.supersededBy)
    Test.assertEqual("expired", askPart("governance/get_proposal", "!.status", own) as! String)
    let other = members()[1].proposal("freeze", victimAddress, "A reason of enough characters")
    refuse("governance/create_proposal", [relayer()], other, "Proposal \(id) to freeze \(victimAddress) is open already")
}
