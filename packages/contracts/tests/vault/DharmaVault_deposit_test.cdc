import Test
import "DharmaStorageDeposit"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// What owners pay for the storage of their vaults, and get back.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let otherAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, otherAddress])
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun refuseOwner(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments, message)
}

/// FLOW of the owner, of the other one, and of the contracts' account.
access(all) fun getFlow(): [UFix64] {
    return askCode(
        "access(all) fun main(a: [Address]): [UFix64] { return a.map(fun (b: Address): UFix64 { return getAccount(b).balance }) }",
        [[ownerAddress, otherAddress, contractsAddress]]
    ) as! [UFix64]
}

access(all) fun getDeposit(_ part: String): AnyStruct? {
    return askPart("vault/get_storage_deposit", "!.".concat(part), ownerAddress)
}

access(all) fun getUsed(): Int {
    return Int((askFile("../scripts/get_storage.cdc", [contractsAddress, [] as [Address]]) as! [UInt64])[0])
}

/// Bytes that the contracts' account stores beside what the contents of the owner's vault are charged for.
access(all) fun getDataBytes(): Int {
    let bytes = askFile("../scripts/get_storage.cdc", [contractsAddress, [ownerAddress]]) as! [UInt64]
    return Int(bytes[0]) - Int(bytes[1])
}

access(all) fun testAVaultIsNotOpenedForLessThanItsDataCosts() {
    Test.assertEqual(nil, ask("vault/get_storage_deposit", [ownerAddress]))
    refuseOwner("open_vault", [otherAddress, {lotus: 50.0}, 0.00119999], "must pay 0.00000001 FLOW more to use 60000 bytes")
    refuseOwner("open_vault", [otherAddress, {lotus: 50.0}, 0.0], "must pay 0.00120000 FLOW more to use 60000 bytes")
    let before = getFlow()
    act("open_vault", [otherAddress, {lotus: 50.0}, 0.0012])
    let after = getFlow()
    Test.assertEqual([before[0] - 0.0012, before[1], before[2] + 0.0012], after)
    let paid = lastEvent(Type<DharmaStorageDeposit.Paid>()) as! DharmaStorageDeposit.Paid
    Test.assertEqual(ownerAddress, paid.address)
    Test.assertEqual(0.0012, paid.amount)
}

access(all) fun testADepositIntoTheVaultNeedsStorageThatIsPaid() {
    refuseOwner("deposit_tokens", [100.0, lotusPath], "FLOW more to use 60")
    let before = getFlow()
    send("vault/add_storage_deposit", [Test.getAccount(otherAddress)], [ownerAddress, 0.5])
    let paid = lastEvent(Type<DharmaStorageDeposit.Paid>()) as! DharmaStorageDeposit.Paid
    Test.assertEqual(0.0012, paid.before)
    Test.assertEqual(0.5012, paid.after)
    act("deposit_tokens", [100.0, lotusPath])
    let usage = lastEvent(Type<DharmaStorageDeposit.UsageChanged>()) as! DharmaStorageDeposit.UsageChanged
    Test.assertEqual(0 as Int64, usage.before)
    let used = getDeposit("bytesUsed") as! UInt64
    Test.assertEqual(60_000 as UInt64 + UInt64(usage.after), used)
    Test.assert(used > 60_100 && used < 60_500, message: "\(used)")
    refuse("vault/add_storage_deposit", [Test.getAccount(otherAddress)], [otherAddress, 0.5], "has no guarded vault")
}

access(all) fun testAScriptAnswersWhatAVaultPaidAndUses() {
    Test.assertEqual(0.5012, getDeposit("deposit") as! UFix64)
    Test.assertEqual(25_060_000 as UInt64, getDeposit("bytesPaid") as! UInt64)
    Test.assertEqual(0.02, getDeposit("flowPerMegabyte") as! UFix64)
    Test.assertEqual(0.0, getDeposit("missing") as! UFix64)
    setStoragePrice(0.1)
    Test.assertEqual(20.0, getDeposit("flowPerMegabyte") as! UFix64)
    let missing = UFix64(getDeposit("bytesUsed") as! UInt64) * 20.0 / 1_000_000.0 - 0.5012
    Test.assertEqual(missing, getDeposit("missing") as! UFix64)
    setStoragePrice(100.0)
}

access(all) fun testAClosedVaultReturnsItsDepositToItsOwner() {
    refuseOwner("close_vault", [], "The vault of 0x0000000000000014 is not empty")
    act("request_leave", [])
    wait(3.0 * day)
    act("withdraw_tokens", [lotus, 100.0, lotusPath])
    Test.assertEqual(60_000 as UInt64, getDeposit("bytesUsed") as! UInt64)
    perform("../transactions/accounts/unpublish.cdc", [Test.getAccount(ownerAddress)], [/public/flowTokenReceiver], nil)
    refuseOwner("close_vault", [], "0x0000000000000014 has no receiver of FLOW for the deposit of 0.50120000")
    perform("../transactions/accounts/publish_flow_receiver.cdc", [Test.getAccount(ownerAddress)], [], nil)
    let before = getFlow()
    act("close_vault", [])
    Test.assertEqual([before[0] + 0.5012, before[1], before[2] - 0.5012], getFlow())
    let returned = lastEvent(Type<DharmaStorageDeposit.Returned>()) as! DharmaStorageDeposit.Returned
    Test.assertEqual(ownerAddress, returned.to)
    Test.assertEqual(0.5012, returned.amount)
}

/// A word of that many letters that ends with a number of two digits.
access(all) fun buildName(_ letters: Int, _ number: Int): String {
    var name = ""
    while name.length < letters - 2 {
        name = name.concat("x")
    }
    return name.concat(number < 10 ? "0" : "").concat(number.toString())
}

/// Deploys NFTs of sixteen types and answers these, each with an identifier of 256 bytes.
access(all) fun deployLongTypes(): [String] {
    let names: [String] = []
    while names.length < 16 {
        names.append(buildName(256 - "A.0000000000000014.LongNFT.".length, names.length))
    }
    let code = Test.readFile("../malicious/LongNFT.cdc")
    let start = code.split(separator: "    access(all) resource")[0]
    let type = "    access(all) resource".concat(code.split(separator: "    access(all) resource")[1].split(separator: "    // More")[0])
    var all = start
    var minted: [String] = []
    for name in names {
        all = all.concat(type.replaceAll(of: "NFT00", with: name))
        minted.append("<- create \(name)()")
    }
    all = all.concat("    access(all) fun mintAll(): @[{NonFungibleToken.NFT}] {\n        return <- [")
        .concat(String.join(minted, separator: ", ")).concat("]\n    }\n}\n")
        .replaceAll(of: "import \"NonFungibleToken\"", with: "import NonFungibleToken from 0x0000000000000001")
    perform("../transactions/accounts/add_contract.cdc", [Test.getAccount(ownerAddress)], ["LongNFT", all], nil)
    return names.map(fun (name: String): String { return "A.0000000000000014.LongNFT.\(name)" })
}

access(all) fun testTheDataOfAVaultTakesLessThanItIsChargedFor() {
    let types = deployLongTypes()
    let empty = getUsed()
    let allowances: {String: UFix64} = {}
    for type in types {
        allowances[type] = UFix64.max
    }
    act("open_vault", [otherAddress, allowances, 1.0])
    for type in types.slice(from: 0, upTo: 8) {
        act("request_allowance", [type, UFix64.max])
    }
    perform("../transactions/vault/deposit_long_nfts.cdc", [Test.getAccount(ownerAddress)], [], nil)
    let data = getDataBytes() - empty
    let hours = getBytesOfHours()
    Test.assert(data + 16 * hours < 60_000, message: "\(data) + 16 * \(hours)")
}

/// Bytes that the use of an allowance in each of 25 hours adds to a vault.
access(all) fun getBytesOfHours(): Int {
    let other = Test.getAccount(otherAddress)
    sendLotus(Test.getAccount(ownerAddress), 500.0, otherAddress)
    send("vault/open_vault", [other], [ownerAddress, {lotus: 100.0}, 1.0])
    send("vault/deposit_tokens", [other], [500.0, lotusPath])
    let before = getUsed()
    var hours = 0
    while hours < 26 {
        send("vault/withdraw_tokens", [other], [lotus, 3.33333333, lotusPath])
        wait(hour)
        hours = hours + 1
    }
    return getUsed() - before
}
