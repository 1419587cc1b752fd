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
    for name in ["DharmaStanding", "DharmaScore", "DharmaSchedulerQuote", "DharmaRecheck"] {
        deployTo(name, getContractPath(name), contractsAccount())
    }
    deployTo("QuoteProbe", "../contracts/QuoteProbe.cdc", contractsAccount())
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

/// Time, fee and obstacle of a quote.
access(all) fun quote(_ probe: String, _ notBefore: UFix64, _ executionEffort: UInt64, _ budget: UFix64): [AnyStruct] {
    let code = "import \(probe) from \(contractsAddress)\n"
        .concat("access(all) fun main(notBefore: UFix64, executionEffort: UInt64, budget: UFix64): [AnyStruct] {\n")
        .concat("let quote = \(probe).quote(notBefore: notBefore, executionEffort: executionEffort, budget: budget)\n")
        .concat("return [quote.dueAt, quote.fee, quote.obstacle ?? \"none\"] }")
    return askCode(code, [notBefore, executionEffort, budget]) as! [AnyStruct]
}

access(all) fun testAFreeSecondIsQuotedAsAskedForAndTheFeeIsToBePaidInFull() {
    let asked = getNow() + 1000.0
    let free = quote("QuoteProbe", asked, 1000, 1.0)
    let fee = free[1] as! UFix64
    Test.assertEqual([asked, fee, "none"] as [AnyStruct], free)
    Test.assertEqual("none", quote("QuoteProbe", asked, 1000, fee)[2] as! String)
    let budget = fee - 0.00000001
    Test.assertEqual(
        "The fee of \(fee) is above the fund of \(budget)",
        quote("QuoteProbe", asked, 1000, budget)[2] as! String
    )
}

access(all) fun testWhatTheSchedulerRefusesIsTheObstacle() {
    let refused = quote("QuoteProbe", getNow() + 1000.0, 99, 1.0)[2] as! String
    Test.assert(refused.contains("Invalid execution effort"), message: refused)
}

access(all) fun testTwelveSecondsOfTenMinutesAreTried() {
    let code = "import DharmaSchedulerQuote from \(contractsAddress)\naccess(all) fun main(): [Int] {"
        .concat("return [Int(DharmaSchedulerQuote.spread()), DharmaSchedulerQuote.tries()] }")
    Test.assertEqual([600, 12], askCode(code, []) as! [Int])
}

/// Deploys quotes that try only the second asked for, or it and the next one, and a probe for them.
access(all) fun deployNarrow(_ name: String, _ tries: Int) {
    let changes = {
        "DharmaSchedulerQuote": name, "return 600": "return 1", "return 12": "return \(tries)"
    }
    deployChanged("DharmaSchedulerQuote", "../../contracts/scheduling/DharmaSchedulerQuote.cdc", contractsAccount(), changes)
    let probe = Test.readFile("../contracts/QuoteProbe.cdc")
        .replaceAll(of: "import \"DharmaSchedulerQuote\"", with: "import \(name) from \(contractsAddress)")
        .replaceAll(of: "DharmaSchedulerQuote", with: name)
        .replaceAll(of: "QuoteProbe", with: "\(name)Probe")
    perform("../transactions/accounts/add_contract.cdc", [contractsAccount()], ["\(name)Probe", probe], nil)
}

access(all) fun testNoMoreSecondsAreTriedThanTheTriesAllow() {
    deployNarrow("OneTry", 1)
    deployNarrow("TwoTries", 2)
    let asked = getNow() + 2000.0
    fill(asked, 1)
    let obstacle = "The scheduler has no room near \(asked)"
    Test.assertEqual([asked, 0.0, obstacle] as [AnyStruct], quote("OneTryProbe", asked, 1000, 1.0))
    let second = quote("TwoTriesProbe", asked, 1000, 1.0)
    Test.assertEqual([asked + 1.0, second[1], "none"] as [AnyStruct], second)
    fill(asked + 1.0, 1)
    Test.assertEqual([asked, 0.0, obstacle] as [AnyStruct], quote("TwoTriesProbe", asked, 1000, 1.0))
}

access(all) fun testASecondHasRoomForTheEffortOfTheScheduler() {
    let asked = getNow() + 3000.0
    Test.assertEqual("none", quote("QuoteProbe", asked, 2500, 1.0)[2] as! String)
    Test.assertEqual("The scheduler has no room near \(asked)", quote("QuoteProbe", asked, 2501, 1.0)[2] as! String)
}

access(all) fun testARunEvadesSecondsThatOthersHaveFilled() {
    let asked = getNow() + 86400.0
    fill(asked, 20)
    send("recheck/watch_wallet", [agent()], [wallet])
    let dueAt = ask("recheck/get_next_run", [wallet]) as! UFix64
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
    Test.assertEqual(asked, ask("recheck/get_next_run", [0x1000 as Address]) as! UFix64)
    Test.assertEqual(asked, ask("recheck/get_next_run", [0x1001 as Address]) as! UFix64)
    Test.assert(ask("recheck/get_next_run", [0x1002 as Address]) as! UFix64 > asked)
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
    send("recheck/withdraw_recheck_fund", [contractsAccount()], [ask("recheck/get_recheck_fund", []) as! UFix64])
    var number: UInt64 = 8192
    while number < 8192 + 490 {
        perform("../transactions/recheck/watch_many.cdc", [agent()], [number, 35 as UInt64], nil)
        number = number + 35
    }
    refuse("recheck/watch_wallet", [agent()], [0x0000000000009999 as Address], "500 addresses are watched already")
}

/// More runs than a block executes: those of the crowd come first, and the recheck still waits when it is revived.
access(all) fun testALateRunThatStillWaitsIsCancelledWhenItIsRevived() {
    let late: Address = 0x0000000000001000
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    closeBlock()
    let dueAt = ask("recheck/get_next_run", [late]) as! UFix64
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
    Test.assert((ask("recheck/get_next_run", [late]) as! UFix64) > getNow())
}
