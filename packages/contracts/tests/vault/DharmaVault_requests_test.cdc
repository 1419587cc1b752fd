import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"

/// A thief with the owner's keys cannot prepare to take what the owner deposits later.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    act("open_vault", [heirAddress, {lotus: 50.0}, 1.0])
    act("deposit_tokens", [100.0, lotusPath])
    act("deposit_nft", [1 as UInt64, passPath])
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun refuseOwner(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments, message)
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

access(all) fun testWithdrawalsAreRequestedOfWhatIsHereOnly() {
    refuseOwner("request_withdrawal", [lotus, 100.00000001], "Only 100.00000000 of A.0000000000000007.LotusToken.Vault is not requested already")
    act("request_withdrawal", [lotus, 60.0])
    let id = lastRequest()
    act("deposit_tokens", [10.0, lotusPath])
    refuseOwner("request_withdrawal", [lotus, 50.00000001], "Only 50.00000000 of A.0000000000000007.LotusToken.Vault is not requested already")
    act("request_withdrawal", [lotus, 50.0])
    act("cancel_request", [id])
    act("request_withdrawal", [lotus, 60.0])
    refuseOwner("request_withdrawal", [lotus, 0.00000001], "Only 0.00000000 of A.0000000000000007.LotusToken.Vault is not requested already")
    wait(10.0 * day)
    act("request_withdrawal", [lotus, 110.0])
    act("cancel_request", [lastRequest()])
}

access(all) fun testAnNFTIsRequestedOnlyWhileItIsHere() {
    refuseOwner("request_nft", [pass, 2 as UInt64], "does not hold A.0000000000000007.GardenPass.NFT 2")
    act("deposit_nft", [2 as UInt64, passPath])
    act("request_nft", [pass, 2 as UInt64])
    wait(3.0 * day)
    act("claim_nft", [lastRequest(), passPath])
}

access(all) fun refuseDeposits() {
    let refusal = "to leave is pending; cancel it before a deposit"
    refuseOwner("deposit_tokens", [1.0, lotusPath], refusal)
    refuseOwner("deposit_nft", [2 as UInt64, passPath], refusal)
    refuse("vault/pay_into_vault", [Test.getAccount(heirAddress)], [ownerAddress, 1.0, lotusPath], refusal)
}

access(all) fun testNothingIsDepositedWhileARequestToLeaveStands() {
    sendLotus(Test.getAccount(ownerAddress), 10.0, heirAddress)
    act("request_leave", [])
    let id = lastRequest()
    refuseDeposits()
    wait(3.0 * day)
    refuseDeposits()
    act("cancel_request", [id])
    act("deposit_tokens", [1.0, lotusPath])
    refuseOwner("withdraw_tokens", [lotus, 100.0, lotusPath], "within 24 hours")
}

access(all) fun testARequestToLeaveThatExpiredOrWasVoidedByAFreezeStopsNoDeposit() {
    act("request_leave", [])
    wait(9.9 * day)
    refuseDeposits()
    wait(0.1 * day)
    act("deposit_tokens", [1.0, lotusPath])
    act("request_leave", [])
    decide("freeze", ownerAddress)
    act("deposit_tokens", [1.0, lotusPath])
    decide("unfreeze", ownerAddress)
    send("vault/pay_into_vault", [Test.getAccount(heirAddress)], [ownerAddress, 1.0, lotusPath])
}
