import Test
import "DharmaFlaggers"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun unflag() {
    send("protection/unflag_wallet", [agent()], [accusedAddress])
}

/// isFlagged, isFrozen, outcome of the last appeal.
access(all) fun expectStatus(_ isFlagged: Bool, _ isFrozen: Bool, _ outcome: String) {
    let status = askFile("../scripts/get_protection_status.cdc", [accusedAddress]) as! [AnyStruct]
    Test.assertEqual([isFlagged, isFrozen, outcome] as [AnyStruct], status)
}

/// Arguments of `protection/flag_wallet` that cite no transaction.
access(all) fun flagWith(_ caseId: String, _ reasonCode: String, _ reasonHash: String): [AnyStruct] {
    return [accusedAddress, caseId, reasonCode, reasonHash, nil, nil]
}

access(all) fun refuseFlag(_ arguments: [AnyStruct], _ message: String) {
    refuse("protection/flag_wallet", [agent()], arguments, message)
}

access(all) fun testAFlagIsSetAndLifted() {
    expectStatus(false, false, "none")
    flagAccused("case-1")
    expectStatus(true, false, "none")
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual("case-1", flagged.caseId)
    Test.assertEqual("behaviour", flagged.reasonCode)
    Test.assertEqual(sha256Hex("reason"), flagged.reasonHash)
    Test.assertEqual(agentAddress, flagged.flagger)
    Test.assertEqual(nil, flagged.citedTransactionId)
    refuseFlag(flagWith("case-2", "listed", sha256Hex("x")), "0x0000000000000014 is flagged already")
    unflag()
    expectStatus(false, false, "none")
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual("recheck", lifted.cause)
    Test.assertEqual("case-1", lifted.caseId)
    Test.assertEqual("behaviour", lifted.reasonCode)
    refuse("protection/unflag_wallet", [agent()], [accusedAddress], "is not flagged")
}

access(all) fun testAFlagStandsUntilItIsLifted() {
    flagAccused("case-1")
    goTo(10000.0, 0.0)
    settleAccused()
    expectStatus(true, false, "none")
    Test.assertEqual("case-1", askPart("protection/get_protection_status", ".flag!.caseId", accusedAddress) as! String)
    Test.assertEqual(toTime(0.0, 0.0), askPart("protection/get_protection_status", ".flag!.since", accusedAddress) as! UFix64)
}

access(all) fun testEachOfTheFourReasonCodesIsTaken() {
    for code in ["listed", "behaviour", "community", "keys"] {
        send("protection/flag_wallet", [agent()], flagWith("case", code, sha256Hex("x")))
        unflag()
    }
    for code in ["", "Listed", "behavior", "listed "] {
        refuseFlag(flagWith("case", code, sha256Hex("x")), "'\(code)' is not listed, behaviour, community or keys")
    }
}

access(all) fun testWhatIsNoCaseIdOrHashIsRefused() {
    let longest = sha256Hex("x")
    refuseFlag(flagWith("", "keys", sha256Hex("x")), "this one has 0 bytes")
    refuseFlag(flagWith(longest.concat("1"), "keys", sha256Hex("x")), "this one has 65 bytes")
    refuseFlag(flagWith("case", "keys", "00"), "'00' is not a SHA-256 hash of 64 hex digits in lower case")
    send("protection/flag_wallet", [agent()], flagWith(longest, "keys", sha256Hex("x")))
    unflag()
    send("protection/flag_wallet", [agent()], flagWith("!~", "keys", sha256Hex("x")))
}

access(all) fun testOnlyFlaggersFlag() {
    let stranger = accused().account
    let flag = flagWith("case", "keys", sha256Hex("x"))
    refuse("protection/flag_wallet", [stranger], flag, "has claimed no power")
    refuse("protection/claim_flagger", [stranger], [contractsAddress], "holds nothing from")
    refuse("protection/appoint_flagger", [stranger], [accusedAddress], "appoints no flagger")
    refuse("protection/dismiss_flagger", [stranger], [agentAddress], "dismisses no flagger")
    refuse("protection/appoint_flagger", [contractsAccount()], [agentAddress], "is a flagger already")
    refuse("protection/dismiss_flagger", [contractsAccount()], [accusedAddress], "is not a flagger")
    refuse("protection/claim_flagger", [agent()], [contractsAddress], "holds nothing from")
}

access(all) fun testContractsOfStrangersReachNoInnerFunction() {
    for attack in [
        "destroy create DharmaFlaggers.Flagger(flagger: 0x14)",
        "destroy create DharmaFlaggers.Registrar()",
        "DharmaProtection.flag(0x14, flag: flag, cited: nil)",
        "DharmaProtection.unflag(0x14)",
        "DharmaProtection.freeze(0x14, proposalId: 1, reasonHash: \"\")",
        "DharmaProtection.unfreeze(0x14, proposalId: 1, reasonHash: \"\", appealedCaseId: nil)",
        "DharmaProtection.openRecovery(0x14, ballot: ballot)",
        "DharmaProtection.closeRecovery(0x14)",
        "DharmaProtection.addAppealBallot(0x14, id: 1, ballot: ballot)",
        "DharmaProtection.openAppeal(0x14, caseId: nil, reasonHash: \"\", ballot: ballot)",
        "DharmaProtection.liftFlag(0x14, cause: \"\", liftedAt: 0.0, isBarred: false)",
        "DharmaProtection.endFreeze(record, proposalId: 1, endedAt: 0.0)",
        "DharmaProtection.borrowRecord(0x14)!.setFreeze(freeze)",
        "DharmaProtection.borrowRecord(0x14)!.setFlag(flag)",
        "DharmaProtection.borrowRecord(0x14)!.removeFlag()",
        "DharmaProtection.borrowRecord(0x14)!.replaceAppeal(appeal)",
        "DharmaProtection.borrowRecord(0x14)!.closeAppeals()",
        "destroy DharmaProtectionRecord.createRecord(address: 0x14)"
    ] {
        refuseCode(attack, ["DharmaFlaggers", "DharmaProtection", "DharmaProtectionRecord"])
    }
}

access(all) fun testADismissedFlaggerFlagsNoMore() {
    flagAccused("case-1")
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    let dismissed = lastEvent(Type<DharmaFlaggers.FlaggerDismissed>()) as! DharmaFlaggers.FlaggerDismissed
    Test.assertEqual(agentAddress, dismissed.flagger)
    refuse("protection/unflag_wallet", [agent()], [accusedAddress], "was dismissed as flagger")
    appoint("protection", "flagger")
    let appointed = lastEvent(Type<DharmaFlaggers.FlaggerAppointed>()) as! DharmaFlaggers.FlaggerAppointed
    Test.assertEqual(agentAddress, appointed.flagger)
    unflag()
    expectStatus(false, false, "none")
}

access(all) fun testAFreezeIsAnnounced() {
    let id = freezeAccused()
    expectStatus(false, true, "none")
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(accusedAddress, frozen.address)
    Test.assertEqual(1 as UInt64, frozen.freezeNumber)
    Test.assertEqual(id, frozen.proposalId)
    Test.assertEqual(sha256Hex("A reason of enough characters"), frozen.reasonHash)
    Test.assertEqual(toTime(24.0, 0.0), frozen.since)
    Test.assertEqual(toTime(192.0, 0.0), frozen.until)
    Test.assertEqual(nil, frozen.untilBefore)
    Test.assertEqual(nil, frozen.flagCaseId)
}

access(all) fun testAFreezeOfAFlaggedAddressNamesTheCase() {
    flagAccused("case-1")
    freezeAccused()
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual("case-1", frozen.flagCaseId!)
    expectStatus(true, true, "none")
}

access(all) fun testAFreezeOfAnAddressWhoseFlagAnAppealLiftedNamesNoCase() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag("case-1"), [0, 1, 2], [])
    freezeAccused()
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(nil, frozen.flagCaseId)
}

access(all) fun testAnUnfreezeLiftsFreezeAndFlag() {
    flagAccused("case-1")
    freezeAccused()
    let id = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    executeProposal(id)
    expectStatus(false, false, "none")
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual(id, ended.proposalId!)
    Test.assertEqual(toTime(48.0, 0.0), ended.endedAt)
    Test.assertEqual(1 as UInt64, ended.freezeNumber)
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual("unfreeze", lifted.cause)
    let unfrozen = lastEvent(Type<DharmaProtection.Unfrozen>()) as! DharmaProtection.Unfrozen
    Test.assertEqual(id, unfrozen.proposalId)
    Test.assertEqual(nil, unfrozen.appealedCaseId)
}

access(all) fun testAnUnfreezeOfAnAddressWithoutARecordChangesNothing() {
    let id = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(id)
    expectStatus(false, false, "none")
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FreezeEnded>()))
}

access(all) fun testSettlingTwiceAnnouncesOnce() {
    freezeAccused()
    settleAccused()
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FreezeEnded>()))
    goTo(192.0, 0.0)
    settleAccused()
    settleAccused()
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FreezeEnded>()))
}

access(all) fun testOtherContractsRefuseTheFrozen() {
    freezeAccused()
    closeBlock()
    let code = "import \"DharmaProtection\"\naccess(all) fun main(a: Address) { DharmaProtection.requireNotFrozen(a) }"
    let refused = Test.executeScript(code, [accusedAddress])
    Test.expect(refused, Test.beFailed())
    Test.assertError(refused, errorMessage: "0x0000000000000014 is frozen until \(toTime(192.0, 0.0))")
    Test.expect(Test.executeScript(code, [agentAddress]), Test.beSucceeded())
    goTo(192.0, 0.0)
    Test.expect(Test.executeScript(code, [accusedAddress]), Test.beSucceeded())
}
