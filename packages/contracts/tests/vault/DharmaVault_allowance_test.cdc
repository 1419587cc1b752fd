import Test
import "../helpers/test_helpers.cdc"

/// What may leave freely within 24 hours, which are counted in whole hours: an hour that is partly within them counts in
/// full.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([ownerAddress, heirAddress])
    act("open_vault", [heirAddress, {lotus: 50.0}])
    act("deposit_tokens", [1000.0, lotusPath])
    closeBlock()
    Test.freezeTime()
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun withdraw(_ amount: UFix64) {
    act("withdraw_tokens", [lotus, amount, lotusPath])
}

access(all) fun refuseAll(_ remaining: String) {
    refuse(
        "vault/withdraw_tokens",
        [Test.getAccount(ownerAddress)],
        [lotus, 50.0, lotusPath],
        "above what may still leave within 24 hours, ".concat(remaining)
    )
}

/// Waits until a minute of another hour, when nothing is counted any more.
access(all) fun waitUntilMinute(_ minute: Int) {
    wait(Fix64(3600 - Int(getNow()) % 3600 + 25 * 3600 + minute * 60 - 2))
}

access(all) fun testWhatLeftLateInAnHourIsCountedFor24HoursAndALittle() {
    waitUntilMinute(59)
    withdraw(50.0)
    wait(23.0 * hour + 60.0)
    refuseAll("0.00000000")
    wait(0.95 * hour)
    refuseAll("0.00000000")
    wait(0.1 * hour)
    withdraw(50.0)
}

access(all) fun testWhatLeftEarlyInAnHourIsCountedForAlmost25Hours() {
    waitUntilMinute(1)
    withdraw(50.0)
    wait(24.9 * hour)
    refuseAll("0.00000000")
    wait(0.1 * hour)
    withdraw(50.0)
}

access(all) fun testEachHourIsForgottenByItself() {
    waitUntilMinute(30)
    withdraw(10.0)
    withdraw(5.0)
    wait(hour)
    withdraw(20.0)
    refuseAll("15.00000000")
    wait(24.0 * hour)
    withdraw(30.0)
    refuseAll("0.00000000")
    wait(hour)
    refuseAll("20.00000000")
    withdraw(20.0)
}

access(all) fun hasAllowance(): Bool {
    let code = "import \"DharmaVault\"\nimport \"LotusToken\"\naccess(all) fun main(a: Address): Bool { return DharmaVault.borrowVault(a)!.getAllowance(Type<@LotusToken.Vault>()) != nil }"
    return askCode(code, [ownerAddress]) as! Bool
}

access(all) fun testAnAllowanceOfNothingMakesRoomOnceNothingSpentCounts() {
    waitUntilMinute(0)
    withdraw(0.5)
    act("lower_allowance", [lotus, 0.0])
    Test.assertEqual(true, hasAllowance())
    act("request_allowance", [lotus, 50.0])
    wait(3.0 * day)
    act("apply_request", [1 as UInt64])
    act("lower_allowance", [lotus, 0.0])
    Test.assertEqual(false, hasAllowance())
    refuse("vault/withdraw_tokens", [Test.getAccount(ownerAddress)], [lotus, 1.0, lotusPath], "has no allowance for \(lotus)")
}
