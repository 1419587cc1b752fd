import Test
import "DharmaConsent"
import "../helpers/test_helpers.cdc"

/// Sequence numbers and validity of signed messages, to the second.

access(all) let target: Address = 0x0000000000000017
access(all) let reason: String = "A reason of enough characters"
/// A whole minute at which each test begins.
access(all) var minute: UInt64 = 0

access(all) fun setup() {
    setUpStories(false)
    publishScore(accusedAddress, 70)
    closeBlock()
    moveToMinute()
    restart()
}

access(all) fun beforeEach() {
    restartStory()
    flagAccused("case-1")
}

access(all) fun afterEach() {
    closeBlock()
}

/// Makes the start of the stories a whole minute, from which `minute` counts.
access(all) fun restart() {
    storyStartsNow()
    minute = UInt64(storyStart)
}

access(all) fun moveToMinute() {
    let now = UInt64(getNow())
    Test.moveTime(by: Fix64((now + 59) / 60 * 60 - now))
}

/// A report by the accused with that number, valid until so many seconds from the minute.
access(all) fun report(_ sequence: UInt64, _ seconds: UInt64): [AnyStruct] {
    return accused().report(target, "A thief", [sequence, minute + seconds])
}

access(all) fun refuseReport(_ arguments: [AnyStruct], _ message: String) {
    refuse("reports/report_wallet", [relayer()], arguments, message)
}

access(all) fun acceptReport(_ arguments: [AnyStruct]) {
    send("reports/report_wallet", [relayer()], arguments)
    closeBlock()
}

/// The last numbers of the accused in each series.
access(all) fun getSequences(): [UInt64] {
    return [proposals, votes, appeals, reports].map(fun (series: UInt8): UInt64 {
        return askPartOf("governance/get_sequence", ".sequence", accusedAddress, series) as! UInt64
    })
}

access(all) fun getMaxValidity(_ series: UInt8): UInt64 {
    return askPartOf("governance/get_sequence", ".maxValidity", accusedAddress, series) as! UInt64
}

access(all) fun askPartOf(_ name: String, _ part: String, _ address: Address, _ series: UInt8): AnyStruct? {
    let code = Test.readFile("../../scripts/\(name).cdc")
        .replaceAll(of: "access(all) fun main(", with: "access(all) fun answer(")
        .concat("access(all) fun main(a: Address, s: UInt8): AnyStruct? { return answer(address: a, series: s)\(part) }")
    return askCode(code, [address, series])
}

access(all) fun testTheFourSeriesOfAnAccountAreIndependent() {
    acceptReport(report(1, 60))
    Test.assertEqual([0, 0, 0, 1] as [UInt64], getSequences())
    let next: [UInt64] = [1, minute + 60]
    send("protection/open_appeal", [relayer()], accused().appealWith(1, nil, reason, next))
    Test.assertEqual([0, 0, 1, 1] as [UInt64], getSequences())
    send("governance/create_proposal", [relayer()], accused().proposalWith("freeze", target, reason, next))
    Test.assertEqual([1, 0, 1, 1] as [UInt64], getSequences())
    goTo(0.0, 604800.0)
    publishScore(accusedAddress, 70)
    refreshScores()
    let later: [UInt64] = [1, minute + 604800]
    send("governance/cast_votes", [relayer()], accused().voteWith(propose(members()[0], "freeze", target), true, later))
    Test.assertEqual([1, 1, 1, 1] as [UInt64], getSequences())
    let accepted = lastEvent(Type<DharmaConsent.Accepted>()) as! DharmaConsent.Accepted
    Test.assertEqual("votes", accepted.series)
}

access(all) fun testANumberIsAboveTheLastByOneToAThousand() {
    refuseReport(report(0, 60), "Sequence 0 of 0x0000000000000014 is not above 0")
    refuseReport(report(1001, 60), "Sequence 1001 of 0x0000000000000014 is more than 1000 above 0")
    acceptReport(report(1000, 60))
    refuseReport(report(1000, 60), "Sequence 1000 of 0x0000000000000014 is not above 1000")
    refuseReport(report(2001, 60), "is more than 1000 above 1000")
    acceptReport(report(1001, 60))
    refuseReport(report(UInt64.max, 60), "is more than 1000 above 1001")
}

access(all) fun testAMessageIsValidThroughTheSecondThatItNames() {
    acceptReport(report(1, 0))
    let late = report(2, 0)
    goTo(0.0, 1.0)
    refuseReport(late, "The message of 0x0000000000000014 was valid until \(formatMinute(minute))")
    refuseReport(report(2, 0), "was valid until")
    acceptReport(report(2, 60))
}

access(all) fun testTheEndOfValidityIsAWholeMinute() {
    for seconds in [1, 30, 59, 61] as [UInt64] {
        refuseReport(report(1, seconds), "The end of validity \(minute + seconds) is not a whole minute")
    }
}

access(all) fun testAReportAVoteAndAProposalAreValidForADayAtMost() {
    refuseReport(report(1, 86460), "is valid until \(formatMinute(minute + 86460)), more than 86400 seconds ahead")
    acceptReport(report(1, 86400))
    let proposal = members()[0].proposalWith("freeze", target, reason, [1, minute + 86460])
    refuse("governance/create_proposal", [relayer()], proposal, "more than 86400 seconds ahead")
    goTo(0.0, 1.0)
    refuseReport(report(2, 86460), "more than 86400 seconds ahead")
    goTo(0.0, 60.0)
    acceptReport(report(2, 86460))
    Test.assertEqual(86400 as UInt64, getMaxValidity(votes))
    Test.assertEqual(86400 as UInt64, getMaxValidity(proposals))
}

access(all) fun testAnAppealIsValidForSevenDaysAtMost() {
    let tooLong = accused().appealWith(1, nil, reason, [1, minute + 604860])
    refuse("protection/open_appeal", [relayer()], tooLong, "more than 604800 seconds ahead")
    send("protection/open_appeal", [relayer()], accused().appealWith(1, nil, reason, [1, minute + 604800]))
    Test.assertEqual("pending", getStatus(lastProposal()))
    Test.assertEqual(604800 as UInt64, getMaxValidity(appeals))
}

access(all) fun testAMessageThatIsValidTooLongIsAcceptedWhenItsTimeComes() {
    let early = report(1, 172800)
    refuseReport(early, "more than 86400 seconds ahead")
    goTo(24.0, 0.0)
    acceptReport(early)
}

access(all) fun testAMessageNamesItsMinutesRightlyOnLeapDaysAndAtTheEndsOfYears() {
    var sequence: UInt64 = 0
    for until in [1830297540, 1835395200, 1835481540, 1861919940, 1861920000, 4107542340, 4107542400] as [UInt64] {
        closeBlock()
        Test.moveTime(by: Fix64(until) - Fix64(getNow()) - 3600.0)
        sequence = sequence + 1
        acceptReport(accused().report(target, "A thief", [sequence, until]))
        let accepted = lastEvent(Type<DharmaConsent.Accepted>()) as! DharmaConsent.Accepted
        Test.assertEqual(until, accepted.validUntil)
    }
}

access(all) fun testTheTextNamesTheMinuteThatIsChecked() {
    let signed = report(1, 60)
    signed[4] = minute + 120
    refuseReport(signed, "is not over this message")
}

/// However long ago the last message was accepted: a message that it replaced stays refused, and one that counts from it is
/// not spoilt.
access(all) fun testNumbersAreNeverForgotten() {
    let replaced = report(999, 172800)
    acceptReport(report(1000, 60))
    goTo(47.0, 0.0)
    let signed = report(1500, 172800)
    refuseReport(replaced, "is not above 1000")
    acceptReport(signed)
    Test.assertEqual([0, 0, 0, 1500] as [UInt64], getSequences())
}

access(all) fun testAnUnknownSeriesIsRefused() {
    closeBlock()
    let result = Test.executeScript(
        Test.readFile("../../scripts/governance/get_sequence.cdc"),
        [accusedAddress, 4 as UInt8]
    )
    Test.expect(result, Test.beFailed())
    Test.assertError(result, errorMessage: "4 is not a series: give 0 to 3")
}
