import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"

/// What movements cost, from an almost empty vault to one that holds the most that it can.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let limit: UInt64 = 600

/// The highest computation of each movement of the vault while it is almost empty, and while it is full.
access(all) let costs: {String: {String: UInt64}} = {"empty": {}, "full": {}}
access(all) var size: String = "empty"
/// The next one that is requested.
access(all) var recoveryAddress: Address = agentAddress

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    for number in InclusiveRange(1, 15) {
        deployChanged("MaliciousToken", "../malicious/MaliciousToken.cdc", owner(), {
            "MaliciousToken": "MaliciousToken\(number)"
        })
        deployChanged("LeakyNFT", "../malicious/LeakyNFT.cdc", owner(), {"LeakyNFT": "LeakyNFT\(number)"})
    }
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

/// Sends a transaction that must cost at most 600.
access(all) fun measure(_ name: String, _ arguments: [AnyStruct]) {
    closeBlock()
    let code = Test.readFile("../../transactions/vault/\(name).cdc")
    let result = Test.executeTransaction(buildTransaction(code, [owner()], arguments))
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    let cost = result.computationUsed
    Test.assert(cost <= limit, message: "\(name) costs \(cost)")
    let others = costs[size]!
    others[name] = cost > others[name] ?? 0 ? cost : others[name]!
    costs[size] = others
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

/// Every movement once, in and out.
access(all) fun measureMovements() {
    measure("deposit_tokens", [100.0, lotusPath])
    measure("pay_into_vault", [ownerAddress, 1.0, lotusPath])
    measure("withdraw_tokens", [lotus, 1.0, lotusPath])
    measure("deposit_nft", [1 as UInt64, passPath])
    measure("request_withdrawal", [lotus, 10.0])
    measure("request_nft", [pass, 1 as UInt64])
    measure("request_allowance", [lotus, 50.0])
    measure("request_recovery_address", [recoveryAddress])
    recoveryAddress = recoveryAddress == heirAddress ? agentAddress : heirAddress
    let last = lastRequest()
    wait(3.0 * day)
    measure("claim_tokens", [last - 3, lotusPath])
    measure("claim_nft", [last - 2, passPath])
    measure("apply_request", [last - 1])
    measure("apply_request", [last])
}

access(all) fun testAnAlmostEmptyVault() {
    let allowances = {lotus: 50.0}
    for number in InclusiveRange(1, 15) {
        allowances["A.0000000000000014.MaliciousToken\(number).Vault"] = 1.0
    }
    measure("open_vault", [heirAddress, allowances])
    measureMovements()
    measure("lower_allowance", [lotus, 40.0])
    measure("bind_key", [ownerAddress])
    measure("deposit_nft", [2 as UInt64, passPath])
    measure("request_leave", [])
    let leave = lastRequest()
    wait(3.0 * day)
    measure("withdraw_nft", [pass, 2 as UInt64, passPath])
    measure("cancel_request", [leave])
}

access(all) fun testAFullVault() {
    size = "full"
    for number in InclusiveRange(1, 15) {
        measure("deposit_tokens", [1.0, StoragePath(identifier: "MaliciousToken\(number)Vault")!])
        measure("deposit_nft", [1 as UInt64, StoragePath(identifier: "LeakyNFT\(number)Collection")!])
    }
    perform("../transactions/vault/deposit_many_nfts.cdc", [owner()], [99 as UInt64, /storage/LeakyNFTCollection], nil)
    // The vault holds NFTs of sixteen types now, so that the one of passes has to wait.
    measure("deposit_nft", [100 as UInt64, /storage/LeakyNFTCollection])
    measure("request_nft", ["A.0000000000000014.LeakyNFT.NFT", 50 as UInt64])
    send("vault/cancel_request", [owner()], [lastRequest()])
    measure("deposit_tokens", [100.0, lotusPath])
    measure("withdraw_tokens", [lotus, 1.0, lotusPath])
}

access(all) fun testALeave() {
    measure("request_leave", [])
    wait(3.0 * day)
    measure("withdraw_nft", ["A.0000000000000014.LeakyNFT.NFT", 50 as UInt64, /storage/LeakyNFTCollection])
    measure("withdraw_tokens", [lotus, 100.0, lotusPath])
}

/// Whether the row is documented. The effort of a transaction varies by up to 6 from run to run: with the sizes of stored times
/// and with the path of the key.
access(all) fun isDocumented(_ text: String, _ name: String, _ empty: UInt64, _ full: UInt64): Bool {
    for documentedEmpty in InclusiveRange(empty.saturatingSubtract(6), empty + 6) {
        for documentedFull in InclusiveRange(full.saturatingSubtract(6), full + 6) {
            if text.contains("| `\(name)` | \(documentedEmpty) | \(documentedFull) |\n") {
                return true
            }
        }
    }
    return false
}

access(all) fun testTheDocumentedGrowthIsTheMeasuredOne() {
    let text = Test.readFile("measured-costs.txt")
    var wrong = ""
    for name in costs["full"]!.keys {
        let empty = costs["empty"]![name] ?? 0
        let full = costs["full"]![name]!
        wrong = wrong.concat(isDocumented(text, name, empty, full) ? "" : "| `\(name)` | \(empty) | \(full) |\n")
    }
    Test.assert(wrong == "", message: "measured-costs.txt says otherwise than:\n".concat(wrong))
}
