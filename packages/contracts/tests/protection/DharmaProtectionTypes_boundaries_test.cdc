import Test
import "../helpers/test_helpers.cdc"

/// What an appeal answers to the second. Times are seconds from now.

access(all) fun setup() {
    for name in ["DharmaProtectionTypes", "DharmaProtectionRecord"] {
        deployTo(name, "../../contracts/\(name).cdc", contractsAccount())
    }
    deployTo("RecordBench", "../contracts/RecordBench.cdc", contractsAccount())
    closeBlock()
}

access(all) let head: String = "import DharmaProtectionTypes from \(contractsAddress)\nimport RecordBench from \(contractsAddress)\naccess(all) fun main(): AnyStruct { "

/// What an expression answers, of an appeal against a flag that was opened then and on which the voting ends then.
access(all) fun look(_ opened: Fix64, _ votingEnds: Fix64, _ outcome: String, _ answer: String): AnyStruct? {
    let steps = "let bench <- RecordBench.createBench()\nbench.appealFlag(1, \"case\", \(opened), \(votingEnds), \"\(outcome)\")\n"
        .concat("let appeal = bench.record.getAppeals()[0]\ndestroy bench\n")
    return askCode(head.concat(steps).concat("return \(answer) }"), [])
}

/// Name of the outcome, time of the end, deadline, whether it is open, lifts the flag, and takes a second proposal.
access(all) fun describe(_ opened: Fix64, _ votingEnds: Fix64, _ outcome: String): String {
    let parts = [
        "DharmaProtectionTypes.getOutcomeName(appeal.getOutcome())", "\\(RecordBench.fromNow(appeal.getClosedAt()) ?? 0.5)",
        "\\(RecordBench.fromNow(appeal.getDeadline())!)", "\\(appeal.isOpen())", "\\(appeal.isLiftingFlag())",
        "\\(RecordBench.fromNow(appeal.getUpheldAt()) ?? 0.5)", "\\(appeal.isSecondBallotDue())"
    ]
    var text = parts[0]
    for part in parts.slice(from: 1, upTo: parts.length) {
        text = text.concat(".concat(\" \(part)\")")
    }
    return look(opened, votingEnds, outcome, text) as! String
}

access(all) fun testTheVoteDecidesFromTheSecondInWhichItEnds() {
    for outcome in ["approved", "rejected", "expired"] {
        Test.assertEqual("open 0.50000000 259190.00000000 true false 0.50000000 false", describe(-10.0, 1.0, outcome))
    }
    Test.assertEqual("upheld 0.00000000 259190.00000000 false true 0.00000000 false", describe(-10.0, 0.0, "approved"))
    Test.assertEqual("denied 0.00000000 259190.00000000 false false 0.50000000 false", describe(-10.0, 0.0, "rejected"))
    Test.assertEqual("open 0.50000000 259190.00000000 true false 0.50000000 true", describe(-10.0, 0.0, "expired"))
}

access(all) fun testTheClockEndsAfterSeventyTwoHoursAndASecondProposalOpensUntilADayBefore() {
    Test.assertEqual("open 0.50000000 86400.00000000 true false 0.50000000 true", describe(-172800.0, -5.0, "expired"))
    Test.assertEqual("open 0.50000000 86399.00000000 true false 0.50000000 false", describe(-172801.0, -5.0, "expired"))
    Test.assertEqual("open 0.50000000 1.00000000 true false 0.50000000 false", describe(-259199.0, -5.0, "expired"))
    Test.assertEqual("undecided 0.00000000 0.00000000 false true 0.50000000 false", describe(-259200.0, -5.0, "expired"))
    Test.assertEqual("denied -5.00000000 -1.00000000 false false 0.50000000 false", describe(-259201.0, -5.0, "rejected"))
}

access(all) fun testASecondProposalDecidesInThePlaceOfTheFirstAndIsTheLast() {
    let again = "[\"\\(appeal.withBallot(RecordBench.buildBallot(2, VOTES, 9.0, \"approved\")).isOpen())\", "
        .concat("\"\\(appeal.withBallot(RecordBench.buildBallot(2, VOTES, 9.0, \"approved\")).isSecondBallotDue())\", ")
        .concat("\"\\(appeal.withBallot(RecordBench.buildBallot(2, VOTES, 9.0, \"approved\")).ballots[1].proposalId)\"]")
    Test.assertEqual(
        ["true", "false", "2"],
        look(-10.0, -5.0, "expired", again.replaceAll(of: "VOTES", with: "1.0")) as! [String]
    )
    Test.assertEqual(
        ["false", "false", "2"],
        look(-10.0, -5.0, "expired", again.replaceAll(of: "VOTES", with: "0.0")) as! [String]
    )
}

access(all) fun testARecordedOutcomeStandsWhateverTheVotesSayLater() {
    for outcome in ["upheld", "denied", "undecided"] {
        let closed = "appeal.toClosed(DharmaProtectionTypes.AppealOutcome.\(outcome))"
        Test.assertEqual(
            outcome,
            look(-10.0, 5.0, "approved", "DharmaProtectionTypes.getOutcomeName(\(closed).getOutcome())") as! String
        )
        let closedAt: Fix64 = outcome == "undecided" ? 259190.0 : 5.0
        Test.assertEqual(closedAt, look(-10.0, 5.0, "approved", "RecordBench.fromNow(\(closed).getClosedAt())!") as! Fix64)
        Test.assertEqual(closedAt, look(-10.0, 5.0, "approved", "RecordBench.fromNow(\(closed).storedClosedAt)!") as! Fix64)
    }
}

access(all) fun testVotingOutcomesHaveTheirNames() {
    let names = ["open", "approved", "rejected", "expired"]
    for name in names {
        let code = head.concat("return DharmaProtectionTypes.getVotingOutcomeName(DharmaProtectionTypes.VotingOutcome.\(name)) }")
        Test.assertEqual(name, askCode(code, []) as! String)
    }
}

access(all) fun isHash(_ text: String): Bool {
    return askCode(head.concat("return DharmaProtectionTypes.isHash(\"\(text)\") }"), []) as! Bool
}

access(all) fun testAHashHasSixtyFourHexDigitsInLowerCase() {
    let digits = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    Test.assertEqual(true, isHash(digits))
    for wrong in [
        "", "g", digits.slice(from: 2, upTo: 64), digits.concat("00"), "A".concat(digits.slice(from: 1, upTo: 64)),
        "G".concat(digits.slice(from: 1, upTo: 64)), "\u{e9}".concat(digits.slice(from: 1, upTo: 64))
    ] {
        Test.assertEqual(false, isHash(wrong))
    }
    let code = head.concat("return DharmaProtectionTypes.isHash(\"g\(digits.slice(from: 1, upTo: 64))\") }")
    Test.expect(Test.executeScript(code, []), Test.beFailed())
}

access(all) fun testACitedTransactionIsNotOfTheFuture() {
    let code = head.concat("return DharmaProtectionTypes.CitedTransaction(id: \"\(sha256Hex("x"))\", blockTime: RecordBench.at(AT)).id }")
    Test.assertEqual(sha256Hex("x"), askCode(code.replaceAll(of: "AT", with: "0.0"), []) as! String)
    let refused = Test.executeScript(code.replaceAll(of: "AT", with: "0.00000001"), [])
    Test.assertError(refused, errorMessage: "is later than the current block")
    let malformed = Test.executeScript(code.replaceAll(of: "AT", with: "0.0").replaceAll(of: sha256Hex("x"), with: "00"), [])
    Test.assertError(malformed, errorMessage: "is not a transaction id of 64 hex digits in lower case")
}
