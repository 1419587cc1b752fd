import Test
import "test_helpers.cdc"

/// What strangers, hostile tokens and collections that lie can make the contracts' account store.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let leaky: String = "A.0000000000000014.LeakyToken.Vault"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    send("vault/open_vault", [owner()], [heirAddress, {} as {String: UFix64}])
    deployTo("LeakyToken", "malicious/LeakyToken.cdc", owner())
    deployTo("LeakyNFT", "malicious/LeakyNFT.cdc", owner())
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

access(all) fun stranger(): Test.TestAccount {
    return Test.getAccount(0x0000000000000016)
}

/// Bytes that the contracts' account stores.
access(all) fun used(): UInt64 {
    return askCode(
        "access(all) fun main(address: Address): UInt64 { return getAccount(address).storage.used }",
        [contractsAddress]
    ) as! UInt64
}

access(all) fun depositLeaky(_ freight: Int, _ leak: String, _ kilobytes: Int) {
    perform("transactions/deposit_leaky_tokens.cdc", [owner()], [freight, leak, kilobytes], nil)
}

access(all) fun testWhatATokenLeaksGrowsItsVaultAfterTheCheck() {
    depositLeaky(0, "", 0)
    for leak in ["reference", "bound function", "closure"] {
        let before = used()
        depositLeaky(0, leak, 1000)
        Test.assert(used() > before + 1_000_000, message: "\(leak): \(before) to \(used())")
    }
}

access(all) fun testAReferenceKeptByACollectionGrowsAnNFTAfterTheCheck() {
    let before = used()
    perform("transactions/deposit_leaky_nfts.cdc", [owner()], [1 as UInt64, 1 as UInt64, 1000], nil)
    Test.assert(used() > before + 1_000_000, message: "\(before) to \(used())")
}

access(all) fun testMovementsBelowTheLimitGrowTheAccountWithoutEnd() {
    let before = used()
    perform("transactions/pay_in_leaky_tokens.cdc", [stranger()], [ownerAddress, 18, 61], nil)
    Test.assert(used() > before + 1_100_000, message: "\(before) to \(used())")
}

access(all) fun testACollectionThatClaimsToBeEmptyTakesAnyNumberOfNFTs() {
    perform("transactions/deposit_leaky_nfts.cdc", [owner()], [2 as UInt64, 150 as UInt64, 0], nil)
}

access(all) fun testTheNameOfATypeGrowsTheAccountWithoutAMovement() {
    var name = "LongName"
    while name.length < 20_000 {
        name = name.concat(name)
    }
    let code = "access(all) contract Long { access(all) resource \(name) {} }"
    perform("transactions/add_contract.cdc", [stranger()], ["Long", code], nil)
    let before = used()
    send("vault/request_allowance", [owner()], ["A.0000000000000016.Long.\(name)", 1.0])
    send("vault/request_withdrawal", [owner()], ["A.0000000000000016.Long.\(name)", 1.0])
    Test.assert(used() > before + 60_000, message: "\(before) to \(used())")
}
