import Test
import "test_helpers.cdc"

/// What it costs another contract to ask whether an address is frozen, and what the transactions cost on the largest
/// records and proposals that anybody can bring about.

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
    let computation = run(Test.readFile("../transactions/\(name).cdc"), signers, arguments)
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

/// As many appeals as a stolen flagger key can bring about: 3 against flags and one against the freeze open, 8 remembered.
access(all) fun growRecord() {
    var number = 0
    while number < 9 {
        let hours = Fix64(number / 3) * 73.0
        goTo(hours, Fix64(number % 3))
        send("protection/flag_wallet", [agent()], [
            accusedAddress, "case-\(number)", codes[number % 4], sha256Hex("reason"), sha256Hex("tx"), getNow()
        ])
        closeBlock()
        appealAgainstFlag("case-\(number)")
        send("protection/unflag_wallet", [agent()], [accusedAddress])
        number = number + 1
    }
    goTo(146.0, 10.0)
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
