import Test
import "DharmaAllowance"
import "test_helpers.cdc"

/// What a thief with the owner's keys can prepare by requests before the owner deposits more.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    act("open_vault", [heirAddress, {lotus: 50.0}, 1.0])
    act("deposit_tokens", [100.0, lotusPath])
    act("deposit_nft", [1 as UInt64, passPath])
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

/// Lotus in the wallet of the owner.
access(all) fun inWallet(): UFix64 {
    return (askFile("scripts/get_lotus.cdc", [[ownerAddress]]) as! [UFix64])[0]
}

access(all) fun testARequestTakesOutWhatWasDepositedAfterIt() {
    act("request_withdrawal", [lotus, 300.0])
    let id = lastRequest()
    act("request_nft", [pass, 2 as UInt64])
    act("deposit_tokens", [200.0, lotusPath])
    act("deposit_nft", [2 as UInt64, passPath])
    wait(3.0 * day)
    act("claim_tokens", [id, lotusPath])
    act("claim_nft", [id + 1, passPath])
    Test.assertEqual(1000.0, inWallet())
}

access(all) fun testWhatIsDepositedAfterARequestToLeaveLeavesWithIt() {
    act("deposit_tokens", [100.0, lotusPath])
    act("request_leave", [])
    wait(2.9 * day)
    act("deposit_tokens", [400.0, lotusPath])
    act("deposit_nft", [2 as UInt64, passPath])
    wait(0.2 * day)
    act("withdraw_tokens", [lotus, 500.0, lotusPath])
    act("withdraw_nft", [pass, 2 as UInt64, passPath])
    Test.assertEqual(1000.0, inWallet())
}
