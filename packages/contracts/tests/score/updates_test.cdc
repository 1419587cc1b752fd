import Test
import "../helpers/test_helpers.cdc"

/// Updates of the contracts of scores over what they have stored: a constant changes, the data stays.

access(all) let wallet: Address = 0x0000000000000014
access(all) let second: Address = 0x0000000000000015

access(all) fun setup() {
    setUpCommunity()
    appoint("recheck", "watcher")
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    for percent in [70, 30, 60] as [UInt64] {
        publishScore(wallet, percent)
    }
    send("recheck/watch_wallet", [agent()], [wallet])
    send("score/appoint_publisher", [contractsAccount()], [second])
    send("score/claim_publisher", [Test.getAccount(second)], [contractsAddress])
    closeBlock()
}

access(all) fun read(_ contractName: String, _ expression: String): AnyStruct? {
    return askCode("import \"\(contractName)\"\naccess(all) fun main(): AnyStruct? { return \(contractName).\(expression) }", [])
}

access(all) fun testEachContractIsUpdatedOverItsDataAndItsConstantsChange() {
    let since = read("DharmaScore", "getStandingSince(0xb)") as! UFix64?
    Test.assert(since != nil)
    updateContract("DharmaStanding", {"return 604800.0": "return 604801.0"})
    updateContract("DharmaScore", {"return 16": "return 2"})
    updateContract("DharmaVoterEligibility", {"return 600": "return 710"})
    updateContract("DharmaReports", {"cannot report itself": "may not report itself"})
    updateContract("DharmaRecheck", {"return 500": "return 499"})

    Test.assertEqual(604801.0, read("DharmaStanding", "minTime()") as! UFix64)
    Test.assertEqual(2, read("DharmaScore", "historyLimit()") as! Int)
    Test.assertEqual(499, read("DharmaRecheck", "capacity()") as! Int)
    let reason = read("DharmaVoterEligibility", "getIneligibilityReason(0xb)") as! String?
    Test.assert(reason!.contains("is below 60: it is 70.0"), message: reason!)

    Test.assertEqual(since, read("DharmaScore", "getStandingSince(0xb)") as! UFix64?)
    Test.assertEqual([agentAddress, second], read("DharmaScore", "getPublishers()") as! [Address])
    Test.assertEqual(3, (ask("score/get_history", [wallet]) as! [AnyStruct]).length)
    Test.assertEqual([wallet], read("DharmaRecheck", "watched()") as! [Address])
    publishScore(wallet, 80)
    Test.assertEqual(800 as UInt64, read("DharmaScore", "lowest(\(wallet))!.scoreTenths") as! UInt64)
    send("score/dismiss_publisher", [contractsAccount()], [agentAddress])
    Test.assertEqual(nil as UFix64?, read("DharmaScore", "getStandingSince(0xb)") as! UFix64?)
    send("recheck/unwatch_wallet", [agent()], [wallet])
}
