import Test
import "DharmaRecheck"
import "test_helpers.cdc"

access(all) let wallet: Address = 0x0000000000000014
access(all) let other: Address = 0x0000000000000015

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    for name in ["DharmaStanding", "DharmaScore", "DharmaSchedulerQuote", "DharmaRecheck"] {
        deployTo(name, "../contracts/\(name).cdc", contractsAccount())
    }
    deployTo("MaliciousCrowd", "malicious/MaliciousCrowd.cdc", Test.serviceAccount())
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

access(all) fun testARunEvadesSecondsThatOthersHaveFilled() {
    let asked = getNow() + 86400.0
    fill(asked, 20)
    send("recheck/watch_wallet", [agent()], [wallet])
    let dueAt = ask("recheck/get_next_run", [wallet]) as! UFix64
    Test.assert(dueAt >= asked + 20.0 && dueAt <= asked + 610.0, message: "\(dueAt) for \(asked)")
}

access(all) fun testRunsForOneSecondScatter() {
    let booked = countEvents(Type<DharmaRecheck.RunScheduled>())
    perform("transactions/watch_many.cdc", [agent()], [4096 as UInt64, 8 as UInt64], nil)
    Test.assertEqual(booked + 8, countEvents(Type<DharmaRecheck.RunScheduled>()))
}

access(all) fun testACrowdThatFillsEverySecondStopsNoTransaction() {
    let asked = getNow() + 86400.0
    var part = 0
    while part < 43 {
        fill(asked + 20.0 + UFix64(part * 15), 15)
        part = part + 1
    }
    closeBlock()
    let result = Test.executeTransaction(
        buildTransaction(Test.readFile("../transactions/recheck/watch_wallet.cdc"), [agent()], [other])
    )
    Test.expect(result, Test.beSucceeded())
    Test.assert(result.computationUsed < 600, message: "Watching took \(result.computationUsed)")
    let missed = lastEvent(Type<DharmaRecheck.RunNotScheduled>()) as! DharmaRecheck.RunNotScheduled
    Test.assertEqual(other, missed.address)
    Test.assert(missed.cause.contains("The scheduler has no room near"), message: missed.cause)
}

access(all) fun testFiveHundredAddressesAreWatchedAtMost() {
    send("recheck/withdraw_recheck_fund", [contractsAccount()], [ask("recheck/get_recheck_fund", []) as! UFix64])
    var number: UInt64 = 8192
    while number < 8192 + 490 {
        perform("transactions/watch_many.cdc", [agent()], [number, 35 as UInt64], nil)
        number = number + 35
    }
    refuse("recheck/watch_wallet", [agent()], [0x0000000000009999 as Address], "500 addresses are watched already")
}
