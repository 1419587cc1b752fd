import Test
import "DharmaRecheck"
import "test_helpers.cdc"

/// What holds to the second and to the last address, with a clock that stands still.

access(all) let wallet: Address = 0x0000000000000014

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    for name in ["DharmaScore", "DharmaSchedulerQuote", "DharmaRecheck"] {
        deployTo(name, "../contracts/\(name).cdc", contractsAccount())
    }
    appoint("score", "publisher")
    appoint("recheck", "watcher")
    closeBlock()
    Test.freezeTime()
}

access(all) fun nextRun(_ address: Address): UFix64 {
    return ask("recheck/get_next_run", [address]) as! UFix64
}

access(all) fun testARevivedRecheckIsDueAWholeIntervalLater() {
    send("recheck/watch_wallet", [agent()], [wallet])
    wait(601.0)
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    send("recheck/revive_rechecks", [relayer()], [[wallet]])
    Test.assertEqual(getNow() + 86400.0, nextRun(wallet))
}
