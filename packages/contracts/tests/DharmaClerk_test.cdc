import Test
import "DharmaClerk"
import "DharmaGovernance"
import "DharmaProtection"
import "FlowTransactionScheduler"
import "test_helpers.cdc"

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
    return ask("clerk/get_clerk_fund", []) as! UFix64
}

access(all) fun bookings(): {String: UFix64} {
    return ask("clerk/get_clerk_bookings", []) as! {String: UFix64}
}

access(all) fun book(_ id: UInt64) {
    send("clerk/book_runs", [relayer()], [[id], [] as [Address]])
}

access(all) fun expectChange(_ id: UInt64, _ before: String, _ after: String) {
    let change = lastEvent(Type<DharmaGovernance.StatusChanged>()) as! DharmaGovernance.StatusChanged
    Test.assertEqual(id, change.id)
    Test.assertEqual(before, change.before)
    Test.assertEqual(after, change.after)
}

access(all) fun lastCause(): String {
    return (lastEvent(Type<DharmaClerk.RunNotBooked>()) as! DharmaClerk.RunNotBooked).cause
}

access(all) fun testAnEmptyFundStopsNoProposal() {
    Test.assertEqual(0.0, fund())
    let id = propose(members()[0], "freeze", target)
    Test.assertEqual("pending", askFile("scripts/get_status.cdc", [id]) as! String)
    Test.assert(lastCause().contains("is above the fund of 0.00000000"))
    Test.assertEqual(0, bookings().length)
}

access(all) fun testAnyoneFundsTheClerkAndBooksWhatWasNotBooked() {
    refuse("clerk/fund_clerk", [relayer()], [1000000.0], "Cannot withdraw tokens")
    send("clerk/fund_clerk", [Test.serviceAccount()], [10.0])
    let funded = lastEvent(Type<DharmaClerk.Funded>()) as! DharmaClerk.Funded
    Test.assertEqual(10.0, funded.amount)
    Test.assertEqual(10.0, funded.fundAfter)
    book(1)
    let booked = lastEvent(Type<DharmaClerk.RunBooked>()) as! DharmaClerk.RunBooked
    Test.assertEqual("proposal 1", booked.matter)
    Test.assertEqual(10.0 - booked.fee, booked.fundAfter)
    Test.assertEqual({"proposal 1": booked.dueAt}, bookings())
    book(1)
    Test.assertEqual(1, countEvents(Type<DharmaClerk.RunBooked>()))
}

access(all) fun testARunSettlesAProposalWhenItsVotingEnds() {
    letPass(day)
    expectChange(1, "pending", "expired")
    let done = lastEvent(Type<DharmaClerk.RunDone>()) as! DharmaClerk.RunDone
    Test.assertEqual("proposal 1", done.matter)
    Test.assertEqual(0, bookings().length)
    book(1)
    book(999)
    Test.assertEqual(0, bookings().length)
}

access(all) fun testARunSettlesAnApprovalAndItsLapse() {
    let id = propose(members()[0], "freeze", target)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, true)
    }
    let booked = countEvents(Type<DharmaClerk.RunBooked>())
    book(id)
    Test.assertEqual(booked, countEvents(Type<DharmaClerk.RunBooked>()))
    letPass(day)
    expectChange(id, "active", "approved")
    Test.assertEqual(["proposal \(id)"], bookings().keys)
    letPass(7.0 * day)
    expectChange(id, "approved", "expired")
    Test.assertEqual(0, bookings().length)
}

access(all) fun testARunSettlesAFreezeWhenItEndsAndForgetsItAMonthLater() {
    decide("freeze", target)
    Test.assert(bookings()["marks \(target)"] != nil)
    let count = countEvents(Type<DharmaProtection.FreezeEnded>())
    letPass(6.9 * day)
    Test.assertEqual(count, countEvents(Type<DharmaProtection.FreezeEnded>()))
    letPass(0.2 * day)
    Test.assertEqual(count + 1, countEvents(Type<DharmaProtection.FreezeEnded>()))
    letPass(31.0 * day)
    Test.assertEqual(1, countEvents(Type<DharmaProtection.RecordCleared>()))
    Test.assertEqual(nil, bookings()["marks \(target)"])
}

access(all) fun testARunOfAProlongedFreezeWaitsForTheNewEnd() {
    decide("freeze", target)
    let first = bookings()["marks \(target)"]!
    letPass(4.0 * day)
    decide("freeze", target)
    Test.assertEqual(first, bookings()["marks \(target)"]!)
    letPass(2.5 * day)
    Test.assert(bookings()["marks \(target)"]! > first + 4.0 * 86400.0)
}

access(all) fun testARunSettlesAnAppealBeforeTheFreezeThatItIsAgainst() {
    send("protection/flag_wallet", [agent()], [target, "case", hashOf("why")])
    let freezeRun = bookings()["marks \(target)"]!
    send("protection/open_appeal", [relayer()], marked.appeal("why"))
    Test.assert(bookings()["marks \(target)"]! < freezeRun)
    letPass(3.0 * day)
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual("undecided", closed.outcome)
    Test.assert(bookings()["marks \(target)"]! >= freezeRun)
    let ended = countEvents(Type<DharmaProtection.FreezeEnded>())
    let booked = countEvents(Type<DharmaClerk.RunBooked>())
    letPass(5.0 * day)
    Test.assertEqual(ended + 1, countEvents(Type<DharmaProtection.FreezeEnded>()))
    // The run that was booked for the end of the freeze before the appeal comes too, and books nothing.
    Test.assertEqual(booked + 1, countEvents(Type<DharmaClerk.RunBooked>()))
}

access(all) fun testARunThatPanickedIsBookedAnewByAnyone() {
    send("recheck/set_effort", [house()], [100 as UInt64])
    let id = propose(members()[1], "freeze", 0x0000000000000015)
    send("recheck/set_effort", [house()], [1000 as UInt64])
    let executed = countEvents(Type<FlowTransactionScheduler.PendingExecution>())
    let done = countEvents(Type<DharmaClerk.RunDone>())
    letPass(day)
    Test.assertEqual(executed + 1, countEvents(Type<FlowTransactionScheduler.PendingExecution>()))
    Test.assertEqual(done, countEvents(Type<DharmaClerk.RunDone>()))
    let before = bookings()["proposal \(id)"]!
    book(id)
    Test.assertEqual(before, bookings()["proposal \(id)"]!)
    wait(900.0)
    let booked = countEvents(Type<DharmaClerk.RunBooked>())
    book(id)
    Test.assert(bookings()["proposal \(id)"]! > before + 900.0)
    // However late the run is, it is booked once: nobody empties the fund by asking again and again.
    book(id)
    Test.assertEqual(booked + 1, countEvents(Type<DharmaClerk.RunBooked>()))
    letPass(1.0)
    expectChange(id, "pending", "expired")
}

access(all) fun testARunLeavesAProposalAloneThatWasExecutedMeanwhile() {
    let id = decide("unfreeze", 0x0000000000000015)
    Test.assert(bookings()["proposal \(id)"] != nil)
    let count = countEvents(Type<DharmaGovernance.StatusChanged>())
    letPass(7.0 * day)
    Test.assertEqual(count, countEvents(Type<DharmaGovernance.StatusChanged>()))
    Test.assertEqual(nil, bookings()["proposal \(id)"])
}

access(all) fun testAClerkWhoseBookIsFullBooksNoMore() {
    deployChanged("DharmaClerk", "../contracts/DharmaClerk.cdc", house(), {
        "DharmaClerk": "SmallClerk", "dharmaClerk": "smallClerk", "self.capacity = 200": "self.capacity = 1"
    })
    let first = propose(members()[3], "freeze", 0x0000000000000016)
    let second = propose(members()[3], "freeze", 0x0000000000000017)
    let code = "import FlowToken from 0x03\nimport FungibleToken from 0x02\nimport SmallClerk from 0x08\n"
        .concat("transaction(ids: [UInt64]) { prepare(signer: auth(BorrowValue) &Account) { SmallClerk.deposit(from: <- signer")
        .concat(".storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!")
        .concat(".withdraw(amount: 1.0)); for id in ids { SmallClerk.bookProposal(id) } } }")
    performCode("code of a stranger", code, [Test.serviceAccount()], [[first, second, first]], nil)
    Test.assertEqual(1, countEvents(CompositeType("A.0000000000000008.SmallClerk.RunBooked")!))
    Test.assertEqual(1, countEvents(CompositeType("A.0000000000000008.SmallClerk.RunNotBooked")!))
}

access(all) fun testTheFundCanBeTakenBackByItsOperatorAlone() {
    refuse("clerk/withdraw_clerk_fund", [relayer()], [1.0], "does not operate the clerk")
    refuse("clerk/withdraw_clerk_fund", [house()], [1000.0], "Cannot withdraw tokens")
    let before = fund()
    send("clerk/withdraw_clerk_fund", [house()], [before])
    let taken = lastEvent(Type<DharmaClerk.FundWithdrawn>()) as! DharmaClerk.FundWithdrawn
    Test.assertEqual(before, taken.amount)
    Test.assertEqual(0.0, taken.fundAfter)
}

access(all) fun testMaliciousContractsReachNoInnerFunction() {
    for attack in [
        "destroy create DharmaClerk.Handler()",
        "destroy create DharmaClerk.Operator()",
        "DharmaClerk.settleProposal(1, runId: 1)",
        "DharmaClerk.settleMarks(0x14, runId: 1)",
        "let handler = DharmaClerk.handler",
        "DharmaSlots.quote(data: 1, notBefore: 1.0, effort: 100, budget: 1.0)"
    ] {
        refuseCode(attack, ["DharmaClerk", "DharmaSlots"])
    }
}
