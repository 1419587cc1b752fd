import Test
import "DharmaRecheck"
import "FlowTransactionScheduler"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x0000000000000014
access(all) let suspect: Address = 0x0000000000000015

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployScore()
    deployTo("DharmaRecheck", "../../contracts/DharmaRecheck.cdc", contractsAccount())
    appoint("score", "publisher")
    appoint("recheck", "watcher")
}

access(all) fun watch(_ address: Address) {
    send("recheck/watch_wallet", [agent()], [address])
}

access(all) fun nextRun(_ address: Address): UFix64 {
    return ask("recheck/get_next_run", [address]) as! UFix64
}

access(all) fun fund(): UFix64 {
    return ask("recheck/get_recheck_fund", []) as! UFix64
}

access(all) fun runs(): Int {
    return countEvents(Type<DharmaRecheck.RecheckDue>())
}

access(all) fun testOnlyWatchersWatch() {
    let stranger = Test.getAccount(wallet)
    refuse("recheck/watch_wallet", [stranger], [wallet], "has claimed no power")
    refuse("recheck/claim_watcher", [stranger], [contractsAddress], "holds nothing from")
    refuse("recheck/appoint_watcher", [stranger], [wallet], "appoints no watcher")
    refuse("recheck/appoint_watcher", [contractsAccount()], [agentAddress], "is a watcher already")
    refuse("recheck/dismiss_watcher", [contractsAccount()], [wallet], "is not a watcher")
    refuse("recheck/set_recheck_effort", [stranger], [200 as UInt64], "does not operate the rechecks")
    refuse("recheck/withdraw_recheck_fund", [stranger], [1.0], "does not operate the rechecks")
    for attack in [
        "destroy create DharmaRecheck.Watcher(watcher: 0x14)",
        "DharmaRecheck.run(0x14, runId: 1)",
        "DharmaRecheck.scheduleRun(0x14, after: 1.0)",
        "DharmaRecheck.end(0x14)",
        "destroy create DharmaRecheck.Handler()"
    ] {
        refuseCode(attack, ["DharmaRecheck"])
    }
}

access(all) fun testWithoutFundsNoRunIsBookedAndTheWatchdogSeesIt() {
    let appointed = lastEvent(Type<DharmaRecheck.WatcherAppointed>()) as! DharmaRecheck.WatcherAppointed
    Test.assertEqual(agentAddress, appointed.watcher)
    watch(wallet)
    let started = lastEvent(Type<DharmaRecheck.WatchStarted>()) as! DharmaRecheck.WatchStarted
    Test.assertEqual(wallet, started.address)
    Test.assertEqual(agentAddress, started.watcher)
    let failed = lastEvent(Type<DharmaRecheck.RunNotScheduled>()) as! DharmaRecheck.RunNotScheduled
    Test.assertEqual(wallet, failed.address)
    Test.assert(failed.cause.contains("is above the fund of 0.00000000"))
    refuse("recheck/revive_rechecks", [relayer()], [[wallet]], "is not overdue")
    wait(700.0)
    Test.assertEqual([wallet], ask("recheck/get_overdue", []) as! [Address])
}

access(all) fun testTheFundPaysTheRuns() {
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    let funded = lastEvent(Type<DharmaRecheck.Funded>()) as! DharmaRecheck.Funded
    Test.assertEqual(10.0, funded.fundAfter)
    send("recheck/revive_rechecks", [relayer()], [[wallet]])
    let revived = lastEvent(Type<DharmaRecheck.Revived>()) as! DharmaRecheck.Revived
    Test.assertEqual(wallet, revived.address)
    let booked = lastEvent(Type<DharmaRecheck.RunScheduled>()) as! DharmaRecheck.RunScheduled
    Test.assertEqual(10.0 - booked.fee, booked.fundAfter)
    Test.assertEqual([] as [Address], ask("recheck/get_overdue", []) as! [Address])
    letPass(1.0)
    Test.assertEqual(1, runs())
    refuse("recheck/watch_wallet", [agent()], [wallet], "is watched already")
    refuse("recheck/fund_rechecks", [relayer()], [1000000.0], "Cannot withdraw tokens")
}

access(all) fun testARunBooksTheNextOneAndAnnouncesTheRecheck() {
    let dueAt = nextRun(wallet)
    letPass(day)
    Test.assertEqual(2, runs())
    let due = lastEvent(Type<DharmaRecheck.RecheckDue>()) as! DharmaRecheck.RecheckDue
    Test.assertEqual(wallet, due.address)
    Test.assertEqual(dueAt, due.dueAt)
    Test.assertEqual(nextRun(wallet) as UFix64?, due.nextDueAt)
    Test.assert(nextRun(wallet) > dueAt + 86000.0)
    letPass(day)
    Test.assertEqual(3, runs())
}

access(all) fun testTheWorseTheLevelTheOftenerTheRecheck() {
    publishScore(suspect, 20)
    watch(suspect)
    Test.assert(nextRun(suspect) - getNow() <= 3600.0)
    let before = runs()
    letPass(hour)
    letPass(hour)
    Test.assertEqual(before + 2, runs())
    publishScore(suspect, 40)
    letPass(hour)
    Test.assertEqual(before + 3, runs())
    Test.assert(nextRun(suspect) - getNow() > 21000.0)
    Test.assert(nextRun(suspect) - getNow() <= 21600.0)
    Test.assertEqual([wallet, suspect].length, (ask("recheck/get_watched", []) as! [Address]).length)
}

access(all) fun testAnUnwatchedAddressRunsNoMoreAndGivesBackItsFee() {
    let before = fund()
    send("recheck/unwatch_wallet", [agent()], [suspect])
    let ended = lastEvent(Type<DharmaRecheck.WatchEnded>()) as! DharmaRecheck.WatchEnded
    Test.assert(ended.refund > 0.0)
    Test.assertEqual(before + ended.refund, fund())
    let count = runs()
    letPass(25200.0)
    Test.assertEqual(count, runs())
    refuse("recheck/unwatch_wallet", [agent()], [suspect], "is not watched")
    Test.assertEqual(nil, ask("recheck/get_next_run", [suspect]))
    Test.assertEqual(false, isOverdue(suspect))
}

access(all) fun testTheFundCanBeTakenBack() {
    refuse("recheck/withdraw_recheck_fund", [contractsAccount()], [1000.0], "Cannot withdraw tokens")
    let before = fund()
    send("recheck/withdraw_recheck_fund", [contractsAccount()], [before])
    let taken = lastEvent(Type<DharmaRecheck.FundWithdrawn>()) as! DharmaRecheck.FundWithdrawn
    Test.assertEqual(before, taken.amount)
    Test.assertEqual(0.0, taken.fundAfter)
    let count = runs()
    letPass(day)
    Test.assertEqual(count + 1, runs())
    let due = lastEvent(Type<DharmaRecheck.RecheckDue>()) as! DharmaRecheck.RecheckDue
    Test.assertEqual(nil as UFix64?, due.nextDueAt)
}

access(all) fun testADismissedWatcherWatchesNoMore() {
    send("recheck/dismiss_watcher", [contractsAccount()], [agentAddress])
    let dismissed = lastEvent(Type<DharmaRecheck.WatcherDismissed>()) as! DharmaRecheck.WatcherDismissed
    Test.assertEqual(agentAddress, dismissed.watcher)
    refuse("recheck/unwatch_wallet", [agent()], [wallet], "was dismissed as watcher")
}

access(all) fun isOverdue(_ address: Address): Bool {
    return askCode(
        "import \"DharmaRecheck\"\naccess(all) fun main(a: Address): Bool { return DharmaRecheck.isOverdue(a) }",
        [address]
    ) as! Bool
}
