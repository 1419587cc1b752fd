import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"

/// What strangers, hostile tokens and collections that lie can make the contracts' account store: nothing that was not
/// paid for. A vault that pays 0.01 FLOW may use 500,000 bytes.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let otherAddress: Address = 0x0000000000000015
access(all) let leaky: String = "A.0000000000000014.LeakyToken.Vault"
access(all) let leakyPath: StoragePath = /storage/leakyTokenVault
access(all) let wasMoved: String = "referenced resource has been moved or destroyed"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, otherAddress])
    deployTo("LeakyToken", "../malicious/LeakyToken.cdc", owner())
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    send("vault/open_vault", [owner()], [otherAddress, {leaky: 1000.0}, 0.01])
    send("vault/open_vault", [other()], [ownerAddress, {leaky: 1000.0}, 0.01])
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

access(all) fun other(): Test.TestAccount {
    return Test.getAccount(otherAddress)
}

access(all) fun stranger(): Test.TestAccount {
    return Test.getAccount(0x0000000000000016)
}

/// Bytes that the contracts' account stores, and those that the vaults of the owner and of the other one are charged.
access(all) fun getBytes(): [UInt64] {
    return askFile("../scripts/get_storage.cdc", [contractsAddress, [ownerAddress, otherAddress]]) as! [UInt64]
}

/// Asserts that at most `limit` bytes were stored since `before`, and that the vaults are charged for them, give or take
/// the data of the vaults themselves.
access(all) fun checkCharged(_ before: [UInt64], _ limit: Int) {
    let after = getBytes()
    let stored = Int(after[0]) - Int(before[0])
    let charged = Int(after[1] + after[2]) - Int(before[1] + before[2])
    Test.assert(stored <= limit, message: "Stored \(stored)")
    Test.assert(stored <= charged + 300 && charged <= stored + 300, message: "Stored \(stored), charged \(charged)")
}

access(all) fun depositLeaky(_ freight: Int, _ leak: String, _ kilobytes: Int, _ refusal: String?) {
    perform("../transactions/vault/deposit_leaky_tokens.cdc", [owner()], [freight, leak, kilobytes], refusal)
}

access(all) fun depositNFTs(_ first: UInt64, _ last: UInt64, _ leak: String, _ refusal: String?) {
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [first, last, 0, leak, 500], refusal)
}

access(all) fun withdrawLeaky(_ amount: UFix64) {
    send("vault/withdraw_tokens", [owner()], [leaky, amount, leakyPath])
}

/// Takes all leaky tokens out of the owner's vault.
access(all) fun withdrawAllLeaky() {
    let balances = askPart("vault/get_vault", "!.balances", ownerAddress) as! {String: UFix64}
    if let balance = balances[leaky] {
        withdrawLeaky(balance)
    }
}

access(all) fun payInLeaky(_ freight: Int, _ times: Int, _ refusal: String?) {
    perform("../transactions/vault/pay_in_leaky_tokens.cdc", [stranger()], [ownerAddress, freight, times], refusal)
}

/// What a withdrawal of leaky tokens does from now on.
access(all) fun behave(_ mode: String) {
    let code = "import LeakyToken from 0x14\ntransaction { prepare(signer: &Account) { LeakyToken.behave(\"\(mode)\") } }"
    performCode("behaviour of a token", code, [owner()], [], nil)
}

access(all) fun testATokenNeitherDepositsNorClosesWhileItIsWithdrawn() {
    withdrawAllLeaky()
    depositLeaky(0, "", 0, nil)
    for mode in ["deposit", "close"] {
        behave(mode)
        let refusal = mode == "close" ? "is not empty" : "A token may not move contents of"
        refuse("vault/withdraw_tokens", [owner()], [leaky, 0.5, leakyPath], refusal)
    }
    behave("")
}

access(all) fun testWhatATokenLeaksDoesNotReachItsStoredVault() {
    let before = getBytes()
    depositLeaky(0, "", 0, nil)
    for leak in ["reference", "bound function"] {
        depositLeaky(0, leak, 1000, wasMoved)
    }
    depositLeaky(0, "closure", 1000, nil)
    checkCharged(before, 500)
}

access(all) fun testWhatATokenLeaksBeforeItsFirstDepositDoesNotReachItsStoredVault() {
    withdrawAllLeaky()
    let before = getBytes()
    for leak in ["reference", "bound function"] {
        perform("../transactions/vault/leak_before_deposit.cdc", [owner()], [leak, 1000], wasMoved)
    }
    perform("../transactions/vault/leak_before_deposit.cdc", [owner()], ["closure", 1000], nil)
    checkCharged(before, 500)
}

access(all) fun testWhatAnNFTLeaksDoesNotReachItWhereItIsStored() {
    let before = getBytes()
    for leak in ["reference", "bound function"] {
        depositNFTs(1000, 1000, leak, wasMoved)
    }
    depositNFTs(1000, 1001, "closure", nil)
    checkCharged(before, 800)
}

access(all) fun testACollectionThatClaimsToBeEmptyIsNotAsked() {
    perform("../transactions/vault/deposit_many_nfts.cdc", [owner()], [98 as UInt64, /storage/LeakyNFTCollection], nil)
    let before = getBytes()
    refuse("vault/deposit_nft", [owner()], [99 as UInt64, /storage/LeakyNFTCollection], "already holds 100 NFTs of A.")
    depositNFTs(1002, 1002, "closure", "already holds 100 NFTs of A.0000000000000014.LeakyNFT.NFT")
    checkCharged(before, 0)
}

access(all) fun testWhatATokenStoresIsChargedAndGivenBack() {
    withdrawAllLeaky()
    let before = getBytes()
    depositLeaky(0, "", 0, nil)
    depositLeaky(100, "", 0, nil)
    checkCharged(before, 110_000)
    Test.assert(getBytes()[1] > before[1] + 100_000)
    withdrawLeaky(0.5)
    checkCharged(before, 110_000)
    withdrawLeaky(1.5)
    checkCharged(before, 100)
}

access(all) fun testMovementsOfAnySizeEndWhereThePaidStorageEnds() {
    withdrawAllLeaky()
    depositLeaky(1, "", 0, nil)
    let before = getBytes()
    payInLeaky(500, 1, "must pay 0.00")
    payInLeaky(18, 30, "must pay 0.00")
    payInLeaky(18, 20, nil)
    checkCharged(before, 400_000)
    payInLeaky(18, 5, "FLOW more to use 5")
    send("vault/add_storage_deposit", [other()], [ownerAddress, 0.002])
    payInLeaky(18, 5, nil)
    checkCharged(before, 500_000)
}

access(all) fun testAnNFTEntersOnlyWhereItsStorageIsPaid() {
    let bytes = getBytes()
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [2000 as UInt64, 2000 as UInt64, 500, "", 0], "already holds 100 NFTs")
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [other()], [2000 as UInt64, 2000 as UInt64, 500, "", 0], "must pay 0.00")
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [other()], [2000 as UInt64, 2000 as UInt64, 100, "", 0], nil)
    checkCharged(bytes, 110_000)
    send("vault/request_nft", [other()], ["A.0000000000000014.LeakyNFT.NFT", 2000 as UInt64])
    let requested = lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested
    wait(3.0 * day)
    perform("../transactions/vault/take_nft.cdc", [other()], [requested.requestId], nil)
    checkCharged(bytes, 300)
    Test.assertEqual(bytes[2], getBytes()[2])
}

access(all) fun testTokensLeaveEvenWhenStorageBecomesDearer() {
    withdrawAllLeaky()
    depositLeaky(0, "", 0, nil)
    depositLeaky(300, "", 0, nil)
    setStoragePrice(50.0)
    depositLeaky(1, "", 0, "must pay 0.00")
    withdrawLeaky(0.5)
    let before = getBytes()
    withdrawLeaky(1.4999999)
    Test.assert(getBytes()[1] < before[1])
    setStoragePrice(100.0)
}

access(all) fun testATokenThatFreesStorageElsewhereHidesNothing() {
    withdrawAllLeaky()
    depositLeaky(0, "", 0, nil)
    for freight in [0, 400] {
        perform("../transactions/vault/deposit_leaky_tokens.cdc", [other()], [freight, "", 0], nil)
    }
    let before = getBytes()
    perform("../transactions/vault/move_during_movement.cdc", [owner(), other()], [300, false], nil)
    checkCharged(before, 0)
    let after = getBytes()
    Test.assert(after[1] > before[1] + 300_000)
    Test.assert(after[2] + 400_000 < before[2])
}

access(all) fun testATokenMovesNothingElseOfItsVaultMeanwhile() {
    perform("../transactions/vault/move_during_movement.cdc", [owner(), other()], [0, true], "Only 0.00000000 of A.")
}

access(all) fun testATypeWithALongNameIsNotStored() {
    var name = "LongName"
    while name.length < 20_000 {
        name = name.concat(name)
    }
    let code = "access(all) contract Long { access(all) resource \(name) {} }"
    perform("../transactions/accounts/add_contract.cdc", [stranger()], ["Long", code], nil)
    let long = "A.0000000000000016.Long.\(name)"
    let refusal = "bytes, more than 256"
    refuse("vault/request_allowance", [owner()], [long, 1.0], refusal)
    sendFlow(1.0, stranger().address)
    refuse("vault/open_vault", [stranger()], [ownerAddress, {long: 1.0}, 0.01], refusal)
    send("vault/open_vault", [stranger()], [ownerAddress, {} as {String: UFix64}, 0.01])
    let word = name.slice(from: 0, upTo: 240)
    deployChanged("MaliciousToken", "../malicious/MaliciousToken.cdc", stranger(), {"MaliciousToken": word})
    refuse("vault/deposit_tokens", [stranger()], [1.0, StoragePath(identifier: word.concat("Vault"))!], refusal)
    deployChanged("LeakyNFT", "../malicious/LeakyNFT.cdc", stranger(), {"LeakyNFT": word.concat("s")})
    let collection = StoragePath(identifier: word.concat("sCollection"))!
    refuse("vault/deposit_nft", [stranger()], [1 as UInt64, collection], refusal)
}
