import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"

/// What code of a hostile token can do while the token is moved: nothing of its own vault.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let leaky: String = "A.0000000000000014.LeakyToken.Vault"
access(all) let leakyPath: StoragePath = /storage/leakyTokenVault
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let refusal: String = "DharmaCustody: Nothing of the vault of 0x0000000000000014 changes while a token is moved"

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    deployTo("LeakyToken", "../malicious/LeakyToken.cdc", owner())
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    send("vault/open_vault", [owner()], [heirAddress, {leaky: 1000.0, lotus: 50.0}])
    send("vault/open_vault", [Test.getAccount(heirAddress)], [ownerAddress, {lotus: 50.0}])
    send("vault/deposit_tokens", [owner()], [100.0, lotusPath])
    send("vault/deposit_tokens", [owner()], [10.0, leakyPath])
    send("vault/deposit_nft", [owner()], [1 as UInt64, passPath])
    send("vault/deposit_nft", [owner()], [1 as UInt64, /storage/LeakyNFTCollection])
    send("vault/request_allowance", [owner()], [lotus, 80.0])
    send("vault/request_withdrawal", [owner()], [lotus, 10.0])
    send("vault/request_nft", [owner()], [pass, 1 as UInt64])
    wait(3.0 * day)
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

access(all) let slot: String = "<- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault)"

/// Each door of a vault, by what opens it.
access(all) let doors: {String: String} = {
    "deposit": "vault.deposit(from: <- lotus.withdraw(amount: 1.0), storagePayment: nil)",
    "deposit of a new type": "vault.deposit(from: <- flow.withdraw(amount: 1.0), storagePayment: \(slot))",
    "depositNFT": "vault.depositNFT(token: <- LeakyNFT.mint(id: 7), storagePayment: \(slot))",
    "withdraw": "destroy vault.withdraw(type: Type<@LotusToken.Vault>(), amount: 1.0)",
    "claim": "destroy vault.claim(requestId: 2)",
    "claimNFT": "destroy vault.claimNFT(requestId: 3)",
    "apply": "vault.apply(requestId: 1)",
    "lowerAllowance": "vault.lowerAllowance(type: Type<@LotusToken.Vault>(), limit: 1.0)",
    "request": "vault.request(DharmaAllowance.leave())",
    "cancel": "vault.cancel(requestId: 1)",
    "pay in": "DharmaVault.deposit(address: signer.address, from: <- lotus.withdraw(amount: 1.0))"
}

access(all) let borrows: String = "let key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!\n"
    .concat("let vault = key.borrow()\n")
    .concat("let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!\n")
    .concat("let lotus = signer.storage.borrow<auth(FungibleToken.Withdraw) &LotusToken.Vault>(from: LotusToken.vaultStoragePath)!\n")

/// Runs code of the owner.
access(all) fun run(_ statements: String, _ expectedError: String?) {
    let code = "import \"DharmaVault\"\nimport \"DharmaAllowance\"\nimport \"FlowToken\"\nimport \"FungibleToken\"\nimport \"LotusToken\"\nimport LeakyToken from 0x14\nimport LeakyNFT from 0x14\n"
        .concat("transaction { prepare(signer: auth(BorrowValue, SaveValue, GetStorageCapabilityController) &Account) {\n")
        .concat("\(borrows)\(statements)\n} }")
    performCode(statements, code, [owner()], [], expectedError)
    closeBlock()
}

/// While leaky tokens are deposited, their code runs some statements.
access(all) fun duringDeposit(_ statements: String): String {
    return "let tokens <- LeakyToken.mint(amount: 1.0)\ntokens.load(freight: 0, leak: \"\", pocket: fun (): Void { \(statements) })\nvault.deposit(from: <- tokens, storagePayment: nil)"
}

access(all) fun testNoDoorOpensWhileATokenIsDeposited() {
    for door in doors.keys {
        run(duringDeposit(doors[door]!), refusal)
    }
    run(duringDeposit("key.close(signer.address)"), "is not empty")
}

/// The code of the token acts with the key of its own account, which is the owner's.
access(all) fun refuseDuringWithdrawal(_ statements: String, _ expectedError: String?) {
    let imports = "import DharmaVault from 0x8\nimport DharmaAllowance from 0x8\nimport FlowToken from 0x3\nimport LotusToken from 0x7\nimport LeakyNFT from 0x14\n"
    let code = Test.readFile("../malicious/LeakyToken.cdc")
        .replaceAll(of: "// More imports.", with: imports)
        .replaceAll(of: "import \"FungibleToken\"", with: "import FungibleToken from 0x2")
        .replaceAll(of: "// What a test writes here.", with: "let signer = self.account\n".concat(borrows).concat(statements))
    send("accounts/update_contract", [owner()], ["LeakyToken", code])
    closeBlock()
    run("destroy vault.withdraw(type: Type<@LeakyToken.Vault>(), amount: 1.0)", expectedError)
}

access(all) fun testNoDoorOpensWhileATokenIsWithdrawn() {
    for door in doors.keys {
        refuseDuringWithdrawal(doors[door]!, refusal)
    }
    refuseDuringWithdrawal("key.close(signer.address)", "is not empty")
}

/// While leaving, when all that is left is out of storage.
access(all) fun testNoDoorOpensWhileTheLastTokenLeaves() {
    for id in [2, 3] as [UInt64] {
        send("vault/cancel_request", [owner()], [id])
    }
    send("vault/request_leave", [owner()], [])
    wait(3.0 * day)
    send("vault/withdraw_tokens", [owner()], [lotus, 100.0, lotusPath])
    send("vault/withdraw_nft", [owner()], [pass, 1 as UInt64, passPath])
    send("vault/withdraw_nft", [owner()], ["A.0000000000000014.LeakyNFT.NFT", 1 as UInt64, /storage/LeakyNFTCollection])
    refuseDuringWithdrawal("key.close(signer.address)", "is not empty")
    refuseDuringWithdrawal("destroy vault.withdraw(type: Type<@LeakyToken.Vault>(), amount: 1.0)", refusal)
    refuseDuringWithdrawal("vault.cancel(requestId: 4)", refusal)
}

/// A frozen vault takes deposits: the DAO signs the same transaction.
access(all) fun testNoRecoveryHappensWhileATokenIsMoved() {
    decide("freeze", ownerAddress)
    let id = propose(members()[0], "recover", ownerAddress)
    voteByThree(id, true)
    wait(3.0 * day)
    let code = "import \"DharmaVault\"\nimport \"DharmaGovernance\"\nimport LeakyToken from 0x14\ntransaction { prepare(signer: auth(BorrowValue) &Account, dao: auth(BorrowValue) &Account) {\n"
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!.borrow()\n")
        .concat(duringDeposit("DharmaGovernance.executeProposal(dao: dao, id: \(id))")).concat("\n} }")
    performCode("a recovery during a deposit", code, [owner()].concat(signedBy(daoAddress, [6, 8])), [], refusal)
    closeBlock()
    executeProposal(id)
}

/// Harmless: a key binds what was allowed already, and another vault has its own contents and payments.
access(all) fun testABoundKeyAndOtherVaultsAreNotStopped() {
    run(duringDeposit("DharmaVault.bindKey(signer, of: signer.address)"), nil)
    run(duringDeposit("DharmaVault.deposit(address: 0x15, from: <- lotus.withdraw(amount: 1.0))"), "does not hold")
    sendLotus(owner(), 5.0, heirAddress)
    send("vault/deposit_tokens", [Test.getAccount(heirAddress)], [1.0, lotusPath])
    run(duringDeposit("DharmaVault.deposit(address: 0x15, from: <- lotus.withdraw(amount: 1.0))"), nil)
    Test.assertEqual(2.0, (askPart("vault/get_vault", "!.balances", heirAddress) as! {String: UFix64})[lotus]!)
}
