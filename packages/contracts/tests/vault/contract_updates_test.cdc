import Test
import "DharmaCustody"
import "../helpers/test_helpers.cdc"

/// Each contract of the vault is updated over what it stores, with the constants and the functions that an update changes.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let flow: String = "A.0000000000000003.FlowToken.Vault"
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    act("open_vault", [heirAddress, {lotus: 50.0}])
    act("deposit_tokens", [100.0, lotusPath])
    act("deposit_nft", [1 as UInt64, passPath])
    act("request_withdrawal", [lotus, 60.0])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun update(_ name: String, _ before: String, _ after: String) {
    var code = Test.readFile(getContractPath(name))
    Test.assertEqual(2, code.split(separator: before).length)
    code = code.replaceAll(of: before, with: after)
    for imported in chainContracts.keys {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(chainContracts[imported]!)")
    }
    for imported in dharmaContracts {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(contractsAddress)")
    }
    send("accounts/update_contract", [contractsAccount()], [name, code])
}

/// What a public function answers, as text.
access(all) fun read(_ contractName: String, _ call: String): String {
    let code = "import \"\(contractName)\"\naccess(all) fun main(): String { return \(contractName).\(call).toString() }"
    return askCode(code, []) as! String
}

/// What was stored before still stands, and leaves as it was asked for; what is asked for now has the new delay.
access(all) fun useTheVault(_ delay: Fix64) {
    Test.assertEqual(40.0, (askPart("vault/get_vault", "!.freeBalances", ownerAddress) as! {String: UFix64})[lotus]!)
    act("withdraw_tokens", [lotus, 40.0, lotusPath])
    act("bind_key", [ownerAddress])
    act("request_nft", [pass, 1 as UInt64])
    wait(delay)
    act("claim_nft", [2 as UInt64, passPath])
    wait(3.0 * day - delay)
    act("claim_tokens", [1 as UInt64, lotusPath])
    act("request_leave", [])
    wait(delay)
    if askPart("vault/get_vault", "!.slots", ownerAddress) as! Int > 2 {
        act("withdraw_tokens", [flow, 1.0, /storage/flowTokenVault])
    }
    act("close_vault", [])
}

access(all) fun testTheVaultIsUpdated() {
    update("DharmaVault", "is not empty\"", "still holds something\"")
    refuse("vault/close_vault", [Test.getAccount(ownerAddress)], [], "still holds something")
    useTheVault(3.0 * day)
}

access(all) fun testTheLimitsOfCustodyAreUpdated() {
    update("DharmaCustody", "return 500", "return 4")
    Test.assertEqual("4", read("DharmaCustody", "maxSlots()"))
    refuse("vault/deposit_tokens", [Test.getAccount(ownerAddress)], [1.0, /storage/flowTokenVault], "already uses 4 slots")
    useTheVault(3.0 * day)
}

access(all) fun testTheTimesOfRequestsAreUpdated() {
    update("DharmaAllowance", "return 259200.0", "return 86400.0")
    Test.assertEqual("86400.00000000", read("DharmaAllowance", "delay()"))
    wait(day)
    refuse("vault/claim_tokens", [Test.getAccount(ownerAddress)], [1 as UInt64, lotusPath], "Request 1 holds from")
    useTheVault(day)
}

/// Nothing that was not paid is paid out, and the next slot makes up for the others.
access(all) fun testThePriceOfStorageIsUpdated() {
    update("DharmaCustody", "return 0.00064", "return 0.001")
    act("deposit_tokens", [1.0, /storage/flowTokenVault])
    let paid = lastEvent(Type<DharmaCustody.StoragePaid>()) as! DharmaCustody.StoragePaid
    Test.assertEqual([0.005 - 4.0 * 0.00064, 0.005], [paid.amount, paid.paidAfter])
    useTheVault(3.0 * day)
    let returned = lastEvent(Type<DharmaCustody.StorageReturned>()) as! DharmaCustody.StorageReturned
    Test.assertEqual([0.002, 0.0], [returned.amount, returned.paidAfter])
}

access(all) fun testADearerPriceStopsNoWithdrawal() {
    update("DharmaCustody", "return 0.00064", "return 64.0")
    useTheVault(3.0 * day)
    let returned = lastEvent(Type<DharmaCustody.StorageReturned>()) as! DharmaCustody.StorageReturned
    Test.assertEqual([0.00256, 0.0], [returned.amount, returned.paidAfter])
}

access(all) fun testALowerPriceIsPaidBackWithTheNextMovement() {
    update("DharmaCustody", "return 0.00064", "return 0.0001")
    act("withdraw_tokens", [lotus, 1.0, lotusPath])
    let returned = lastEvent(Type<DharmaCustody.StorageReturned>()) as! DharmaCustody.StorageReturned
    Test.assertEqual([0.00216, 0.0004], [returned.amount, returned.paidAfter])
    Test.assertEqual(4, returned.slots)
}
