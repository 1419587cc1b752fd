import Test
import "DharmaProtection"
import "DharmaProtectionRecord"
import "DharmaSettlementScheduler"
import "../helpers/test_helpers.cdc"

/// Attacks on the records of flags, freezes and appeals: storage, computation, views, and order of settlements.

access(all) let codes: [String] = ["behaviour", "listed", "community", "keys"]

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Computation of a transaction that must succeed.
access(all) fun measure(_ name: String, _ arguments: [AnyStruct]): UInt64 {
    closeBlock()
    let code = Test.readFile("../../transactions/\(name).cdc")
    let result = Test.executeTransaction(buildTransaction(code, [relayer()], arguments))
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    return result.computationUsed
}

/// A flag of that number that cites a transaction of this block, whatever was lifted before it.
access(all) fun buildFlag(_ number: Int): [AnyStruct] {
    return [accusedAddress, "case-\(number)", codes[number % 4], sha256Hex("reason"), sha256Hex("tx"), getNow()]
}

/// The flagger flags and lifts, and the target appeals in between, as often as the contract lets them.
access(all) fun appealAgainstMany(_ count: Int) {
    var number = 0
    while number < count {
        send("protection/flag_wallet", [agent()], buildFlag(number))
        closeBlock()
        appealAgainstFlag("case-\(number)")
        send("protection/unflag_wallet", [agent()], [accusedAddress])
        goTo(0.0, Fix64(number + 1))
        number = number + 1
    }
}

access(all) fun isThereARecord(): Bool {
    return askCode(
        "import \"DharmaProtection\"\naccess(all) fun main(a: Address): Bool { return DharmaProtection.borrowRecord(a) != nil }",
        [accusedAddress]
    ) as! Bool
}

access(all) fun countAppeals(): Int {
    return askPart("protection/get_protection_status", ".appeals.length", accusedAddress) as! Int
}

access(all) fun testAStolenFlaggerKeyAndItsTargetCannotMakeARecordGrow() {
    appealAgainstMany(2)
    refuse("protection/flag_wallet", [agent()], buildFlag(2), "has 2 open appeals against flags; flag it when one is decided")
    goTo(72.0, 0.0)
    send("protection/flag_wallet", [agent()], buildFlag(2))
    Test.assertEqual(true, isAccusedFlagged())
}

access(all) fun testARecordRemembersEightAppealsAndSettlesCheaply() {
    var round = 0
    while round < 5 {
        appealAgainstTwo(round)
        expectCheapSettlement()
        round = round + 1
    }
    goTo(373.0, 0.0)
    expectCheapSettlement()
    Test.assertEqual(DharmaProtectionRecord.rememberedAppeals, countAppeals())
}

access(all) fun expectCheapSettlement() {
    let computation = measure("protection/settle_protection", [[accusedAddress]])
    Test.assert(computation <= 600, message: "Settling took \(computation)")
}

/// Two appeals that are undecided before the next round.
access(all) fun appealAgainstTwo(_ round: Int) {
    goTo(Fix64(round) * 73.0, 0.0)
    for step in [0, 1] {
        let number = round * 2 + step
        goTo(Fix64(round) * 73.0, Fix64(number))
        send("protection/flag_wallet", [agent()], buildFlag(number))
        closeBlock()
        appealAgainstFlag("case-\(number)")
        send("protection/unflag_wallet", [agent()], [accusedAddress])
    }
    closeBlock()
}

access(all) fun testAFlaggedAddressThatWasFrozenOnceIsSettledByNoEndlessChainOfRuns() {
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    freezeAccused()
    flagAccused("case-1")
    letPass(38.0 * day)
    settleAccused()
    let runs = countEvents(Type<DharmaSettlementScheduler.RunScheduled>())
    send("settlement/schedule_settlements", [relayer()], [[] as [UInt64], [accusedAddress]])
    letPass(hour)
    Test.assertEqual(runs, countEvents(Type<DharmaSettlementScheduler.RunScheduled>()))
}

access(all) fun testARecordOfWhichOnlyABarIsLeftIsClearedByARunWhenItEnds() {
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    flagAccused("case-1")
    voteBy(appealAgainstFlag("case-1"), [0, 1, 2], [])
    letPass(25.0 * hour)
    Test.assertEqual(true, isThereARecord())
    letPass(168.0 * hour)
    Test.assertEqual(false, isThereARecord())
    Test.assertEqual(1, countEvents(Type<DharmaProtection.RecordCleared>()))
}

access(all) fun testAFrozenRecordIsClearedThirtyDaysAfterTheEndAndNotASecondBefore() {
    freezeAccused()
    goTo(192.0 + 720.0, -1.0)
    settleAccused()
    Test.assertEqual(true, isThereARecord())
    goTo(192.0 + 720.0, 0.0)
    settleAccused()
    Test.assertEqual(false, isThereARecord())
}

access(all) fun testNoViewPanicsOrChangesWhenARecordIsCleared() {
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    voteBy(appealAgainstFreeze(freeze), [], [0, 1, 2])
    goTo(1000.0, 0.0)
    let before = readViews([freeze, recovery])
    settleAccused()
    Test.assertEqual(false, isThereARecord())
    Test.assertEqual(before, readViews([freeze, recovery]))
}

/// Statuses, voting outcomes and obstacles of proposals, and what others ask about the accused.
access(all) fun readViews(_ ids: [UInt64]): String {
    return askFile("../scripts/get_all_views.cdc", [ids, accusedAddress]) as! String
}

access(all) fun testAFreezeAfterTheRecordWasClearedIsNumberOneAndOldProposalsDoNotTouchIt() {
    let freeze = freezeAccused()
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    appealAgainstFreeze(freeze)
    goTo(1000.0, 0.0)
    settleAccused()
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(1024.0, 0.0)
    executeProposal(next)
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual(1 as UInt64, frozen.freezeNumber)
    goTo(1100.0, 0.0)
    refuseExecution(recovery, "is expired, not approved")
    refuseExecution(unfreeze, "is expired, not approved")
    refuseExecution(freeze, "is executed, not approved")
    appealAgainstFreeze(next)
    Test.assertEqual("open", getOutcome(0))
}

access(all) fun testARejectedRecoveryThatIsNotSettledStaysRejectedBesideANewRecord() {
    freezeAccused()
    let recovery = propose(members()[3], "recover", accusedAddress)
    voteBy(recovery, [0, 1], [2])
    goTo(1000.0, 0.0)
    settleAccused()
    flagAccused("case-1")
    Test.assertEqual("rejected", getStatus(recovery))
}

access(all) fun testARejectedRecoveryThatIsNotSettledStaysRejectedUnderALaterFreeze() {
    freezeAccused()
    let recovery = propose(members()[3], "recover", accusedAddress)
    voteBy(recovery, [0, 1], [2])
    goTo(170.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(194.0, 0.0)
    Test.assertEqual("rejected", getStatus(recovery))
    executeProposal(next)
    Test.assertEqual("rejected", getStatus(recovery))
}

access(all) fun testStoredAndViewedStatesAgreeInEveryOrderOfSettlements() {
    let never = runStory(false)
    restartStory()
    Test.assertEqual(never, runStory(true))
}

/// Freeze, recovery, appeals, unfreeze and another freeze; answers all views after each step.
access(all) fun runStory(_ isSettled: Bool): [String] {
    flagAccused("case-1")
    let first = freezeAccused()
    let views: [String] = []
    let ids: [UInt64] = [first]
    for hours in [24.0, 48.0, 60.0, 84.0, 120.0, 192.0, 250.0, 400.0] as [Fix64] {
        goTo(hours, 0.0)
        switch hours {
            case 24.0:
                ids.append(proposeAndVote("recover", [0, 1], [2]))
                ids.append(appealAgainstFlag("case-1"))
                voteBy(ids[2], [0, 1, 2], [])
            case 48.0:
                ids.append(appealAgainstFreeze(first))
                voteBy(ids[3], [0], [1, 2])
            case 60.0:
                ids.append(proposeAndVote("recover", [0, 1, 2], [3]))
            case 120.0:
                ids.append(proposeAndVote("freeze", [0, 1, 2], []))
            case 192.0:
                executeProposal(ids[5])
        }
        if isSettled {
            send("governance/settle_proposals", [relayer()], [ids])
            settleAccused()
        }
        views.append(readViews(ids))
    }
    return views
}
