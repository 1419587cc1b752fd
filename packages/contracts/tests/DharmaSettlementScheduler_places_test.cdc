import Test
import "DharmaSettlementScheduler"
import "DharmaProtection"
import "test_helpers.cdc"

access(all) let marked: Person = Person(0x0000000000000014, 9)
access(all) let reason: String = "A reason of enough characters"
/// Each opens as many proposals as a person may have open at a time.
access(all) let newborns: [Person] = []
access(all) let proposalsPerPerson: Int = 3
access(all) var proposals: Int = 0

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    addKey(marked.account, marked.privateKey, 1000.0)
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    send("protection/flag_wallet", [agent()], [marked.address(), "case", sha256Hex("why")])
    openNewborns(67)
}

access(all) fun openNewborns(_ count: Int) {
    while newborns.length < count {
        let account = Test.createAccount()
        addKey(account, 10, 1000.0)
        newborns.append(Person(account.address, 10))
    }
}

/// Relays the next proposals of newborn accounts and books their runs, as `create_proposal` does.
access(all) fun flood(_ count: Int) {
    var left = count
    while left > 0 {
        let part = left < 15 ? left : 15
        proposeNext(part)
        left = left - part
    }
}

access(all) fun proposeNext(_ count: Int) {
    let targets: [Address] = []
    let proposers: [Address] = []
    let numbers: [UInt64] = []
    let signatures: [String] = []
    let ids: [UInt64] = []
    let lastId = lastProposal()
    while targets.length < count {
        let proposer = newborns[proposals / proposalsPerPerson]
        let number = UInt64(proposals % proposalsPerPerson) + 1
        let target = Address(UInt64(4096 + proposals))
        let message = proposalMessage("freeze", target, reason, proposer.address(), number)
        targets.append(target)
        proposers.append(proposer.address())
        numbers.append(number)
        signatures.append(sign(proposer.privateKey, message))
        ids.append(lastId + UInt64(targets.length))
        proposals = proposals + 1
    }
    perform("transactions/create_proposals.cdc", [relayer()], [targets, reason, proposers, numbers, signatures], nil)
    send("settlement/schedule_settlements", [relayer()], [ids, [] as [Address]])
}

access(all) fun scheduledRuns(): {String: UFix64} {
    return ask("settlement/get_scheduled_settlements", []) as! {String: UFix64}
}

access(all) fun expectRefusal(_ jobKey: String, _ cause: String) {
    let refusal = lastEvent(Type<DharmaSettlementScheduler.RunNotScheduled>()) as! DharmaSettlementScheduler.RunNotScheduled
    Test.assertEqual(jobKey, refusal.jobKey)
    Test.assertEqual(cause, refusal.cause)
}

access(all) fun testNewbornAccountsTakeEveryPlaceSoThatNoAppealIsSettledInTime() {
    flood(200)
    Test.assertEqual(200, scheduledRuns().length)
    send("protection/open_appeal", [relayer()], marked.appeal("why"))
    expectRefusal("marks \(marked.address())", "200 runs are booked already")
    let before = countEvents(Type<DharmaProtection.AppealClosed>())
    letPass(3.0 * day)
    Test.assertEqual(before, countEvents(Type<DharmaProtection.AppealClosed>()))
}
