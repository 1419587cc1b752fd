import "DharmaStorageDeposit"
import "DharmaVault"

/// Bytes that the contracts' account stores, and those that the contents of the vaults of some addresses use.
access(all) fun main(contracts: Address, addresses: [Address]): [UInt64] {
    let bytes = [getAccount(contracts).storage.used]
    for address in addresses {
        bytes.append(UInt64(DharmaVault.borrowVault(address)!.borrowHoldings().borrowStorageDeposit().contentBytes))
    }
    return bytes
}
