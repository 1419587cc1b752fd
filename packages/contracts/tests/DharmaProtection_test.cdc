import Test
import "DharmaProtectionTypes"
import "DharmaProtection"
import "test_helpers.cdc"

access(all) let wallet: Address = 0x0000000000000014
access(all) let marked: Person = Person(wallet, 9)

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    addKey(marked.account, 9, 1000.0)
}

access(all) fun flag(_ caseId: String) {
    send("protection/flag_wallet", [agent()], [wallet, caseId, sha256Hex("reason")])
}

access(all) fun unflag() {
    send("protection/unflag_wallet", [agent()], [wallet])
}

access(all) fun settle() {
    send("protection/settle_protection", [relayer()], [[wallet]])
}

/// isFlagged, isFrozen, outcome of the appeal.
access(all) fun marks(): [AnyStruct] {
    return askFile("scripts/get_protection_status.cdc", [wallet]) as! [AnyStruct]
}

access(all) fun expectMarks(_ isFlagged: Bool, _ isFrozen: Bool, _ outcome: String) {
    Test.assertEqual([isFlagged, isFrozen, outcome] as [AnyStruct], marks())
}

access(all) fun testAFlagIsSetAndLifted() {
    expectMarks(false, false, "none")
    flag("case-1")
    expectMarks(true, false, "none")
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual("case-1", flagged.caseId)
    Test.assertEqual(sha256Hex("reason"), flagged.reasonHash)
    Test.assertEqual(agentAddress, flagged.flagger)
    refuse("protection/flag_wallet", [agent()], [wallet, "case-2", sha256Hex("x")], "is flagged already")
    unflag()
    expectMarks(false, false, "none")
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual("recheck", lifted.cause)
    Test.assertEqual("case-1", lifted.caseId)
    refuse("protection/unflag_wallet", [agent()], [wallet], "is not flagged")
}

access(all) fun testWhatIsNotAFlagIsRefused() {
    let long = "12345678901234567890123456789012345678901234567890123456789012345"
    refuse("protection/flag_wallet", [agent()], [wallet, "", sha256Hex("x")], "has 0 characters")
    refuse("protection/flag_wallet", [agent()], [wallet, long, sha256Hex("x")], "has 65 characters")
    refuse("protection/flag_wallet", [agent()], [wallet, "case", "00"], "is not a SHA-256 hash")
}

access(all) fun testOnlyFlaggersFlag() {
    let stranger = Test.getAccount(wallet)
    refuse("protection/flag_wallet", [stranger], [wallet, "case", sha256Hex("x")], "has claimed no power")
    refuse("protection/claim_flagger", [stranger], [contractsAddress], "holds nothing from")
    refuse("protection/appoint_flagger", [stranger], [wallet], "appoints no flagger")
    refuse("protection/appoint_flagger", [contractsAccount()], [agentAddress], "is a flagger already")
    refuse("protection/dismiss_flagger", [contractsAccount()], [wallet], "is not a flagger")
    for attack in [
        "destroy create DharmaProtection.Flagger(flagger: 0x14)",
        "destroy create DharmaProtection.Arbiter()",
        "DharmaProtection.liftFlag(0x14, cause: \"\")",
        "DharmaProtection.closeAppeal(0x14, DharmaProtectionTypes.Outcome.upheld, proposalId: nil)",
        "DharmaProtection.endFreeze(0x14, proposalId: 1)",
        "DharmaProtection.freezes[0x14] = nil"
    ] {
        refuseCode(attack, ["DharmaProtection", "DharmaProtectionTypes"])
    }
}

access(all) fun testADismissedFlaggerFlagsNoMore() {
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    let dismissed = lastEvent(Type<DharmaProtection.FlaggerDismissed>()) as! DharmaProtection.FlaggerDismissed
    Test.assertEqual(agentAddress, dismissed.flagger)
    refuse("protection/flag_wallet", [agent()], [wallet, "case", sha256Hex("x")], "was dismissed as flagger")
    appoint("protection", "flagger")
    let appointed = lastEvent(Type<DharmaProtection.FlaggerAppointed>()) as! DharmaProtection.FlaggerAppointed
    Test.assertEqual(agentAddress, appointed.flagger)
}

access(all) fun testAFreezeLapsesByItself() {
    let id = decide("freeze", wallet)
    expectMarks(false, true, "none")
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(id, frozen.proposalId)
    Test.assertEqual(nil as UFix64?, frozen.untilBefore)
    Test.assertEqual(frozen.since + 604800.0, frozen.until)
    settle()
    expectMarks(false, true, "none")
    wait(6.99 * day)
    expectMarks(false, true, "none")
    wait(0.02 * day)
    expectMarks(false, false, "none")
    settle()
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual(nil as UInt64?, ended.proposalId)
    Test.assertEqual(frozen.until, ended.endedAt)
    let count = countEvents(Type<DharmaProtection.FreezeEnded>())
    settle()
    Test.assertEqual(count, countEvents(Type<DharmaProtection.FreezeEnded>()))
}

access(all) fun testTheEndOfAFreezeIsForgottenAfterThirtyDays() {
    let cleared = countEvents(Type<DharmaProtection.RecordCleared>())
    wait(29.0 * day)
    settle()
    Test.assertEqual(cleared, countEvents(Type<DharmaProtection.RecordCleared>()))
    wait(2.0 * day)
    settle()
    Test.assertEqual(cleared + 1, countEvents(Type<DharmaProtection.RecordCleared>()))
}

access(all) fun testANewVoteProlongsAFreeze() {
    decide("freeze", wallet)
    let first = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    wait(3.0 * day)
    decide("freeze", wallet)
    let second = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(first.until as UFix64?, second.untilBefore)
    Test.assert(second.until > first.until + 345000.0)
}

access(all) fun testUnfreezeLiftsFreezeAndFlagAndUpholdsTheAppeal() {
    flag("case-3")
    expectMarks(true, true, "none")
    send("protection/open_appeal", [relayer()], marked.appeal("It was not me"))
    expectMarks(true, true, "open")
    let id = decide("unfreeze", wallet)
    expectMarks(false, false, "upheld")
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual(id as UInt64?, ended.proposalId)
    Test.assert(ended.endedAt < ended.untilBefore)
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual("release", lifted.cause)
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual("upheld", closed.outcome)
    Test.assertEqual(id as UInt64?, closed.proposalId)
    let released = lastEvent(Type<DharmaProtection.Released>()) as! DharmaProtection.Released
    Test.assertEqual(id, released.proposalId)
}

access(all) fun testAFloodOfAppealsIsRefusedOnlyTheMarkedAppealAndOnceAgainstEachMark() {
    let stranger = members()[0]
    refuse("protection/open_appeal", [relayer()], marked.appeal("why"), "is neither flagged nor frozen")
    flag("case-4")
    let forged = stranger.appeal("why")
    forged[0] = wallet
    forged[2] = marked.nextSequence()
    refuse("protection/open_appeal", [relayer()], forged, "is not over this message")
    let malformed = marked.appeal("why")
    malformed[1] = "00"
    refuse("protection/open_appeal", [relayer()], malformed, "is not a SHA-256 hash")
    send("protection/open_appeal", [relayer()], marked.appeal("why"))
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual(wallet, opened.address)
    Test.assertEqual(sha256Hex("why"), opened.reasonHash)
    refuse("protection/open_appeal", [relayer()], marked.appeal("and why again"), "has appealed against its marks already")
    wait(hour)
    unflag()
    expectMarks(false, false, "upheld")
    flag("case-5")
    send("protection/open_appeal", [relayer()], marked.appeal("another flag"))
    expectMarks(true, false, "open")
}

access(all) fun testAnUndecidedAppealLiftsTheFlagWhenItsClockEnds() {
    wait(71.9 * hour)
    expectMarks(true, false, "open")
    wait(0.2 * hour)
    expectMarks(false, false, "undecided")
    refuse("protection/unflag_wallet", [agent()], [wallet], "is not flagged")
    settle()
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual("undecided", closed.outcome)
    Test.assertEqual(nil as UInt64?, closed.proposalId)
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual("undecided appeal", lifted.cause)
}

access(all) fun testAFlagSetAfterAnUndecidedAppealHolds() {
    flag("case-6")
    send("protection/open_appeal", [relayer()], marked.appeal("why"))
    wait(73.0 * hour)
    flag("case-7")
    expectMarks(true, false, "undecided")
    unflag()
}

access(all) fun testARejectedUnfreezeTurnsTheAppealDown() {
    flag("case-8")
    send("protection/open_appeal", [relayer()], marked.appeal("why"))
    refreshScores()
    let id = propose(members()[0], "unfreeze", wallet)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, false)
    }
    wait(day)
    send("governance/settle_proposals", [relayer()], [[id]])
    expectMarks(true, false, "denied")
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual(id as UInt64?, closed.proposalId)
    wait(10.0 * day)
    expectMarks(true, false, "denied")
    refuse("protection/open_appeal", [relayer()], marked.appeal("again"), "has appealed against its marks already")
}

access(all) fun testADecisionMadeBeforeTheAppealDoesNotTurnItDown() {
    refreshScores()
    let id = propose(members()[0], "unfreeze", wallet)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, false)
    }
    wait(hour)
    decide("freeze", wallet)
    send("protection/open_appeal", [relayer()], marked.appeal("against the freeze"))
    send("governance/settle_proposals", [relayer()], [[id]])
    expectMarks(true, true, "open")
}

access(all) fun testOtherContractsRefuseTheFrozen() {
    let code = "import \"DharmaProtection\"\naccess(all) fun main(a: Address) { DharmaProtection.requireNotFrozen(a) }"
    closeBlock()
    let refused = Test.executeScript(code, [wallet])
    Test.expect(refused, Test.beFailed())
    Test.assertError(refused, errorMessage: "0x0000000000000014 is frozen until")
    Test.expect(Test.executeScript(code, [agentAddress]), Test.beSucceeded())
}

access(all) fun testOneScriptTellsAllMarks() {
    let isFrozen = askPart("protection/get_protection_status", ".isFrozen", wallet)
    Test.assertEqual(true, isFrozen as! Bool)
    let outcome = askPart("protection/get_protection_status", ".appealOutcome!", wallet)
    Test.assertEqual("open", outcome as! String)
}

access(all) fun testAFlagThatADecisionLiftsLeavesNothingBehind() {
    wait(38.0 * day)
    settle()
    flag("case-9")
    send("protection/open_appeal", [relayer()], marked.appeal("why"))
    let cleared = countEvents(Type<DharmaProtection.RecordCleared>())
    decide("unfreeze", wallet)
    expectMarks(false, false, "none")
    Test.assertEqual(cleared + 1, countEvents(Type<DharmaProtection.RecordCleared>()))
}
