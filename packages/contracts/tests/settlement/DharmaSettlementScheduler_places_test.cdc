import Test
import "DharmaSettlementScheduler"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

access(all) let marked: Person = Person(0x0000000000000014, 9)
access(all) let otherMarked: Person = Person(0x0000000000000015, 9)
access(all) let reason: String = "A reason of enough characters"
/// Each opens as many proposals as a person may have open at a time.
access(all) let newborns: [Person] = []
access(all) let proposalsPerPerson: Int = 3
access(all) var opened: Int = 0

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    for person in [marked, otherMarked] {
        addKey(person.account, person.privateKey, 1000.0)
        send("protection/flag_wallet", [agent()], [person.address(), "case", "behaviour", sha256Hex("why")])
    }
    openNewborns(22)
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
    let validUntil = newborns[0].next(proposals)[1]
    while targets.length < count {
        let proposer = newborns[opened / proposalsPerPerson]
        let number = UInt64(opened % proposalsPerPerson) + 1
        let target = Address(UInt64(4096 + opened))
        let next = [number, validUntil]
        let message = buildMessage("proposal", proposalDetails("freeze", target, reason), "Proposer", proposer.address(), next)
        targets.append(target)
        proposers.append(proposer.address())
        numbers.append(number)
        signatures.append(sign(proposer.privateKey, message))
        ids.append(lastId + UInt64(targets.length))
        opened = opened + 1
    }
    perform("../transactions/governance/create_proposals.cdc", [relayer()], [targets, reason, proposers, numbers, validUntil, signatures], nil)
    send("settlement/schedule_settlements", [relayer()], [ids, [] as [Address]])
}

/// Places that are left for newborn accounts, for people on record, and for appeals and freezes.
access(all) fun freePlaces(_ scheduler: String): [Int] {
    let code = "import \(scheduler) from \(contractsAddress)\naccess(all) fun main(): [Int] {"
        .concat("return [\(scheduler).PlaceClass.newborn, \(scheduler).PlaceClass.onRecord, \(scheduler).PlaceClass.protection]")
        .concat(".map(\(scheduler).getFreePlaces) }")
    return askCode(code, []) as! [Int]
}

access(all) fun expectRefusal(_ jobKey: String, _ placeClass: UInt8) {
    let refusal = lastEvent(Type<DharmaSettlementScheduler.RunNotScheduled>()) as! DharmaSettlementScheduler.RunNotScheduled
    Test.assertEqual(jobKey, refusal.jobKey)
    Test.assertEqual(placeClass, refusal.placeClass)
    Test.assertEqual("Every place for runs of class \(placeClass) is taken", refusal.cause)
}

access(all) fun expectScheduled(_ jobKey: String, _ placeClass: UInt8) {
    let run = lastEvent(Type<DharmaSettlementScheduler.RunScheduled>()) as! DharmaSettlementScheduler.RunScheduled
    Test.assertEqual(jobKey, run.jobKey)
    Test.assertEqual(placeClass, run.placeClass)
}

access(all) fun testNewbornAccountsTakeNoPlaceOfMembersNorOfAppeals() {
    Test.assertEqual([60, 130, 200], freePlaces("DharmaSettlementScheduler"))
    flood(60)
    let newborn = lastProposal()
    expectScheduled("proposal \(newborn)", 0)
    Test.assertEqual([0, 70, 140], freePlaces("DharmaSettlementScheduler"))
    let id = propose(members()[0], "freeze", 0x0000000000000016)
    expectScheduled("proposal \(id)", 1)
    Test.assertEqual([0, 69, 139], freePlaces("DharmaSettlementScheduler"))
    send("protection/open_appeal", [relayer()], marked.appeal(1, nil, reason))
    expectScheduled("proposal \(lastProposal())", 2)
    Test.assertEqual([0, 69, 138], freePlaces("DharmaSettlementScheduler"))
}

access(all) fun testEveryPlaceIsFreeAgainWhenItsRunHasSettled() {
    letPass(day)
    letPass(700.0)
    Test.assertEqual([60, 130, 200], freePlaces("DharmaSettlementScheduler"))
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual(marked.address(), closed.address)
}

/// Deploys a scheduler with 1, 2 and 3 places, and pays its fund.
access(all) fun deploySmall(_ name: String) {
    deployChanged("DharmaSettlementScheduler", "../../contracts/scheduling/DharmaSettlementScheduler.cdc", contractsAccount(), {
        "DharmaSettlementScheduler": name,
        "dharmaSettlementScheduler": name,
        "newborn: 60": "newborn: 1",
        "onRecord: 130": "onRecord: 2",
        "protection: 200": "protection: 3"
    })
    let code = Test.readFile("../../transactions/settlement/fund_settlements.cdc")
    performCode(name, inSmall(name, code), [Test.serviceAccount()], [1.0], nil)
}

access(all) fun inSmall(_ name: String, _ code: String): String {
    return code.replaceAll(of: "import \"DharmaSettlementScheduler\"", with: "import \(name) from \(contractsAddress)")
        .replaceAll(of: "DharmaSettlementScheduler", with: name)
}

/// Has a run scheduled and answers the places that are left; they are as before when there was none for it.
access(all) fun scheduleSmall(_ name: String, _ ids: [UInt64], _ addresses: [Address]): [Int] {
    let code = Test.readFile("../../transactions/settlement/schedule_settlements.cdc")
    performCode(name, inSmall(name, code), [relayer()], [ids, addresses], nil)
    return freePlaces(name)
}

access(all) fun testAClassTakesThePlacesBelowItToTheLastAndNoneAbove() {
    refreshScores()
    flood(2)
    let newborn = lastProposal()
    let member = propose(members()[2], "freeze", 0x0000000000000017)
    let otherMember = propose(members()[3], "freeze", 0x0000000000000018)
    send("protection/open_appeal", [relayer()], otherMarked.appeal(2, nil, reason))
    let otherAppeal = lastProposal()
    send("protection/flag_wallet", [agent()], [marked.address(), "next", "listed", sha256Hex("again")])
    send("protection/open_appeal", [relayer()], marked.appeal(3, nil, reason))
    let appeal = lastProposal()
    deploySmall("FloodedByNewborns")
    Test.assertEqual([1, 2, 3], freePlaces("FloodedByNewborns"))
    Test.assertEqual([0, 1, 2], scheduleSmall("FloodedByNewborns", [newborn], []))
    Test.assertEqual([0, 1, 2], scheduleSmall("FloodedByNewborns", [newborn - 1], []))
    Test.assertEqual([0, 0, 1], scheduleSmall("FloodedByNewborns", [member], []))
    Test.assertEqual([0, 0, 1], scheduleSmall("FloodedByNewborns", [otherMember], []))
    Test.assertEqual([0, 0, 0], scheduleSmall("FloodedByNewborns", [appeal], []))
    Test.assertEqual([0, 0, 0], scheduleSmall("FloodedByNewborns", [otherAppeal], []))
    deploySmall("FloodedByMembers")
    Test.assertEqual([1, 1, 2], scheduleSmall("FloodedByMembers", [member], []))
    Test.assertEqual([0, 0, 1], scheduleSmall("FloodedByMembers", [otherMember], []))
    Test.assertEqual([0, 0, 1], scheduleSmall("FloodedByMembers", [newborn], []))
    deploySmall("FloodedByAppeals")
    Test.assertEqual([1, 1, 1], scheduleSmall("FloodedByAppeals", [appeal, otherAppeal], []))
    Test.assertEqual([0, 0, 0], scheduleSmall("FloodedByAppeals", [newborn], []))
    Test.assertEqual([0, 0, 0], scheduleSmall("FloodedByAppeals", [member], []))
}
