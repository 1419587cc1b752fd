import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x0000000000000014

access(all) fun setup() {
    deployScore()
    appoint("score", "publisher")
    publishScore(wallet, 70)
}

access(all) fun testTenThousandWalletsCostNoMoreThanOne() {
    // The first record that is replaced begins the history.
    let _ = publishCost("first")
    let publishBefore = publishCost("a")
    let readBefore = readCost()
    var number: UInt64 = 1
    while number <= 10_000 {
        perform("../transactions/score/publish_many.cdc", [agent()], [number * 65536, 80 as UInt64, sha256Hex("many")], nil)
        number = number + 80
    }
    closeBlock()
    Test.assertEqual(10_001, askCode(
        "import \"DharmaScore\"\naccess(all) fun main(): Int { return DharmaScore.publishedCount() }",
        []
    ) as! Int)
    let publishAfter = publishCost("b")
    let readAfter = readCost()
    // A dictionary of 10,000 is a tree of two more levels: a few units, whatever else is in it.
    Test.assert(publishAfter <= publishBefore + 10, message: "Publishing rose from \(publishBefore) to \(publishAfter)")
    Test.assert(readAfter <= readBefore + 10, message: "Reading rose from \(readBefore) to \(readAfter)")
}

access(all) fun publishCost(_ evidence: String): UInt64 {
    closeBlock()
    let factors: [UInt64] = equalFactors(7000)
    let result = Test.executeTransaction(buildTransaction(
        Test.readFile("../../transactions/score/publish_score.cdc"),
        [agent()],
        [wallet, factors, "1.0.0", sha256Hex(evidence), getHeight()]
    ))
    Test.expect(result, Test.beSucceeded())
    return result.computationUsed
}

/// Computation of asking for a score, from inside a transaction.
access(all) fun readCost(): UInt64 {
    let code = "import \"DharmaScore\"\ntransaction(a: Address) { prepare(signer: &Account) { "
        .concat("assert(DharmaScore.requireMin(address: a, minScoreTenths: 0, maxAge: 9999999.0).rawValue < 3) } }")
    closeBlock()
    let result = Test.executeTransaction(buildTransaction(code, [relayer()], [wallet]))
    Test.expect(result, Test.beSucceeded())
    return result.computationUsed
}
