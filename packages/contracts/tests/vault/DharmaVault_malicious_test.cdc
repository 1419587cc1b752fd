import Test
import "../helpers/test_helpers.cdc"

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let malicious: String = "A.0000000000000014.MaliciousToken.Vault"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress, thief().address])
    send("vault/open_vault", [owner()], [heirAddress, {lotus: 50.0}, 0.0015])
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

/// Sets how a malicious contract of the owner behaves.
access(all) fun tell(_ contract_: String, _ mode: String) {
    let code = "import \(contract_) from \(ownerAddress)\ntransaction { prepare(signer: &Account) { \(contract_).behave(\"\(mode)\") } }"
    performCode("code of a stranger", code, [owner()], [], nil)
}

access(all) fun testAMaliciousTokenThatCheatsOrSwellsIsRefused() {
    deployTo("MaliciousToken", "../malicious/MaliciousToken.cdc", owner())
    let path: StoragePath = /storage/MaliciousTokenVault
    send("vault/deposit_tokens", [owner()], [1.0, path])
    tell("MaliciousToken", "deposit")
    refuse("vault/deposit_tokens", [owner()], [1.0, path], "balance after the deposit (1.99999999) must be the sum")
    tell("MaliciousToken", "swell")
    refuse("vault/deposit_tokens", [owner()], [1.0, path], "must pay 0.00")
    tell("MaliciousToken", "")
    send("vault/request_allowance", [owner()], [malicious, 1.0])
    send("vault/request_withdrawal", [owner()], [malicious, 0.5])
    wait(3.0 * day)
    tell("MaliciousToken", "withdrawal")
    refuse("vault/claim_tokens", [owner()], [2 as UInt64, path], "balance after the withdrawal (0.49999999) must be the difference")
    tell("MaliciousToken", "swell")
    refuse("vault/claim_tokens", [owner()], [2 as UInt64, path], "must pay 0.00")
    tell("MaliciousToken", "")
    send("vault/claim_tokens", [owner()], [2 as UInt64, path])
    tell("MaliciousToken", "swell")
    send("vault/add_storage_deposit", [owner()], [ownerAddress, 0.001])
    send("vault/deposit_tokens", [owner()], [1.0, path])
    tell("MaliciousToken", "")
}

access(all) fun testJunkOfManyKindsIsRefused() {
    let hoarder = Test.getAccount(0x0000000000000018)
    sendFlow(1.0, hoarder.address)
    let allowances: {String: UFix64} = {}
    while allowances.length < 17 {
        let number = allowances.length
        deployChanged("MaliciousToken", "../malicious/MaliciousToken.cdc", hoarder, {
            "MaliciousToken": "MaliciousToken\(number)"
        })
        deployChanged("LeakyNFT", "../malicious/LeakyNFT.cdc", hoarder, {"LeakyNFT": "LeakyNFT\(number)"})
        allowances["A.0000000000000018.MaliciousToken\(number).Vault"] = 1.0
    }
    refuse("vault/open_vault", [hoarder], [heirAddress, allowances, 1.0], "has 16 allowances already")
    send("vault/open_vault", [hoarder], [heirAddress, {} as {String: UFix64}, 1.0])
    for number in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
        send("vault/deposit_tokens", [hoarder], [1.0, StoragePath(identifier: "MaliciousToken\(number)Vault")!])
        send("vault/deposit_nft", [hoarder], [1 as UInt64, StoragePath(identifier: "LeakyNFT\(number)Collection")!])
    }
    refuse("vault/deposit_tokens", [hoarder], [1.0, /storage/MaliciousToken16Vault], "already holds 16 types of tokens")
    refuse("vault/deposit_nft", [hoarder], [1 as UInt64, /storage/LeakyNFT16Collection], "already holds NFTs of 16 types")
}

access(all) fun testAMaliciousTokenBreaksOnlyItself() {
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    send("vault/deposit_nft", [owner()], [1 as UInt64, /storage/LeakyNFTCollection])
    send("vault/deposit_nft", [owner()], [1 as UInt64, /storage/gardenPassCollection])
    tell("MaliciousToken", "strike")
    send("vault/withdraw_tokens", [owner()], [lotus, 10.0, /storage/lotusTokenVault])
    recoverVault(ownerAddress)
    send("vault/bind_key", [heir()], [ownerAddress])
    refuse("recovery/withdraw_recovered_tokens", [heir()], [ownerAddress, malicious, /storage/nothing], "has no vault at /storage/nothing")
    send("recovery/withdraw_recovered_tokens", [heir()], [ownerAddress, lotus, /storage/lotusTokenVault])
    send("recovery/withdraw_recovered_nfts", [heir()], [ownerAddress, pass, 10, /storage/gardenPassCollection])
    refuse("recovery/close_recovered_vault", [heir()], [ownerAddress], "is not empty")
}
