import Test
import "DharmaConnectors"
import "DeFiActions"
import "test_helpers.cdc"

access(all) let payerAddress: Address = 0x0000000000000014
access(all) let payeeAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let lotusReceiver: PublicPath = /public/lotusTokenReceiver

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([payerAddress, payeeAddress])
    deployTo("DeFiActions", "../contracts/standin/DeFiActions.cdc", contractsAccount())
    deployTo("FungibleTokenConnectors", "../contracts/standin/FungibleTokenConnectors.cdc", contractsAccount())
    deployTo("DharmaConnectors", "../contracts/DharmaConnectors.cdc", contractsAccount())
}

access(all) fun payer(): Test.TestAccount {
    return Test.getAccount(payerAddress)
}

access(all) fun pay(_ amount: UFix64) {
    send("connectors/send_guarded", [payer()], [amount, payeeAddress, lotusPath, lotusReceiver, 600 as UInt64, 86400.0])
}

/// Takes from the payer's vault through a source that is guarded for the payee; answers nothing.
access(all) fun draw(_ amount: UFix64) {
    perform("transactions/draw_guarded.cdc", [payer(), Test.getAccount(payeeAddress)], [amount], nil)
}

access(all) fun getLotus(): [UFix64] {
    return askFile("scripts/get_lotus.cdc", [[payerAddress, payeeAddress]]) as! [UFix64]
}

access(all) fun lastCause(): String {
    return (lastEvent(Type<DharmaConnectors.Refused>()) as! DharmaConnectors.Refused).cause
}

access(all) fun testAnUnknownCounterpartyIsRefused() {
    pay(10.0)
    Test.assertEqual("no score", lastCause())
    draw(10.0)
    Test.assertEqual("no score", lastCause())
    Test.assertEqual([1000.0, 0.0, 0.0], getLotus())
}

access(all) fun testALowScoreIsRefused() {
    publishScore(payeeAddress, 59)
    pay(10.0)
    Test.assertEqual("low score", lastCause())
    draw(10.0)
    Test.assertEqual([1000.0, 0.0, 0.0], getLotus())
}

access(all) fun testAGoodScoreIsServed() {
    publishScore(payeeAddress, 60)
    let refused = countEvents(Type<DharmaConnectors.Refused>())
    pay(10.0)
    Test.assertEqual([990.0, 10.0, 0.0], getLotus())
    draw(5.0)
    Test.assertEqual([985.0, 15.0, 0.0], getLotus())
    Test.assertEqual(refused, countEvents(Type<DharmaConnectors.Refused>()))
    let deposited = lastEvent(Type<DeFiActions.Deposited>()) as! DeFiActions.Deposited
    Test.assertEqual(10.0, deposited.amount)
    let withdrawn = lastEvent(Type<DeFiActions.Withdrawn>()) as! DeFiActions.Withdrawn
    Test.assertEqual(5.0, withdrawn.amount)
}

access(all) fun testAStaleScoreIsRefused() {
    wait(25.0 * hour)
    pay(10.0)
    Test.assertEqual("stale score", lastCause())
    Test.assertEqual([985.0, 15.0, 0.0], getLotus())
}

access(all) fun testAFrozenCounterpartyIsRefusedWhateverItsScore() {
    decide("freeze", payeeAddress)
    publishScore(payeeAddress, 100)
    pay(10.0)
    Test.assertEqual("frozen", lastCause())
    draw(10.0)
    Test.assertEqual("frozen", lastCause())
    Test.assertEqual([985.0, 15.0, 0.0], getLotus())
}

access(all) fun testAFrozenWalletIsPaidAndDrawnFromThroughConnectorsThatNameAnother() {
    publishScore(payerAddress, 100)
    perform("transactions/send_past_guard.cdc", [payer()], [10.0, payeeAddress, payerAddress], nil)
    Test.assertEqual([975.0, 25.0, 0.0], getLotus())
    perform("transactions/draw_past_guard.cdc", [Test.getAccount(payeeAddress), payer()], [10.0, payerAddress], nil)
    Test.assertEqual([985.0, 15.0, 0.0], getLotus())
}

access(all) fun testAMaliciousSourceGivesNothingToWhomIsRefused() {
    deployTo("MaliciousSource", "malicious/MaliciousSource.cdc", payer())
    perform("transactions/draw_greedily.cdc", [payer()], [payeeAddress], "Asked for nothing, the source gave 985.00000000")
}

access(all) fun testTheConnectorsDescribeThemselves() {
    perform("transactions/describe_guarded.cdc", [payer()], [payeeAddress], nil)
}

access(all) fun testTermsAboveTheScaleAreRefused() {
    refuse(
        "connectors/send_guarded",
        [payer()],
        [1.0, payeeAddress, lotusPath, lotusReceiver, 1001 as UInt64, 86400.0],
        "A score of 1001 tenths cannot be reached"
    )
}
