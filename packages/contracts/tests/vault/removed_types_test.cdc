import Test
import "DharmaStorageDeposit"
import "../helpers/test_helpers.cdc"

/// A thing whose type its deployer removed never leaves a vault: it keeps no more than its place.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let thiefAddress: Address = 0x0000000000000016
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress, thiefAddress])
    deployChanged("SharedToken", "../malicious/SharedToken.cdc", thief(), {
        "    access(all) fun mintSecond(): @Second {\n        return <- create Second(balance: 1.0)\n    }\n": ""
    })
    send("vault/open_vault", [owner()], [heirAddress, {lotus: 50.0}, 1.0])
    let receive = "import SharedToken from \(thiefAddress)\ntransaction { prepare(signer: auth(SaveValue) &Account) { signer.storage.save(<- SharedToken.mintFirst(), to: /storage/gift) } }"
    performCode("a token is received", receive, [owner()], [], nil)
    send("vault/deposit_tokens", [owner()], [50.0, lotusPath])
    send("vault/deposit_tokens", [owner()], [1.0, /storage/gift])
    let removed = "access(all) contract SharedToken {\n#removedType(First)\n}"
    let update = "transaction(code: String) { prepare(signer: auth(UpdateContract) &Account) { let _ = signer.contracts.update(name: \"SharedToken\", code: code.utf8) } }"
    performCode("the type is removed", update, [thief()], [removed], nil)
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

access(all) fun thief(): Test.TestAccount {
    return Test.getAccount(thiefAddress)
}

access(all) fun getFlow(_ address: Address): UFix64 {
    return askCode("access(all) fun main(a: Address): UFix64 { return getAccount(a).balance }", [address]) as! UFix64
}

/// Asserts that an account gets all but the price of what is left.
access(all) fun checkReturn(_ signer: Test.TestAccount) {
    let before = getFlow(signer.address)
    send("vault/return_unused_deposit", [signer], [ownerAddress])
    let returned = getFlow(signer.address) - before
    let used = askPart("vault/get_storage_deposit", "!.bytesUsed", ownerAddress) as! UInt64
    Test.assert(used > 60_000 && used < 61_000, message: "\(used)")
    Test.assertEqual(1.0 - UFix64(used) * 0.00000002, returned)
    let payment = lastEvent(Type<DharmaStorageDeposit.Returned>()) as! DharmaStorageDeposit.Returned
    Test.assertEqual(returned, payment.amount)
    Test.assertEqual([ownerAddress, signer.address], [payment.address, payment.to])
    Test.assertEqual(0.0, askPart("vault/get_storage_deposit", "!.missing", ownerAddress) as! UFix64)
    // There is no more to return.
    send("vault/return_unused_deposit", [signer], [ownerAddress])
    Test.assertEqual(before + returned, getFlow(signer.address))
}

access(all) fun testTheOwnerGetsTheDepositThatIsNotUsed() {
    refuse("vault/return_unused_deposit", [owner()], [ownerAddress], "is returned only on a request to leave")
    send("vault/request_leave", [owner()], [])
    refuse("vault/return_unused_deposit", [owner()], [ownerAddress], "is returned only on a request to leave")
    wait(3.0 * day)
    send("vault/withdraw_tokens", [owner()], [lotus, 50.0, lotusPath])
    refuse("vault/close_vault", [owner()], [], "is not empty")
    checkReturn(owner())
}

access(all) fun testTheNewOwnerGetsTheDepositThatIsNotUsed() {
    recoverVault(ownerAddress)
    let heir = Test.getAccount(heirAddress)
    send("vault/bind_key", [heir], [ownerAddress])
    send("recovery/withdraw_recovered_tokens", [heir], [ownerAddress, lotus, lotusPath])
    refuse("recovery/close_recovered_vault", [heir], [ownerAddress], "is not empty")
    refuse("vault/return_unused_deposit", [thief()], [ownerAddress], "has no key of a guarded vault")
    checkReturn(heir)
}
