import Test
import "DharmaRecheck"
import "FlowTransactionScheduler"
import "../helpers/test_helpers.cdc"

/// What holds to the second, with a clock that stands still, and what no run outlives.

access(all) let wallet: Address = 0x0000000000000014
access(all) let suspect: Address = 0x0000000000000015

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployScore()
    deployTo("DharmaRecheck", "../../contracts/DharmaRecheck.cdc", contractsAccount())
    deployTo("MaliciousReviver", "../malicious/MaliciousReviver.cdc", Test.serviceAccount())
    appoint("score", "publisher")
    appoint("recheck", "watcher")
    closeBlock()
    Test.freezeTime()
}

/// Exactly so many seconds, unlike `wait`.
access(all) fun advance(_ seconds: Fix64) {
    closeBlock()
    Test.moveTime(by: seconds)
}

access(all) fun nextRun(_ address: Address): UFix64 {
    return ask("recheck/get_next_run", [address]) as! UFix64
}

access(all) fun overdue(): [Address] {
    return ask("recheck/get_overdue", []) as! [Address]
}

access(all) fun runs(): Int {
    return countEvents(Type<DharmaRecheck.RecheckDue>())
}

access(all) fun lastRun(): UInt64 {
    return (lastEvent(Type<DharmaRecheck.RunScheduled>()) as! DharmaRecheck.RunScheduled).runId
}

/// Status that the scheduler gives a run: 1 scheduled, 2 executed.
access(all) fun statusAtScheduler(_ runId: UInt64): UInt8? {
    let code = "import FlowTransactionScheduler from 0x01\naccess(all) fun main(id: UInt64): UInt8? {"
        .concat("return FlowTransactionScheduler.getStatus(id: id)?.rawValue }")
    return askCode(code, [runId]) as! UInt8?
}

access(all) fun getInterval(_ address: Address): UFix64 {
    return askCode(
        "import \"DharmaRecheck\"\naccess(all) fun main(a: Address): UFix64 { return DharmaRecheck.getRecheckInterval(a) }",
        [address]
    ) as! UFix64
}

access(all) fun testARunIsOverdueTenMinutesAfterItWasDueAndNotASecondEarlier() {
    send("recheck/watch_wallet", [agent()], [wallet])
    advance(600.0)
    Test.assertEqual([] as [Address], overdue())
    refuse("recheck/revive_rechecks", [relayer()], [[wallet]], "is not overdue")
    advance(1.0)
    Test.assertEqual([wallet], overdue())
}

access(all) fun testARevivedRecheckRunsAtOnceAndThenEveryInterval() {
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    let dueAtBefore = nextRun(wallet)
    send("recheck/revive_rechecks", [relayer()], [[wallet]])
    let revived = lastEvent(Type<DharmaRecheck.Revived>()) as! DharmaRecheck.Revived
    Test.assertEqual(wallet, revived.address)
    Test.assertEqual(dueAtBefore, revived.dueAtBefore)
    Test.assertEqual(getNow() + 1.0, nextRun(wallet))
    advance(1.0)
    Test.assertEqual(1, runs())
    Test.assertEqual(getNow() + 86400.0, nextRun(wallet))
}

access(all) fun testEachLevelHasItsIntervalToTheSecond() {
    Test.assertEqual(86400.0, getInterval(suspect))
    publishScore(suspect, 29)
    Test.assertEqual(3600.0, getInterval(suspect))
    publishScore(suspect, 44)
    Test.assertEqual(21600.0, getInterval(suspect))
    for percent in [45, 74, 100] as [UInt64] {
        publishScore(suspect, percent)
        Test.assertEqual(86400.0, getInterval(suspect))
    }
    publishScore(suspect, 20)
    send("recheck/watch_wallet", [agent()], [suspect])
    Test.assertEqual(getNow() + 3600.0, nextRun(suspect))
}

access(all) fun testTheEffortOfARunHasTheBoundsOfTheScheduler() {
    for effort in [99, 2501] as [UInt64] {
        refuse("recheck/set_recheck_effort", [contractsAccount()], [effort], "The effort \(effort) is not 100 to 2500")
    }
    for effort in [2500, 100] as [UInt64] {
        send("recheck/set_recheck_effort", [contractsAccount()], [effort])
    }
    let changed = lastEvent(Type<DharmaRecheck.ExecutionEffortChanged>()) as! DharmaRecheck.ExecutionEffortChanged
    Test.assertEqual([2500, 100] as [UInt64], [changed.before, changed.after])
}

/// With an effort of 100, as the test before leaves it, every run is out of computation.
access(all) fun testARunThatPanickedCountsAsExecutedIsFoundAndRevived() {
    advance(3600.0)
    let announced = runs()
    let panicked = lastRun()
    let executed = countEvents(Type<FlowTransactionScheduler.Executed>())
    advance(3600.0)
    Test.assertEqual(2 as UInt8?, statusAtScheduler(panicked))
    Test.assertEqual(executed, countEvents(Type<FlowTransactionScheduler.Executed>()))
    Test.assertEqual(announced, runs())
    advance(601.0)
    Test.assertEqual([suspect], overdue())
    send("recheck/set_recheck_effort", [contractsAccount()], [1000 as UInt64])
    send("recheck/revive_rechecks", [relayer()], [[suspect]])
    advance(1.0)
    Test.assertEqual(announced + 1, runs())
    Test.assertEqual(executed + 1, countEvents(Type<FlowTransactionScheduler.Executed>()))
    Test.assertEqual([] as [Address], overdue())
}

/// After a pause of the chain, a run and whoever revives it come in one block. The late run must not announce a
/// recheck nor schedule another run beside the one that took its place.
access(all) fun testARunThatWasReplacedPanicsAndAnnouncesNothing() {
    let stale = lastRun()
    let dueAt = nextRun(suspect)
    let code = "import MaliciousReviver from 0x0000000000000001\ntransaction(address: Address, at: UFix64) {"
        .concat("prepare(signer: &Account) { MaliciousReviver.schedule(address, at: at) } }")
    performCode("code of a stranger", code, [relayer()], [suspect, dueAt - 1.0], nil)
    let announced = runs()
    let revived = countEvents(Type<DharmaRecheck.Revived>())
    let scheduled = countEvents(Type<DharmaRecheck.RunScheduled>())
    advance(3600.0 + 601.0)
    Test.assertEqual(revived + 1, countEvents(Type<DharmaRecheck.Revived>()))
    Test.assertEqual(2 as UInt8?, statusAtScheduler(stale))
    Test.assertEqual(announced, runs())
    Test.assertEqual(scheduled + 1, countEvents(Type<DharmaRecheck.RunScheduled>()))
    advance(1.0)
    Test.assertEqual(announced + 1, runs())
}
