import Test
import "DharmaAllowance"
import "DharmaCustody"
import "DharmaStorageDeposit"
import "../helpers/test_helpers.cdc"

/// What custody counts, charges and gives back, to the byte, and what no token may do meanwhile.

access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([accusedAddress, heirAddress])
    addKey(accused().account, 9, 1000.0)
    deployTo("LeakyToken", "../malicious/LeakyToken.cdc", accused().account)
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", accused().account)
    act("open_vault", [heirAddress, {lotus: 50.0}, 1.0])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [accused().account], arguments)
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

/// Bytes that the contracts' account stores, and those that the contents of the vault are charged.
access(all) fun getBytes(): [UInt64] {
    return askFile("../scripts/get_storage.cdc", [contractsAddress, [accusedAddress]]) as! [UInt64]
}

access(all) fun getTypes(_ part: String): Int {
    return askPart("vault/get_vault", "!.\(part).length", accusedAddress) as! Int
}

/// Asserts that the last movement changed what the contents use from `before`, and announced it.
access(all) fun expectUsage(_ before: UInt64) {
    let usage = lastEvent(Type<DharmaStorageDeposit.UsageChanged>()) as! DharmaStorageDeposit.UsageChanged
    Test.assertEqual(accusedAddress, usage.address)
    Test.assertEqual(Int64(before), usage.before)
    Test.assertEqual(Int64(getBytes()[1]), usage.after)
    Test.assert(usage.before != usage.after)
}

access(all) fun countUsageChanges(): Int {
    return countEvents(Type<DharmaStorageDeposit.UsageChanged>())
}

/// Runs code that has the owner's vault in `vault`.
access(all) fun run(_ statements: String, _ expectedError: String?) {
    let code = "import \"DharmaVault\"\nimport \"DharmaAllowance\"\nimport LeakyToken from \(accusedAddress)\nimport LeakyNFT from \(accusedAddress)\n"
        .concat("transaction { prepare(signer: auth(BorrowValue) &Account) {\n")
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat("\(statements)\n} }")
    performCode(statements, code, [accused().account], [], expectedError)
    closeBlock()
}

access(all) fun testEveryMovementAnnouncesWhatTheContentsUse() {
    act("deposit_tokens", [30.0, lotusPath])
    expectUsage(0)
    let tokens = getBytes()[1]
    act("deposit_nft", [1 as UInt64, passPath])
    expectUsage(tokens)
    let both = getBytes()[1]
    act("request_nft", [pass, 1 as UInt64])
    let request = lastRequest()
    goTo(72.0, 0.0)
    act("claim_nft", [request, passPath])
    expectUsage(both)
    let withdrawn = lastEvent(Type<DharmaCustody.WithdrawnNFT>()) as! DharmaCustody.WithdrawnNFT
    Test.assertEqual(0, withdrawn.countAfter)
    Test.assertEqual(request as UInt64?, withdrawn.requestId)
    Test.assertEqual(tokens, getBytes()[1])
    act("withdraw_tokens", [lotus, 30.0, lotusPath])
    expectUsage(tokens)
    Test.assertEqual(0 as UInt64, getBytes()[1])
    Test.assertEqual([0, 0], [getTypes("balances"), getTypes("nftIds")])
}

access(all) fun testAWithdrawalAfterARecoveryAnnouncesWhatTheContentsUse() {
    act("deposit_tokens", [30.0, lotusPath])
    act("deposit_nft", [1 as UInt64, passPath])
    recoverVault(accusedAddress)
    let heir = Test.getAccount(heirAddress)
    send("vault/bind_key", [heir], [accusedAddress])
    let both = getBytes()[1]
    send("recovery/withdraw_recovered_tokens", [heir], [accusedAddress, lotus, lotusPath])
    expectUsage(both)
    let nfts = getBytes()[1]
    send("recovery/withdraw_recovered_nfts", [heir], [accusedAddress, pass, 1, passPath])
    expectUsage(nfts)
    let withdrawn = lastEvent(Type<DharmaCustody.WithdrawnNFT>()) as! DharmaCustody.WithdrawnNFT
    Test.assertEqual(pass, withdrawn.type)
    Test.assertEqual(1 as UInt64, withdrawn.id)
    Test.assertEqual(nil as UInt64?, withdrawn.requestId)
}

/// The charge is what the account stores more, but for the digits of the charge itself.
access(all) fun testNothingIsStoredThatIsNotCharged() {
    let empty = getBytes()
    act("deposit_tokens", [30.0, lotusPath])
    expectCharged(empty)
    act("deposit_nft", [1 as UInt64, passPath])
    let one = getBytes()
    act("deposit_nft", [2 as UInt64, passPath])
    expectCharged(one)
}

/// Asserts that what was stored since `before` was charged.
access(all) fun expectCharged(_ before: [UInt64]) {
    let after = getBytes()
    let stored = after[0] - before[0]
    let charged = after[1] - before[1]
    Test.assert(charged + 4 >= stored && charged <= stored + 4, message: "Stored \(stored), charged \(charged)")
}

/// Not even the entry of a type is left behind.
access(all) fun testWhatHasLeftLeavesNothingBehind() {
    act("deposit_nft", [1 as UInt64, passPath])
    act("deposit_nft", [2 as UInt64, passPath])
    act("request_leave", [])
    let request = lastRequest()
    goTo(72.0, 0.0)
    act("withdraw_nft", [pass, 1 as UInt64, passPath])
    act("withdraw_nft", [pass, 2 as UInt64, passPath])
    act("cancel_request", [request])
    let without = getBytes()[0]
    restartStory()
    goTo(72.0, 0.0)
    Test.assertEqual(getBytes()[0], without)
}

access(all) fun testATokenMovesNoNFTWhileItIsMovedItself() {
    let refusal = "DharmaCustody: A token may not move contents of \(accusedAddress) while it is moved itself"
    run("vault.deposit(from: <- LeakyToken.mint(amount: 1.0))\nvault.depositNFT(token: <- LeakyNFT.mint(id: 7000))", nil)
    let type = "A.0000000000000014.LeakyNFT.NFT"
    act("request_nft", [type, 7000 as UInt64])
    let request = lastRequest()
    goTo(72.0, 0.0)
    let moves = fun (_ statement: String): String {
        return "let tokens <- LeakyToken.mint(amount: 1.0)\ntokens.load(freight: 0, leak: \"\", pocket: fun (): Void { \(statement) })\nvault.deposit(from: <- tokens)"
    }
    run(moves("vault.depositNFT(token: <- LeakyNFT.mint(id: 7001))"), refusal)
    run(moves("destroy <- vault.claimNFT(requestId: \(request))"), refusal)
    run(moves("vault.request(DharmaAllowance.allowance(type: Type<Int>(), limit: 1.0))"), nil)
}

/// NFTs of so many small types.
access(all) fun deployTypes(_ count: Int) {
    let parts = Test.readFile("../malicious/LongNFT.cdc").split(separator: "    // More types.\n")
    let start = parts[0].split(separator: "    access(all) resource")[0]
    let type = "    access(all) resource".concat(parts[0].split(separator: "    access(all) resource")[1])
    var code = start
    var number = 10
    while number < 10 + count {
        code = code.concat(type.replaceAll(of: "NFT00", with: "NFT\(number)"))
            .concat("    access(all) fun mint\(number)(): @NFT\(number) { return <- create NFT\(number)() }\n")
        number = number + 1
    }
    code = code.concat("}\n").replaceAll(of: "import \"NonFungibleToken\"", with: "import NonFungibleToken from 0x0000000000000001")
    perform("../transactions/accounts/add_contract.cdc", [Test.getAccount(heirAddress)], ["LongNFT", code], nil)
}

access(all) fun depositOfType(_ number: Int, _ expectedError: String?) {
    let code = "import \"DharmaVault\"\nimport LongNFT from \(heirAddress)\n"
        .concat("transaction { prepare(signer: auth(BorrowValue) &Account) {\n")
        .concat("signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat(".depositNFT(token: <- LongNFT.mint\(number)()) } }")
    performCode("deposit of type \(number)", code, [accused().account], [], expectedError)
}

access(all) fun testAVaultHoldsSixteenTypesOfNFTsAndMoreOfEachOfThem() {
    deployTypes(17)
    var number = 10
    while number < 26 {
        depositOfType(number, nil)
        number = number + 1
    }
    depositOfType(26, "already holds NFTs of 16 types")
    depositOfType(25, nil)
    let deposited = lastEvent(Type<DharmaCustody.DepositedNFT>()) as! DharmaCustody.DepositedNFT
    Test.assertEqual(2, deposited.countAfter)
    Test.assertEqual(16, getTypes("nftIds"))
}

access(all) fun testOthersPayInWhereOneUnitIsHeld() {
    act("deposit_tokens", [1.0, lotusPath])
    act("withdraw_tokens", [lotus, 0.99999999, lotusPath])
    sendLotus(accused().account, 1.0, heirAddress)
    send("vault/pay_into_vault", [Test.getAccount(heirAddress)], [accusedAddress, 0.5, lotusPath])
    let deposited = lastEvent(Type<DharmaCustody.Deposited>()) as! DharmaCustody.Deposited
    Test.assertEqual([0.00000001, 0.50000001], [deposited.balanceBefore, deposited.balanceAfter])
}

access(all) fun testABytePaidForIsAByteWhateverThePrice() {
    let getBytesFor = fun (_ amount: UFix64): UInt64 {
        let code = "import \"DharmaStorageDeposit\"\naccess(all) fun main(a: UFix64): UInt64 { return DharmaStorageDeposit.getBytes(amount: a) }"
        return askCode(code, [amount]) as! UInt64
    }
    setStoragePrice(1.0)
    Test.assertEqual(999_999 as UInt64, getBytesFor(1.99999998))
    Test.assertEqual(1_000_000 as UInt64, getBytesFor(2.0))
    Test.assertEqual(25_999_999 as UInt64, getBytesFor(51.999998))
    let code = "import \"DharmaStorageDeposit\"\naccess(all) fun main(): [UFix64] { return [DharmaStorageDeposit.getPrice(bytes: 0), DharmaStorageDeposit.getPrice(bytes: 1), DharmaStorageDeposit.getPrice(bytes: 1500000)] }"
    Test.assertEqual([0.0, 0.000002, 3.0], askCode(code, []) as! [UFix64])
}

/// A movement that does not grow the contents is free, even of a vault that could not be opened any more.
access(all) fun testADearerPriceStopsOnlyWhatGrows() {
    act("deposit_tokens", [30.0, lotusPath])
    setStoragePrice(0.001)
    let changes = countUsageChanges()
    act("deposit_tokens", [10.0, lotusPath])
    act("withdraw_tokens", [lotus, 5.0, lotusPath])
    Test.assertEqual(changes, countUsageChanges())
    refuse("vault/deposit_nft", [accused().account], [1 as UInt64, passPath], "FLOW more to use")
}

/// A deposit is paid to the last unit, and one unit less is named.
access(all) fun testTheLastMissingUnitIsAskedFor() {
    let other = Test.getAccount(heirAddress)
    refuse("vault/open_vault", [other], [accusedAddress, {} as {String: UFix64}, 0.00119999], "must pay 0.00000001 FLOW more to use 60000 bytes")
    send("vault/open_vault", [other], [accusedAddress, {} as {String: UFix64}, 0.0012])
    send("vault/add_storage_deposit", [relayerWithFlow()], [heirAddress, 0.5])
    let paid = lastEvent(Type<DharmaStorageDeposit.Paid>()) as! DharmaStorageDeposit.Paid
    Test.assertEqual([0.5, 0.0012, 0.5012], [paid.amount, paid.before, paid.after])
    send("vault/request_leave", [other], [])
    wait(3.0 * day)
    let before = getFlow(heirAddress)
    send("vault/close_vault", [other], [])
    Test.assertEqual(before + 0.5012, getFlow(heirAddress))
    let returned = lastEvent(Type<DharmaStorageDeposit.Returned>()) as! DharmaStorageDeposit.Returned
    Test.assertEqual(0.5012, returned.amount)
}

access(all) fun relayerWithFlow(): Test.TestAccount {
    sendFlow(1.0, relayer().address)
    return relayer()
}

access(all) fun getFlow(_ address: Address): UFix64 {
    return askCode("access(all) fun main(a: Address): UFix64 { return getAccount(a).balance }", [address]) as! UFix64
}
