import Test
import "DharmaRecheck"
import "FlowTransactionScheduler"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x0000000000000014
access(all) let other: Address = 0x0000000000000015

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    for name in ["DharmaStanding", "DharmaScore", "DharmaRecheck"] {
        deployTo(name, getContractPath(name), contractsAccount())
    }
    deployTo("MaliciousCrowd", "../malicious/MaliciousCrowd.cdc", Test.serviceAccount())
    appoint("recheck", "watcher")
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    closeBlock()
    Test.freezeTime()
}

access(all) fun fill(_ from: UFix64, _ seconds: Int) {
    let code = "import MaliciousCrowd from 0x0000000000000001\ntransaction(from: UFix64, seconds: Int) {"
        .concat("prepare(signer: &Account) { MaliciousCrowd.fill(from: from, seconds: seconds) } }")
    performCode("code of a stranger", code, [relayer()], [from, seconds], nil)
}

access(all) fun watch(_ address: Address) {
    send("recheck/watch_wallet", [agent()], [address])
}

access(all) fun nextRun(_ address: Address): UFix64 {
    return ask("recheck/get_next_run", [address]) as! UFix64
}

/// Begins to watch an address for which no run can be scheduled. Returns the cause.
access(all) fun watchInVain(_ address: Address): String {
    let scheduled = countEvents(Type<DharmaRecheck.RunScheduled>())
    watch(address)
    Test.assertEqual(scheduled, countEvents(Type<DharmaRecheck.RunScheduled>()))
    let missed = lastEvent(Type<DharmaRecheck.RunNotScheduled>()) as! DharmaRecheck.RunNotScheduled
    Test.assertEqual(address, missed.address)
    return missed.cause
}

access(all) fun getFund(): UFix64 {
    return ask("recheck/get_recheck_fund", []) as! UFix64
}

access(all) fun testAFeeIsPaidInFullToTheLastOfTheFund() {
    watch(0x101)
    let fee = (lastEvent(Type<DharmaRecheck.RunScheduled>()) as! DharmaRecheck.RunScheduled).fee
    let missing = 0.00000001
    let fund = fee - missing
    send("recheck/withdraw_recheck_fund", [contractsAccount()], [getFund() - fund])
    Test.assertEqual("The fee of \(fee) is above the fund of \(fund)", watchInVain(0x102))
    send("recheck/fund_rechecks", [Test.serviceAccount()], [missing])
    watch(0x103)
    Test.assertEqual(getNow() + 86400.0, nextRun(0x103))
    Test.assertEqual(0.0, getFund())
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
}

access(all) fun testWhatTheSchedulerRefusesIsTheCause() {
    updateContract("DharmaRecheck", {">= 100 &&": ">= 99 &&"})
    send("recheck/set_recheck_effort", [contractsAccount()], [99 as UInt64])
    let cause = watchInVain(0x104)
    Test.assert(cause.contains("Invalid execution effort"), message: cause)
}

access(all) fun testASecondHasRoomForTheEffortOfTheScheduler() {
    Test.moveTime(by: 1000.0)
    updateContract("DharmaRecheck", {"<= 2500": "<= 2501"})
    send("recheck/set_recheck_effort", [contractsAccount()], [2500 as UInt64])
    watch(0x105)
    Test.assertEqual(getNow() + 86400.0, nextRun(0x105))
    send("recheck/set_recheck_effort", [contractsAccount()], [2501 as UInt64])
    Test.assertEqual("The scheduler has no room near \(getNow() + 86400.0)", watchInVain(0x106))
    send("recheck/set_recheck_effort", [contractsAccount()], [1000 as UInt64])
}

access(all) fun testNoMoreSecondsAreTriedThanTheTriesAllow() {
    Test.moveTime(by: 1000.0)
    let planned = getNow() + 86400.0
    let cause = "The scheduler has no room near \(planned)"
    fill(planned, 1)
    updateContract("DharmaRecheck", {"return 12": "return 1", "600\n": "1\n"})
    Test.assertEqual(cause, watchInVain(0x107))
    updateContract("DharmaRecheck", {"return 12": "return 2", "600\n": "1\n"})
    watch(0x108)
    Test.assertEqual(planned + 1.0, nextRun(0x108))
    fill(planned + 1.0, 1)
    Test.assertEqual(cause, watchInVain(0x109))
    updateContract("DharmaRecheck", {})
    closeBlock()
    Test.moveTime(by: 10000.0)
}

access(all) fun testARunEvadesSecondsThatOthersHaveFilled() {
    let asked = getNow() + 86400.0
    fill(asked, 20)
    watch(wallet)
    let dueAt = nextRun(wallet)
    Test.assert(dueAt >= asked + 20.0 && dueAt <= asked + 600.0, message: "\(dueAt) for \(asked)")
}

/// Runs of 1,000 into seconds of 2,500.
access(all) fun testTwoRunsShareASecondAndTheOthersScatter() {
    let asked = getNow() + 86400.0 + 5000.0
    closeBlock()
    Test.moveTime(by: 5000.0)
    let scheduled = countEvents(Type<DharmaRecheck.RunScheduled>())
    perform("../transactions/recheck/watch_many.cdc", [agent()], [4096 as UInt64, 8 as UInt64], nil)
    Test.assertEqual(scheduled + 8, countEvents(Type<DharmaRecheck.RunScheduled>()))
    Test.assertEqual(asked, nextRun(0x1000))
    Test.assertEqual(asked, nextRun(0x1001))
    Test.assert(nextRun(0x1002) > asked)
}

access(all) fun testACrowdThatFillsEverySecondStopsNoTransaction() {
    let asked = getNow() + 86400.0
    var part = 0
    while part < 41 {
        fill(asked + UFix64(part * 15), 15)
        part = part + 1
    }
    closeBlock()
    let result = Test.executeTransaction(
        buildTransaction(Test.readFile("../../transactions/recheck/watch_wallet.cdc"), [agent()], [other])
    )
    Test.expect(result, Test.beSucceeded())
    Test.assert(result.computationUsed < 600, message: "Watching took \(result.computationUsed)")
    let missed = lastEvent(Type<DharmaRecheck.RunNotScheduled>()) as! DharmaRecheck.RunNotScheduled
    Test.assertEqual(other, missed.address)
    Test.assert(missed.cause.contains("The scheduler has no room near"), message: missed.cause)
}

access(all) fun testFiveHundredAddressesAreWatchedAtMost() {
    send("recheck/withdraw_recheck_fund", [contractsAccount()], [getFund()])
    var number: UInt64 = 8192
    while number < 8192 + 481 {
        perform("../transactions/recheck/watch_many.cdc", [agent()], [number, 37 as UInt64], nil)
        number = number + 37
    }
    refuse("recheck/watch_wallet", [agent()], [0x0000000000009999 as Address], "500 addresses are watched already")
}

/// More runs than a block executes: those of the crowd come first, and the recheck still waits when it is revived.
access(all) fun testALateRunThatStillWaitsIsCancelledWhenItIsRevived() {
    let late: Address = 0x0000000000001000
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    closeBlock()
    let dueAt = nextRun(late)
    let code = "import MaliciousCrowd from 0x0000000000000001\ntransaction(at: UFix64, count: Int) {"
        .concat("prepare(signer: &Account) { MaliciousCrowd.crowd(at: at, count: count) } }")
    var part = 0
    while part < 10 {
        performCode("code of a stranger", code, [relayer()], [dueAt - 5.0, 15], nil)
        part = part + 1
    }
    closeBlock()
    Test.moveTime(by: Fix64(dueAt - getNow()) + 601.0)
    let canceled = countEvents(Type<FlowTransactionScheduler.Canceled>())
    send("recheck/revive_rechecks", [relayer()], [[late]])
    Test.assertEqual(canceled + 1, countEvents(Type<FlowTransactionScheduler.Canceled>()))
    Test.assert(nextRun(late) > getNow())
}
