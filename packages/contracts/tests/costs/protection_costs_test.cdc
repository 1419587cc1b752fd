import Test
import "../helpers/test_helpers.cdc"

/// What it costs another contract to ask whether an address is frozen, and what the transactions cost on the largest
/// records and proposals that an attacker can bring about. 20 proposals about one address are undecided at once: more than
/// the topics of its three actions, its ranks and its freezes let be.

access(all) let crowd: [Person] = []

access(all) fun setup() {
    crowd.appendAll(createNewborns(7))
    setUpStories(true)
    deployTo("ProtectionProbe", "../contracts/ProtectionProbe.cdc", contractsAccount())
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun run(_ code: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]): UInt64 {
    closeBlock()
    let result = Test.executeTransaction(buildTransaction(code, signers, arguments))
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    return result.computationUsed
}

/// Asserts the computation of a transaction of the product.
access(all) fun expectCost(_ limit: UInt64, _ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]) {
    let computation = run(Test.readFile("../../transactions/\(name).cdc"), signers, arguments)
    log("\(name) \(computation)")
    Test.assert(computation <= limit, message: "\(name) took \(computation), more than \(limit)")
}

/// Computation of a hundred questions in one transaction.
access(all) fun askHundredTimes(_ question: String): UInt64 {
    let code = "import \"DharmaProtection\"\ntransaction(a: Address) { prepare(signer: &Account) { var i = 0\nwhile i < 100 { i = i + 1\nlet answer = \(question) } } }"
    return run(code, [relayer()], [accusedAddress])
}

/// Asserts the computation of a hundred questions whether the accused is frozen, beside the loop.
access(all) fun expectHundred(_ limit: UInt64) {
    let computation = askHundredTimes("DharmaProtection.isFrozen(a)") - askHundredTimes("false")
    log("100 x isFrozen \(computation)")
    Test.assert(computation <= limit, message: "100 x isFrozen took \(computation), more than \(limit)")
}

/// Opens so many unfreezes and recoveries of the accused past all topics.
access(all) fun openUndecided(_ count: Int) {
    let code = "import ProtectionProbe from \(contractsAddress)\ntransaction(count: Int) { prepare(signer: &Account) { ProtectionProbe.openMany(accused: 0x14, count: count) } }"
    performCode("open many", code, [relayer()], [count], nil)
    closeBlock()
}

access(all) fun testItCostsLittleToAskAboutAnAddressWithoutARecordOrWithAFlag() {
    expectHundred(1200)
    flagAccused("case-1")
    appealAgainstFlag()
    expectHundred(1200)
}

access(all) fun testItCostsLittleToAskAboutAFrozenAddressWhateverIsOpen() {
    freezeAccused()
    expectHundred(1400)
    openUndecided(20)
    expectHundred(1400)
    goTo(192.0, -1.0)
    expectHundred(1400)
}

access(all) fun testItCostsLittleToAskAboutAFreezeThatHasLapsed() {
    freezeAccused()
    goTo(24.0 + 336.0, 0.0)
    expectHundred(1400)
    settleAccused()
    expectHundred(1400)
}

/// The worst case: only what is undecided says whether the freeze holds.
access(all) fun testItCostsLittleToAskAboutAHeldFreezeBesideManyUndecidedProposals() {
    freezeAccused()
    goTo(160.0, 0.0)
    proposeAndVote("recover", [0, 1, 2], [])
    goTo(190.0, 0.0)
    openUndecided(20)
    goTo(193.0, 0.0)
    Test.assertEqual(true, isAccusedFrozen())
    expectHundred(4000)
    settleAccused()
    expectHundred(4000)
    goTo(215.0, 0.0)
    Test.assertEqual(true, isAccusedFrozen())
    expectHundred(4000)
}

access(all) fun testAnAddressWithTwentyUndecidedProposalsCostsNoTransactionMoreThanItsLimit() {
    flagAccused("case-1")
    freezeAccused()
    openUndecided(20)
    refreshScores()
    expectCost(1000, "governance/create_proposal", [relayer()], members()[0].proposal("freeze", accusedAddress, "A reason of enough characters"))
    let id = lastProposal()
    expectCost(600, "governance/cast_votes", [relayer()], members()[0].vote(id, true))
    voteBy(id, [1, 2], [])
    expectCost(1000, "protection/open_appeal", [relayer()], accused().appeal(nil, 1, "A reason of enough characters"))
    expectCost(1000, "protection/open_appeal", [relayer()], accused().appeal(1, nil, "A reason of enough characters"))
    goTo(49.0, 0.0)
    expectCost(1000, "governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id])
    restartStory()
    flagAccused("case-1")
    freezeAccused()
    openUndecided(20)
    goTo(49.0, 0.0)
    expectCost(600, "protection/settle_protection", [relayer()], [[accusedAddress]])
}

access(all) fun testVotingCosts() {
    flagAccused("case-1")
    proposeMany(crowd, 3, 1)
    let last = lastProposal()
    let ids: [UInt64] = []
    let supports: [Bool] = []
    while ids.length < 20 {
        ids.append(last - UInt64(ids.length))
        supports.append(true)
    }
    refreshScores()
    let voter = members()[0]
    expectCost(600, "governance/cast_votes", [relayer()], voter.votesWith(ids.slice(from: 0, upTo: 1), [true], voter.next(votes)))
    expectCost(600, "governance/cast_votes", [relayer()], voter.votesWith(ids.slice(from: 0, upTo: 2), [true, true], voter.next(votes)))
    expectCost(2600, "governance/cast_votes", [relayer()], voter.votesWith(ids, supports, voter.next(votes)))
}

access(all) fun testTheLongestReasonCostsNoProposalMoreThanItsLimit() {
    var reason = "0123456789"
    while reason.length < 4000 {
        reason = reason.concat(reason)
    }
    refreshScores()
    let proposal = members()[0].proposal("freeze", accusedAddress, reason.slice(from: 0, upTo: 4000))
    expectCost(1000, "governance/create_proposal", [relayer()], proposal)
}
