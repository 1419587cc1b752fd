import Test
import "DharmaSettlementScheduler"
import "../helpers/test_helpers.cdc"

/// What holds to the second, with a clock that stands still.

access(all) let marked: Person = Person(0x0000000000000014, 9)
access(all) let freezeJob: String = "protection \(marked.address())"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    addKey(marked.account, marked.privateKey, 1000.0)
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    closeBlock()
    Test.freezeTime()
}

access(all) fun beforeEach() {
    refreshScores()
}

/// Exactly so many seconds, unlike `wait`.
access(all) fun advance(_ seconds: Fix64) {
    closeBlock()
    Test.moveTime(by: seconds)
}

access(all) fun dueAt(_ jobKey: String): UFix64? {
    return (ask("settlement/get_scheduled_settlements", []) as! {String: UFix64})[jobKey]
}

access(all) fun schedule(_ ids: [UInt64], _ addresses: [Address]) {
    send("settlement/schedule_settlements", [relayer()], [ids, addresses])
}

/// What a function or a field of the scheduler answers.
access(all) fun read(_ expression: String): AnyStruct? {
    let code = "import \"DharmaSettlementScheduler\"\naccess(all) fun main(): AnyStruct? {"
        .concat("return DharmaSettlementScheduler.\(expression) }")
    return askCode(code, [])
}

access(all) fun freePlaces(): Int {
    return read("getFreePlaces(DharmaSettlementScheduler.PlaceClass.protection)") as! Int
}

access(all) fun testTheLimitsAreThoseOfTheDocument() {
    Test.assertEqual(20, read("votesPruned") as! Int)
    Test.assertEqual(900.0, read("grace") as! UFix64)
    Test.assertEqual(1000 as UInt64, read("executionEffort") as! UInt64)
}

access(all) fun testRunsAreDueASecondAfterTheVotingEndsAndShareThatSecond() {
    let first = propose(members()[0], "freeze", 0x0000000000000016)
    let second = propose(members()[1], "freeze", 0x0000000000000017)
    for id in [first, second] {
        Test.assertEqual(getNow() + 86401.0, dueAt("proposal \(id)")!)
    }
    let scheduled = lastEvent(Type<DharmaSettlementScheduler.RunScheduled>()) as! DharmaSettlementScheduler.RunScheduled
    Test.assertEqual("proposal \(second)", scheduled.jobKey)
    Test.assertEqual(1 as UInt8, scheduled.placeClass)
    Test.assertEqual(getNow() + 86401.0, scheduled.dueAt)
    Test.assertEqual(ask("settlement/get_settlement_fund", []) as! UFix64, scheduled.fundAfter)
    Test.assertEqual(198, freePlaces())
    advance(86401.0)
    Test.assertEqual(200, freePlaces())
    let executed: {String: UInt64} = {}
    for event in Test.eventsOfType(Type<DharmaSettlementScheduler.RunExecuted>()) {
        let run = event as! DharmaSettlementScheduler.RunExecuted
        executed[run.jobKey] = run.runId
    }
    Test.assertEqual(2, executed.length)
    Test.assertEqual(scheduled.runId, executed[scheduled.jobKey]!)
}

access(all) fun testALateRunIsReplacedFifteenMinutesAfterItWasDueAndKeepsOnePlace() {
    send("settlement/set_settlement_effort", [contractsAccount()], [100 as UInt64])
    let id = propose(members()[2], "freeze", 0x0000000000000018)
    let panicked = dueAt("proposal \(id)")!
    send("settlement/set_settlement_effort", [contractsAccount()], [1000 as UInt64])
    advance(86401.0 + 900.0)
    schedule([id], [])
    Test.assertEqual(panicked, dueAt("proposal \(id)")!)
    advance(1.0)
    schedule([id], [])
    Test.assertEqual(getNow() + 1.0, dueAt("proposal \(id)")!)
    Test.assertEqual(199, freePlaces())
    advance(1.0)
    Test.assertEqual(nil as UFix64?, dueAt("proposal \(id)"))
    Test.assertEqual(200, freePlaces())
}

access(all) fun testARunThatComesFifteenMinutesAfterTheChangeIsSoonEnough() {
    decide("freeze", marked.address())
    let freezeEnds = dueAt(freezeJob)! - 1.0
    advance(Fix64(freezeEnds - getNow()) - day - 900.0)
    send("protection/open_appeal", [relayer()], marked.appeal(nil, 1, "Twenty_characters_!!"))
    schedule([], [marked.address()])
    Test.assertEqual(freezeEnds + 1.0, dueAt(freezeJob)!)
}

access(all) fun testAFreezeIsSettledASecondAfterItEndsAndChangesNoMore() {
    let freezeEnds = dueAt(freezeJob)! - 1.0
    let changesAt = "protectionChangesAt(\(marked.address()))"
    Test.assertEqual(freezeEnds, read(changesAt) as! UFix64)
    advance(Fix64(freezeEnds - getNow()) + 1.0)
    Test.assert(read(changesAt) == nil)
    Test.assertEqual(nil as UFix64?, dueAt(freezeJob))
}
