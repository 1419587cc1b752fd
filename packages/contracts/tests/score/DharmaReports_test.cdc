import Test
import "DharmaConsent"
import "DharmaReports"
import "DharmaScore"
import "../helpers/test_helpers.cdc"

access(all) let target: Address = 0x0000000000000014
access(all) var start: UInt64 = 0

access(all) fun setup() {
    setUpCommunity()
    closeBlock()
    start = getHeight()
}

access(all) fun beforeEach() {
    Test.reset(to: start)
}

access(all) fun afterEach() {
    closeBlock()
}

/// A person whose reports the tests relay.
access(all) fun author(): Person {
    return members()[0]
}

access(all) fun expectAccepted(_ subject: String, _ sequence: UInt64) {
    let accepted = lastEvent(Type<DharmaConsent.Accepted>()) as! DharmaConsent.Accepted
    Test.assertEqual(author().address(), accepted.address)
    Test.assertEqual("reports", accepted.series)
    Test.assertEqual(subject, accepted.subject)
    Test.assertEqual(sequence, accepted.sequence)
    Test.assertEqual(sequence - 1, accepted.sequenceBefore)
}

access(all) fun testAPersonReportsAndWithdraws() {
    send("reports/report_wallet", [relayer()], author().report(target, "A thief", author().next(reports)))
    let reported = lastEvent(Type<DharmaReports.Reported>()) as! DharmaReports.Reported
    Test.assertEqual(target, reported.address)
    Test.assertEqual(author().address(), reported.reporter)
    Test.assertEqual(sha256Hex("A thief"), reported.reasonHash)
    Test.assertEqual(1 as UInt64, reported.sequence)
    Test.assertEqual(700 as UInt64, reported.scoreTenths)
    expectAccepted("report", 1)
    send("reports/withdraw_report", [relayer()], author().statement("report withdrawal", "Reporter", target))
    let withdrawn = lastEvent(Type<DharmaReports.ReportWithdrawn>()) as! DharmaReports.ReportWithdrawn
    Test.assertEqual(target, withdrawn.address)
    Test.assertEqual(author().address(), withdrawn.reporter)
    Test.assertEqual(2 as UInt64, withdrawn.sequence)
    expectAccepted("report withdrawal", 2)
}

access(all) fun testAPersonVouchesAndWithdraws() {
    send("reports/vouch_for_wallet", [relayer()], author().statement("vouch", "Voucher", target))
    let vouched = lastEvent(Type<DharmaReports.Vouched>()) as! DharmaReports.Vouched
    Test.assertEqual(target, vouched.address)
    Test.assertEqual(author().address(), vouched.voucher)
    Test.assertEqual(1 as UInt64, vouched.sequence)
    Test.assertEqual(700 as UInt64, vouched.scoreTenths)
    expectAccepted("vouch", 1)
    send("reports/withdraw_vouch", [relayer()], author().statement("vouch withdrawal", "Voucher", target))
    let withdrawn = lastEvent(Type<DharmaReports.VouchWithdrawn>()) as! DharmaReports.VouchWithdrawn
    Test.assertEqual(target, withdrawn.address)
    Test.assertEqual(author().address(), withdrawn.voucher)
    Test.assertEqual(2 as UInt64, withdrawn.sequence)
    expectAccepted("vouch withdrawal", 2)
}

access(all) fun testAStatementCarriesTheScoreOfItsTime() {
    send("reports/report_wallet", [relayer()], author().report(target, "A thief", author().next(reports)))
    publishScore(author().address(), 31)
    send("reports/vouch_for_wallet", [relayer()], author().statement("vouch", "Voucher", target))
    let reported = lastEvent(Type<DharmaReports.Reported>()) as! DharmaReports.Reported
    let vouched = lastEvent(Type<DharmaReports.Vouched>()) as! DharmaReports.Vouched
    Test.assertEqual([700, 310] as [UInt64], [reported.scoreTenths, vouched.scoreTenths])
    Test.assertEqual(310 as UInt64, DharmaScore.latest(author().address())!.scoreTenths)
}

access(all) fun testAReportIsRelayedOnce() {
    let report = author().report(target, "A thief", author().next(reports))
    send("reports/report_wallet", [relayer()], report)
    refuse("reports/report_wallet", [relayer()], report, "Sequence 1 of 0x000000000000000b is not above 1")
}

access(all) fun testOnlyPeopleWithAPublishedScoreReportAndVouch() {
    let newcomer = Person(0x0000000000000013, 9)
    addKey(newcomer.account, 9, 1000.0)
    let message = "0x0000000000000013 has no published score; publish it first"
    refuse("reports/report_wallet", [relayer()], newcomer.report(target, "A thief", newcomer.next(reports)), message)
    refuse("reports/withdraw_report", [relayer()], newcomer.statement("report withdrawal", "Reporter", target), message)
    refuse("reports/vouch_for_wallet", [relayer()], newcomer.statement("vouch", "Voucher", target), message)
    refuse("reports/withdraw_vouch", [relayer()], newcomer.statement("vouch withdrawal", "Voucher", target), message)
    publishScore(newcomer.address(), 10)
    send("reports/report_wallet", [relayer()], newcomer.report(target, "A thief", newcomer.next(reports)))
}

access(all) fun testAPersonCannotReportOrVouchForItself() {
    let own = author().address()
    refuse("reports/report_wallet", [relayer()], author().report(own, "Me", author().next(reports)), "cannot report itself")
    refuse("reports/vouch_for_wallet", [relayer()], author().statement("vouch", "Voucher", own), "cannot vouch for itself")
}

access(all) fun testAReasonIsGivenByItsHash() {
    for wrong in ["", "00", sha256Hex("A thief").concat("00"), "\u{130}".concat(sha256Hex("A thief").slice(from: 0, upTo: 62))] {
        let report = author().report(target, "A thief", author().next(reports))
        report[1] = wrong
        refuse("reports/report_wallet", [relayer()], report, "is not a SHA-256 hash of 64 hex digits in lower case")
    }
}

access(all) fun testAnUpperCaseHashIsRefused() {
    let report = author().report(target, "A thief", author().next(reports))
    report[1] = "A".concat(sha256Hex("A thief").slice(from: 1, upTo: 64))
    refuse("reports/report_wallet", [relayer()], report, "is not a SHA-256 hash of 64 hex digits in lower case")
}

access(all) fun testAMessageServesItsOwnPurposeAndTargetAlone() {
    let vouch = author().statement("vouch", "Voucher", target)
    refuse("reports/withdraw_vouch", [relayer()], vouch, "is not over this message")
    refuse("reports/withdraw_report", [relayer()], vouch, "is not over this message")
    let withdrawal = author().statement("report withdrawal", "Reporter", target)
    refuse("reports/withdraw_vouch", [relayer()], withdrawal, "is not over this message")
    let report = author().report(target, "A thief", author().next(reports))
    report[0] = 0x0000000000000015 as Address
    refuse("reports/report_wallet", [relayer()], report, "is not over this message")
    let other = author().report(target, "A thief", author().next(reports))
    other[1] = sha256Hex("A saint")
    refuse("reports/report_wallet", [relayer()], other, "is not over this message")
}
