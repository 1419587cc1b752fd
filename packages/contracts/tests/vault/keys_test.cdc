import Test
import "../helpers/test_helpers.cdc"

/// What a thief who signs for an owner once, or for the heir, leaves in the account: nothing of it stops a fresh key, nor
/// reaches it.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let thiefAddress: Address = 0x0000000000000016
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress, thiefAddress])
    send("vault/open_vault", [owner()], [heirAddress, {lotus: 50.0}])
    send("vault/deposit_tokens", [owner()], [100.0, lotusPath])
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

access(all) fun heir(): Test.TestAccount {
    return Test.getAccount(heirAddress)
}

access(all) fun thief(): Test.TestAccount {
    return Test.getAccount(thiefAddress)
}

access(all) fun getBoundKey(_ address: Address): UInt64 {
    let code = "import \"DharmaVault\"\naccess(all) fun main(a: Address): UInt64? { return DharmaVault.getBoundKey(a) }"
    return askCode(code, [address]) as! UInt64? ?? 0
}

/// Runs code of an account that has its paths in `path`.
access(all) fun run(_ signer: Test.TestAccount, _ statements: String, _ entitlements: String) {
    let code = "import \"DharmaVault\"\nimport StickyThing from \(thiefAddress)\n"
        .concat("transaction { prepare(signer: auth(\(entitlements)) &Account) {\n")
        .concat("let path = DharmaVault.getKeyPath(signer.address)\n\(statements)\n} }")
    performCode(statements, code, [signer], [], nil)
    closeBlock()
}

/// Puts a thing into the place of an account's key that no code can load once its type is removed, and removes that.
access(all) fun plantStickyThing(_ account: Test.TestAccount) {
    deployTo("StickyThing", "../malicious/StickyThing.cdc", thief())
    run(
        account,
        "destroy signer.storage.load<@DharmaVault.OwnerKey>(from: path)\nsigner.storage.save(<- StickyThing.make(), to: path)",
        "SaveValue, LoadValue"
    )
    let removed = "access(all) contract StickyThing {\n#removedType(Thing)\n}"
    let update = "transaction(code: String) { prepare(signer: auth(UpdateContract) &Account) { let _ = signer.contracts.update(name: \"StickyThing\", code: code.utf8) } }"
    performCode("the type is removed", update, [thief()], [removed], nil)
    closeBlock()
}

access(all) fun testWhatLiesInThePlaceOfAKeyStopsNoFreshOne() {
    plantStickyThing(owner())
    refuse("vault/withdraw_tokens", [owner()], [lotus, 1.0, lotusPath], "failed to load type")
    send("vault/bind_key", [owner()], [ownerAddress])
    send("vault/withdraw_tokens", [owner()], [lotus, 1.0, lotusPath])
    send("vault/bind_key", [owner()], [ownerAddress])
    send("vault/withdraw_tokens", [owner()], [lotus, 1.0, lotusPath])
}

access(all) fun testWhatLiesInThePlaceOfAKeyDoesNotStopTheHeir() {
    plantStickyThing(heir())
    recoverVault(ownerAddress)
    send("vault/bind_key", [heir()], [ownerAddress])
    send("recovery/withdraw_recovered_tokens", [heir()], [ownerAddress, lotus, lotusPath])
}

access(all) fun testThousandsOfCapabilitiesStopNoFreshKey() {
    let issue = "var count = 0\nwhile count < 1000 { let _ = signer.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(path)\ncount = count + 1 }"
    deployTo("StickyThing", "../malicious/StickyThing.cdc", thief())
    for round in [1, 2, 3] {
        run(owner(), issue, "IssueStorageCapabilityController")
    }
    send("vault/bind_key", [owner()], [ownerAddress])
    send("vault/withdraw_tokens", [owner()], [lotus, 1.0, lotusPath])
}

/// Within a transaction the numbers of resources are consecutive.
access(all) fun testACapabilityToTheGuessedPathOfAFreshKeyIsDeleted() {
    let code = "import \"DharmaVault\"\ntransaction { prepare(signer: auth(SaveValue, GetStorageCapabilityController, IssueStorageCapabilityController) &Account) {\n"
        .concat("DharmaVault.bindKey(signer, of: signer.address)\n")
        .concat("let guess = DharmaVault.getBoundKey(signer.address)! + 1\n")
        .concat("let path = StoragePath(identifier: \"dharmaVaultKey_\\(guess)\")!\n")
        .concat("let lent = signer.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(path)\n")
        .concat("DharmaVault.bindKey(signer, of: signer.address)\n")
        .concat("assert(DharmaVault.getKeyPath(signer.address) == path, message: \"The guess was wrong\")\n")
        .concat("assert(!lent.check(), message: \"The capability reaches the key\")\n")
        .concat("assert(signer.capabilities.storage.getControllers(forPath: path).length == 0) } }")
    performCode("a guess", code, [owner()], [], nil)
}
