import Test
import "DharmaAllowance"
import "DharmaCustody"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let strangerAddress: Address = 0x0000000000000016
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passes: [UInt64] = [1, 2, 3]
access(all) let passPath: StoragePath = /storage/gardenPassCollection

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress, strangerAddress])
    sendLotus(owner(), 100.0, strangerAddress)
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

access(all) fun stranger(): Test.TestAccount {
    return Test.getAccount(strangerAddress)
}

/// Lotus of the owner, the heir, the stranger, and in the vault: always 1,000 together.
access(all) fun getLotus(): [UFix64] {
    let amounts = askFile("../scripts/get_lotus.cdc", [[ownerAddress, heirAddress, strangerAddress]]) as! [UFix64]
    Test.assertEqual(1000.0, amounts[0] + amounts[1] + amounts[2] + amounts[3])
    return amounts
}

access(all) fun inVault(): UFix64 {
    return getLotus()[3]
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

/// Sends a vault transaction of the owner that must fail.
access(all) fun refuseOwner(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("vault/".concat(name), [owner()], arguments, message)
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [owner()], arguments)
}

access(all) fun testAVaultIsOpenedByItsOwnerOnce() {
    refuseOwner("open_vault", [ownerAddress, {} as {String: UFix64}], "cannot be its own recovery address")
    refuseOwner("deposit_tokens", [1.0, lotusPath], "has no key of a guarded vault")
    refuseOwner("close_vault", [], "has no key of a guarded vault")
    act("open_vault", [heirAddress, {lotus: 50.0}])
    let opened = lastEvent(Type<DharmaVault.Opened>()) as! DharmaVault.Opened
    Test.assertEqual(ownerAddress, opened.address)
    Test.assertEqual(heirAddress, opened.recoveryAddress)
    let changed = lastEvent(Type<DharmaAllowance.AllowanceChanged>()) as! DharmaAllowance.AllowanceChanged
    Test.assertEqual(0.0, changed.before)
    Test.assertEqual(50.0, changed.after)
    refuseOwner("open_vault", [heirAddress, {} as {String: UFix64}], "has a vault already")
    refuse("vault/deposit_tokens", [stranger()], [1.0, lotusPath], "has no key of a guarded vault")
}

access(all) fun testOneScriptDescribesAVault() {
    Test.assertEqual(heirAddress, askPart("vault/get_vault", "!.recoveryAddress", ownerAddress) as! Address)
    Test.assertEqual(nil as Address?, askPart("vault/get_vault", "!.recoveryAddressBefore", ownerAddress) as! Address?)
    Test.assertEqual(getNow(), askPart("vault/get_vault", "!.recoveryAddressSince", ownerAddress) as! UFix64)
    Test.assertEqual(false, askPart("vault/get_vault", "!.isLeaving", ownerAddress) as! Bool)
    Test.assertEqual(0, askPart("vault/get_vault", "!.balances.length", ownerAddress) as! Int)
    Test.assertEqual(0, askPart("vault/get_vault", "!.requests.length", ownerAddress) as! Int)
}

access(all) fun testTokensAndNFTsAreDeposited() {
    act("deposit_tokens", [400.0, lotusPath])
    act("deposit_tokens", [100.0, lotusPath])
    let deposited = lastEvent(Type<DharmaCustody.Deposited>()) as! DharmaCustody.Deposited
    Test.assertEqual(400.0, deposited.balanceBefore)
    Test.assertEqual(500.0, deposited.balanceAfter)
    Test.assertEqual(500.0, inVault())
    for id in passes {
        act("deposit_nft", [id, passPath])
    }
    let nft = lastEvent(Type<DharmaCustody.DepositedNFT>()) as! DharmaCustody.DepositedNFT
    Test.assertEqual(3, nft.countAfter)
    Test.assertEqual(pass, nft.type)
}

access(all) fun testOthersPayInWhatTheOwnerHoldsHere() {
    send("vault/pay_into_vault", [stranger()], [ownerAddress, 10.0, lotusPath])
    Test.assertEqual(510.0, inVault())
    refuse("vault/pay_into_vault", [stranger()], [ownerAddress, 0.0, /storage/flowTokenVault], "does not hold A.")
    refuse("vault/pay_into_vault", [stranger()], [heirAddress, 1.0, lotusPath], "has no vault")
}

access(all) fun testTheAllowanceIsThatOfAnyDay() {
    act("withdraw_tokens", [lotus, 30.0, lotusPath])
    Test.assertEqual(20.0, ask("vault/get_remaining_allowance", [ownerAddress, lotus]) as! UFix64)
    refuseOwner("withdraw_tokens", [lotus, 20.00000001, lotusPath], "may still leave within 24 hours, 20.00000000")
    wait(12.0 * hour)
    act("withdraw_tokens", [lotus, 20.0, lotusPath])
    refuseOwner("withdraw_tokens", [lotus, 0.00000001, lotusPath], "may still leave within 24 hours, 0.00000000")
    let withdrawn = lastEvent(Type<DharmaCustody.Withdrawn>()) as! DharmaCustody.Withdrawn
    Test.assertEqual(480.0, withdrawn.balanceBefore)
    Test.assertEqual(460.0, withdrawn.balanceAfter)
    Test.assertEqual(nil as UInt64?, withdrawn.requestId)
    wait(13.0 * hour)
    Test.assertEqual(30.0, ask("vault/get_remaining_allowance", [ownerAddress, lotus]) as! UFix64)
    wait(12.0 * hour)
    Test.assertEqual(50.0, ask("vault/get_remaining_allowance", [ownerAddress, lotus]) as! UFix64)
    act("withdraw_tokens", [lotus, 50.0, lotusPath])
    Test.assertEqual(410.0, inVault())
    refuseOwner("withdraw_tokens", [lotus, 500.0, lotusPath], "within 24 hours")
    refuseOwner("withdraw_tokens", ["A.0000000000000003.FlowToken.Vault", 1.0, lotusPath], "has no allowance")
    Test.assertEqual(0.0, ask("vault/get_remaining_allowance", [ownerAddress, "A.0000000000000003.FlowToken.Vault"]) as! UFix64)
}

access(all) fun testMoreLeavesOnlyAfterThreeDays() {
    act("request_withdrawal", [lotus, 200.0])
    let id = lastRequest()
    refuseOwner("claim_tokens", [id, lotusPath], "unless a freeze voids it")
    wait(71.9 * hour)
    refuseOwner("claim_tokens", [id, lotusPath], "unless a freeze voids it")
    wait(0.2 * hour)
    refuseOwner("claim_nft", [id, passPath], "is for withdraw")
    refuseOwner("apply_request", [id], "is for withdraw")
    act("claim_tokens", [id, lotusPath])
    Test.assertEqual(210.0, inVault())
    let withdrawn = lastEvent(Type<DharmaCustody.Withdrawn>()) as! DharmaCustody.Withdrawn
    Test.assertEqual(id as UInt64?, withdrawn.requestId)
    let ended = lastEvent(Type<DharmaAllowance.RequestEnded>()) as! DharmaAllowance.RequestEnded
    Test.assertEqual("used", ended.cause)
    refuseOwner("claim_tokens", [id, lotusPath], "has no request")
}

access(all) fun testARequestExpiresAfterSevenMoreDays() {
    act("request_withdrawal", [lotus, 1.0])
    let id = lastRequest()
    wait(10.0 * day)
    refuseOwner("claim_tokens", [id, lotusPath], "unless a freeze voids it")
    act("request_withdrawal", [lotus, 1.0])
    let ended = lastEvent(Type<DharmaAllowance.RequestEnded>()) as! DharmaAllowance.RequestEnded
    Test.assertEqual("void", ended.cause)
    Test.assertEqual(id, ended.requestId)
    act("cancel_request", [lastRequest()])
    let cancelled = lastEvent(Type<DharmaAllowance.RequestEnded>()) as! DharmaAllowance.RequestEnded
    Test.assertEqual("cancelled", cancelled.cause)
    refuseOwner("cancel_request", [id], "has no request")
}

access(all) fun testEightRequestsAreOpenAtMost() {
    var count = 0
    while count < 8 {
        act("request_withdrawal", [lotus, 1.0])
        count = count + 1
    }
    refuseOwner("request_recovery_address", [strangerAddress], "has 8 requests already")
    let last = lastRequest()
    while count > 0 {
        count = count - 1
        act("cancel_request", [last - UInt64(count)])
    }
}

access(all) fun testAnNFTLeavesOnRequest() {
    refuseOwner("withdraw_nft", [pass, 1 as UInt64, passPath], "leaves the vault of 0x0000000000000014 only on request")
    act("request_nft", [pass, 1 as UInt64])
    wait(3.0 * day)
    act("claim_nft", [lastRequest(), passPath])
    let withdrawn = lastEvent(Type<DharmaCustody.WithdrawnNFT>()) as! DharmaCustody.WithdrawnNFT
    Test.assertEqual(1 as UInt64, withdrawn.id)
    Test.assertEqual(2, withdrawn.countAfter)
    act("deposit_nft", [1 as UInt64, passPath])
}

access(all) fun testAnAllowanceFallsAtOnceAndRisesAfterThreeDays() {
    refuseOwner("lower_allowance", [lotus, 50.0], "is not below the allowance of 50.00000000")
    act("lower_allowance", [lotus, 10.0])
    refuseOwner("withdraw_tokens", [lotus, 10.5, lotusPath], "within 24 hours, 10.00000000")
    act("request_allowance", [lotus, 40.0])
    refuseOwner("apply_request", [lastRequest()], "unless a freeze voids it")
    wait(3.0 * day)
    act("apply_request", [lastRequest()])
    let changed = lastEvent(Type<DharmaAllowance.AllowanceChanged>()) as! DharmaAllowance.AllowanceChanged
    Test.assertEqual(10.0, changed.before)
    Test.assertEqual(40.0, changed.after)
}

access(all) fun testTheRecoveryAddressChangesAfterThreeDays() {
    refuseOwner("request_recovery_address", [ownerAddress], "cannot be its own recovery address")
    act("request_recovery_address", [strangerAddress])
    refuseOwner("apply_request", [lastRequest()], "unless a freeze voids it")
    wait(3.0 * day)
    act("apply_request", [lastRequest()])
    let changed = lastEvent(Type<DharmaVault.RecoveryAddressChanged>()) as! DharmaVault.RecoveryAddressChanged
    Test.assertEqual(heirAddress as Address?, changed.before)
    Test.assertEqual(strangerAddress, changed.after)
    Test.assertEqual(heirAddress as Address?, askPart("vault/get_vault", "!.recoveryAddressBefore", ownerAddress) as! Address?)
    Test.assertEqual(getNow(), askPart("vault/get_vault", "!.recoveryAddressSince", ownerAddress) as! UFix64)
    act("request_recovery_address", [heirAddress])
    wait(3.0 * day)
    act("apply_request", [lastRequest()])
}

access(all) fun testLeavingTakesThreeDaysAndEverything() {
    refuseOwner("close_vault", [], "is not empty")
    act("request_leave", [])
    refuseOwner("withdraw_tokens", [lotus, 210.0, lotusPath], "within 24 hours")
    wait(3.0 * day)
    act("withdraw_tokens", [lotus, 210.0, lotusPath])
    for id in passes {
        act("withdraw_nft", [pass, id, passPath])
    }
    Test.assertEqual(0.0, inVault())
    act("close_vault", [])
    let closed = lastEvent(Type<DharmaVault.Closed>()) as! DharmaVault.Closed
    Test.assertEqual(ownerAddress, closed.address)
    Test.assertEqual(nil, ask("vault/get_vault", [ownerAddress]))
    refuseOwner("request_leave", [], "has no key of a guarded vault")
}

access(all) fun testNothingLeavesNorDoesTheOwnerWhileFrozenAndNoClockRunsOn() {
    act("open_vault", [heirAddress, {lotus: 50.0}])
    act("deposit_tokens", [300.0, lotusPath])
    act("deposit_nft", [1 as UInt64, passPath])
    act("request_withdrawal", [lotus, 300.0])
    let first = lastRequest()
    act("request_recovery_address", [strangerAddress])
    act("request_nft", [pass, 1 as UInt64])
    wait(60.0 * hour)
    decide("freeze", ownerAddress)
    let frozen = "0x0000000000000014 is frozen"
    refuseOwner("withdraw_tokens", [lotus, 1.0, lotusPath], frozen)
    refuseOwner("claim_tokens", [first, lotusPath], frozen)
    refuseOwner("apply_request", [first + 1], frozen)
    refuseOwner("claim_nft", [first + 2, passPath], frozen)
    refuseOwner("withdraw_nft", [pass, 1 as UInt64, passPath], frozen)
    refuseOwner("request_leave", [], frozen)
    refuseOwner("request_recovery_address", [strangerAddress], frozen)
    act("deposit_tokens", [10.0, lotusPath])
    act("lower_allowance", [lotus, 45.0])
    Test.assertEqual(310.0, inVault())
    wait(7.0 * day)
    act("withdraw_tokens", [lotus, 10.0, lotusPath])
    refuseOwner("withdraw_tokens", [lotus, 300.0, lotusPath], "within 24 hours")
    refuseOwner("withdraw_nft", [pass, 1 as UInt64, passPath], "only on request")
    refuseOwner("claim_tokens", [first, lotusPath], "unless a freeze voids it")
    refuseOwner("apply_request", [first + 1], "unless a freeze voids it")
    refuseOwner("claim_nft", [first + 2, passPath], "unless a freeze voids it")
    act("request_withdrawal", [lotus, 300.0])
    refuseOwner("claim_tokens", [lastRequest(), lotusPath], "unless a freeze voids it")
    wait(3.0 * day)
    act("claim_tokens", [lastRequest(), lotusPath])
    Test.assertEqual(0.0, inVault())
    act("deposit_tokens", [200.0, lotusPath])
}

access(all) fun testEvenAShortFreezeVoidsARequestToLeave() {
    act("request_leave", [])
    decide("freeze", ownerAddress)
    decide("unfreeze", ownerAddress)
    wait(30.0 * hour)
    refuseOwner("withdraw_tokens", [lotus, 100.0, lotusPath], "within 24 hours")
}

access(all) fun testNobodyIsFrozenForEver() {
    decide("freeze", ownerAddress)
    wait(6.0 * day)
    decide("freeze", ownerAddress)
    wait(6.9 * day)
    refuseOwner("withdraw_tokens", [lotus, 1.0, lotusPath], "is frozen")
    wait(0.2 * day)
    act("withdraw_tokens", [lotus, 1.0, lotusPath])
}

access(all) fun testAVaultIsNotOpenedOrClosedWhileFrozen() {
    wait(7.0 * day)
    act("request_withdrawal", [lotus, inVault()])
    act("request_nft", [pass, 1 as UInt64])
    wait(3.0 * day)
    act("claim_tokens", [lastRequest() - 1, lotusPath])
    act("claim_nft", [lastRequest(), passPath])
    act("request_leave", [])
    wait(3.0 * day)
    act("close_vault", [])
    decide("freeze", ownerAddress)
    refuseOwner("open_vault", [strangerAddress, {} as {String: UFix64}], "is frozen")
    decide("unfreeze", ownerAddress)
    act("open_vault", [heirAddress, {} as {String: UFix64}])
    decide("freeze", ownerAddress)
    refuseOwner("close_vault", [], "is frozen")
}

/// Only a transaction that the account signs has what opening and binding ask for.
access(all) fun testNobodyOpensAVaultOrBindsAKeyForAnotherAccount() {
    for attack in [
        "DharmaVault.open(getAccount(0x14), recoveryAddress: 0x15, allowances: {}, storageDeposit: panic(\"\"))",
        "DharmaVault.bindKey(getAccount(0x14), of: 0x14)"
    ] {
        let code = "import \"DharmaVault\"\ntransaction { prepare(signer: &Account) { \(attack) } }"
        performCode(attack, code, [stranger()], [], "expected `auth(SaveValue, GetStorageCapabilityController) &Account`, got `&Account`")
    }
}

access(all) fun testMaliciousContractsReachNoInnerFunction() {
    for attack in [
        "let taken <- DharmaVault.borrowVault(0x14)!.withdraw(type: Type<Int>(), amount: 1.0)\ndestroy taken",
        "DharmaVault.borrowVault(0x14)!.handOver(to: 0x15, proposalId: 1, reasonHash: \"\")",
        "DharmaVault.borrowVault(0x14)!.setLimit(Type<Int>(), 1.0)",
        "DharmaVault.borrowVault(0x14)!.setRecoveryAddress(0x15)",
        "DharmaVault.borrowVault(0x14)!.deposit(from: panic(\"\"), storagePayment: nil)",
        "DharmaVault.borrowVault(0x14)!.depositNFT(token: panic(\"\"), storagePayment: nil)",
        "DharmaVault.borrowVault(0x14)!.receive(panic(\"\"))",
        "let nft <- DharmaVault.borrowVault(0x14)!.withdrawNFT(type: Type<Int>(), id: 1)\ndestroy nft",
        "let taken <- DharmaVault.borrowVault(0x14)!.claim(requestId: 1)\ndestroy taken",
        "let nft <- DharmaVault.borrowVault(0x14)!.claimNFT(requestId: 1)\ndestroy nft",
        "DharmaVault.borrowVault(0x14)!.apply(requestId: 1)",
        "DharmaVault.borrowVault(0x14)!.lowerAllowance(type: Type<Int>(), limit: 1.0)",
        "DharmaVault.borrowVault(0x14)!.request(DharmaAllowance.leave())",
        "DharmaVault.borrowVault(0x14)!.cancel(requestId: 1)",
        "DharmaVault.borrowVault(0x14)!.use(1, [])",
        "DharmaVault.borrowVault(0x14)!.requests.voidAll()",
        "DharmaVault.borrowVault(0x14)!.allowances.setLimit(Type<Int>(), 1.0)",
        "DharmaVault.borrowVault(0x14)!.borrowHoldings().deposit(panic(\"\"), payment: nil)",
        "DharmaVault.borrowVault(0x14)!.borrowHoldings().depositNFT(panic(\"\"), payment: nil)",
        "DharmaVault.borrowVault(0x14)!.borrowHoldings().close(owner: 0x15)",
        "DharmaVault.borrowVault(0x14)!.borrowHoldings().payBack(to: 0x15)",
        "let nft <- DharmaVault.borrowVault(0x14)!.borrowHoldings().withdrawNFT(Type<Int>(), 1, requestId: nil, owner: 0x15)\ndestroy nft",
        "(nil as &DharmaVault.OwnerKey?)!.borrow()",
        "(nil as &DharmaVault.OwnerKey?)!.borrowRecovered(of: 0x14)",
        "(nil as &DharmaVault.OwnerKey?)!.close(0x14)",
        "(nil as &DharmaVault.Recoverer?)!.recover(address: 0x14, to: 0x15, proposalId: 1, reasonHash: \"\")",
        "DharmaVault.forgetKey(0x14)",
        "DharmaVault.vaults.length",
        "DharmaVault.boundKey[0x14]",
        "DharmaAllowance.Requests(address: 0x14).add(DharmaAllowance.leave())",
        "DharmaAllowance.Requests(address: 0x14).use(1, [])",
        "DharmaAllowance.Requests(address: 0x14).end(1, cause: \"\")",
        "DharmaAllowance.Allowances(address: 0x14).spend(Type<Int>(), 1.0)",
        "DharmaAllowance.Allowances(address: 0x14).lower(Type<Int>(), 1.0)",
        "destroy DharmaCustody.requireSlot(panic(\"\"))",
        "DharmaVault.close(0x14)",
        "let taken <- DharmaVault.borrowVault(0x14)!.borrowHoldings().withdraw(Type<Int>(), 1.0, requestId: nil, owner: 0x15)\ndestroy taken",
        "destroy DharmaCustody.createHoldings(address: 0x14, storageDeposit: panic(\"\"))",
        "DharmaCustody.borrowFlow()",
        "DharmaAllowance.Allowance(limit: 1.0).setLimit(2.0)",
        "destroy create DharmaVault.Recoverer()",
        "destroy create DharmaVault.OwnerKey()"
    ] {
        refuseCode(attack, ["DharmaVault", "DharmaCustody", "DharmaAllowance"])
    }
}
