import Test
import "DeFiActions"
import "../helpers/test_helpers.cdc"

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
    deployTo("DeFiActions", "../../contracts/standin/DeFiActions.cdc", contractsAccount())
    deployTo("DharmaConnectors", "../../contracts/DharmaConnectors.cdc", contractsAccount())
}

access(all) fun payer(): Test.TestAccount {
    return Test.getAccount(payerAddress)
}

access(all) fun payee(): Test.TestAccount {
    return Test.getAccount(payeeAddress)
}

access(all) fun pay(_ amount: UFix64) {
    send("connectors/send_guarded", [payer()], [amount, payeeAddress, lotusPath, lotusReceiver, 600 as UInt64, 86400.0])
}

/// Draws back from the payee, by a source that is guarded for the payee.
access(all) fun draw(_ amount: UFix64) {
    perform("../transactions/connectors/draw_guarded.cdc", [payee(), payer()], [amount], nil)
}

access(all) fun getLotus(): [UFix64] {
    return askFile("../scripts/get_lotus.cdc", [[payerAddress, payeeAddress]]) as! [UFix64]
}

/// Why the payee is refused under the terms of these tests.
access(all) fun expectRefusal(_ reason: String?) {
    let terms = "DharmaConnectors.Terms(counterparty: \(payeeAddress), minScoreTenths: 600, maxScoreAge: 86400.0)"
    let code = "import \"DharmaConnectors\"\naccess(all) fun main(): String? { return \(terms).getRefusalReason() }"
    Test.assertEqual(reason, askCode(code, []) as! String?)
}

access(all) fun testAnUnknownCounterpartyIsRefused() {
    expectRefusal("no score")
    pay(10.0)
    draw(10.0)
    Test.assertEqual([1000.0, 0.0, 0.0], getLotus())
}

access(all) fun testALowScoreIsRefused() {
    publishScore(payeeAddress, 59)
    sendLotus(payer(), 100.0, payeeAddress)
    expectRefusal("low score")
    pay(10.0)
    draw(10.0)
    Test.assertEqual([900.0, 100.0, 0.0], getLotus())
}

access(all) fun testAGoodScoreIsServed() {
    publishScore(payeeAddress, 60)
    expectRefusal(nil)
    pay(10.0)
    Test.assertEqual([890.0, 110.0, 0.0], getLotus())
    draw(5.0)
    Test.assertEqual([895.0, 105.0, 0.0], getLotus())
    let deposited = lastEvent(Type<DeFiActions.Deposited>()) as! DeFiActions.Deposited
    Test.assertEqual(10.0, deposited.amount)
    let withdrawn = lastEvent(Type<DeFiActions.Withdrawn>()) as! DeFiActions.Withdrawn
    Test.assertEqual(5.0, withdrawn.amount)
    draw(1000.0)
    Test.assertEqual([1000.0, 0.0, 0.0], getLotus())
    pay(100.0)
}

access(all) fun testConnectorsToAVaultThatIsGoneRefuse() {
    perform("../transactions/connectors/lose_vault_under_guard.cdc", [payee()], [], nil)
    Test.assertEqual([900.0, 100.0, 0.0], getLotus())
}

access(all) fun testAStaleScoreIsRefused() {
    wait(25.0 * hour)
    expectRefusal("stale score")
    pay(10.0)
    Test.assertEqual([900.0, 100.0, 0.0], getLotus())
}

access(all) fun testAFrozenCounterpartyIsRefusedWhateverItsScore() {
    decide("freeze", payeeAddress)
    publishScore(payeeAddress, 100)
    expectRefusal("frozen")
    pay(10.0)
    draw(10.0)
    Test.assertEqual([900.0, 100.0, 0.0], getLotus())
}

access(all) fun testTheConnectorsDescribeThemselves() {
    perform("../transactions/connectors/describe_guarded.cdc", [payee()], [], nil)
}

/// The payer, of good standing, lends its name to the frozen payee.
access(all) fun testNoOtherAccountStandsInForAFrozenOne() {
    publishScore(payerAddress, 100)
    perform(
        "../transactions/connectors/draw_past_guard.cdc",
        [payee()],
        [payerAddress],
        "The vault is one of \(payeeAddress), not of \(payerAddress)"
    )
    deployTo("MaliciousForwarder", "../malicious/MaliciousForwarder.cdc", payer())
    perform("../transactions/accounts/swap_receiver.cdc", [payer()], [/storage/maliciousForwarder], nil)
    refuse(
        "connectors/send_guarded",
        [Test.getAccount(worldAddress)],
        [1.0, payerAddress, lotusPath, lotusReceiver, 600 as UInt64, 86400.0],
        "The account \(payerAddress) has no vault at \(lotusReceiver)"
    )
    Test.assertEqual(100.0, getLotus()[1])
}

access(all) fun testAnAccountWithoutAVaultIsNotPaid() {
    refuse(
        "connectors/send_guarded",
        [payer()],
        [1.0, payeeAddress, lotusPath, /public/nothing, 600 as UInt64, 86400.0],
        "has no vault at /public/nothing"
    )
}

access(all) fun testTermsAboveTheScaleAreRefused() {
    refuse(
        "connectors/send_guarded",
        [payer()],
        [1.0, payeeAddress, lotusPath, lotusReceiver, 1001 as UInt64, 86400.0],
        "A score of 1001 tenths cannot be reached"
    )
    send("connectors/send_guarded", [payer()], [1.0, payeeAddress, lotusPath, lotusReceiver, 1000 as UInt64, 86400.0])
}
