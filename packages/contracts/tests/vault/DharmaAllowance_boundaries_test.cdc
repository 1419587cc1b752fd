import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"

/// Requests and allowances to the second and to the last unit.

access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let flow: String = "A.0000000000000003.FlowToken.Vault"
access(all) let flowPath: StoragePath = /storage/flowTokenVault
access(all) let void: String = "unless a freeze voids it"

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([accusedAddress, heirAddress])
    addKey(accused().account, 9, 1000.0)
    act("open_vault", [heirAddress, {lotus: 50.0, flow: 5.0}])
    act("deposit_tokens", [100.0, lotusPath])
    act("deposit_tokens", [5.0, flowPath])
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

access(all) fun refuseOwner(_ name: String, _ arguments: [AnyStruct], _ message: String) {
    refuse("vault/".concat(name), [accused().account], arguments, message)
}

access(all) fun lastRequest(): UInt64 {
    return (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
}

access(all) fun getRemaining(_ type: String): UFix64 {
    return ask("vault/get_remaining_allowance", [accusedAddress, type]) as! UFix64
}

access(all) fun getUsed(): UInt64 {
    return (ask("deployment/get_storage", [contractsAddress]) as! [UInt64])[0]
}

access(all) fun testARequestHoldsFromTheSecondAfter72HoursToTheLastBefore240() {
    act("request_withdrawal", [lotus, 10.0])
    let requested = lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested
    Test.assertEqual(1 as UInt64, requested.requestId)
    Test.assertEqual("withdraw", requested.kind)
    Test.assertEqual(lotus as String?, requested.type)
    Test.assertEqual(10.0 as UFix64?, requested.amount)
    Test.assertEqual(getNow() + 259200.0, requested.readyAt)
    Test.assertEqual(getNow() + 864000.0, requested.expiresAt)
    act("request_withdrawal", [lotus, 20.0])
    Test.assertEqual(2 as UInt64, lastRequest())
    act("request_withdrawal", [lotus, 30.0])
    goTo(72.0, -1.0)
    refuseOwner("claim_tokens", [1 as UInt64, lotusPath], void)
    goTo(72.0, 0.0)
    act("claim_tokens", [1 as UInt64, lotusPath])
    goTo(240.0, -1.0)
    act("claim_tokens", [2 as UInt64, lotusPath])
    goTo(240.0, 0.0)
    refuseOwner("claim_tokens", [3 as UInt64, lotusPath], "Request 3 holds from")
    let ended = countEvents(Type<DharmaAllowance.RequestEnded>())
    act("request_leave", [])
    Test.assertEqual(ended + 1, countEvents(Type<DharmaAllowance.RequestEnded>()))
    let void = lastEvent(Type<DharmaAllowance.RequestEnded>()) as! DharmaAllowance.RequestEnded
    Test.assertEqual(3 as UInt64, void.requestId)
    Test.assertEqual("void", void.cause)
}

access(all) fun testLeavingBeginsAndEndsWithTheSecond() {
    act("request_leave", [])
    goTo(72.0, -1.0)
    refuseOwner("withdraw_tokens", [lotus, 100.0, lotusPath], "within 24 hours")
    goTo(72.0, 0.0)
    act("withdraw_tokens", [lotus, 99.0, lotusPath])
    goTo(240.0, -1.0)
    refuseOwner("deposit_tokens", [1.0, lotusPath], "to leave is pending")
    act("withdraw_tokens", [flow, 5.0, flowPath])
    goTo(240.0, 0.0)
    act("deposit_tokens", [99.0, lotusPath])
    refuseOwner("withdraw_tokens", [lotus, 50.00000001, lotusPath], "within 24 hours, 50.00000000")
}

access(all) fun testWhatIsRequestedInTheSecondInWhichAFreezeEndsIsVoidAndASecondLaterHolds() {
    freezeAccused()
    goTo(192.0, -1.0)
    refuseOwner("request_withdrawal", [lotus, 1.0], "is frozen")
    goTo(192.0, 0.0)
    act("request_withdrawal", [lotus, 1.0])
    let early = lastRequest()
    goTo(192.0, 1.0)
    act("request_withdrawal", [lotus, 2.0])
    let late = lastRequest()
    goTo(264.0, 1.0)
    refuseOwner("claim_tokens", [early, lotusPath], "has no request \(early)")
    act("claim_tokens", [late, lotusPath])
}

access(all) fun testARequestForOneTokenTakesNothingFromThatForAnother() {
    act("request_withdrawal", [flow, 5.0])
    refuseOwner("request_withdrawal", [flow, 0.00000001], "Only 0.00000000 of \(flow) is not requested already")
    act("request_withdrawal", [lotus, 100.0])
    refuseOwner("request_withdrawal", [lotus, 0.00000001], "Only 0.00000000 of \(lotus) is not requested already")
}

access(all) fun testAnAllowanceIsLoweredAndSpentToTheLastUnit() {
    refuseOwner("lower_allowance", [lotus, 50.0], "50.00000000 is not below the allowance of 50.00000000")
    act("lower_allowance", [lotus, 49.99999999])
    let changed = lastEvent(Type<DharmaAllowance.AllowanceChanged>()) as! DharmaAllowance.AllowanceChanged
    Test.assertEqual([50.0, 49.99999999], [changed.before, changed.after])
    Test.assertEqual(lotus, changed.type)
    refuseOwner("withdraw_tokens", [lotus, 50.0, lotusPath], "within 24 hours, 49.99999999")
    act("withdraw_tokens", [lotus, 49.99999999, lotusPath])
    Test.assertEqual(0.0, getRemaining(lotus))
    Test.assertEqual(5.0, getRemaining(flow))
    act("lower_allowance", [lotus, 10.0])
    Test.assertEqual(0.0, getRemaining(lotus))
}

access(all) fun testAnHourCountsUntilThe25thAfterIt() {
    let toHour: Fix64 = 3600.0 - Fix64(Int(storyStart) % 3600)
    goTo(0.0, toHour)
    act("withdraw_tokens", [lotus, 20.0, lotusPath])
    goTo(1.0, toHour - 1.0)
    act("withdraw_tokens", [lotus, 5.0, lotusPath])
    goTo(1.0, toHour)
    act("withdraw_tokens", [lotus, 10.0, lotusPath])
    Test.assertEqual(15.0, getRemaining(lotus))
    goTo(25.0, toHour - 1.0)
    Test.assertEqual(15.0, getRemaining(lotus))
    act("withdraw_tokens", [lotus, 1.0, lotusPath])
    goTo(25.0, toHour)
    Test.assertEqual(39.0, getRemaining(lotus))
    goTo(26.0, toHour - 1.0)
    Test.assertEqual(39.0, getRemaining(lotus))
    goTo(26.0, toHour)
    Test.assertEqual(49.0, getRemaining(lotus))
}

/// What is too old to count is not stored either.
access(all) fun testAnOldHourIsForgottenWithTheNextWithdrawal() {
    act("withdraw_tokens", [lotus, 1.0, lotusPath])
    let before = getUsed()
    for hours in [25.0, 50.0, 75.0] as [Fix64] {
        goTo(hours, 0.0)
        act("withdraw_tokens", [lotus, 1.0, lotusPath])
    }
    Test.assertEqual(before, getUsed())
}
