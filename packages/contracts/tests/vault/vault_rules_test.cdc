import Test
import "DharmaAllowance"
import "DharmaCustody"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// The rules 31 to 37, each with what a thief tries against it.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let thiefAddress: Address = 0x0000000000000016
/// An address of an account that was never created.
access(all) let nobodyAddress: Address = 0x00000000000fffff
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let flow: String = "A.0000000000000003.FlowToken.Vault"
access(all) let flowPath: StoragePath = /storage/flowTokenVault
access(all) let notBound: String = "is not the one that was bound there last"
access(all) let noKey: String = "The account 0x0000000000000014 has no key of a guarded vault"
access(all) let noRequest: String = "Everything may leave the vault of 0x0000000000000014, which was recovered, without a request"
access(all) let wasRecovered: String = "The vault of 0x0000000000000014 was recovered to 0x0000000000000015"

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress, thiefAddress])
    deployTo("MaliciousGift", "../malicious/MaliciousGift.cdc", Test.getAccount(thiefAddress))
    openVault()
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun openVault() {
    act("open_vault", [heirAddress, {lotus: 50.0, flow: 5.0}])
    act("deposit_tokens", [100.0, lotusPath])
    act("deposit_nft", [1 as UInt64, passPath])
}

access(all) fun owner(): Test.TestAccount {
    return Test.getAccount(ownerAddress)
}

access(all) fun heir(): Test.TestAccount {
    return Test.getAccount(heirAddress)
}

access(all) fun thief(): Test.TestAccount {
    return Test.getAccount(thiefAddress)
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [owner()], arguments)
}

access(all) fun refuseOwner(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("vault/".concat(name), [owner()], arguments, message)
}

/// Makes a request and answers its number.
access(all) fun request(_ name: String, _ arguments: [AnyStruct]): UInt64 {
    act("request_".concat(name), arguments)
    return lastRequest()
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

access(all) fun takeOver(_ name: String, _ arguments: [AnyStruct]) {
    send("recovery/".concat(name), [heir()], [ownerAddress as AnyStruct].concat(arguments))
}

access(all) fun refuseHeir(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("recovery/".concat(name), [heir()], [ownerAddress as AnyStruct].concat(arguments), message)
}

access(all) fun getVault(_ part: String): AnyStruct? {
    return askPart("vault/get_vault", "!.".concat(part), ownerAddress)
}

access(all) fun getBoundKey(_ address: Address): UInt64? {
    return askCode(
        "import \"DharmaVault\"\naccess(all) fun main(a: Address): UInt64? { return DharmaVault.getBoundKey(a) }",
        [address]
    ) as! UInt64?
}

access(all) fun getFlow(_ address: Address): UFix64 {
    return askCode("access(all) fun main(a: Address): UFix64 { return getAccount(a).balance }", [address]) as! UFix64
}

/// Lotus of the owner, the heir, the thief, and in the vault.
access(all) fun getLotus(): [UFix64] {
    return askFile("../scripts/get_lotus.cdc", [[ownerAddress, heirAddress, thiefAddress]]) as! [UFix64]
}

/// A thief who signs for an account once hides its key inside a resource of the owner's account.
access(all) fun hideKey() {
    perform("../transactions/vault/hide_key.cdc", [owner()], [], nil)
}

access(all) fun rob(_ refusal: String?) {
    perform("../transactions/vault/open_gift.cdc", [thief()], [ownerAddress], refusal)
}

access(all) fun testRule31AHiddenKeyIsPowerlessOnceAnotherIsBound() {
    hideKey()
    rob(nil)
    let hidden = getBoundKey(ownerAddress)!
    act("bind_key", [ownerAddress])
    let bound = lastEvent(Type<DharmaVault.KeyBound>()) as! DharmaVault.KeyBound
    Test.assertEqual(ownerAddress, bound.address)
    Test.assertEqual(getBoundKey(ownerAddress), bound.keyId as UInt64?)
    Test.assert(bound.keyId != hidden)
    rob(notBound)
    act("withdraw_tokens", [lotus, 5.0, lotusPath])
    act("bind_key", [ownerAddress])
    act("withdraw_tokens", [lotus, 5.0, lotusPath])
}

access(all) fun testRule31AHiddenKeyIsPowerlessInAVaultThatWasClosedAndOpenedAnew() {
    hideKey()
    act("bind_key", [ownerAddress])
    act("request_leave", [])
    wait(3.0 * day)
    act("withdraw_tokens", [lotus, 100.0, lotusPath])
    act("withdraw_nft", [pass, 1 as UInt64, passPath])
    act("close_vault", [])
    Test.assertEqual(nil as UInt64?, getBoundKey(ownerAddress))
    openVault()
    rob(notBound)
}

access(all) fun testRule31ACapabilityToTheKeyIsPowerlessOnceAnotherIsBound() {
    perform("../transactions/vault/lend_key.cdc", [owner(), thief()], [], nil)
    perform("../transactions/vault/use_lent_key.cdc", [thief()], [5.0], nil)
    act("bind_key", [ownerAddress])
    perform("../transactions/vault/use_lent_key.cdc", [thief()], [5.0], notBound)
}

access(all) fun testRule31TheKeyOfAnotherAccountIsPowerless() {
    send("vault/open_vault", [thief()], [heirAddress, {} as {String: UFix64}])
    perform("../transactions/vault/give_key.cdc", [thief(), owner()], [], nil)
    rob(notBound)
    send("vault/bind_key", [thief()], [thiefAddress])
    perform("../transactions/vault/use_loose_key.cdc", [thief()], [], "The key is not stored in an account")
}

access(all) fun testRule31OnlyWhoOwnsAVaultBindsAKey() {
    refuse("vault/bind_key", [thief()], [thiefAddress], "0x0000000000000016 has no vault")
    refuse("vault/bind_key", [thief()], [ownerAddress], "The vault of 0x0000000000000014 is not one of 0x0000000000000016")
    Test.assertEqual(nil as UInt64?, getBoundKey(thiefAddress))
    refuse("vault/close_vault", [thief()], [], "has no key of a guarded vault")
}

/// Neither the recovery address nor an allowance changes at once, even where the allowance covers all contents.
access(all) fun testRule32AnEmptiedVaultIsClosedOnlyOnARequestToLeave() {
    act("withdraw_tokens", [lotus, 50.0, lotusPath])
    wait(25.0 * hour)
    act("withdraw_tokens", [lotus, 50.0, lotusPath])
    let id = request("nft", [pass, 1 as UInt64])
    wait(3.0 * day)
    act("claim_nft", [id, passPath])
    let refusal = "The vault of 0x0000000000000014 is closed only on a request to leave"
    refuseOwner("close_vault", [], refusal)
    act("request_leave", [])
    refuseOwner("close_vault", [], refusal)
    wait(3.0 * day)
    act("close_vault", [])
}

access(all) fun testRule32ARequestIsUsedFrom72HoursTo10DaysAfterIt() {
    let first = request("withdrawal", [lotus, 10.0])
    let second = request("withdrawal", [lotus, 10.0])
    let third = request("withdrawal", [lotus, 10.0])
    goTo(72.0, -1.0)
    refuseOwner("claim_tokens", [first, lotusPath], "unless a freeze voids it")
    goTo(72.0, 0.0)
    act("claim_tokens", [first, lotusPath])
    goTo(240.0, -1.0)
    act("claim_tokens", [second, lotusPath])
    goTo(240.0, 0.0)
    refuseOwner("claim_tokens", [third, lotusPath], "unless a freeze voids it")
}

access(all) fun testRule32AFreezeVoidsWhatWasRequestedBeforeItsEnd() {
    let tokens = request("withdrawal", [lotus, 10.0])
    let nft = request("nft", [pass, 1 as UInt64])
    let recoveryAddress = request("recovery_address", [thiefAddress])
    decide("freeze", ownerAddress)
    decide("unfreeze", ownerAddress)
    wait(30.0 * hour)
    let void = "unless a freeze voids it"
    refuseOwner("claim_tokens", [tokens, lotusPath], void)
    refuseOwner("claim_nft", [nft, passPath], void)
    refuseOwner("apply_request", [recoveryAddress], void)
    act("request_nft", [pass, 1 as UInt64])
}

access(all) fun testRule33WhatARequestNamesIsSetAside() {
    let tooMuch = "of A.0000000000000007.LotusToken.Vault is not requested already"
    refuseOwner("request_withdrawal", [lotus, 100.00000001], "Only 100.00000000 ".concat(tooMuch))
    let id = request("withdrawal", [lotus, 60.0])
    Test.assertEqual({lotus: 40.0}, getVault("freeBalances") as! {String: UFix64})
    Test.assertEqual(40.0, ask("vault/get_remaining_allowance", [ownerAddress, lotus]) as! UFix64)
    refuseOwner("withdraw_tokens", [lotus, 40.00000001, lotusPath], "Only 40.00000000 ".concat(tooMuch))
    refuseOwner("request_withdrawal", [lotus, 40.00000001], "Only 40.00000000 ".concat(tooMuch))
    act("withdraw_tokens", [lotus, 30.0, lotusPath])
    act("request_withdrawal", [lotus, 10.0])
    refuseOwner("withdraw_tokens", [lotus, 0.00000001, lotusPath], "Only 0.00000000 ".concat(tooMuch))
    act("cancel_request", [lastRequest()])
    act("withdraw_tokens", [lotus, 10.0, lotusPath])
    wait(3.0 * day)
    act("claim_tokens", [id, lotusPath])
    Test.assertEqual([1000.0, 0.0, 0.0, 0.0], getLotus())
}

access(all) fun testRule33ARequestNeverOutlivesItsTokens() {
    let id = request("withdrawal", [lotus, 100.0])
    wait(3.0 * day)
    refuseOwner("withdraw_tokens", [lotus, 50.0, lotusPath], "Only 0.00000000 of")
    act("deposit_tokens", [50.0, lotusPath])
    act("claim_tokens", [id, lotusPath])
    Test.assertEqual(50.0, getLotus()[3])
    refuseOwner("claim_tokens", [id, lotusPath], "has no request")
}

access(all) fun testRule33WhatIsVoidOrExpiredSetsNothingAside() {
    act("request_withdrawal", [lotus, 100.0])
    decide("freeze", ownerAddress)
    decide("unfreeze", ownerAddress)
    wait(1.0)
    Test.assertEqual({lotus: 100.0}, getVault("freeBalances") as! {String: UFix64})
    act("request_withdrawal", [lotus, 100.0])
    wait(10.0 * day)
    act("withdraw_tokens", [lotus, 50.0, lotusPath])
}

access(all) fun testRule33ARequestForOneTokenSetsNothingOfAnotherAside() {
    act("deposit_tokens", [5.0, flowPath])
    act("request_withdrawal", [flow, 5.0])
    Test.assertEqual({lotus: 100.0, flow: 0.0}, getVault("freeBalances") as! {String: UFix64})
    act("withdraw_tokens", [lotus, 50.0, lotusPath])
    refuseOwner("withdraw_tokens", [flow, 1.0, flowPath], "Only 0.00000000 of \(flow)")
}

access(all) fun testRule34NothingIsNamedByTwoStandingRequests() {
    act("deposit_nft", [2 as UInt64, passPath])
    let named: [[AnyStruct]] = [
        ["nft", [pass, 1 as UInt64] as [AnyStruct], "withdraw NFT"],
        ["allowance", [lotus, 80.0] as [AnyStruct], "allowance"],
        ["recovery_address", [thiefAddress] as [AnyStruct], "recovery address"]
    ]
    for each in named {
        let id = request(each[0] as! String, each[1] as! [AnyStruct])
        refuseOwner(
            "request_".concat(each[0] as! String),
            each[1] as! [AnyStruct],
            "Request \(id) of \(ownerAddress), \(each[2] as! String), names the same; cancel it first"
        )
    }
    refuseOwner("request_allowance", [lotus, 90.0], "allowance, names the same")
    refuseOwner("request_recovery_address", [agentAddress], "recovery address, names the same")
    act("request_nft", [pass, 2 as UInt64])
    act("request_allowance", [flow, 90.0])
    act("cancel_request", [lastRequest()])
    act("request_allowance", [flow, 91.0])
}

access(all) fun testRule34AnNFTRequestedOnceDoesNotLeaveTwice() {
    let id = request("nft", [pass, 1 as UInt64])
    refuseOwner("request_nft", [pass, 1 as UInt64], "names the same")
    wait(3.0 * day)
    act("claim_nft", [id, passPath])
    act("deposit_nft", [1 as UInt64, passPath])
    refuseOwner("claim_nft", [id, passPath], "has no request")
    act("request_nft", [pass, 1 as UInt64])
    refuseOwner("claim_nft", [lastRequest(), passPath], "unless a freeze voids it")
    refuseOwner("request_nft", [pass, 2 as UInt64], "does not hold A.0000000000000007.GardenPass.NFT 2")
}

access(all) fun testRule34OneRequestToLeaveStands() {
    let id = request("leave", [])
    refuseOwner("request_leave", [], "leave, names the same")
    wait(10.0 * day)
    act("request_leave", [])
    Test.assert(lastRequest() != id)
}

access(all) fun refuseDeposits() {
    let refusal = "to leave is pending; cancel it before a deposit"
    refuseOwner("deposit_tokens", [1.0, lotusPath], refusal)
    refuseOwner("deposit_nft", [2 as UInt64, passPath], refusal)
    refuse("vault/pay_into_vault", [heir()], [ownerAddress, 1.0, lotusPath], refusal)
}

access(all) fun testRule35NothingIsDepositedWhileARequestToLeaveStands() {
    sendLotus(owner(), 10.0, heirAddress)
    let id = request("leave", [])
    refuseDeposits()
    wait(3.0 * day)
    refuseDeposits()
    act("cancel_request", [id])
    act("deposit_tokens", [1.0, lotusPath])
    refuseOwner("withdraw_tokens", [lotus, 100.0, lotusPath], "within 24 hours")
    act("request_leave", [])
    wait(9.9 * day)
    refuseDeposits()
    wait(0.1 * day)
    act("deposit_tokens", [1.0, lotusPath])
    act("request_leave", [])
    decide("freeze", ownerAddress)
    act("deposit_tokens", [1.0, lotusPath])
    send("vault/pay_into_vault", [heir()], [ownerAddress, 1.0, lotusPath])
}

access(all) fun testRule35NoOtherRequestForContentsStandsBesideOneToLeave() {
    let tokens = request("withdrawal", [lotus, 10.0])
    refuseOwner("request_leave", [], "withdraw, names the same")
    act("cancel_request", [tokens])
    let nft = request("nft", [pass, 1 as UInt64])
    refuseOwner("request_leave", [], "withdraw NFT, names the same")
    act("cancel_request", [nft])
    act("request_allowance", [lotus, 60.0])
    act("request_leave", [])
    refuseOwner("request_withdrawal", [lotus, 10.0], "leave, names the same")
    refuseOwner("request_nft", [pass, 1 as UInt64], "leave, names the same")
    act("request_recovery_address", [thiefAddress])
}

access(all) fun testRule36ARecoveryAddressIsAnAccountForWhichSomebodyCanSign() {
    let unknown = "account not found for address 00000000000fffff"
    refuse("vault/open_vault", [thief()], [nobodyAddress, {} as {String: UFix64}], unknown)
    refuseOwner("request_recovery_address", [nobodyAddress], unknown)
    let keyless = createKeylessAccount()
    let refusal = "Nobody can sign for \(keyless), whose keys weigh 0.00000000"
    refuse("vault/open_vault", [thief()], [keyless, {} as {String: UFix64}], refusal)
    refuseOwner("request_recovery_address", [keyless], refusal)
}

access(all) fun testRule36RevokedKeysAndHalfAKeyDoNotSign() {
    let revoke = "transaction { prepare(signer: auth(RevokeKey) &Account) { let _ = signer.keys.revoke(keyIndex: 0) } }"
    let half = Person(agentAddress, 1)
    addKey(half.account, 1, 999.0)
    closeBlock()
    performCode("the key is revoked", revoke, [half.account], [], nil)
    refuseOwner("request_recovery_address", [agentAddress], "Nobody can sign for \(agentAddress), whose keys weigh 999.00000000")
    addKey(thief(), 2, 1.0)
    performCode("the key is revoked", revoke, [thief()], [], nil)
    refuseOwner("request_recovery_address", [thiefAddress], "Nobody can sign for \(thiefAddress), whose keys weigh 1.00000000")
}

access(all) fun createKeylessAccount(): Address {
    let code = "transaction { prepare(signer: auth(BorrowValue, SaveValue) &Account) { signer.storage.save(Account(payer: signer).address, to: /storage/keyless) } }"
    performCode("keyless account", code, [thief()], [], nil)
    return askCode(
        "access(all) fun main(a: Address): Address { return getAuthAccount<auth(CopyValue) &Account>(a).storage.copy<Address>(from: /storage/keyless)! }",
        [thiefAddress]
    ) as! Address
}

/// An address that became useless while the request waited is refused when the request is used.
access(all) fun testRule36ARecoveryAddressIsLookedAtAgainAtUse() {
    let id = request("recovery_address", [agentAddress])
    wait(3.0 * day)
    revokeKey(agent())
    refuseOwner("apply_request", [id], "Nobody can sign for \(agentAddress), whose keys weigh 0.00000000")
    Test.assertEqual(heirAddress as Address?, getVault("recoveryAddress") as! Address?)
}

access(all) fun revokeKey(_ account: Test.TestAccount) {
    let code = "transaction { prepare(signer: auth(RevokeKey) &Account) { signer.keys.revoke(keyIndex: 0) } }"
    performCode("a key is revoked", code, [account], [], nil)
    closeBlock()
}

access(all) fun testRule36TheOwnerIsNotItsOwnRecoveryAddress() {
    refuseOwner("request_recovery_address", [ownerAddress], "cannot be its own recovery address")
    refuse("vault/open_vault", [thief()], [thiefAddress, {} as {String: UFix64}], "cannot be its own recovery address")
}

access(all) fun testRule36ThePresentAddressRequestedAgainDoesNotHideTheOneBefore() {
    refuseOwner("request_recovery_address", [heirAddress], "0x0000000000000015 is the recovery address of 0x0000000000000014 already")
    let id = request("recovery_address", [thiefAddress])
    wait(3.0 * day)
    act("apply_request", [id])
    let since = getNow()
    refuseOwner("request_recovery_address", [thiefAddress], "is the recovery address of 0x0000000000000014 already")
    Test.assertEqual(heirAddress as Address?, getVault("recoveryAddressBefore") as! Address?)
    Test.assertEqual(since, getVault("recoveryAddressSince") as! UFix64)
    let changed = lastEvent(Type<DharmaVault.RecoveryAddressChanged>()) as! DharmaVault.RecoveryAddressChanged
    Test.assertEqual(heirAddress as Address?, changed.before)
    Test.assertEqual(thiefAddress, changed.after)
}

access(all) fun testRule37ARecoveryPutsTheRecoveryAddressInTheOwnersPlace() {
    refuseHeir("close_recovered_vault", [], "has no key of a guarded vault")
    refuse("vault/bind_key", [heir()], [ownerAddress], "is not one of 0x0000000000000015")
    let id = recoverVault(ownerAddress)
    let recovered = lastEvent(Type<DharmaVault.Recovered>()) as! DharmaVault.Recovered
    Test.assertEqual(heirAddress, recovered.to)
    Test.assertEqual(id, recovered.proposalId)
    Test.assertEqual(heirAddress as Address?, getVault("recoveredTo") as! Address?)
    Test.assertEqual(nil as Address?, getVault("recoveryAddress") as! Address?)
    Test.assertEqual(nil as Address?, getVault("recoveryAddressBefore") as! Address?)
    Test.assertEqual(nil, ask("vault/get_recovery_address", [ownerAddress]))
    refuseHeir("withdraw_recovered_tokens", [lotus, lotusPath], "has no key of a guarded vault")
    send("vault/bind_key", [heir()], [ownerAddress])
    takeOver("withdraw_recovered_tokens", [lotus, lotusPath])
    Test.assertEqual([900.0, 100.0, 0.0, 0.0], getLotus())
    refuseHeir("close_recovered_vault", [], "is not empty")
    takeOver("withdraw_recovered_nfts", [pass, 0, passPath])
    Test.assertEqual(1, (getVault("nftIds") as! {String: [UInt64]}).length)
    takeOver("withdraw_recovered_nfts", [pass, 5, passPath])
    Test.assertEqual([1 as UInt64], ask("nfts/get_ids", [heirAddress, /public/gardenPassCollection]) as! [UInt64])
    let before = getFlow(heirAddress)
    takeOver("close_recovered_vault", [])
    Test.assertEqual(before + 0.00128, getFlow(heirAddress))
    let returned = lastEvent(Type<DharmaCustody.StorageReturned>()) as! DharmaCustody.StorageReturned
    Test.assertEqual([ownerAddress, heirAddress], [returned.address, returned.to])
    let closed = lastEvent(Type<DharmaVault.Closed>()) as! DharmaVault.Closed
    Test.assertEqual(heirAddress, closed.returnedTo)
    Test.assertEqual(nil as UInt64?, getBoundKey(heirAddress))
    wait(7.0 * day)
    act("open_vault", [heirAddress, {} as {String: UFix64}])
    refuseHeir("close_recovered_vault", [], "has no key of a guarded vault")
}

access(all) fun testRule37TheKeyAndTheRequestsOfTheFormerOwnerAreVoid() {
    freeze()
    wait(7.0 * day)
    let id = request("recovery_address", [thiefAddress])
    let leave = request("leave", [])
    hideKey()
    recoverVault(ownerAddress)
    let ended = lastEvent(Type<DharmaAllowance.RequestEnded>()) as! DharmaAllowance.RequestEnded
    Test.assertEqual("void", ended.cause)
    Test.assertEqual(0, getVault("requests.length") as! Int)
    Test.assertEqual(nil as UInt64?, getBoundKey(ownerAddress))
    rob(wasRecovered)
    refuseOwner("bind_key", [ownerAddress], wasRecovered)
    wait(7.0 * day)
    rob(wasRecovered)
    refuseOwner("open_vault", [heirAddress, {} as {String: UFix64}], "has a vault already")
    refuse("vault/pay_into_vault", [owner()], [ownerAddress, 1.0, lotusPath], wasRecovered)
}

access(all) fun testRule37TheFormerOwnerDoesNothingWithItsKey() {
    recoverVault(ownerAddress)
    let recovered = "The vault of \(ownerAddress) was recovered to"
    for days in [0.0, 7.0] as [Fix64] {
        wait(days * day)
        refuseOwner("withdraw_tokens", [lotus, 1.0, lotusPath], recovered)
        refuseOwner("deposit_tokens", [1.0, lotusPath], recovered)
        refuseOwner("request_leave", [], recovered)
        refuseOwner("close_vault", [], recovered)
        refuse("recovery/withdraw_recovered_tokens", [owner()], [ownerAddress, lotus, lotusPath], recovered)
    }
}

access(all) fun freeze() {
    decide("freeze", ownerAddress)
}

access(all) fun testRule37OnlyAFreezeOfTheNewOwnerStopsTheVault() {
    recoverVault(ownerAddress)
    send("vault/bind_key", [heir()], [ownerAddress])
    // The former owner is frozen still.
    Test.assertEqual(true, askPart("protection/get_protection_status", ".isFrozen", ownerAddress) as! Bool)
    takeOver("withdraw_recovered_nfts", [pass, 1, passPath])
    decide("freeze", heirAddress)
    let frozen = "0x0000000000000015 is frozen"
    refuseHeir("withdraw_recovered_tokens", [lotus, lotusPath], frozen)
    decide("unfreeze", heirAddress)
    takeOver("withdraw_recovered_tokens", [lotus, lotusPath])
    decide("freeze", heirAddress)
    refuseHeir("close_recovered_vault", [], frozen)
}

access(all) fun testRule37ARecoveredVaultHasNoRecoveryAddressAndIsNotRecoveredAgain() {
    recoverVault(ownerAddress)
    send("vault/bind_key", [heir()], [ownerAddress])
    byHeir("vault.request(DharmaAllowance.recoveryAddress(\(thiefAddress)))", noRequest)
    Test.assertEqual(nil as Address?, getVault("recoveryAddress") as! Address?)
    decide("freeze", heirAddress)
    decide("freeze", ownerAddress)
    let alice = members()[0]
    let recover = fun (_ target: Address, _ refusal: String) {
        let details = ["Action: recover", "Target: \(target)"]
        let next = alice.next(proposals)
        let message = buildMessage("proposal", details, "Proposer", alice.address(), next)
        let arguments: [AnyStruct] = ["recover", target, "A reason of enough characters"]
        refuse("governance/create_proposal", [relayer()], arguments.concat(alice.signed(message, next)), refusal)
    }
    recover(ownerAddress, "was recovered already")
    recover(heirAddress, "has no guarded vault to recover")
}

access(all) fun testRule37ARecoveredVaultTakesNothingInAndNeedsNoRequest() {
    recoverVault(ownerAddress)
    send("vault/bind_key", [heir()], [ownerAddress])
    for statement in [
        "vault.request(DharmaAllowance.leave())",
        "vault.request(DharmaAllowance.withdrawal(type: Type<Int>(), amount: 1.0))"
    ] {
        byHeir(statement, noRequest)
    }
    byHeir("vault.deposit(from: <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>()), storagePayment: nil)", wasRecovered)
}

/// Runs code of the heir that has the recovered vault in `vault`.
access(all) fun byHeir(_ statement: String, _ refusal: String?) {
    let code = "import \"DharmaVault\"\nimport \"DharmaAllowance\"\nimport \"FlowToken\"\n"
        .concat("transaction { prepare(signer: auth(BorrowValue) &Account) {\n")
        .concat("let vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!")
        .concat(".borrowRecovered(of: \(ownerAddress))\n\(statement)\n} }")
    performCode(statement, code, [heir()], [], refusal)
}

access(all) fun testRule37TheNewOwnerKeepsItsOwnVaultBesideTheRecoveredOne() {
    sendLotus(owner(), 20.0, heirAddress)
    send("vault/open_vault", [heir()], [thiefAddress, {lotus: 1.0}])
    send("vault/deposit_tokens", [heir()], [20.0, lotusPath])
    recoverVault(ownerAddress)
    // The key of its own vault reaches the recovered one too.
    takeOver("withdraw_recovered_tokens", [lotus, lotusPath])
    takeOver("withdraw_recovered_nfts", [pass, 1, passPath])
    takeOver("close_recovered_vault", [])
    send("vault/withdraw_tokens", [heir()], [lotus, 1.0, lotusPath])
    refuse("vault/withdraw_tokens", [heir()], [lotus, 1.0, lotusPath], "within 24 hours")
}

access(all) fun testRule37ARecoveredVaultWhoseOwnersVaultIsClosedNeedsAKeyAgain() {
    send("vault/open_vault", [heir()], [thiefAddress, {lotus: 1.0}])
    recoverVault(ownerAddress)
    send("vault/request_leave", [heir()], [])
    wait(3.0 * day)
    send("vault/close_vault", [heir()], [])
    refuseHeir("withdraw_recovered_tokens", [lotus, lotusPath], "has no key of a guarded vault")
    send("vault/bind_key", [heir()], [ownerAddress])
    takeOver("withdraw_recovered_tokens", [lotus, lotusPath])
}

/// A recovery address without any wallet, an NFT that names no path, and a token that names none.
access(all) fun testRule37NothingLocksTheContents() {
    deployTo("LeakyNFT", "../malicious/LeakyNFT.cdc", owner())
    deployTo("MaliciousToken", "../malicious/MaliciousToken.cdc", owner())
    act("deposit_nft", [1 as UInt64, /storage/LeakyNFTCollection])
    act("deposit_tokens", [5.0, /storage/MaliciousTokenVault])
    for path in [/public/gardenPassCollection, /public/lotusTokenReceiver, /public/flowTokenReceiver] as [PublicPath] {
        perform("../transactions/accounts/unpublish.cdc", [heir()], [path], nil)
    }
    recoverVault(ownerAddress)
    send("vault/bind_key", [heir()], [ownerAddress])
    byHeir("destroy vault.withdrawNFT(type: CompositeType(\"A.0000000000000014.LeakyNFT.NFT\")!, id: 1)", nil)
    byHeir("destroy vault.withdraw(type: CompositeType(\"A.0000000000000014.MaliciousToken.Vault\")!, amount: 5.0)", nil)
    takeOver("withdraw_recovered_tokens", [lotus, lotusPath])
    takeOver("withdraw_recovered_nfts", [pass, 1, passPath])
    refuseHeir("close_recovered_vault", [], "has no vault of FLOW at /public/flowTokenReceiver for the 0.00384000")
    perform("../transactions/accounts/publish_flow_receiver.cdc", [heir()], [], nil)
    takeOver("close_recovered_vault", [])
}
