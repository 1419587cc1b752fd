import Test
import "DharmaVault"
import "test_helpers.cdc"

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let malicious: String = "A.0000000000000014.MaliciousToken.Vault"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress, thief().address])
    send("vault/open_vault", [owner()], [heirAddress, {lotus: 50.0}])
    send("vault/deposit_tokens", [owner()], [500.0, /storage/lotusTokenVault])
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

access(all) fun heir(): Test.TestAccount {
    return Test.getAccount(heirAddress)
}

access(all) fun thief(): Test.TestAccount {
    return Test.getAccount(0x0000000000000016)
}

access(all) fun arm() {
    let code = "import MaliciousToken from \(ownerAddress)\ntransaction { prepare(signer: &Account) { MaliciousToken.arm() } }"
    performCode("code of a stranger", code, [owner()], [], nil)
}

access(all) fun testAGiftThatCarriesAKeyOpensNoVaultOfWhoeverTakesIt() {
    let refusal = "The key that lies in 0x0000000000000014 is not bound by it"
    deployTo("MaliciousGift", "malicious/MaliciousGift.cdc", thief())
    perform("transactions/give_key.cdc", [thief(), owner()], [false], nil)
    perform("transactions/open_gift.cdc", [thief()], [ownerAddress], refusal)
    send("vault/open_vault", [thief()], [heirAddress, {} as {String: UFix64}])
    perform("transactions/give_key.cdc", [thief(), owner()], [true], nil)
    perform("transactions/open_gift.cdc", [thief()], [ownerAddress], refusal)
}

access(all) fun testAMaliciousTokenBreaksOnlyItself() {
    deployTo("MaliciousToken", "malicious/MaliciousToken.cdc", owner())
    send("vault/deposit_tokens", [owner()], [13.0, /storage/maliciousVault])
    arm()
    send("vault/withdraw_tokens", [owner()], [lotus, 10.0, /storage/lotusTokenVault])
    decide("freeze", ownerAddress)
    decide("recover", ownerAddress)
    refuse("vault/deliver_tokens", [heir()], [ownerAddress, malicious], "MaliciousToken: gotcha")
    arm()
    refuse("vault/deliver_tokens", [heir()], [ownerAddress, malicious], "does not say where it is received")
}

access(all) fun testAReceiverThatRefusesLosesNothing() {
    deployTo("MaliciousReceiver", "malicious/MaliciousReceiver.cdc", heir())
    perform("transactions/swap_receiver.cdc", [heir()], [/storage/maliciousReceiver], nil)
    refuse("vault/deliver_tokens", [owner()], [ownerAddress, lotus], "MaliciousReceiver: gotcha")
    perform("transactions/swap_receiver.cdc", [heir()], [/storage/nothing], nil)
    refuse("vault/deliver_tokens", [owner()], [ownerAddress, lotus], "has no receiver at /public/lotusTokenReceiver")
    perform("transactions/swap_receiver.cdc", [heir()], [/storage/lotusTokenVault], nil)
    send("vault/deliver_tokens", [owner()], [ownerAddress, lotus])
    let amounts = askFile("scripts/get_lotus.cdc", [[ownerAddress, heirAddress]]) as! [UFix64]
    Test.assertEqual([510.0, 490.0, 0.0], amounts)
}

access(all) fun testAKeyThatOthersUseOpensOnlyTheVaultOfItsOwnAccount() {
    let stranger = Test.getAccount(0x0000000000000017)
    deployTo("MaliciousKeyRing", "malicious/MaliciousKeyRing.cdc", stranger)
    let code = "import MaliciousKeyRing from 0x0000000000000017\ntransaction { prepare(signer: &Account) {"
        .concat("MaliciousKeyRing.open(recoveryAddress: signer.address) } }")
    performCode("code of a stranger", code, [owner()], [], nil)
    let opened = lastEvent(Type<DharmaVault.Opened>()) as! DharmaVault.Opened
    Test.assertEqual(stranger.address, opened.address)
}
