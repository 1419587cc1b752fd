import Test
import "../helpers/test_helpers.cdc"

/// What a record answers to the second, for votes and times that no story can reach quickly. Times are seconds from
/// now: a freeze of 7 days, 604800 s, that began 600000 s ago ends in 4800 s.

access(all) fun setup() {
    for name in ["DharmaProtectionTypes", "DharmaProtectionRecord"] {
        deployTo(name, "../../contracts/\(name).cdc", contractsAccount())
    }
    deployTo("RecordBench", "../contracts/RecordBench.cdc", contractsAccount())
    closeBlock()
}

/// Takes a new record through some steps and answers one expression after another.
access(all) fun look(_ steps: [String], _ expressions: [String]): [AnyStruct] {
    let imports = "import DharmaProtectionRecord from \(contractsAddress)\nimport DharmaProtectionTypes from \(contractsAddress)\nimport RecordBench from \(contractsAddress)\n"
    let story = "access(all) fun tell(_ bench: &RecordBench.Bench): [AnyStruct] { let record = bench.record\n"
        .concat(String.join(steps, separator: "\n"))
        .concat("\nreturn [\(String.join(expressions, separator: ", "))] }\n")
    let main = "access(all) fun main(): [AnyStruct] { let bench <- RecordBench.createBench()\n"
        .concat("let answer = tell(&bench as &RecordBench.Bench)\ndestroy bench\nreturn answer }")
    return askCode(imports.concat(story).concat(main), []) as! [AnyStruct]
}

/// Asserts whether the freeze holds and, in seconds from now, its end.
access(all) fun expectEnd(_ steps: [String], _ isFrozen: Bool, _ end: Fix64) {
    let answers = look(steps, ["record.isFrozen()", "RecordBench.fromNow(record.getFreezeEnd())!"])
    Test.assertEqual(isFrozen, answers[0] as! Bool)
    Test.assertEqual(end, answers[1] as! Fix64)
}

/// Asserts what an expression answers, as text.
access(all) fun expect(_ steps: [String], _ expressions: [String], _ expected: [AnyStruct]) {
    let answers = look(steps, expressions)
    for index, answer in expected {
        Test.assertEqual([expressions[index], answer] as [AnyStruct], [expressions[index], answers[index]] as [AnyStruct])
    }
}

access(all) fun testAFreezeWithoutARecoveryHoldsForSevenDays() {
    expectEnd(["bench.freeze(1, -604799.0)"], true, 1.0)
    expectEnd(["bench.freeze(1, -604800.0)"], false, 0.0)
    expectEnd(["bench.freezeSince(1, -900000.0, -5.0, nil)"], true, 604795.0)
    expectEnd(["bench.freezeSince(1, -10.0, -10.0, -3.0)"], false, -3.0)
    expect(
        ["bench.freeze(1, -604799.0)"],
        ["record.getFreeze() != nil", "RecordBench.fromNow(record.getCertainEnd())!", "record.isRecoveryBlocked()"],
        [true, 1.0 as Fix64, false]
    )
    expect(
        ["bench.freeze(1, -604800.0)"],
        ["record.getFreeze() == nil", "record.getCertainEnd() == nil", "record.freeze!.number"],
        [true, true, 1 as UInt64]
    )
}

access(all) fun testAnOpenAppealBesideAnApprovedRecoveryLengthensAFreezeByNinetySixHours() {
    let met = ["bench.recover(-1000.0, 100.0, \"approved\")", "bench.appeal(1, 1, -900.0, 10.0, \"expired\")"]
    expectEnd(["bench.freeze(1, -604900.0)"].concat(met), true, 345500.0)
    expectEnd(["bench.freeze(1, -604900.0)"].concat(met).concat(["bench.recordRecovery()"]), true, 345500.0)
    expect(
        ["bench.freeze(1, -604900.0)"].concat(met),
        ["RecordBench.fromNow(record.getCertainEnd())!", "record.isRecoveryBlocked()"],
        [-100.0 as Fix64, true]
    )
    expect(
        [
            "bench.freeze(1, -604900.0)",
            "bench.recover(-1000.0, 100.0, \"approved\")",
            "bench.appeal(1, 1, -900.0, -90.0, \"rejected\")"
        ],
        ["RecordBench.fromNow(record.getCertainEnd())!", "record.isRecoveryBlocked()"],
        [86310.0 as Fix64, false]
    )
    for outcome in ["rejected", "expired"] {
        let unmet = ["bench.recover(-1000.0, 100.0, \"\(outcome)\")", "bench.appeal(1, 1, -900.0, 10.0, \"expired\")"]
        expectEnd(["bench.freeze(1, -604900.0)"].concat(unmet), false, -100.0)
        expectEnd(["bench.freeze(1, -604900.0)"].concat(unmet).concat(["bench.recordRecovery()"]), false, -100.0)
    }
}

access(all) fun testTheLengtheningEndsADayAfterTheAppealAndIsOverInThatSecond() {
    let approved = ["bench.freeze(1, -700000.0)", "bench.recover(-200000.0, 500000.0, \"approved\")"]
    expectEnd(approved.concat(["bench.appeal(1, 1, -190000.0, -86399.0, \"rejected\")"]), true, 1.0)
    expectEnd(approved.concat(["bench.appeal(1, 1, -190000.0, -86400.0, \"rejected\")"]), false, 0.0)
    expectEnd(approved.concat(["bench.appeal(1, 1, -190000.0, -86399.0, \"approved\")"]), false, -95200.0)
    expectEnd(approved.concat(["bench.appeal(1, 1, -190000.0, -182000.0, \"rejected\")"]), false, -95200.0)
    expectEnd(
        [
            "bench.freeze(1, -950400.0)",
            "bench.recover(-900000.0, 0.0, \"approved\")",
            "bench.appeal(1, 1, -345700.0, 0.0, \"rejected\")"
        ],
        false,
        0.0
    )
    expectEnd(
        [
            "bench.freeze(1, -950000.0)",
            "bench.recover(-900000.0, 0.0, \"approved\")",
            "bench.appeal(1, 1, -345300.0, -400.0, \"rejected\")"
        ],
        true,
        400.0
    )
}

access(all) fun testOnlyAnAppealThatMeetsTheApprovalBeforeTheEndLengthensTheFreeze() {
    let freeze = ["bench.freeze(1, -600000.0)"]
    let open = "10.0, \"expired\")"
    expectEnd(
        freeze.concat(["bench.recover(-90.0, -49.0, \"approved\")", "bench.appeal(1, 1, -50.0, ".concat(open)]),
        true,
        350400.0
    )
    expectEnd(
        freeze.concat(["bench.recover(-90.0, -50.0, \"approved\")", "bench.appeal(1, 1, -50.0, ".concat(open)]),
        true,
        4800.0
    )
    let late = ["bench.freeze(1, -604850.0)", "bench.recover(-90.0, 500.0, \"approved\")"]
    expectEnd(late.concat(["bench.appeal(1, 1, -51.0, ".concat(open)]), true, 345550.0)
    expectEnd(late.concat(["bench.appeal(1, 1, -50.0, ".concat(open)]), false, -50.0)
    expectEnd(
        [
            "bench.freeze(1, -604850.0)",
            "bench.recover(-50.0, 500.0, \"approved\")",
            "bench.appeal(1, 1, -90.0, ".concat(open)
        ],
        false,
        -50.0
    )
    let closed = "bench.appeal(1, 1, -300.0, -90.0, \"rejected\")"
    expectEnd(freeze.concat(["bench.recover(-91.0, 500.0, \"approved\")", closed]), true, 86310.0)
    expectEnd(freeze.concat(["bench.recover(-90.0, 500.0, \"approved\")", closed]), true, 4800.0)
    expectEnd(freeze.concat(["bench.recover(-89.0, 500.0, \"approved\")", closed]), true, 4800.0)
}

access(all) fun testAnApprovalCountsForItsOwnFreezeAlone() {
    let approved = ["bench.freeze(1, -604900.0)", "bench.recover(-1000.0, 500.0, \"approved\")"]
    let next = ["bench.freeze(2, -100.0)", "bench.appeal(1, 2, -90.0, 10.0, \"expired\")"]
    expectEnd(approved.concat(next), true, 604700.0)
    expectEnd(approved.concat(["bench.recordRecovery()"]).concat(next), true, 604700.0)
    let renewed = ["bench.freeze(1, -100.0)", "bench.appeal(1, 1, -90.0, 10.0, \"expired\")"]
    expectEnd(approved.concat(renewed), true, 950300.0)
    expectEnd(approved.concat(["bench.recordRecovery()"]).concat(renewed), true, 950300.0)
}

access(all) fun testAnApprovalThatTheAppealMetOutlastsLaterRecoveries() {
    let freeze = "bench.freeze(1, -600000.0)"
    let later = "bench.recover(-40.0, 500.0, \"approved\")"
    let closed = "bench.appeal(1, 1, -95.0, -41.0, \"rejected\")"
    let met = "bench.recover(-200.0, -94.0, \"approved\")"
    let unmet = "bench.recover(-200.0, -95.0, \"approved\")"
    expectEnd([freeze, met, closed, "bench.recover(500.0, 900.0, \"rejected\")"], true, 86359.0)
    expectEnd([freeze, met, closed, later], true, 86359.0)
    expectEnd([freeze, met, "bench.recordRecovery()", closed, later], true, 86359.0)
    expectEnd([freeze, unmet, closed, later], true, 4800.0)
    let open = "bench.appeal(1, 1, -95.0, 41.0, \"rejected\")"
    expectEnd([freeze, unmet, open, later], true, 350400.0)
    expectEnd([freeze, "bench.recover(-200.0, -100.0, \"approved\")", later, open], true, 350400.0)
    expectEnd(
        [freeze, "bench.recover(-200.0, -90.0, \"approved\")", "bench.recover(-99.0, 9.0, \"rejected\")", open],
        true,
        4800.0
    )
}

access(all) fun testAnExecutedRecoveryMeetsNoLaterAppeal() {
    let freeze = "bench.freeze(1, -600000.0)"
    let approved = "bench.recover(-200.0, 500.0, \"approved\")"
    let closed = "bench.appeal(1, 1, -95.0, -41.0, \"rejected\")"
    expectEnd([freeze, approved, "bench.endApproval()", closed], true, 4800.0)
    expectEnd([freeze, approved, "bench.recordRecovery()", "bench.endApproval()", closed], true, 4800.0)
    expectEnd([freeze, approved, closed, "bench.endApproval()"], true, 86359.0)
    expectEnd([freeze, approved, closed, "bench.recordRecovery()", "bench.endApproval()"], true, 86359.0)
}

access(all) fun testTheEndOfTheVotingOnARecoveryIsRecordedOnce() {
    let views = ["record.recovery == nil", "record.storedApproval == nil"]
    expect(["bench.freeze(1, -600000.0)", "bench.recordRecovery()"], views, [true, true])
    expect(["bench.recover(1.0, 500.0, \"approved\")", "bench.recordRecovery()"], views, [false, true])
    expect(["bench.recover(0.0, 500.0, \"rejected\")", "bench.recordRecovery()"], views, [true, true])
    expect(
        ["bench.recover(0.0, 500.0, \"approved\")", "bench.recordRecovery()"],
        views.concat(["RecordBench.fromNow(record.storedApproval!.from)!", "RecordBench.fromNow(record.storedApproval!.until)!"]),
        [true, false, 0.0 as Fix64, 500.0 as Fix64]
    )
}

access(all) fun testOnlyTheFirstAppealAgainstTheLastFreezeBlocksARecovery() {
    let appeals = [
        "bench.appealFlag(1, \"a\", -9.0, 10.0, \"expired\")", "bench.appeal(2, 1, -9.0, 10.0, \"expired\")",
        "bench.appealAgain(3, 2, -9.0, 10.0, \"expired\")", "bench.appeal(4, 2, -9.0, 10.0, \"expired\")",
        "bench.appealAgain(5, 2, -9.0, 10.0, \"expired\")"
    ]
    expect(
        appeals,
        ["record.getBlockingAppeal() == nil", "record.findFreezeAppeal() == nil", "record.isRecoveryBlocked()"],
        [true, true, false]
    )
    expect(
        appeals.concat(["bench.freeze(2, -9.0)"]),
        ["record.getBlockingAppeal()!.id", "record.findFreezeAppeal()!.id"],
        [4 as UInt64, 5 as UInt64]
    )
    expect(
        appeals.concat(["bench.freeze(3, -9.0)"]),
        ["record.getBlockingAppeal() == nil", "record.findFreezeAppeal() == nil"],
        [true, true]
    )
}

access(all) fun testAnAppealThatLiftedTheFlagBarsItsCodeAloneForSevenDays() {
    let flag = "bench.flag(\"a\", \"keys\")"
    let views = [
        "record.getFlag() == nil", "record.storedFlag == nil", "RecordBench.fromNow(record.getBarredUntil(reasonCode: \"keys\")) ?? -1.0",
        "record.getBarredUntil(reasonCode: \"listed\") == nil"
    ]
    expect([flag, "bench.appealFlag(1, \"a\", -9.0, -5.0, \"approved\")"], views, [true, false, 604795.0 as Fix64, true])
    expect([flag, "bench.appealFlag(1, \"a\", -9.0, -5.0, \"rejected\")"], views, [false, false, -1.0 as Fix64, true])
    expect([flag, "bench.appealFlag(1, \"b\", -9.0, -5.0, \"approved\")"], views, [false, false, -1.0 as Fix64, true])
    expect([flag, "bench.appealFlag(1, \"a\", -259199.0, -5.0, \"expired\")"], views, [false, false, -1.0 as Fix64, true])
    expect([flag, "bench.appealFlag(1, \"a\", -259200.0, -5.0, \"expired\")"], views, [true, false, 604800.0 as Fix64, true])
    expect([flag, "bench.unflag()"], views, [true, true, -1.0 as Fix64, true])
    expect(["bench.bar(\"keys\", -604799.0)"], views, [true, true, 1.0 as Fix64, true])
    expect(["bench.bar(\"keys\", -604800.0)"], views, [true, true, -1.0 as Fix64, true])
    expect([flag, "bench.bar(\"keys\", -604799.0)"], views, [false, false, 1.0 as Fix64, true])
}

access(all) fun testOpenAppealsAgainstFlagsAreCounted() {
    expect(
        [
            "bench.appealFlag(1, \"a\", -9.0, 10.0, \"expired\")", "bench.appealFlag(2, \"b\", -9.0, -1.0, \"rejected\")",
            "bench.appeal(3, 1, -9.0, 10.0, \"expired\")", "bench.appealFlag(4, \"c\", -9.0, -1.0, \"expired\")"
        ],
        [
            "record.countOpenFlagAppeals()",
            "record.findFlagAppeal(caseId: \"b\")!.id",
            "record.findFlagAppeal(caseId: \"d\") == nil"
        ],
        [2, 2 as UInt64, true]
    )
}

access(all) fun testTheNextChangeIsTheFirstOfAllThatTimeChanges() {
    let view = ["RecordBench.fromNow(record.getNextChange()) ?? -1.0"]
    expect([], ["record.getNextChange()!"], [0.0])
    expect(["bench.flag(\"a\", \"keys\")"], view, [-1.0 as Fix64])
    expect(["bench.freeze(1, -600000.0)"], view, [4800.0 as Fix64])
    expect(["bench.freeze(1, -600000.0)", "bench.appeal(1, 1, -9.0, 10.0, \"expired\")"], view, [10.0 as Fix64])
    expect(["bench.freeze(1, -600000.0)", "bench.appeal(1, 1, -9.0, 4801.0, \"expired\")"], view, [4800.0 as Fix64])
    expect(["bench.appeal(1, 1, -9.0, 1.0, \"expired\")"], view, [1.0 as Fix64])
    expect(["bench.appeal(1, 1, -9.0, 0.0, \"expired\")"], view, [259191.0 as Fix64])
    expect(["bench.appeal(1, 1, -9.0, 0.0, \"expired\")", "bench.addBallot(0, 30.0, \"expired\")"], view, [30.0 as Fix64])
    expect(
        ["bench.appeal(1, 1, -9.0, 20.0, \"expired\")", "bench.appealAgain(2, 1, -9.0, 21.0, \"expired\")"],
        view,
        [20.0 as Fix64]
    )
    expect(["bench.freezeSince(1, -90.0, -90.0, -5.0)"], view, [2591995.0 as Fix64])
    expect(["bench.flag(\"a\", \"keys\")", "bench.freezeSince(1, -90.0, -90.0, -5.0)"], view, [-1.0 as Fix64])
    expect(["bench.appeal(1, 1, -9.0, -1.0, \"rejected\")", "bench.close()"], ["record.getNextChange()!"], [0.0])
}

access(all) fun testARecordIsObsoleteInTheSecondInWhichNothingNeedsIt() {
    let view = ["bench.isObsolete()", "RecordBench.fromNow(record.getNextChange()) ?? -1.0"]
    let bars = ["bench.bar(\"keys\", -604799.0)", "bench.bar(\"listed\", -604801.0)"]
    expect([], ["bench.isObsolete()"], [true])
    expect(["bench.bar(\"keys\", -604800.0)", "bench.bar(\"listed\", -604800.0)"], view, [true, 0.0 as Fix64])
    expect(bars, view, [false, 1.0 as Fix64])
    expect(["bench.bar(\"listed\", -604801.0)", "bench.bar(\"keys\", -604799.0)"], view, [false, 1.0 as Fix64])
    expect(["bench.freezeSince(1, -2592009.0, -2592009.0, -2592000.0)"], view, [true, 0.0 as Fix64])
    expect(["bench.freezeSince(1, -2592009.0, -2592009.0, -2591999.0)"], view, [false, 1.0 as Fix64])
    expect(["bench.freezeSince(1, -2592009.0, -2592009.0, -2591998.0)"].concat(bars), view, [false, 2.0 as Fix64])
    expect(["bench.appeal(1, 1, -9.0, 10.0, \"expired\")"], ["bench.isObsolete()"], [false])
    expect(["bench.appeal(1, 1, -9.0, -1.0, \"rejected\")", "bench.close()"], ["bench.isObsolete()"], [true])
    expect(["bench.flag(\"a\", \"keys\")"], ["bench.isObsolete()"], [false])
}

access(all) fun testClosingRecordsEachDecidedAppealOnceAndLeavesTheOthers() {
    let appeals = [
        "bench.appealFlag(1, \"a\", -9.0, -2.0, \"rejected\")", "bench.appeal(2, 1, -9.0, 10.0, \"expired\")",
        "bench.appealFlag(3, \"b\", -9.0, -3.0, \"approved\")", "bench.appealFlag(4, \"c\", -259300.0, -3.0, \"expired\")",
        "let closed = bench.listClosed()", "let again = bench.listClosed()"
    ]
    expect(appeals, ["closed", "again", "bench.listAppeals()"], ["1 3 4", "", "1 2 3 4"])
    expect(
        appeals.concat(["let outcomes = record.getAppeals().map(view fun (appeal: DharmaProtectionTypes.Appeal): UInt8 { return appeal.storedOutcome.rawValue })"]),
        [
            "outcomes",
            "RecordBench.fromNow(record.getAppeals()[0].storedClosedAt)!",
            "RecordBench.fromNow(record.getAppeals()[3].storedClosedAt)!"
        ],
        [[2, 0, 1, 3] as [UInt8], -2.0 as Fix64, -100.0 as Fix64]
    )
    expect(["bench.appeal(1, 1, -9.0, -2.0, \"rejected\")"], ["bench.listClosed()", "bench.listClosed()"], ["1", ""])
    expect(
        [
            "bench.appeal(1, 1, -9.0, 0.0, \"expired\")",
            "bench.appeal(2, 2, -9.0, 0.0, \"expired\")",
            "bench.addBallot(1, 5.0, \"expired\")"
        ],
        ["bench.listAppeals()", "record.getAppeals()[0].ballots.length", "record.getAppeals()[1].ballots.length"],
        ["1 2", 1, 2]
    )
}

/// So many denied appeals against the first freeze, of which none is the first.
access(all) fun appealMany(_ firstId: UInt64, _ count: UInt64): [String] {
    let steps: [String] = []
    var id = firstId
    while id < firstId + count {
        steps.append("bench.appealAgain(\(id), 1, -9.0, -1.0, \"rejected\")")
        id = id + 1
    }
    return steps
}

access(all) fun expectRemembered(_ steps: [String], _ ids: String) {
    expect(steps.concat(["bench.close()"]), ["bench.listAppeals()"], [ids])
}

access(all) fun testEightAppealsAreRememberedAndTheOldestIsForgottenFirst() {
    expectRemembered(appealMany(1, 8), "1 2 3 4 5 6 7 8")
    expectRemembered(appealMany(1, 9), "2 3 4 5 6 7 8 9")
    expectRemembered(appealMany(1, 11), "4 5 6 7 8 9 10 11")
    let ofFlag = "bench.appealFlag(1, \"a\", -9.0, -1.0, \"rejected\")"
    expectRemembered([ofFlag].concat(appealMany(2, 8)), "2 3 4 5 6 7 8 9")
    expectRemembered(["bench.flag(\"b\", \"keys\")", ofFlag].concat(appealMany(2, 8)), "2 3 4 5 6 7 8 9")
}

access(all) fun testNoAppealIsForgottenThatIsOpenOrThatARuleNeeds() {
    let open = "bench.appealAgain(1, 1, -9.0, 10.0, \"expired\")"
    expectRemembered([open].concat(appealMany(2, 9)), "1 4 5 6 7 8 9 10")
    let ofFlag = "bench.appealFlag(1, \"a\", -9.0, -1.0, \"rejected\")"
    expectRemembered(["bench.flag(\"a\", \"keys\")", ofFlag].concat(appealMany(2, 9)), "1 4 5 6 7 8 9 10")
    let ofFreeze = ["bench.appeal(1, 2, -9.0, -1.0, \"rejected\")", "bench.appealAgain(2, 2, -9.0, -1.0, \"rejected\")"]
    expectRemembered(["bench.freeze(2, -100.0)"].concat(ofFreeze).concat(appealMany(3, 8)), "1 2 5 6 7 8 9 10")
    expectRemembered(ofFreeze.concat(appealMany(3, 8)), "3 4 5 6 7 8 9 10")
    let manyOpen: [String] = []
    for id in [1, 2, 3, 4, 5, 6, 7, 8, 9] {
        manyOpen.append("bench.appealAgain(\(id), 1, -9.0, 10.0, \"expired\")")
    }
    expectRemembered(manyOpen.concat(appealMany(10, 2)), "1 2 3 4 5 6 7 8 9")
}

access(all) fun testNothingIsForgottenWhileNothingCloses() {
    let ofFlag = ["bench.flag(\"a\", \"keys\")", "bench.appealFlag(1, \"a\", -9.0, -1.0, \"rejected\")"]
    let open: [String] = []
    for id in [2, 3, 4, 5, 6, 7, 8, 9] {
        open.append("bench.appealAgain(\(id), 1, -9.0, 10.0, \"expired\")")
    }
    let kept = ofFlag.concat(open).concat(["bench.close()", "bench.unflag()", "let closed = bench.listClosed()"])
    expect(kept, ["closed", "bench.listAppeals()"], ["", "1 2 3 4 5 6 7 8 9"])
}

access(all) fun testTheFirstUpheldAppealFromATimeOnIsFound() {
    let find = "RecordBench.fromNow(record.findUpheldSince(RecordBench.at("
    let views = [
        find.concat("-20.0))) ?? 0.0"),
        find.concat("-19.0))) ?? 0.0"),
        find.concat("-10.0))) ?? 0.0"),
        find.concat("-9.0))) ?? 0.0")
    ]
    let appeals = [
        "bench.appeal(1, 1, -90.0, -20.0, \"approved\")", "bench.appeal(2, 2, -90.0, -10.0, \"approved\")",
        "bench.appealFlag(3, \"a\", -90.0, -5.0, \"approved\")", "bench.appeal(4, 3, -90.0, -4.0, \"rejected\")"
    ]
    let turned = [appeals[1], appeals[0], appeals[3], appeals[2]]
    let expected: [AnyStruct] = [-20.0 as Fix64, -10.0 as Fix64, -10.0 as Fix64, 0.0 as Fix64]
    for order in [appeals, turned] {
        expect(order, views, expected)
        expect(order.concat(["bench.close()"]), views, expected)
        expect(
            [order[0], "bench.close()", order[1], "bench.close()"].concat(appealMany(5, 9)).concat(["bench.close()"]),
            views,
            expected
        )
    }
}

access(all) fun testAnUpheldAppealVoidsRecoveriesUnderItsFreezeFromTheSecondInWhichItBegan() {
    let upheld = "bench.appeal(1, 1, -90.0, -20.0, \"approved\")"
    let view = ["RecordBench.fromNow(record.getRecoveryVoidedAt()) ?? 0.0"]
    expect([upheld], view, [0.0 as Fix64])
    expect([upheld, "bench.freezeSince(1, -20.0, -1.0, nil)"], view, [-20.0 as Fix64])
    expect([upheld, "bench.freezeSince(1, -19.0, -1.0, nil)"], view, [0.0 as Fix64])
}

access(all) fun testUpheldAppealsAreRememberedForThirtyDays() {
    let find = "RecordBench.fromNow(record.findUpheldSince(RecordBench.at(-2600000.0))) ?? 0.0"
    let next = ["bench.close()", "bench.appeal(2, 2, -90.0, -10.0, \"approved\")", "bench.close()"]
    expect(["bench.appeal(1, 1, -2600000.0, -2592000.0, \"approved\")"].concat(next), [find], [-2592000.0 as Fix64])
    expect(["bench.appeal(1, 1, -2600000.0, -2592001.0, \"approved\")"].concat(next), [find], [-10.0 as Fix64])
}
