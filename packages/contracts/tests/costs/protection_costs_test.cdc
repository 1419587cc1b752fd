import Test
import "../helpers/test_helpers.cdc"

/// That it costs another contract the same to ask whether an address is frozen, whatever its record. 17 proposals about one
/// address are undecided at once, as many as ranks and topics let be open.

access(all) fun setup() {
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
    openUndecided(17)
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
    openUndecided(17)
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
    openUndecided(17)
    goTo(193.0, 0.0)
    let question = askHundredTimes("DharmaProtection.requireNotFrozen(a)") - askHundredTimes("false")
    Test.assert(question <= 2000, message: "100 x requireNotFrozen took \(question)")
}

/// More would make all dearer that asks about the address, or that votes on it.
access(all) fun testNoMoreThanTwentyUndecidedProposalsStandAboutTheAddressesOfAMessage() {
    freezeAccused()
    openUndecided(20)
    refreshScores()
    let other = propose(members()[0], "freeze", 0x0000000000000101)
    let voter = members()[1]
    let both = voter.votesWith([other, other - 1], [true, true], voter.next(votes))
    refuse("governance/cast_votes", [relayer()], both, "have 21 undecided proposals, more than 20; sign fewer votes")
    castVote(voter, other - 1, true)
    let refusal = "20 proposals about 0x0000000000000014 are not recorded as decided; settle it first"
    refuse("governance/create_proposal", [relayer()], buildProposal(members()[2], "freeze", accusedAddress), refusal)
    goTo(49.0, 0.0)
    settleAccused()
    refreshScores()
    propose(members()[2], "freeze", accusedAddress)
}
