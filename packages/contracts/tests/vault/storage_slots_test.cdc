import Test
import "DharmaCustody"
import "../helpers/test_helpers.cdc"

/// What vaults pay for storage, and that nothing in them makes the contracts' account store more than that.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let otherAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let leaky: String = "A.0000000000000014.LeakyToken.Vault"
access(all) let leakyPath: StoragePath = /storage/leakyTokenVault
access(all) let tooLarge: String = "bytes, more than the 32000 of a slot"
access(all) let wasMoved: String = "referenced resource has been moved or destroyed"

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, otherAddress])
    deployTo("LeakyToken", "../malicious/LeakyToken.cdc", owner())
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    deployShared()
    act("open_vault", [otherAddress, {leaky: 1000.0, lotus: 1000.0}])
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

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [owner()], arguments)
}

access(all) fun getUsed(): Int {
    return Int((ask("deployment/get_storage", [contractsAddress]) as! [UInt64])[0])
}

access(all) fun getSlots(): Int {
    return askPart("vault/get_vault", "!.slots", ownerAddress) as! Int
}

/// FLOW of the owner, of the contracts' account, and what the vault paid.
access(all) fun getFlow(): [UFix64] {
    let balances = askCode(
        "access(all) fun main(a: [Address]): [UFix64] { return a.map(fun (b: Address): UFix64 { return getAccount(b).balance }) }",
        [[ownerAddress, contractsAddress]]
    ) as! [UFix64]
    return balances.concat([askPart("vault/get_vault", "!.storagePaid", ownerAddress) as! UFix64])
}

/// Asserts what the owner has paid since `before`.
access(all) fun expectPaid(_ before: [UFix64], _ amount: UFix64) {
    Test.assertEqual([before[0] - amount, before[1] + amount, before[2] + amount], getFlow())
}

/// Asserts that the account stores at most so many bytes more than before.
access(all) fun expectStored(_ before: Int, _ limit: Int) {
    let stored = getUsed() - before
    Test.assert(stored <= limit, message: "Stored \(stored)")
}

/// Deploys two tokens that contain the same five structs, whose types have names of 6,000 letters.
access(all) fun deployShared() {
    var long = "LongName"
    while long.length < 6_000 {
        long = long.concat("LongName")
    }
    var structs = ""
    let all: [String] = []
    for letter in ["A", "B", "C", "D", "E"] {
        structs = structs.concat("access(all) struct \(letter)\(long) {}\n")
        all.append("\(letter)\(long)()")
    }
    let code = Test.readFile("../malicious/SharedToken.cdc")
    let resource_ = code.split(separator: "    access(all) resource ")[1].split(separator: "    // Second.")[0]
    let changed = code
        .replaceAll(of: "    // Second.", with: "    access(all) resource ".concat(resource_.replaceAll(of: "First", with: "Second")))
        .replaceAll(of: "// Structs.", with: structs)
        .replaceAll(of: "[] // all structs", with: "[".concat(String.join(all, separator: ", ")).concat("]"))
        .replaceAll(of: "import \"FungibleToken\"", with: "import FungibleToken from 0x0000000000000002")
    perform("../transactions/accounts/add_contract.cdc", [owner()], ["SharedToken", changed], nil)
    closeBlock()
}

/// Runs code of the owner that has its vault in `vault` and its FLOW in `flow`; PAY is the price of a slot.
access(all) fun run(_ statements: String, _ refusal: String?) {
    let code = "import \"DharmaVault\"\nimport \"FlowToken\"\nimport \"FungibleToken\"\nimport SharedToken from 0x14\nimport LeakyToken from 0x14\nimport LeakyNFT from 0x14\n"
        .concat("transaction { prepare(signer: auth(BorrowValue) &Account) {\n")
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat("let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!\n")
        .concat("\(statements)\n} }")
        .replaceAll(of: "PAY", with: "<- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault)")
    performCode(statements, code, [owner()], [], refusal)
    closeBlock()
}

access(all) fun depositLeaky(_ freight: Int, _ leak: String, _ kilobytes: Int, _ refusal: String?) {
    perform("../transactions/vault/deposit_leaky_tokens.cdc", [owner()], [freight, leak, kilobytes], refusal)
}

// What is paid

access(all) fun testADepositPaysForItsSlotAndAWithdrawalIsPaidBack() {
    Test.assertEqual(0.00128, getFlow()[2])
    var before = getFlow()
    act("deposit_tokens", [30.0, lotusPath])
    expectPaid(before, 0.00064)
    let paid = lastEvent(Type<DharmaCustody.StoragePaid>()) as! DharmaCustody.StoragePaid
    Test.assertEqual([0.00064, 0.00192], [paid.amount, paid.paidAfter])
    Test.assertEqual(3, paid.slots)
    act("deposit_tokens", [10.0, lotusPath])
    act("withdraw_tokens", [lotus, 5.0, lotusPath])
    expectPaid(before, 0.00064)
    act("deposit_nft", [1 as UInt64, passPath])
    act("deposit_nft", [2 as UInt64, passPath])
    expectPaid(before, 0.00192)
    Test.assertEqual(5, getSlots())
    before = getFlow()
    act("withdraw_tokens", [lotus, 35.0, lotusPath])
    Test.assertEqual([before[0] + 0.00064, before[1] - 0.00064, before[2] - 0.00064], getFlow())
    let returned = lastEvent(Type<DharmaCustody.StorageReturned>()) as! DharmaCustody.StorageReturned
    Test.assertEqual([ownerAddress, ownerAddress], [returned.address, returned.to])
    Test.assertEqual([0.00064, 0.00256], [returned.amount, returned.paidAfter])
    Test.assertEqual(4, returned.slots)
}

access(all) fun testOneUnitLessThanTheBaseOrASlotIsRefused() {
    let open = Test.readFile("../../transactions/vault/open_vault.cdc")
        .replaceAll(of: "flow.withdraw(amount: price)", with: "flow.withdraw(amount: price - 0.00000001)")
    performCode("too little", open, [Test.getAccount(otherAddress)], [ownerAddress, {} as {String: UFix64}], "must pay 0.00128000 FLOW to use 2 slots, not 0.00127999")
    run("vault.deposit(from: <- LeakyToken.mint(amount: 1.0), storagePayment: <- (flow.withdraw(amount: 0.00063999) as! @FlowToken.Vault))", "must pay 0.00064000 FLOW to use 3 slots, not 0.00063999")
    run("vault.depositNFT(token: <- LeakyNFT.mint(id: 1), storagePayment: nil)", "must pay 0.00064000 FLOW to use 3 slots, not 0.00000000")
}

/// Only a plain vault of FLOW is paid back to: until there is one, what was paid serves the next slot.
access(all) fun testWithoutAReceiverOfFLOWAPaybackStaysAsCredit() {
    act("deposit_tokens", [30.0, lotusPath])
    perform("../transactions/accounts/unpublish.cdc", [owner()], [/public/flowTokenReceiver], nil)
    act("withdraw_tokens", [lotus, 30.0, lotusPath])
    Test.assertEqual(0.00192, askPart("vault/get_vault", "!.storagePaid", ownerAddress) as! UFix64)
    deployTo("MaliciousForwarder", "../malicious/MaliciousForwarder.cdc", owner())
    let publish = "import \"FungibleToken\"\ntransaction { prepare(s: auth(IssueStorageCapabilityController, PublishCapability) &Account) { s.capabilities.publish(s.capabilities.storage.issue<&{FungibleToken.Receiver}>(/storage/maliciousForwarder), at: /public/flowTokenReceiver) } }"
    performCode("a receiver that runs code", publish, [owner()], [], nil)
    act("deposit_tokens", [30.0, lotusPath])
    act("withdraw_tokens", [lotus, 30.0, lotusPath])
    Test.assertEqual(0.00192, askPart("vault/get_vault", "!.storagePaid", ownerAddress) as! UFix64)
    act("request_leave", [])
    wait(3.0 * day)
    refuse("vault/close_vault", [owner()], [], "has no vault of FLOW at /public/flowTokenReceiver for the 0.00192000")
    perform("../transactions/accounts/unpublish.cdc", [owner()], [/public/flowTokenReceiver], nil)
    perform("../transactions/accounts/publish_flow_receiver.cdc", [owner()], [], nil)
    act("close_vault", [])
    let returned = lastEvent(Type<DharmaCustody.StorageReturned>()) as! DharmaCustody.StorageReturned
    Test.assertEqual([0.00192, 0.0], [returned.amount, returned.paidAfter])
}

access(all) fun testOthersPayInWhereOneUnitIsHeldAndNeedNoSlot() {
    act("deposit_tokens", [1.0, lotusPath])
    act("withdraw_tokens", [lotus, 0.99999999, lotusPath])
    sendLotus(owner(), 1.0, otherAddress)
    send("vault/pay_into_vault", [Test.getAccount(otherAddress)], [ownerAddress, 0.5, lotusPath])
    let deposited = lastEvent(Type<DharmaCustody.Deposited>()) as! DharmaCustody.Deposited
    Test.assertEqual([0.00000001, 0.50000001], [deposited.balanceBefore, deposited.balanceAfter])
    Test.assertEqual(3, getSlots())
}

// What a slot holds

/// Y, which contains the same types, makes X look small where they lie beside each other: X is measured alone.
access(all) fun testNamesThatAnotherTokenContainsAreMeasuredAgain() {
    let before = getUsed()
    run("vault.deposit(from: <- SharedToken.mintFirst(), storagePayment: PAY)", nil)
    let first = getUsed() - before
    Test.assert(first > 30_000 && first < 32_000, message: "\(first)")
    let larger = "let second <- SharedToken.mintSecond()\nsecond.parts.appendAll([\"".concat(buildText(1_900)).concat("\", \"\"])\n")
    run(larger.concat("vault.deposit(from: <- second, storagePayment: PAY)"), tooLarge)
    run("vault.deposit(from: <- SharedToken.mintSecond(), storagePayment: PAY)", nil)
    // The ledger stores the names once.
    expectStored(before + first, 1_000)
    Test.assertEqual(4, getSlots())
}

access(all) fun buildText(_ length: Int): String {
    var text = "1234567890"
    while text.length < length {
        text = text.concat("1234567890")
    }
    return text
}

access(all) fun testATokenThatGrowsAtEachMergeEndsAtItsSlot() {
    let before = getUsed()
    depositLeaky(0, "", 0, nil)
    for time in InclusiveRange(1, 3) {
        depositLeaky(9, "", 0, nil)
    }
    depositLeaky(9, "", 0, tooLarge)
    perform("../transactions/vault/pay_in_leaky_tokens.cdc", [Test.getAccount(otherAddress)], [ownerAddress, 9, 1], tooLarge)
    expectStored(before, 32_500)
    Test.assertEqual(3, getSlots())
    act("withdraw_tokens", [leaky, 0.5, leakyPath])
    act("withdraw_tokens", [leaky, 3.5, leakyPath])
    expectStored(before, 100)
}

access(all) fun testAnNFTFitsIntoItsSlotOrIsRefused() {
    let before = getUsed()
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [2000 as UInt64, 2000 as UInt64, 31, "", 0], tooLarge)
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [2000 as UInt64, 2002 as UInt64, 29, "", 0], nil)
    expectStored(before, 3 * 32_000)
    Test.assertEqual(5, getSlots())
}

access(all) fun testWhatATokenOrAnNFTLeaksDoesNotReachItWhereItIsStored() {
    let before = getUsed()
    for leak in ["reference", "bound function"] {
        perform("../transactions/vault/leak_before_deposit.cdc", [owner()], [leak, 1000], wasMoved)
        perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [1000 as UInt64, 1000 as UInt64, 0, leak, 500], wasMoved)
    }
    perform("../transactions/vault/leak_before_deposit.cdc", [owner()], ["closure", 1000], nil)
    for leak in ["reference", "bound function"] {
        depositLeaky(0, leak, 1000, wasMoved)
    }
    depositLeaky(0, "closure", 1000, nil)
    perform("../transactions/vault/deposit_leaky_nfts.cdc", [owner()], [1000 as UInt64, 1001 as UInt64, 0, "closure", 500], nil)
    expectStored(before, 1_500)
}

access(all) fun testWhatHasLeftLeavesNothingBehind() {
    act("deposit_nft", [1 as UInt64, passPath])
    act("deposit_nft", [2 as UInt64, passPath])
    act("request_leave", [])
    let before = getUsed()
    wait(3.0 * day)
    act("withdraw_nft", [pass, 1 as UInt64, passPath])
    act("withdraw_nft", [pass, 2 as UInt64, passPath])
    act("close_vault", [])
    expectStored(before, -500)
    let code = "transaction { prepare(s: auth(BorrowValue) &Account) { assert(s.storage.type(at: /storage/dharmaCustodyMeasured) == nil) } }"
    performCode("nothing stays where things are measured", code, [contractsAccount()], [], nil)
}

access(all) fun testATypeWithALongNameIsNotStored() {
    let name = buildText(20_000).replaceAll(of: "1234567890", with: "LongName")
    let code = "access(all) contract Long { access(all) resource \(name) {} }"
    perform("../transactions/accounts/add_contract.cdc", [owner()], ["Long", code], nil)
    let refusal = "bytes, more than 256"
    refuse("vault/request_allowance", [owner()], ["A.0000000000000014.Long.\(name)", 1.0], refusal)
    let word = name.slice(from: 0, upTo: 240)
    deployChanged("MaliciousToken", "../malicious/MaliciousToken.cdc", owner(), {"MaliciousToken": word})
    refuse("vault/deposit_tokens", [owner()], [1.0, StoragePath(identifier: word.concat("Vault"))!], refusal)
    deployChanged("LeakyNFT", "../malicious/LeakyNFT.cdc", owner(), {"LeakyNFT": word.concat("s")})
    refuse("vault/deposit_nft", [owner()], [1 as UInt64, StoragePath(identifier: word.concat("sCollection"))!], refusal)
}

/// Types that a short name makes large, each with an allowance that was used in 25 hours, and in a request.
access(all) fun testTheDataOfAVaultTakesLessThanItsSlots() {
    let before = getUsed()
    let build = "fun build(_ number: Int): Type {\nvar type = [Type<Int>(), Type<Int8>(), Type<Int16>(), Type<Int32>(), Type<Int64>(), Type<Int128>(), Type<Int256>(), Type<UInt>(), Type<UInt8>(), Type<UInt16>(), Type<UInt32>(), Type<UInt64>(), Type<UInt128>(), Type<UInt256>(), Type<Word8>(), Type<Word16>()][number]\n"
        .concat("var depth = 0\nwhile depth < 249 { type = ReferenceType(entitlements: [], type: type)!\ndepth = depth + 1 }\nreturn type }\n")
    let code = "import \"DharmaVault\"\nimport \"DharmaAllowance\"\nimport \"FlowToken\"\nimport \"FungibleToken\"\naccess(all) ".concat(build)
        .concat("transaction { prepare(signer: auth(SaveValue, BorrowValue, GetStorageCapabilityController) &Account) {\n")
        .concat("let allowances: {Type: UFix64} = {}\nwhile allowances.length < 16 { allowances[build(allowances.length)] = UFix64.max }\n")
        .concat("let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!\n")
        .concat("DharmaVault.open(signer, recoveryAddress: \(ownerAddress), allowances: allowances, storagePayment: <- (flow.withdraw(amount: 1.0) as! @FlowToken.Vault))\n")
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat("var number = 0\nwhile number < 8 { vault.request(DharmaAllowance.allowance(type: build(number), limit: UFix64.max))\nnumber = number + 1 } } }")
    performCode("the largest vault", code, [Test.getAccount(otherAddress)], [], nil)
    let data = getUsed() - before
    let hours = getBytesOfHours()
    Test.assert(data + 16 * hours < 64_000, message: "\(data) + 16 * \(hours)")
}

/// Bytes that the use of an allowance in each of 25 hours adds to a vault.
access(all) fun getBytesOfHours(): Int {
    act("deposit_tokens", [500.0, lotusPath])
    let before = getUsed()
    for hour_ in InclusiveRange(1, 26) {
        act("withdraw_tokens", [lotus, 3.33333333, lotusPath])
        wait(hour)
    }
    return getUsed() - before
}
