import Test
import "DharmaCustody"
import "DharmaStorageDeposit"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// A recovered vault goes to its recovery address: tokens, NFTs and storage deposit.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let passes: [UInt64] = [1, 2]

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    act("open_vault", [heirAddress, {lotus: 50.0}, 3.0])
    act("deposit_tokens", [300.0, lotusPath])
    for id in passes {
        act("deposit_nft", [id, passPath])
    }
}

access(all) fun stranger(): Test.TestAccount {
    return Test.getAccount(0x0000000000000016)
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun refuseOwner(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments, message)
}

/// Sends a transaction of a stranger, who may bring over what is in a recovered vault.
access(all) fun deliver(_ name: String, _ arguments: [AnyStruct]) {
    send("recovery/".concat(name), [stranger()], arguments)
}

access(all) fun refuseDelivery(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("recovery/".concat(name), [stranger()], arguments, message)
}

access(all) fun countPassesInVault(): Int {
    return (askPart("vault/get_vault", "!.nftIds", ownerAddress) as! {String: [UInt64]})[pass]?.length ?? 0
}

access(all) fun getFlow(_ address: Address): UFix64 {
    return askCode("access(all) fun main(a: Address): UFix64 { return getAccount(a).balance }", [address]) as! UFix64
}

access(all) fun testNothingIsDeliveredBeforeARecovery() {
    let refusal = "The vault of 0x0000000000000014 was not recovered"
    refuseDelivery("deliver_tokens", [ownerAddress, lotus], refusal)
    refuseDelivery("deliver_nfts", [ownerAddress, pass, 10], refusal)
    refuseDelivery("close_recovered_vault", [ownerAddress], refusal)
    let id = recoverVault(ownerAddress)
    let recovered = lastEvent(Type<DharmaVault.Recovered>()) as! DharmaVault.Recovered
    Test.assertEqual(heirAddress, recovered.to)
    Test.assertEqual(id, recovered.proposalId)
    Test.assertEqual(heirAddress as Address?, askPart("vault/get_vault", "!.recoveredTo", ownerAddress) as! Address?)
}

access(all) fun testTheOwnerOfARecoveredVaultDoesNothingWithIt() {
    let refusal = "was recovered to 0x0000000000000015"
    wait(7.0 * day)
    refuseOwner("withdraw_tokens", [lotus, 1.0, lotusPath], refusal)
    refuseOwner("request_leave", [], refusal)
    refuseOwner("deposit_tokens", [1.0, lotusPath], refusal)
    refuseOwner("deposit_nft", [3 as UInt64, passPath], refusal)
    refuse("vault/pay_into_vault", [Test.getAccount(ownerAddress)], [ownerAddress, 1.0, lotusPath], refusal)
    refuseOwner("close_vault", [], "is not empty")
}

access(all) fun testNothingIsDeliveredToAFrozenRecoveryAddress() {
    decide("freeze", heirAddress)
    refuseDelivery("deliver_tokens", [ownerAddress, lotus], "0x0000000000000015 is frozen")
    refuseDelivery("deliver_nfts", [ownerAddress, pass, 10], "0x0000000000000015 is frozen")
    decide("unfreeze", heirAddress)
}

access(all) fun testTokensAreDeliveredToTheRecoveryAddress() {
    let before = askFile("../scripts/get_lotus.cdc", [[ownerAddress, heirAddress]]) as! [UFix64]
    deliver("deliver_tokens", [ownerAddress, lotus])
    let after = askFile("../scripts/get_lotus.cdc", [[ownerAddress, heirAddress]]) as! [UFix64]
    Test.assertEqual([before[0], before[1] + 300.0, 0.0], after)
    let delivered = lastEvent(Type<DharmaCustody.Delivered>()) as! DharmaCustody.Delivered
    Test.assertEqual(heirAddress, delivered.to)
    Test.assertEqual(300.0, delivered.amount)
    refuseDelivery("deliver_tokens", [ownerAddress, lotus], "does not hold A.0000000000000007.LotusToken.Vault")
}

access(all) fun testNFTsAreDeliveredUpToTheLimitOfTheTransaction() {
    deliver("deliver_nfts", [ownerAddress, pass, 0])
    Test.assertEqual(2, countPassesInVault())
    deliver("deliver_nfts", [ownerAddress, pass, 1])
    Test.assertEqual(1, countPassesInVault())
    refuseDelivery("close_recovered_vault", [ownerAddress], "is not empty")
    deliver("deliver_nfts", [ownerAddress, pass, 2])
    Test.assertEqual(0, countPassesInVault())
    let delivered = lastEvent(Type<DharmaCustody.DeliveredNFT>()) as! DharmaCustody.DeliveredNFT
    Test.assertEqual(heirAddress, delivered.to)
}

access(all) fun testTheStorageDepositGoesToTheRecoveryAddress() {
    decide("freeze", heirAddress)
    refuseDelivery("close_recovered_vault", [ownerAddress], "0x0000000000000015 is frozen")
    decide("unfreeze", heirAddress)
    let before = [getFlow(ownerAddress), getFlow(heirAddress), getFlow(contractsAddress)]
    deliver("close_recovered_vault", [ownerAddress])
    Test.assertEqual([before[0], before[1] + 3.0, before[2] - 3.0], [
        getFlow(ownerAddress), getFlow(heirAddress), getFlow(contractsAddress)
    ])
    let returned = lastEvent(Type<DharmaStorageDeposit.Returned>()) as! DharmaStorageDeposit.Returned
    Test.assertEqual(ownerAddress, returned.address)
    Test.assertEqual(heirAddress, returned.to)
    Test.assertEqual(3.0, returned.amount)
    let closed = lastEvent(Type<DharmaVault.Closed>()) as! DharmaVault.Closed
    Test.assertEqual(heirAddress, closed.returnedTo)
    refuseDelivery("close_recovered_vault", [ownerAddress], "0x0000000000000014 has no vault")
    act("open_vault", [heirAddress, {} as {String: UFix64}, 3.0])
}
