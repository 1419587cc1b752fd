import Test
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
    send("vault/open_vault", [owner()], [heirAddress, {lotus: 50.0}])
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

access(all) fun testOnlyTheSlotOfTheThingStaysPaid() {
    send("vault/request_leave", [owner()], [])
    wait(3.0 * day)
    let before = getFlow(ownerAddress)
    send("vault/withdraw_tokens", [owner()], [lotus, 50.0, lotusPath])
    Test.assertEqual(before + 0.00064, getFlow(ownerAddress))
    refuse("vault/close_vault", [owner()], [], "is not empty")
}

access(all) fun testTheNewOwnerIsPaidBack() {
    recoverVault(ownerAddress)
    let heir = Test.getAccount(heirAddress)
    send("vault/bind_key", [heir], [ownerAddress])
    let before = getFlow(heirAddress)
    send("recovery/withdraw_recovered_tokens", [heir], [ownerAddress, lotus, lotusPath])
    Test.assertEqual(before + 0.00064, getFlow(heirAddress))
    refuse("recovery/close_recovered_vault", [heir], [ownerAddress], "is not empty")
}
