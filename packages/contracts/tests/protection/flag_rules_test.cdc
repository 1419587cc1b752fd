import Test
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// How long a reason code is refused after a flag with it was lifted, to the second.

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun beforeEach() {
    restartStory()
    flagAccused("case-1")
}

access(all) fun afterEach() {
    closeBlock()
}

/// Arguments of `protection/flag_wallet` for another case.
access(all) fun flagAgain(_ reasonCode: String, _ citedAt: UFix64?): [AnyStruct] {
    let cited: String? = citedAt == nil ? nil : sha256Hex("a transaction")
    return [accusedAddress, "case-2", reasonCode, sha256Hex("reason"), cited, citedAt]
}

access(all) fun refuseFlag(_ arguments: [AnyStruct], _ message: String) {
    refuse("protection/flag_wallet", [agent()], arguments, message)
}

access(all) fun flagBy(_ arguments: [AnyStruct]) {
    send("protection/flag_wallet", [agent()], arguments)
    Test.assertEqual(true, isAccusedFlagged())
}

access(all) fun unflag() {
    send("protection/unflag_wallet", [agent()], [accusedAddress])
}

access(all) fun getBarredUntil(): UFix64? {
    return askCode(
        "import \"DharmaProtection\"\naccess(all) fun main(a: Address): UFix64? { return DharmaProtection.borrowRecord(a)?.getBarredUntil(reasonCode: \"behaviour\") ?? nil }",
        [accusedAddress]
    ) as! UFix64?
}

/// Asserts that the code is refused for exactly 7 days from that hour, and another one is not.
access(all) fun expectBarredFrom(_ hours: Fix64) {
    let until = toTime(hours, 0.0) + 604800.0
    Test.assertEqual(until as UFix64?, getBarredUntil())
    refuseFlag(flagAgain("behaviour", nil), "'behaviour' is refused for \(accusedAddress) until \(until)")
    goTo(hours + 168.0, -1.0)
    refuseFlag(flagAgain("behaviour", nil), "unless a transaction later than the lift is cited")
    goTo(hours + 168.0, 0.0)
    Test.assertEqual(nil as UFix64?, getBarredUntil())
    flagBy(flagAgain("behaviour", nil))
}

/// Asserts what lifted the flag last, and when.
access(all) fun expectLifted(_ cause: String, _ hours: Fix64, _ isBarred: Bool) {
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual(cause, lifted.cause)
    Test.assertEqual(toTime(hours, 0.0), lifted.liftedAt)
    Test.assertEqual(isBarred ? lifted.liftedAt + 604800.0 : 0.0, lifted.barredUntil ?? 0.0)
}

access(all) fun testAnUpheldAppealBarsTheCodeForSevenDaysFromTheEndOfTheVote() {
    voteBy(appealAgainstFlag("case-1"), [0, 1, 2], [])
    goTo(60.0, 0.0)
    Test.assertEqual(toTime(192.0, 0.0) as UFix64?, getBarredUntil())
    settleAccused()
    expectLifted("appeal", 24.0, true)
    expectBarredFrom(24.0)
}

access(all) fun testAnUndecidedAppealBarsTheCodeForSevenDaysFromTheEndOfItsClock() {
    appealAgainstFlag("case-1")
    goTo(80.0, 0.0)
    expectBarredFrom(72.0)
}

/// Model: without the change of 'bar_unfreeze', the flagger flagged again at hour 24.
access(all) fun testAnExecutedUnfreezeBarsTheCodeForSevenDays() {
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(unfreeze)
    expectLifted("unfreeze", 24.0, true)
    Test.assertEqual(false, isAccusedFlagged())
    expectBarredFrom(24.0)
}

access(all) fun testAFlaggerThatLiftsDuringAnAppealBarsTheCodeForSevenDays() {
    appealAgainstFlag("case-1")
    goTo(20.0, 0.0)
    unflag()
    expectLifted("recheck", 20.0, true)
    expectBarredFrom(20.0)
}

access(all) fun testAnExecutedAppealAgainstTheFlagAddsNothingToItsBar() {
    let appeal = appealAgainstFlag("case-1")
    voteBy(appeal, [0, 1, 2], [])
    goTo(100.0, 0.0)
    executeProposal(appeal)
    expectLifted("appeal", 24.0, true)
    expectBarredFrom(24.0)
}

access(all) fun testARecheckWithoutAnAppealBarsNothing() {
    unflag()
    expectLifted("recheck", 0.0, false)
    Test.assertEqual(nil as UFix64?, getBarredUntil())
    flagBy(flagAgain("behaviour", nil))
}

access(all) fun testARecheckAfterADeniedAppealBarsNothing() {
    voteBy(appealAgainstFlag("case-1"), [], [0, 1, 2])
    goTo(24.0, 0.0)
    unflag()
    expectLifted("recheck", 24.0, false)
    flagBy(flagAgain("behaviour", nil))
}

access(all) fun testABarIsForOneCode() {
    appealAgainstFlag("case-1")
    unflag()
    flagBy(flagAgain("listed", nil))
}

access(all) fun testATransactionLaterThanTheLiftOpensTheCode() {
    appealAgainstFlag("case-1")
    goTo(20.0, 0.0)
    unflag()
    refuseFlag(flagAgain("behaviour", toTime(20.0, 0.0)), "unless a transaction later than the lift is cited")
    goTo(20.0, 1.0)
    flagBy(flagAgain("behaviour", toTime(20.0, 0.0) + 0.00000001))
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual(sha256Hex("a transaction") as String?, flagged.citedTransactionId)
    Test.assertEqual("behaviour", flagged.reasonCode)
}

access(all) fun testACitedTransactionIsPastAndHasAnId() {
    unflag()
    refuseFlag(flagAgain("behaviour", toTime(0.0, 1.0)), "is later than the current block")
    let malformed = flagAgain("behaviour", toTime(0.0, 0.0))
    malformed[4] = "00"
    refuseFlag(malformed, "'00' is not a transaction id of 64 hex digits in lower case")
}

access(all) fun testAnUnfreezeLiftsTheFlagThatIsThereWhenItIsExecuted() {
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(12.0, 0.0)
    unflag()
    goTo(24.0, 0.0)
    executeProposal(unfreeze)
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
    let unfrozen = lastEvent(Type<DharmaProtection.Unfrozen>()) as! DharmaProtection.Unfrozen
    Test.assertEqual(unfreeze, unfrozen.proposalId)
}
