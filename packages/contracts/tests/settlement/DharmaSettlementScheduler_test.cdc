import Test
import "DharmaSettlementScheduler"
import "DharmaProposals"
import "DharmaProtection"
import "FlowTransactionScheduler"
import "../helpers/test_helpers.cdc"

access(all) let target: Address = 0x0000000000000014
access(all) let marked: Person = Person(target, 9)

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    appoint("recheck", "watcher")
    appoint("protection", "flagger")
    addKey(marked.account, 9, 1000.0)
}

access(all) fun beforeEach() {
    refreshScores()
}

access(all) fun fund(): UFix64 {
    return ask("settlement/get_settlement_fund", []) as! UFix64
}

access(all) fun scheduledRuns(): {String: UFix64} {
    return ask("settlement/get_scheduled_settlements", []) as! {String: UFix64}
}

access(all) fun scheduleNextRun(_ id: UInt64) {
    send("settlement/schedule_settlements", [relayer()], [[id], [] as [Address]])
}

access(all) fun expectChange(_ id: UInt64, _ before: String, _ after: String) {
    let change = lastEvent(Type<DharmaProposals.StatusChanged>()) as! DharmaProposals.StatusChanged
    Test.assertEqual(id, change.id)
    Test.assertEqual(before, change.before)
    Test.assertEqual(after, change.after)
}

access(all) fun lastCause(): String {
    return (lastEvent(Type<DharmaSettlementScheduler.RunNotScheduled>()) as! DharmaSettlementScheduler.RunNotScheduled).cause
}

access(all) fun testAnEmptyFundStopsNoProposal() {
    Test.assertEqual(0.0, fund())
    let id = propose(members()[0], "freeze", target)
    Test.assertEqual("pending", askFile("../scripts/get_status.cdc", [id]) as! String)
    Test.assert(lastCause().contains("is above the fund of 0.00000000"))
    Test.assertEqual(0, scheduledRuns().length)
}

access(all) fun testAnyoneFundsSettlementsAndSchedulesWhatWasNotScheduled() {
    refuse("settlement/fund_settlements", [relayer()], [1000000.0], "Cannot withdraw tokens")
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    let funded = lastEvent(Type<DharmaSettlementScheduler.Funded>()) as! DharmaSettlementScheduler.Funded
    Test.assertEqual(10.0, funded.amount)
    Test.assertEqual(10.0, funded.fundAfter)
    scheduleNextRun(1)
    let booked = lastEvent(Type<DharmaSettlementScheduler.RunScheduled>()) as! DharmaSettlementScheduler.RunScheduled
    Test.assertEqual("proposal 1", booked.jobKey)
    Test.assertEqual(10.0 - booked.fee, booked.fundAfter)
    Test.assertEqual({"proposal 1": booked.dueAt}, scheduledRuns())
    scheduleNextRun(1)
    Test.assertEqual(1, countEvents(Type<DharmaSettlementScheduler.RunScheduled>()))
}

access(all) fun testARunSettlesAProposalWhenItsVotingEnds() {
    letPass(day)
    expectChange(1, "pending", "expired")
    let done = lastEvent(Type<DharmaSettlementScheduler.RunExecuted>()) as! DharmaSettlementScheduler.RunExecuted
    Test.assertEqual("proposal 1", done.jobKey)
    Test.assertEqual(0, scheduledRuns().length)
    scheduleNextRun(1)
    scheduleNextRun(999)
    Test.assertEqual(0, scheduledRuns().length)
}

access(all) fun testARunSettlesAnApprovalAndNoneItsExpiry() {
    let id = propose(members()[0], "freeze", target)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, true)
    }
    let booked = countEvents(Type<DharmaSettlementScheduler.RunScheduled>())
    scheduleNextRun(id)
    Test.assertEqual(booked, countEvents(Type<DharmaSettlementScheduler.RunScheduled>()))
    letPass(day)
    expectChange(id, "active", "approved")
    Test.assertEqual(0, scheduledRuns().length)
    letPass(7.0 * day)
    Test.assertEqual("expired", getStatus(id))
    send("governance/settle_proposals", [relayer()], [[id]])
    expectChange(id, "approved", "expired")
}

access(all) fun testARunSettlesAFreezeWhenItEndsAndHoldsNoPlaceAfterIt() {
    decide("freeze", target)
    Test.assert(scheduledRuns()["protection \(target)"] != nil)
    let count = countEvents(Type<DharmaProtection.FreezeEnded>())
    letPass(6.9 * day)
    Test.assertEqual(count, countEvents(Type<DharmaProtection.FreezeEnded>()))
    letPass(0.2 * day)
    Test.assertEqual(count + 1, countEvents(Type<DharmaProtection.FreezeEnded>()))
    Test.assertEqual(nil, scheduledRuns()["protection \(target)"])
}

access(all) fun testARunOfARenewedFreezeWaitsForTheNewEnd() {
    decide("freeze", target)
    let first = scheduledRuns()["protection \(target)"]!
    letPass(4.0 * day)
    decide("freeze", target)
    Test.assertEqual(first, scheduledRuns()["protection \(target)"]!)
    letPass(2.5 * day)
    Test.assert(scheduledRuns()["protection \(target)"]! > first + 4.0 * 86400.0)
}

access(all) fun testARunSettlesAnAppealWhenItsVotingEnds() {
    send("protection/flag_wallet", [agent()], [target, "case", "behaviour", sha256Hex("why")])
    let freezeRun = scheduledRuns()["protection \(target)"]!
    send("protection/open_appeal", [relayer()], marked.appeal(1, nil, "Twenty_characters_!!"))
    let appealed = lastProposal()
    Test.assert(scheduledRuns()["proposal \(appealed)"]! < freezeRun)
    letPass(day)
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual("undecided", closed.outcome)
    Test.assertEqual(freezeRun, scheduledRuns()["protection \(target)"]!)
    let ended = countEvents(Type<DharmaProtection.FreezeEnded>())
    letPass(5.0 * day)
    Test.assertEqual(ended + 1, countEvents(Type<DharmaProtection.FreezeEnded>()))
    Test.assertEqual(0, scheduledRuns().length)
}

/// Status that the scheduler gives a run: 1 scheduled, 2 executed.
access(all) fun statusAtScheduler(_ runId: UInt64): UInt8? {
    let code = "import FlowTransactionScheduler from 0x01\naccess(all) fun main(id: UInt64): UInt8? {"
        .concat("return FlowTransactionScheduler.getStatus(id: id)?.rawValue }")
    return askCode(code, [runId]) as! UInt8?
}

access(all) fun lastRun(): UInt64 {
    return (lastEvent(Type<DharmaSettlementScheduler.RunScheduled>()) as! DharmaSettlementScheduler.RunScheduled).runId
}

access(all) fun testARunOutOfComputationSettlesNothingAndAnyoneSchedulesAnother() {
    send("settlement/set_settlement_effort", [contractsAccount()], [100 as UInt64])
    let id = propose(members()[1], "freeze", 0x0000000000000015)
    let panicked = lastRun()
    send("settlement/set_settlement_effort", [contractsAccount()], [1000 as UInt64])
    Test.assertEqual(1 as UInt8?, statusAtScheduler(panicked))
    let executed = countEvents(Type<FlowTransactionScheduler.Executed>())
    let done = countEvents(Type<DharmaSettlementScheduler.RunExecuted>())
    letPass(day)
    Test.assertEqual(2 as UInt8?, statusAtScheduler(panicked))
    Test.assertEqual(executed, countEvents(Type<FlowTransactionScheduler.Executed>()))
    Test.assertEqual(done, countEvents(Type<DharmaSettlementScheduler.RunExecuted>()))
    let before = scheduledRuns()["proposal \(id)"]!
    scheduleNextRun(id)
    Test.assertEqual(before, scheduledRuns()["proposal \(id)"]!)
    wait(900.0)
    let scheduled = countEvents(Type<DharmaSettlementScheduler.RunScheduled>())
    scheduleNextRun(id)
    Test.assert(scheduledRuns()["proposal \(id)"]! > before + 900.0)
    // However late the run is, another is scheduled once: asking again and again does not empty the fund.
    scheduleNextRun(id)
    Test.assertEqual(scheduled + 1, countEvents(Type<DharmaSettlementScheduler.RunScheduled>()))
    letPass(1.0)
    expectChange(id, "pending", "expired")
}

access(all) fun testTheEffortOfSettlementsIsASettingOfItsOwn() {
    refuse("settlement/set_settlement_effort", [relayer()], [200 as UInt64], "does not operate the settlement scheduler")
    for effort in [99, 2501] as [UInt64] {
        refuse("settlement/set_settlement_effort", [contractsAccount()], [effort], "The effort \(effort) is not 100 to 2500")
    }
    send("recheck/set_recheck_effort", [contractsAccount()], [100 as UInt64])
    for effort in [100, 2500, 1000] as [UInt64] {
        send("settlement/set_settlement_effort", [contractsAccount()], [effort])
    }
    let changed = lastEvent(Type<DharmaSettlementScheduler.ExecutionEffortChanged>())
        as! DharmaSettlementScheduler.ExecutionEffortChanged
    Test.assertEqual([2500, 1000] as [UInt64], [changed.before, changed.after])
    let id = propose(members()[2], "freeze", 0x0000000000000016)
    letPass(day)
    letPass(700.0)
    expectChange(id, "pending", "expired")
    send("recheck/set_recheck_effort", [contractsAccount()], [1000 as UInt64])
}

access(all) fun testTheFundCanBeTakenBackByItsOperatorAlone() {
    refuse("settlement/withdraw_settlement_fund", [relayer()], [1.0], "does not operate the settlement scheduler")
    refuse("settlement/withdraw_settlement_fund", [contractsAccount()], [1000.0], "Cannot withdraw tokens")
    let before = fund()
    send("settlement/withdraw_settlement_fund", [contractsAccount()], [before])
    let taken = lastEvent(Type<DharmaSettlementScheduler.FundWithdrawn>()) as! DharmaSettlementScheduler.FundWithdrawn
    Test.assertEqual(before, taken.amount)
    Test.assertEqual(0.0, taken.fundAfter)
}

access(all) fun testMaliciousContractsReachNoInnerFunction() {
    for attack in [
        "destroy create DharmaSettlementScheduler.Handler()",
        "destroy create DharmaSettlementScheduler.Operator()",
        "DharmaSettlementScheduler.settleProposal(1, runId: 1)",
        "DharmaSettlementScheduler.settleProtection(0x14, runId: 1)",
        "let handler = DharmaSettlementScheduler.handler",
        "DharmaSchedulerQuote.quote(data: 1, notBefore: 1.0, executionEffort: 100, budget: 1.0)"
    ] {
        refuseCode(attack, ["DharmaSettlementScheduler", "DharmaSchedulerQuote"])
    }
}
