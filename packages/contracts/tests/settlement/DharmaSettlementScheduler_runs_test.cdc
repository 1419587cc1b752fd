import Test
import "DharmaProposals"
import "DharmaProtection"
import "DharmaSettlementScheduler"
import "../helpers/test_helpers.cdc"

/// What runs are for and what they do, with proposals of which only the newest two are kept.

access(all) let target: Address = 0x0000000000000017
access(all) let newborns: [Person] = []

access(all) fun setup() {
    for name in dharmaContracts {
        deployChanged(name, getContractPath(name), contractsAccount(), {"return 100\n": "return 2\n"})
    }
    appoint("score", "publisher")
    for member in members() {
        addKey(member.account, member.privateKey, 1000.0)
    }
    addKey(accused().account, 9, 1000.0)
    newborns.appendAll(createNewborns(1))
    setUpDao()
    refreshScores()
    wait(8.0 * day)
    refreshScores()
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun getClass(_ id: UInt64): UInt8 {
    return askCode(
        "import \"DharmaSettlementScheduler\"\naccess(all) fun main(id: UInt64): UInt8 { return DharmaSettlementScheduler.getProposalClass(id).rawValue }",
        [id]
    ) as! UInt8
}

access(all) fun dueAt(_ jobKey: String): UFix64? {
    return (ask("settlement/get_scheduled_settlements", []) as! {String: UFix64})[jobKey]
}

access(all) fun getFund(): UFix64 {
    return ask("settlement/get_settlement_fund", []) as! UFix64
}

/// Lets the run of a job come, and asserts that it did its work.
access(all) fun letRun(_ jobKey: String) {
    closeBlock()
    Test.moveTime(by: Fix64(dueAt(jobKey)!) - Fix64(getNow()))
    Test.moveTime(by: 1.0)
    Test.moveTime(by: 1.0)
    let keys: [String] = []
    for event in Test.eventsOfType(Type<DharmaSettlementScheduler.RunExecuted>()) {
        keys.append((event as! DharmaSettlementScheduler.RunExecuted).jobKey)
    }
    Test.assert(keys.contains(jobKey), message: "The run of \(jobKey) did nothing")
}

access(all) fun testAVoteOrAProposerOnRecordPutsAProposalOnRecord() {
    let newborn = propose(newborns[0], "freeze", 0x0000000000000101)
    Test.assertEqual(0 as UInt8, getClass(newborn))
    castVote(members()[0], newborn, false)
    Test.assertEqual(1 as UInt8, getClass(newborn))
    let member = propose(members()[0], "freeze", 0x0000000000000102)
    Test.assertEqual(1 as UInt8, getClass(member))
    let freeze = freezeAccused()
    Test.assertEqual(1 as UInt8, getClass(freeze))
    Test.assertEqual(2 as UInt8, getClass(appealAgainstFreeze()))
    Test.assertEqual(0 as UInt8, getClass(999))
}

access(all) fun testARunOfAProposalThatWasPrunedEndsInOrder() {
    let id = freezeAccused()
    let jobKey = "proposal \(id)"
    Test.assertEqual(toTime(24.0, 1.0) as UFix64?, dueAt(jobKey))
    refreshScores()
    propose(members()[0], "freeze", 0x0000000000000101)
    propose(members()[1], "freeze", 0x0000000000000102)
    Test.assertEqual(nil, ask("governance/get_proposal", [id]))
    letRun(jobKey)
    Test.assert(dueAt(jobKey) == nil)
}

access(all) fun testARunPrunesAProposal() {
    let first = propose(members()[0], "freeze", 0x0000000000000101)
    propose(members()[1], "freeze", 0x0000000000000102)
    let last = propose(members()[2], "freeze", 0x0000000000000103)
    Test.assertEqual(0, countEvents(Type<DharmaProposals.ProposalPruned>()))
    letRun("proposal \(last)")
    Test.assertEqual(1, countEvents(Type<DharmaProposals.ProposalPruned>()))
    Test.assertEqual(nil, ask("governance/get_proposal", [first]))
}

access(all) fun testARunOfAnAppealSettlesItAndLeavesTheRunOfTheFreeze() {
    freezeAccused()
    let protection = "protection \(accusedAddress)"
    Test.assertEqual(toTime(192.0, 1.0) as UFix64?, dueAt(protection))
    let appeal = appealAgainstFreeze()
    Test.assertEqual(toTime(48.0, 1.0) as UFix64?, dueAt("proposal \(appeal)"))
    letRun("proposal \(appeal)")
    Test.assertEqual(toTime(192.0, 1.0) as UFix64?, dueAt(protection))
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual("undecided", closed.outcome)
}

access(all) fun testARunOfAFreezeWaitsForTheRecoveryThatHoldsIt() {
    openGuardedVault(accused().account, accusedHeirAddress)
    freezeAccused()
    let protection = "protection \(accusedAddress)"
    let recovery = proposeAndVote("recover", [0, 1, 2], [])
    letRun("proposal \(recovery)")
    letRun(protection)
    Test.assertEqual(toTime(216.0, 1.0) as UFix64?, dueAt(protection))
    Test.assertEqual(true, isAccusedFrozen())
    letRun(protection)
    Test.assertEqual(nil as UFix64?, dueAt(protection))
    Test.assertEqual(false, isAccusedFrozen())
}

access(all) fun testARunIsPaidOnceAndAnnouncedWithItsPrice() {
    let before = getFund()
    let id = propose(members()[0], "freeze", target)
    let scheduled = lastEvent(Type<DharmaSettlementScheduler.RunScheduled>()) as! DharmaSettlementScheduler.RunScheduled
    Test.assertEqual("proposal \(id)", scheduled.jobKey)
    Test.assertEqual(toTime(24.0, 1.0), scheduled.dueAt)
    Test.assertEqual([before - scheduled.fee, getFund()], [getFund(), scheduled.fundAfter])
    send("settlement/schedule_settlements", [relayer()], [[id], [] as [Address]])
    Test.assertEqual(scheduled.fundAfter, getFund())
    send("settlement/withdraw_settlement_fund", [contractsAccount()], [1.0])
    let withdrawn = lastEvent(Type<DharmaSettlementScheduler.FundWithdrawn>()) as! DharmaSettlementScheduler.FundWithdrawn
    Test.assertEqual([1.0, scheduled.fundAfter - 1.0], [withdrawn.amount, withdrawn.fundAfter])
}

access(all) fun testARunLeavesAProposalAloneThatWasExecutedMeanwhile() {
    let id = freezeAccused()
    closeBlock()
    let count = countEvents(Type<DharmaProposals.StatusChanged>())
    letRun("proposal \(id)")
    Test.assertEqual(count, countEvents(Type<DharmaProposals.StatusChanged>()))
    Test.assertEqual("executed", getStatus(id))
}
