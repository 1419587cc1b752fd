import Test
import "DharmaScore"
import "DharmaVoterEligibility"
import "test_helpers.cdc"

access(all) let thief: Address = 0x0000000000000014
access(all) let high: [UInt64] = [10000, 10000, 10000, 10000, 10000, 10000]
access(all) let good: [UInt64] = [8000, 8000, 8000, 8000, 8000, 8000]
access(all) let low: [UInt64] = [500, 500, 500, 500, 500, 500]

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployDharma()
    appoint("score", "publisher")
    send("score/appoint_publisher", [contractsAccount()], [thief])
    send("score/claim_publisher", [Test.getAccount(thief)], [contractsAddress])
}

access(all) fun publish(_ publisher: Address, _ voter: Address, _ factors: [UInt64], _ evidence: String, _ height: UInt64) {
    send("score/publish_score", [Test.getAccount(publisher)], [voter, factors, "1.0.0", sha256Hex(evidence), height])
}

access(all) fun reason(_ voter: Address): String? {
    return askCode(
        "import \"DharmaVoterEligibility\"\naccess(all) fun main(a: Address): String? { return DharmaVoterEligibility.getIneligibilityReason(a) }",
        [voter]
    ) as! String?
}

access(all) fun testExploitWalletsOfHighRiskAreLiftedAndVoteInTheSameBlock() {
    let wallets: [Address] = [0x000000000000000b, 0x000000000000000c, 0x000000000000000d]
    for wallet in wallets {
        publish(agentAddress, wallet, low, "honest", 2)
    }
    wait(8.0 * day)
    for wallet in wallets {
        publish(thief, wallet, high, "lifted", 2)
        Test.assertEqual(nil as String?, reason(wallet))
    }
}

access(all) fun testAStolenKeyDoesNotShutAnHonestMemberOutAfterItsDismissal() {
    let member: Address = 0x000000000000000e
    let seenTo = getHeight()
    publish(agentAddress, member, good, "honest", seenTo)
    wait(8.0 * day)
    publish(agentAddress, member, good, "honest", seenTo)
    Test.assertEqual(nil as String?, reason(member))
    publish(thief, member, low, "false", getHeight())
    Test.assert(reason(member)!.contains("is below 60"))
    send("score/dismiss_publisher", [contractsAccount()], [thief])
    publish(agentAddress, member, good, "honest", seenTo)
    Test.assertEqual(nil as String?, reason(member))
}
