import Test
import "../helpers/test_helpers.cdc"

/// On public networks an account that stores more than its FLOW pays for can write nothing any more. The name of this file
/// switches that limit on.

access(all) let ownerAddress: Address = 0x0000000000000014

access(all) fun setup() {
    setStoragePrice(100.0)
    for address in [contractsAddress, ownerAddress] {
        sendFlow(10.0, address)
    }
    deployDharma()
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    closeBlock()
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

/// Bytes that the contracts' account stores, and those that its FLOW pays for.
access(all) fun getStorage(): [UInt64] {
    return ask("deployment/get_storage", [contractsAddress]) as! [UInt64]
}

access(all) fun testFullSlotsAreWithinWhatIsPaidForThem() {
    // Leaves the account no more FLOW than it needs for itself and 10,000 bytes.
    let storage = getStorage()
    let spare = UFix64(storage[1] - storage[0] - 10_000) / 100_000_000.0
    send("tokens/send_tokens", [contractsAccount()], [spare, ownerAddress, /storage/flowTokenVault, /public/flowTokenReceiver])
    let before = getStorage()
    Test.assert(before[1] - before[0] < 10_500)
    // The account stores no 20,000 bytes that nobody paid for.
    let store = "transaction(text: String) { prepare(signer: auth(SaveValue) &Account) { signer.storage.save(text, to: /storage/text) } }"
    performCode("storage that nobody paid for", store, [contractsAccount()], [buildText(20_000)], "storage which is over its capacity")
    send("vault/open_vault", [owner()], [0x0000000000000015 as Address, {} as {String: UFix64}])
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [200 as UInt64, 209 as UInt64, 29, "", 0], nil)
    let after = getStorage()
    Test.assert(after[0] > before[0] + 10 * 30_000, message: "\(after[0] - before[0])")
    Test.assert(after[1] - after[0] > before[1] - before[0])
}

access(all) fun buildText(_ length: Int): String {
    var text = "x"
    while text.length < length {
        text = text.concat(text)
    }
    return text
}
