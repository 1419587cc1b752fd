import Test
import "../helpers/test_helpers.cdc"

/// What it costs another contract to ask whether an address is frozen, and what the transactions cost on the largest
/// records and proposals that an attacker can bring about. 20 proposals about one address are undecided at once: more than
/// the topics of one flag and one freeze let be open.

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
    Test.assert(computation <= limit, message: "100 x isFrozen took \(computation), more than \(limit)")
}

/// Opens so many unfreezes and recoveries of the accused past all topics.
access(all) fun openUndecided(_ count: Int) {
    let code = "import ProtectionProbe from \(contractsAddress)\ntransaction(count: Int) { prepare(signer: &Account) { ProtectionProbe.openMany(accused: 0x14, count: count) } }"
    performCode("open many", code, [relayer()], [count], nil)
    closeBlock()
}

access(all) fun testItCostsLittleToAskAboutAnAddressWithoutARecordOrWithAFlag() {
    expectHundred(1500)
    flagAccused("case-1")
    appealAgainstFlag()
    expectHundred(1500)
}

access(all) fun testItCostsLittleToAskAboutAFrozenAddressWhateverIsOpen() {
    freezeAccused()
    expectHundred(1500)
    openUndecided(20)
    expectHundred(1500)
    goTo(192.0, -1.0)
    expectHundred(1500)
}

access(all) fun testItCostsLittleToAskAboutAFreezeThatHasLapsed() {
    freezeAccused()
    goTo(24.0 + 336.0, 0.0)
    expectHundred(1500)
    settleAccused()
    expectHundred(1500)
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
    expectHundred(1500)
    settleAccused()
    expectHundred(1500)
    goTo(215.0, 0.0)
    Test.assertEqual(true, isAccusedFrozen())
    expectHundred(1500)
}

access(all) fun testRequiringThatAnAddressIsNotFrozenCostsTheSameOnceItsFreezeIsOver() {
    freezeAccused()
    goTo(100.0, 0.0)
    openUndecided(20)
    goTo(193.0, 0.0)
    let question = askHundredTimes("DharmaProtection.requireNotFrozen(a)") - askHundredTimes("false")
    Test.assert(question <= 2000, message: "100 x requireNotFrozen took \(question)")
}

/// The most that the topics of one freeze and one flag let be open at once: three freezes, three recoveries, three unfreezes of
/// each kind, two appeals.
access(all) fun testFourteenUndecidedProposalsCostNoVoteOrOpeningMoreThanItsLimit() {
    flagAccused("case-1")
    freezeAccused()
    openUndecided(13)
    refreshScores()
    expectCost(1000, "governance/create_proposal", [relayer()], members()[0].proposal("freeze", accusedAddress, "A reason of enough characters"))
    let id = lastProposal()
    expectCost(600, "governance/cast_votes", [relayer()], members()[0].vote(id, true))
    expectCost(1000, "protection/open_appeal", [relayer()], accused().appeal(nil, 1, "A reason of enough characters"))
}

/// Where nobody settled any of them: a record that is settled when votes end is far below.
access(all) fun testSettlingCostsNoMoreThanInProportionToWhatEnded() {
    for count in [4, 8, 20] {
        restartStory()
        flagAccused("case-1")
        freezeAccused()
        openUndecided(count)
        goTo(49.0, 0.0)
        expectCost(100 + 85 * UInt64(count), "protection/settle_protection", [relayer()], [[accusedAddress]])
    }
}

access(all) fun testAnExecutionBesideFourUndecidedProposalsCostsNoMoreThanItsLimit() {
    flagAccused("case-1")
    freezeAccused()
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    openUndecided(4)
    goTo(49.0, 0.0)
    expectCost(1000, "governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id])
}

access(all) fun testEachVoteOfAMessageCostsTheSame() {
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
    for count in [1, 2, 20] {
        let votes_ = voter.votesWith(ids.slice(from: 0, upTo: count), supports.slice(from: 0, upTo: count), voter.next(votes))
        expectCost(300 + 120 * UInt64(count), "governance/cast_votes", [relayer()], votes_)
    }
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

access(all) fun testAReasonOfBlanksCostsNoProposalMoreThanItsLimit() {
    var blanks = ""
    while blanks.length < 270 {
        blanks = blanks.concat("\u{3000}")
    }
    refreshScores()
    let proposal = members()[0].proposal("freeze", accusedAddress, blanks.concat("A reason of enough characters"))
    expectCost(2000, "governance/create_proposal", [relayer()], proposal)
}
