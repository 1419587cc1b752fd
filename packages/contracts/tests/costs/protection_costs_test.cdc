import Test
import "../helpers/test_helpers.cdc"

/// What it costs another contract to ask whether an address is frozen, and what the transactions cost on the largest
/// records and proposals that an attacker can bring about.

access(all) let codes: [String] = ["behaviour", "listed", "community", "keys"]

access(all) fun setup() {
    setUpStories(true)
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

access(all) fun testItCostsLittleToAskAboutAnAddressWithoutARecordOrWithAFlag() {
    expectHundred(1135)
    flagAccused("case-1")
    expectHundred(1135)
}

access(all) fun testItCostsLittleToAskAboutAFrozenAddressWhateverAppealsAreOpen() {
    let freeze = freezeAccused()
    expectHundred(1287)
    proposeAndVote("recover", [0, 1, 2], [])
    goTo(100.0, 0.0)
    appealAgainstFreeze(freeze)
    expectHundred(1287)
}

access(all) fun testItCostsLittleToAskAboutAnAddressWhoseFreezeHasLapsed() {
    freezeAccused()
    goTo(193.0, 0.0)
    expectHundred(1287)
    settleAccused()
    expectHundred(1287)
}

access(all) fun testItCostsLittleToAskAboutAFreezeThatAnAppealLengthenedOnceItIsOver() {
    let freeze = freezeAccused()
    proposeAndVote("recover", [0, 1, 2], [])
    goTo(191.0, 0.0)
    appealAgainstFreeze(freeze)
    goTo(193.0, 0.0)
    expectHundred(3500)
    goTo(288.0, 0.0)
    expectHundred(1287)
}

/// As many appeals as a stolen flagger key can bring about: 2 against flags and one against the freeze open, 8 remembered.
access(all) fun growRecord() {
    var number = 0
    while number < 10 {
        let hours = Fix64(number / 2) * 73.0
        goTo(hours, Fix64(number % 2))
        send("protection/flag_wallet", [agent()], [
            accusedAddress, "case-\(number)", codes[number % 4], sha256Hex("reason"), sha256Hex("tx"), getNow()
        ])
        closeBlock()
        appealAgainstFlag("case-\(number)")
        send("protection/unflag_wallet", [agent()], [accusedAddress])
        number = number + 1
    }
    goTo(292.0, 10.0)
    refreshScores()
}

access(all) fun testTheLargestRecordCostsNoTransactionMoreThanItsLimit() {
    growRecord()
    let freeze = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(316.0, 10.0)
    expectCost(1000, "governance/execute_proposal", signedBy(daoAddress, [6, 7]), [freeze])
    expectCost(1000, "protection/open_appeal", [relayer()], accused().appeal(nil, freeze, "A reason of enough characters"))
    let appeal = lastProposal()
    refreshScores()
    let recovery = members()[0].recovery(accusedAddress, "A reason of enough characters")
    expectCost(1000, "governance/create_proposal", [relayer()], recovery)
    voteBy(appeal, [], [0, 1, 2])
    voteBy(lastProposal(), [0, 1, 2], [])
    goTo(365.0, 0.0)
    expectCost(600, "governance/settle_proposals", [relayer()], [[appeal]])
    expectCost(600, "protection/settle_protection", [relayer()], [[accusedAddress]])
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
