import Test
import "DharmaRecheck"
import "FlowTransactionScheduler"
import "../helpers/test_helpers.cdc"

/// Limits and announcements of rechecks, with a contract that watches two addresses instead of 500.

access(all) let wallet: Address = 0x0000000000000014
access(all) let suspect: Address = 0x0000000000000015
access(all) let third: Address = 0x0000000000000016

access(all) fun setup() {
    deployScore()
    deployChanged("DharmaRecheck", "../../contracts/DharmaRecheck.cdc", contractsAccount(), {"return 500": "return 2"})
    appoint("score", "publisher")
    send("recheck/appoint_watcher", [contractsAccount()], [agentAddress])
    send("recheck/claim_watcher", [agent()], [contractsAddress])
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun watch(_ address: Address) {
    send("recheck/watch_wallet", [agent()], [address])
}

access(all) fun getFund(): UFix64 {
    return ask("recheck/get_recheck_fund", []) as! UFix64
}

access(all) fun nextRun(_ address: Address): UFix64? {
    return ask("recheck/get_next_run", [address]) as! UFix64?
}

access(all) fun testNoMoreAddressesAreWatchedThanThereArePlaces() {
    watch(wallet)
    watch(suspect)
    refuse("recheck/watch_wallet", [agent()], [third], "2 addresses are watched already")
    refuse("recheck/watch_wallet", [agent()], [wallet], "\(wallet) is watched already")
    send("recheck/unwatch_wallet", [agent()], [wallet])
    watch(third)
    Test.assertEqual(2, (ask("recheck/get_watched", []) as! [Address]).length)
}

access(all) fun testWatchingAnnouncesItselfItsRunAndWhatComesBack() {
    let fund = getFund()
    watch(wallet)
    let started = lastEvent(Type<DharmaRecheck.WatchStarted>()) as! DharmaRecheck.WatchStarted
    Test.assertEqual([wallet, agentAddress], [started.address, started.watcher])
    let scheduled = lastEvent(Type<DharmaRecheck.RunScheduled>()) as! DharmaRecheck.RunScheduled
    Test.assertEqual(wallet, scheduled.address)
    Test.assertEqual(getNow() + 86400.0, scheduled.dueAt)
    Test.assertEqual(scheduled.dueAt as UFix64?, nextRun(wallet))
    Test.assertEqual([fund - scheduled.fee, getFund()], [getFund(), scheduled.fundAfter])
    send("recheck/unwatch_wallet", [agent()], [wallet])
    let ended = lastEvent(Type<DharmaRecheck.WatchEnded>()) as! DharmaRecheck.WatchEnded
    Test.assertEqual(wallet, ended.address)
    Test.assert(ended.refund > 0.0 && ended.refund <= scheduled.fee)
    Test.assertEqual(fund - scheduled.fee + ended.refund, getFund())
    Test.assertEqual(1, countEvents(Type<FlowTransactionScheduler.Canceled>()))
    Test.assert(nextRun(wallet) == nil)
}

access(all) fun testAppointingAndDismissingAWatcherIsAnnounced() {
    let appointed = countEvents(Type<DharmaRecheck.WatcherAppointed>())
    let dismissed = countEvents(Type<DharmaRecheck.WatcherDismissed>())
    send("recheck/appoint_watcher", [contractsAccount()], [wallet])
    Test.assertEqual(appointed + 1, countEvents(Type<DharmaRecheck.WatcherAppointed>()))
    let announced = lastEvent(Type<DharmaRecheck.WatcherAppointed>()) as! DharmaRecheck.WatcherAppointed
    Test.assertEqual(wallet, announced.watcher)
    send("recheck/claim_watcher", [Test.getAccount(wallet)], [contractsAddress])
    send("recheck/dismiss_watcher", [contractsAccount()], [wallet])
    Test.assertEqual(dismissed + 1, countEvents(Type<DharmaRecheck.WatcherDismissed>()))
    Test.assertEqual(0, askFile("../scripts/count_controllers.cdc", [contractsAddress, "dharmaRecheckWatcher_\(wallet)"]) as! Int)
    refuse("recheck/watch_wallet", [Test.getAccount(wallet)], [third], "was dismissed as watcher")
    refuse("recheck/dismiss_watcher", [contractsAccount()], [wallet], "is not a watcher")
}

access(all) fun testARunAnnouncesItselfAndSchedulesTheNextOne() {
    watch(wallet)
    let first = lastEvent(Type<DharmaRecheck.RunScheduled>()) as! DharmaRecheck.RunScheduled
    goTo(24.0, 0.0)
    Test.moveTime(by: 1.0)
    Test.moveTime(by: 1.0)
    let due = lastEvent(Type<DharmaRecheck.RecheckDue>()) as! DharmaRecheck.RecheckDue
    Test.assertEqual(wallet, due.address)
    Test.assertEqual(first.runId, due.runId)
    Test.assertEqual(first.dueAt, due.dueAt)
    Test.assertEqual(nextRun(wallet), due.nextDueAt)
    Test.assert(due.nextDueAt! > due.dueAt)
    Test.assertEqual(1, countEvents(Type<DharmaRecheck.RecheckDue>()))
}

access(all) fun testTheFundAndTheEffortAreAnnouncedWhenTheyChange() {
    send("recheck/fund_rechecks", [Test.serviceAccount()], [1.5])
    let funded = lastEvent(Type<DharmaRecheck.Funded>()) as! DharmaRecheck.Funded
    Test.assertEqual([1.5, 11.5], [funded.amount, funded.fundAfter])
    send("recheck/withdraw_recheck_fund", [contractsAccount()], [2.5])
    let withdrawn = lastEvent(Type<DharmaRecheck.FundWithdrawn>()) as! DharmaRecheck.FundWithdrawn
    Test.assertEqual([2.5, 9.0], [withdrawn.amount, withdrawn.fundAfter])
    send("recheck/set_recheck_effort", [contractsAccount()], [999 as UInt64])
    let changed = lastEvent(Type<DharmaRecheck.ExecutionEffortChanged>()) as! DharmaRecheck.ExecutionEffortChanged
    Test.assertEqual([1000, 999] as [UInt64], [changed.before, changed.after])
}
