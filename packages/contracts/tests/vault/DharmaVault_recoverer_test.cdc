import Test
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// What a vault itself demands of a recovery, whatever governance has checked before.

access(all) let ownerAddress: Address = 0x0000000000000014
access(all) let heirAddress: Address = 0x0000000000000015
access(all) let strangerAddress: Address = 0x0000000000000016

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    for name in dharmaContracts {
        deployTo(name, "../../contracts/\(name).cdc", contractsAccount())
        if name == "DharmaVault" {
            break
        }
    }
    setUpTokens([ownerAddress, heirAddress])
    act("open_vault", [strangerAddress, {lotus: 50.0}])
    act("request_recovery_address", [heirAddress])
    wait(3.0 * day)
    act("apply_request", [1 as UInt64])
}

access(all) fun act(_ name: String, _ arguments: [AnyStruct]) {
    send("vault/".concat(name), [Test.getAccount(ownerAddress)], arguments)
}

access(all) fun recover(_ address: Address, _ to: Address, _ refusal: String?) {
    perform("../transactions/vault/recover_directly.cdc", [contractsAccount()], [address, to], refusal)
}

access(all) fun testOnlyAFrozenVaultIsRecoveredAndOnlyToTheAddressThatStandsAndOnce() {
    recover(ownerAddress, heirAddress, "0x0000000000000014 is not frozen")
    deployTo("DirectFreeze", "../malicious/DirectFreeze.cdc", contractsAccount())
    recover(
        ownerAddress,
        strangerAddress,
        "The recovery address of 0x0000000000000014 was changed from 0x0000000000000016 to 0x0000000000000015"
    )
    recover(heirAddress, ownerAddress, "0x0000000000000015 has no vault")
    recover(ownerAddress, heirAddress, nil)
    let recovered = lastEvent(Type<DharmaVault.Recovered>()) as! DharmaVault.Recovered
    Test.assertEqual(heirAddress, recovered.to)
    recover(ownerAddress, heirAddress, "0x0000000000000015 is not frozen")
    recover(ownerAddress, strangerAddress, "0x0000000000000015 is not frozen")
}
