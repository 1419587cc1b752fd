import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

/// What asking for a score and publishing one cost in computation, whatever was published before.

access(all) let wallet: Address = 0x0000000000000014
access(all) let good: [UInt64] = [7000, 7000, 7000, 7000, 7000, 7000]
/// What publishing cost while all publishers shared one record.
access(all) let publishingBudget: UInt64 = 36

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

access(all) fun testX() {
    let out: [UInt64] = []
    out.append(readCost())
    for e in ["a", "b", "b", "c", "c"] { out.append(publishCost(agentAddress, e)) }
    out.append(readCost())
    Test.assertEqual([] as [UInt64], out)
}
