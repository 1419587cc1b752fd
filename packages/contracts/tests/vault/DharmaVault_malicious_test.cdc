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
    refuse("vault/deposit_tokens", [owner()], [1.0, path], "bytes, more than the 32000 of a slot")
    tell("MaliciousToken", "")
    send("vault/request_allowance", [owner()], [malicious, 1.0])
    send("vault/request_withdrawal", [owner()], [malicious, 0.5])
    wait(3.0 * day)
    tell("MaliciousToken", "withdrawal")
    refuse("vault/claim_tokens", [owner()], [2 as UInt64, path], "balance after the withdrawal (0.49999999) must be the difference")
    tell("MaliciousToken", "swell")
    refuse("vault/claim_tokens", [owner()], [2 as UInt64, path], "bytes, more than the 32000 of a slot")
    tell("MaliciousToken", "")
    send("vault/claim_tokens", [owner()], [2 as UInt64, path])
    tell("MaliciousToken", "swell")
    refuse("vault/deposit_tokens", [owner()], [1.0, path], "bytes, more than the 32000 of a slot")
    tell("MaliciousToken", "")
}

access(all) fun testSeventeenAllowancesAreRefused() {
    let allowances: {String: UFix64} = {}
    while allowances.length < 17 {
        allowances["A.0000000000000014.MaliciousToken\(allowances.length).Vault"] = 1.0
        deployChanged("MaliciousToken", "../malicious/MaliciousToken.cdc", owner(), {
            "MaliciousToken": "MaliciousToken\(allowances.length - 1)"
        })
    }
    sendFlow(1.0, thief().address)
    refuse("vault/open_vault", [thief()], [heirAddress, allowances], "has 16 allowances already")
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
