import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

/// What asking for a score and publishing one cost in computation, whatever was published before.

access(all) let wallet: Address = 0x0000000000000014
access(all) let good: [UInt64] = equalFactors(7000)
/// What publishing cost while all publishers shared one record: the first record of an address, and a later one.
access(all) let firstBudget: UInt64 = 128
access(all) let publishingBudget: UInt64 = 194

access(all) fun setup() {
    deployScore()
    appoint("score", "publisher")
}

access(all) fun measure(_ code: String, _ signer: Test.TestAccount, _ arguments: [AnyStruct]): UInt64 {
    closeBlock()
    let result = Test.executeTransaction(buildTransaction(code, [signer], arguments))
    Test.expect(result, Test.beSucceeded())
    return result.computationUsed
}

access(all) fun publishCost(_ publisher: Address, _ evidence: String): UInt64 {
    let code = Test.readFile("../../transactions/score/publish_score.cdc")
    return measure(code, Test.getAccount(publisher), [wallet, good, "1.0.0", sha256Hex(evidence), 2 as UInt64])
}

/// Of one call of `requireMin` from inside a transaction.
access(all) fun readCost(): UInt64 {
    let code = "import \"DharmaScore\"\ntransaction(a: Address) { prepare(signer: &Account) { "
        .concat("assert(DharmaScore.requireMin(address: a, minScoreTenths: 0, maxAge: 9999999.0).rawValue < 4) } }")
    return measure(code, relayer(), [wallet])
}

access(all) fun testRule27FourPublishersAreAskedWithinFortyAndPublishForWhatOneDid() {
    Test.assert(publishCost(agentAddress, "first") <= firstBudget)
    let alone = readCost()
    let publishers = [agentAddress]
    while publishers.length < DharmaScore.publisherLimit() {
        let account = Test.createAccount()
        send("score/appoint_publisher", [contractsAccount()], [account.address])
        send("score/claim_publisher", [account], [contractsAddress])
        publishers.append(account.address)
    }
    var round = 0
    while round < 20 {
        for publisher in publishers {
            let cost = publishCost(publisher, "round \(round)")
            Test.assert(cost <= publishingBudget, message: "Publishing in round \(round) cost \(cost)")
        }
        round = round + 1
    }
    let cost = readCost()
    Test.assert(cost <= 40, message: "Asking cost \(alone) with one publisher and \(cost) with four")
}
