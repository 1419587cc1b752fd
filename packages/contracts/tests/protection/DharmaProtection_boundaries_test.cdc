import Test
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// What the registry does to the second and announces in full, by votes that end as the test says.

access(all) fun setup() {
    for name in ["DharmaProtectionTypes", "DharmaProtectionRecord", "DharmaProtection"] {
        deployTo(name, "../../contracts/\(name).cdc", contractsAccount())
    }
    for name in ["RecordBench", "ProtectionProbe"] {
        deployChanged(
            name,
            "../contracts/\(name).cdc",
            contractsAccount(),
            {"import \"RecordBench\"": "import RecordBench from 0x08"}
        )
    }
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) let imports: String = "import \"DharmaProtection\"\nimport \"DharmaProtectionTypes\"\nimport ProtectionProbe from \(contractsAddress)\n"

/// Changes something in a transaction.
access(all) fun act(_ change: String) {
    sendChange(change, nil)
}

/// Asserts that the change is refused with that message.
access(all) fun refuseAct(_ change: String, _ message: String) {
    sendChange(change, message)
}

access(all) fun sendChange(_ change: String, _ message: String?) {
    let code = imports.concat("transaction { prepare(signer: &Account) { \(change) } }")
    performCode(change, code, [relayer()], [], message)
}

/// What an expression about the record of the accused answers.
access(all) fun look(_ expression: String): AnyStruct? {
    return askCode(
        imports.concat("access(all) fun main(a: Address): AnyStruct? { let record = DharmaProtection.borrowRecord(a)\nreturn \(expression) }"),
        [accusedAddress]
    )
}

access(all) fun settle() {
    act("DharmaProtection.settle(\(accusedAddress))")
}

/// Asserts what lifted a flag last, of which case and code, when, and until when the code is refused.
access(all) fun expectLifted(_ texts: [String], _ liftedAt: UFix64, _ barredUntil: UFix64) {
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual(accusedAddress, lifted.address)
    Test.assertEqual(texts, [lifted.cause, lifted.caseId, lifted.reasonCode])
    Test.assertEqual([liftedAt, barredUntil], [lifted.liftedAt, lifted.barredUntil ?? 0.0])
}

/// Asserts the number of the appeal that closed last, its last proposal, its outcome, and when it closed.
access(all) fun expectClosed(_ numbers: [UInt64], _ outcome: String, _ closedAt: UFix64) {
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual(accusedAddress, closed.address)
    Test.assertEqual(numbers, [closed.id, closed.proposalId])
    Test.assertEqual(outcome, closed.outcome)
    Test.assertEqual(closedAt, closed.closedAt)
}

/// Asserts the number of the appeal that opened last, its proposal and its freeze (0: none), its case, and its deadline.
access(all) fun expectOpened(_ numbers: [UInt64], _ caseId: String, _ deadline: UFix64) {
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual(accusedAddress, opened.address)
    Test.assertEqual(numbers, [opened.id, opened.proposalId, opened.freezeNumber ?? 0])
    Test.assertEqual([caseId, "hash"], [opened.caseId ?? "none", opened.reasonHash])
    Test.assertEqual(deadline, opened.deadline)
}

access(all) fun testAFlagIsAnnouncedAndItsLiftLeavesNoRecord() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual(accusedAddress, flagged.address)
    Test.assertEqual(["case-1", "keys", "hash"], [flagged.caseId, flagged.reasonCode, flagged.reasonHash])
    Test.assertEqual(0x0000000000000015 as Address, flagged.flagger)
    refuseAct("ProtectionProbe.flag(\"case-2\", \"keys\", cited: nil)", "is flagged already")
    goTo(0.0, 9.0)
    act("ProtectionProbe.unflag()")
    expectLifted(["recheck", "case-1", "keys"], toTime(0.0, 9.0), 0.0)
    let cleared = lastEvent(Type<DharmaProtection.RecordCleared>()) as! DharmaProtection.RecordCleared
    Test.assertEqual(accusedAddress, cleared.address)
    Test.assertEqual(true, look("record == nil") as! Bool)
    refuseAct("ProtectionProbe.unflag()", "is not flagged")
}

access(all) fun testAFlagBesideAnOpenAppealBarsItsCodeUntilALaterTransactionIsCited() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.appeal(1, \"case-1\", 86400.0, \"rejected\")")
    act("ProtectionProbe.unflag()")
    expectLifted(["recheck", "case-1", "keys"], toTime(0.0, 0.0), toTime(168.0, 0.0))
    goTo(0.0, 10.0)
    let flag = "ProtectionProbe.flag(\"case-2\", \"keys\", cited: "
    refuseAct(flag.concat("nil)"), "'keys' is refused for \(accusedAddress) until \(toTime(168.0, 0.0)) unless")
    let cite = "DharmaProtectionTypes.CitedTransaction(id: \"\(sha256Hex("x"))\", blockTime: "
    refuseAct(flag.concat(cite).concat("\(toTime(0.0, 0.0))))"), "unless a transaction later than the lift is cited")
    refuseAct(flag.concat(cite).concat("\(toTime(0.0, 10.0) + 0.00000001)))"), "is later than the current block")
    act(flag.concat(cite).concat("\(toTime(0.0, 10.0))))"))
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual(sha256Hex("x"), flagged.citedTransactionId!)
}

access(all) fun testTwoAppealsAgainstFlagsAreOpenAtMostAndAnAppealedCaseIsOver() {
    for number in ["1", "2"] {
        act("ProtectionProbe.flag(\"case-\(number)\", \"\(number)\", cited: nil)")
        act("ProtectionProbe.appeal(\(number), \"case-\(number)\", 10.0, \"rejected\")")
        refuseAct(
            "ProtectionProbe.appeal(9, \"case-\(number)\", 10.0, \"rejected\")",
            "has appealed against case case-\(number) already"
        )
        act("ProtectionProbe.unflag()")
        refuseAct("ProtectionProbe.flag(\"case-\(number)\", \"keys\", cited: nil)", "was appealed; open another case")
    }
    expectOpened([2, 2, 0], "case-2", toTime(72.0, 0.0))
    refuseAct("ProtectionProbe.flag(\"case-3\", \"keys\", cited: nil)", "has 2 open appeals against flags")
    goTo(0.0, 10.0)
    act("ProtectionProbe.flag(\"case-3\", \"keys\", cited: nil)")
    refuseAct("ProtectionProbe.appeal(9, \"case-2\", 10.0, \"rejected\")", "is not flagged under case case-2")
    refuseAct("ProtectionProbe.appeal(9, nil, 10.0, \"rejected\")", "is not frozen")
}

access(all) fun testAFlagThatAnAppealLiftedIsRecordedBeforeTheNextFlagAndBeforeAnUnfreeze() {
    for next in ["ProtectionProbe.flag(\"case-2\", \"listed\", cited: nil)", "ProtectionProbe.unfreeze(7, nil)", "ProtectionProbe.freeze(7)"] {
        restartStory()
        act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
        act("ProtectionProbe.appeal(5, \"case-1\", 10.0, \"approved\")")
        goTo(0.0, 99.0)
        act(next)
        expectLifted(["appeal", "case-1", "keys"], toTime(0.0, 10.0), toTime(168.0, 10.0))
        expectClosed([1, 5], "upheld", toTime(0.0, 10.0))
        Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
        Test.assertEqual(toTime(168.0, 10.0), look("record!.getBarredUntil(reasonCode: \"keys\")") as! UFix64)
    }
}

access(all) fun testAnAppealLiftsNoFlagButItsOwnAndOnlyWhenItIsNotDenied() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.appeal(5, \"case-1\", 10.0, \"approved\")")
    act("ProtectionProbe.unflag()")
    act("ProtectionProbe.flag(\"case-2\", \"listed\", cited: nil)")
    act("ProtectionProbe.appeal(6, \"case-2\", 10.0, \"rejected\")")
    goTo(0.0, 10.0)
    settle()
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
    Test.assertEqual("case-2", look("record!.storedFlag!.caseId") as! String)
    expectClosed([2, 6], "denied", toTime(0.0, 10.0))
    act("ProtectionProbe.unfreeze(5, \"case-1\")")
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
    let unfrozen = lastEvent(Type<DharmaProtection.Unfrozen>()) as! DharmaProtection.Unfrozen
    Test.assertEqual(accusedAddress, unfrozen.address)
    Test.assertEqual(5 as UInt64, unfrozen.proposalId)
    Test.assertEqual(["hash", "case-1"], [unfrozen.reasonHash, unfrozen.appealedCaseId!])
    act("ProtectionProbe.unfreeze(6, \"case-2\")")
    expectLifted(["unfreeze", "case-2", "listed"], toTime(0.0, 10.0), toTime(168.0, 10.0))
}

access(all) fun testAFreezeIsAnnouncedAndEndedByTheSecondThatEndsIt() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.freeze(7)")
    goTo(168.0, -1.0)
    refuseAct(
        "DharmaProtection.requireNotFrozen(\(accusedAddress))",
        "\(accusedAddress) is frozen until \(toTime(168.0, 0.0))"
    )
    act("DharmaProtection.requireNotFrozen(\(agentAddress))")
    act("ProtectionProbe.freeze(8)")
    let renewed = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(accusedAddress, renewed.address)
    Test.assertEqual([1, 8] as [UInt64], [renewed.freezeNumber, renewed.proposalId])
    Test.assertEqual(["hash", "case-1"], [renewed.reasonHash, renewed.flagCaseId!])
    Test.assertEqual(
        [toTime(0.0, 0.0), toTime(336.0, -1.0), toTime(168.0, 0.0)],
        [renewed.since, renewed.until, renewed.untilBefore!]
    )
    goTo(336.0, -1.0)
    act("ProtectionProbe.freeze(9)")
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual(accusedAddress, ended.address)
    Test.assertEqual(1 as UInt64, ended.freezeNumber)
    Test.assertEqual(toTime(336.0, -1.0), ended.endedAt)
    Test.assert(ended.proposalId == nil)
    let next = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(2 as UInt64, next.freezeNumber)
    Test.assert(next.untilBefore == nil)
    act("ProtectionProbe.unfreeze(10, \"case-1\")")
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FreezeEnded>()))
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
    act("ProtectionProbe.unfreeze(11, nil)")
    let lifted = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assertEqual([2, 11] as [UInt64], [lifted.freezeNumber, lifted.proposalId!])
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagLifted>()))
}

access(all) fun testAnUnfreezeRecordsALapsedFreezeBefore() {
    act("ProtectionProbe.freeze(7)")
    goTo(169.0, 0.0)
    act("ProtectionProbe.unfreeze(8, nil)")
    let ended = lastEvent(Type<DharmaProtection.FreezeEnded>()) as! DharmaProtection.FreezeEnded
    Test.assert(ended.proposalId == nil)
    Test.assertEqual(toTime(168.0, 0.0), ended.endedAt)
    Test.assertEqual(toTime(168.0, 0.0), look("DharmaProtection.freezeEndsAt(a)") as! UFix64)
}

access(all) fun testAnAppealIsAnnouncedAndOnlyTheFirstAgainstAFreezeIsMarkedSo() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.appeal(5, \"case-1\", 10.0, \"rejected\")")
    expectOpened([1, 5, 0], "case-1", toTime(72.0, 0.0))
    Test.assertEqual([false, false], look("[record!.getAppeals()[0].isFirst, record!.isRecoveryBlocked()]") as! [Bool])
    act("ProtectionProbe.freeze(7)")
    act("ProtectionProbe.appeal(6, nil, 10.0, \"rejected\")")
    expectOpened([2, 6, 1], "none", toTime(72.0, 0.0))
    goTo(0.0, 10.0)
    refuseAct("ProtectionProbe.appeal(9, nil, 10.0, \"rejected\")", "has appealed against this freeze already")
    act("ProtectionProbe.freeze(8)")
    act("ProtectionProbe.appeal(9, nil, 10.0, \"rejected\")")
    goTo(0.0, 20.0)
    refuseAct("ProtectionProbe.appeal(10, nil, 10.0, \"rejected\")", "has appealed against this freeze already")
    Test.assertEqual(
        [false, true, false],
        look("[record!.getAppeals()[0].isFirst, record!.getAppeals()[1].isFirst, record!.getAppeals()[2].isFirst]") as! [Bool]
    )
    Test.assertEqual(true, look("record!.isFrozen()") as! Bool)
}

access(all) fun testAnAppealRecordsFirstWhatAnEarlierOneDecided() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.appeal(5, \"case-1\", 10.0, \"approved\")")
    act("ProtectionProbe.freeze(7)")
    goTo(0.0, 20.0)
    act("ProtectionProbe.appeal(6, nil, 10.0, \"expired\")")
    expectClosed([1, 5], "upheld", toTime(0.0, 10.0))
    expectLifted(["appeal", "case-1", "keys"], toTime(0.0, 10.0), toTime(168.0, 10.0))
    goTo(0.0, 30.0)
    act("ProtectionProbe.freeze(8)")
    refuseAct("ProtectionProbe.appeal(9, nil, 10.0, \"rejected\")", "has appealed against this freeze already")
    goTo(72.0, 20.0)
    act("ProtectionProbe.appeal(9, nil, 10.0, \"rejected\")")
    expectOpened([3, 9, 1], "none", toTime(144.0, 20.0))
}

access(all) fun testASecondProposalIsAnnouncedAndOpensFromTheEndOfTheFirstUntilADayBeforeTheClockEnds() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.appeal(5, \"case-1\", 86400.0, \"expired\")")
    let again = "ProtectionProbe.appealAgain(6, 1, 86400.0, \"rejected\")"
    goTo(24.0, -1.0)
    refuseAct(again, "takes a second proposal only after its first had too few votes")
    goTo(48.0, 1.0)
    refuseAct(again, "until 24 hours before its clock ends")
    goTo(48.0, 0.0)
    refuseAct("ProtectionProbe.appealAgain(6, 2, 86400.0, \"rejected\")", "has no appeal 2")
    act(again)
    let proposed = lastEvent(Type<DharmaProtection.AppealProposedAgain>()) as! DharmaProtection.AppealProposedAgain
    Test.assertEqual(accusedAddress, proposed.address)
    Test.assertEqual([1, 6] as [UInt64], [proposed.id, proposed.proposalId])
    Test.assertEqual(toTime(72.0, 0.0), proposed.deadline)
    refuseAct(again, "takes a second proposal only")
    goTo(72.0, 0.0)
    settle()
    expectClosed([1, 6], "denied", toTime(72.0, 0.0))
    Test.assertEqual(true, look("DharmaProtection.isFlagged(a)") as! Bool)
}

access(all) fun testARecoveryIsAnnouncedAndOpensUntilItsVotingEndsADayBeforeTheFreeze() {
    refuseAct("ProtectionProbe.recover(6, 1.0, 9.0, \"approved\")", "is not frozen; a recovery needs a freeze")
    act("ProtectionProbe.freeze(7)")
    refuseAct("ProtectionProbe.recover(6, 518401.0, 600000.0, \"approved\")", "less than 24 hours before the freeze")
    act("ProtectionProbe.recover(6, 518400.0, 600000.0, \"approved\")")
    let opened = lastEvent(Type<DharmaProtection.RecoveryOpened>()) as! DharmaProtection.RecoveryOpened
    Test.assertEqual(accusedAddress, opened.address)
    Test.assertEqual([1, 6] as [UInt64], [opened.freezeNumber, opened.proposalId])
    Test.assertEqual(true, look("record!.recovery != nil") as! Bool)
    goTo(144.0, 0.0)
    settle()
    Test.assertEqual([true, true], look("[record!.recovery == nil, record!.storedApproval != nil]") as! [Bool])
    act("ProtectionProbe.closeRecovery()")
    Test.assertEqual(true, look("record!.storedApproval == nil") as! Bool)
}

access(all) fun testNoRecoveryOpensUnderAFreezeAgainstWhichAnAppealWasUpheld() {
    act("ProtectionProbe.freeze(7)")
    act("ProtectionProbe.appeal(5, nil, 10.0, \"approved\")")
    goTo(0.0, 9.0)
    act("ProtectionProbe.recover(6, 10.0, 600.0, \"approved\")")
    goTo(0.0, 10.0)
    refuseAct(
        "ProtectionProbe.recover(8, 10.0, 600.0, \"approved\")",
        "An appeal against the freeze of \(accusedAddress) was upheld"
    )
}

access(all) fun testSettlingAnnouncesWhatHasEndedOnce() {
    act("ProtectionProbe.flag(\"case-1\", \"keys\", cited: nil)")
    act("ProtectionProbe.freeze(7)")
    act("ProtectionProbe.appeal(5, nil, 10.0, \"expired\")")
    goTo(72.0, -1.0)
    settle()
    Test.assertEqual(0, countEvents(Type<DharmaProtection.AppealClosed>()))
    goTo(72.0, 0.0)
    settle()
    settle()
    Test.assertEqual(1, countEvents(Type<DharmaProtection.AppealClosed>()))
    expectClosed([1, 5], "undecided", toTime(72.0, 0.0))
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FlagLifted>()))
    goTo(168.0, -1.0)
    settle()
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FreezeEnded>()))
    goTo(168.0, 0.0)
    settle()
    settle()
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FreezeEnded>()))
    Test.assertEqual(0, countEvents(Type<DharmaProtection.RecordCleared>()))
}
