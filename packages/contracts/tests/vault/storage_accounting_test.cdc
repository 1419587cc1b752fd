import Test
import "../helpers/test_helpers.cdc"

/// Vaults are charged for what they make the contracts' account store, in whatever order it comes and goes.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let otherAddress: Address = 0x0000000000000015
access(all) let first: String = "A.0000000000000014.SharedToken.First"
access(all) let flow: String = "A.0000000000000003.FlowToken.Vault"
access(all) let flowPath: StoragePath = /storage/flowTokenVault
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, otherAddress])
    deployShared()
    send("vault/open_vault", [owner()], [otherAddress, {first: 1.0, lotus: 1000.0, flow: 1000.0}, 1.0])
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

/// Deploys two tokens that contain the same five structs, whose types have names of 20,000 letters.
access(all) fun deployShared() {
    var long = "LongName"
    while long.length < 20_000 {
        long = long.concat(long)
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

/// Runs code that has the signer's vault in `vault`.
access(all) fun run(_ signer: Test.TestAccount, _ statements: [String]) {
    let code = "import \"DharmaVault\"\nimport \"DharmaAllowance\"\nimport \"FlowToken\"\nimport \"LotusToken\"\nimport SharedToken from \(ownerAddress)\n"
        .concat("import \"FungibleToken\"\ntransaction { prepare(signer: auth(BorrowValue) &Account) {\n")
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat("let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!\n")
        .concat("let lotus = signer.storage.borrow<auth(FungibleToken.Withdraw) &LotusToken.Vault>(from: LotusToken.vaultStoragePath)!\n")
        .concat(String.join(statements, separator: "\n")).concat("\n} }")
    performCode("code of the owner", code, [signer], [], nil)
    closeBlock()
}

/// Bytes that the contracts' account stores, and those that the contents of these vaults are charged.
access(all) fun getBytes(_ vaults: [Address]): [UInt64] {
    return askFile("../scripts/get_storage.cdc", [contractsAddress, vaults]) as! [UInt64]
}

/// Asserts that what was stored since `before` is charged to the owner, give or take the data of the vault itself.
access(all) fun checkCharged(_ before: [UInt64]) {
    let after = getBytes([ownerAddress])
    let stored = Int(after[0]) - Int(before[0])
    let charged = Int(after[1]) - Int(before[1])
    Test.assert(stored <= charged + 80 && charged <= stored + 80, message: "Stored \(stored), charged \(charged)")
}

access(all) fun testNamesThatTwoTokensShareStayChargedWhenTheFirstLeaves() {
    let empty = getBytes([ownerAddress])
    run(owner(), ["vault.deposit(from: <- SharedToken.mintFirst())"])
    let one = getBytes([ownerAddress])
    Test.assert(one[0] > empty[0] + 100_000)
    checkCharged(empty)
    run(owner(), ["vault.deposit(from: <- SharedToken.mintSecond())"])
    // The ledger stores the names once.
    Test.assert(getBytes([ownerAddress])[0] < one[0] + 1_000)
    run(owner(), ["destroy vault.withdraw(type: Type<@SharedToken.First>(), amount: 1.0)"])
    checkCharged(empty)
    Test.assert(getBytes([ownerAddress])[1] > empty[1] + 100_000)
}

/// A deposit before a request and its withdrawal after it change the charge of the contents by what the request changes in
/// turn: the sum stays, however often.
access(all) fun testNoCycleOfMovementsAndRequestsWearsTheChargeOff() {
    let lotusIn = "vault.deposit(from: <- lotus.withdraw(amount: 5.0))"
    let lotusOut = "lotus.deposit(from: <- vault.withdraw(type: Type<@LotusToken.Vault>(), amount: 5.0))"
    let flowIn = "vault.deposit(from: <- flow.withdraw(amount: 0.1))"
    let flowOut = "flow.deposit(from: <- vault.withdraw(type: Type<@FlowToken.Vault>(), amount: 0.1))"
    let ask = "vault.request(DharmaAllowance.allowance(type: Type<@SharedToken.First>(), limit: 10.0))"
    let cancel = "for request in vault.allRequests() { vault.cancel(requestId: request.id) }"
    run(owner(), [lotusIn, flowIn, flowOut])
    let before = getBytes([ownerAddress])
    let dataBefore = getDataBytes()
    let cycle = String.join([flowIn, ask, flowOut, cancel], separator: "\n")
    run(owner(), [cycle, cycle, cycle, cycle, cycle])
    let after = getBytes([ownerAddress])
    // Else this proves nothing.
    Test.assert(after[1] < before[1], message: "\(after[1])")
    let stored = Int(after[0]) - Int(before[0])
    let charged = Int(after[1]) + getDataBytes() - Int(before[1]) - dataBefore
    Test.assert(charged + 4 >= stored && charged <= stored + 4, message: "Stored \(stored), charged \(charged)")
    run(owner(), [lotusOut])
}

access(all) fun getDataBytes(): Int {
    let code = "import \"DharmaVault\"\naccess(all) fun main(a: Address): Int { return Int(DharmaVault.borrowVault(a)!.borrowHoldings().borrowStorageDeposit().dataBytes) }"
    return askCode(code, [ownerAddress]) as! Int
}

/// A withdrawal that leaves the rest as large as it was is allowed at any price.
access(all) fun testAWithdrawalIsNotRefusedSinceStorageBecameDearer() {
    send("vault/deposit_tokens", [owner()], [50.0, lotusPath])
    send("vault/deposit_tokens", [owner()], [5.0, flowPath])
    send("vault/withdraw_tokens", [owner()], [lotus, 50.0, lotusPath])
    setStoragePrice(0.001)
    send("vault/withdraw_tokens", [owner()], [flow, 1.0, flowPath])
}

/// Types that a short name makes large, and the longest name of a contract, which the ledger stores twice with each type.
access(all) fun testTheDataOfAVaultIsChargedHoweverLargeItIs() {
    let name = deployLongContract()
    let before = getBytes([])
    let build = "fun build(_ number: Int): Type {\nvar type = [Type<Int>(), Type<Int8>(), Type<Int16>(), Type<Int32>(), Type<Int64>(), Type<Int128>(), Type<Int256>(), Type<UInt>(), Type<UInt8>(), Type<UInt16>(), Type<UInt32>(), Type<UInt64>(), Type<UInt128>(), Type<UInt256>(), Type<Word8>(), Type<Word16>()][number]\n"
        .concat("var depth = 0\nwhile depth < 249 { type = ReferenceType(entitlements: [], type: type)!\ndepth = depth + 1 }\nreturn type }\n")
    let code = "import \"DharmaVault\"\nimport \"DharmaAllowance\"\nimport \"FlowToken\"\nimport \"FungibleToken\"\nimport \(name) from \(ownerAddress)\naccess(all) ".concat(build)
        .concat("transaction { prepare(signer: auth(SaveValue, BorrowValue, GetStorageCapabilityController) &Account) {\n")
        .concat("let allowances: {Type: UFix64} = {}\nwhile allowances.length < 16 { allowances[build(allowances.length)] = UFix64.max }\n")
        .concat("let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!\n")
        .concat("DharmaVault.open(signer, recoveryAddress: \(ownerAddress), allowances: allowances, storageDeposit: <- (flow.withdraw(amount: 1.0) as! @FlowToken.Vault))\n")
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat("var number = 0\nwhile number < 8 { vault.request(DharmaAllowance.allowance(type: build(number), limit: UFix64.max))\nnumber = number + 1 }\n")
        .concat("let nfts <- \(name).mintAll()\nwhile nfts.length > 0 { vault.depositNFT(token: <- nfts.remove(at: 0)) }\ndestroy nfts } }")
    performCode("the largest vault", code, [Test.getAccount(otherAddress)], [], nil)
    let stored = getBytes([])[0] - before[0]
    let used = askPart("vault/get_storage_deposit", "!.bytesUsed", otherAddress) as! UInt64
    // Hours in which an allowance is used come on top: DharmaVault_deposit_test.cdc.
    Test.assert(used > stored + 16_000, message: "Stored \(stored), charged \(used)")
}

/// Deploys NFTs of sixteen types in a contract with a name of 231 letters, and answers this name.
access(all) fun deployLongContract(): String {
    var name = "x"
    while name.length < 231 {
        name = name.concat("x")
    }
    let code = Test.readFile("../malicious/LongNFT.cdc")
    let start = code.split(separator: "    access(all) resource")[0]
    let type = "    access(all) resource".concat(code.split(separator: "    access(all) resource")[1].split(separator: "    // More")[0])
    var all = start
    var minted: [String] = []
    while minted.length < 16 {
        let short = "NFT\(minted.length)"
        all = all.concat(type.replaceAll(of: "NFT00", with: short))
        minted.append("<- create \(short)()")
    }
    all = all.concat("    access(all) fun mintAll(): @[{NonFungibleToken.NFT}] {\n        return <- [")
        .concat(String.join(minted, separator: ", ")).concat("]\n    }\n}\n")
        .replaceAll(of: "import \"NonFungibleToken\"", with: "import NonFungibleToken from 0x0000000000000001")
        .replaceAll(of: "LongNFT", with: name)
    perform("../transactions/accounts/add_contract.cdc", [owner()], [name, all], nil)
    closeBlock()
    return name
}
