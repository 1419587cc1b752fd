import "DharmaVault"
import "FlowToken"

/// MALICIOUS: opens the vault of whoever stores it, for anybody who asks. It only ever reaches the vault of the
/// account that bound the key.
access(all) contract MaliciousKeyRing {

    access(all) fun open(recoveryAddress: Address, storageDeposit: @FlowToken.Vault) {
        self.account.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.keyStoragePath)!
            .open(recoveryAddress: recoveryAddress, allowances: {}, storageDeposit: <- storageDeposit)
    }

    init() {
        let path = DharmaVault.keyStoragePath
        self.account.storage.save(<- DharmaVault.createKey(), to: path)
        DharmaVault.bind(self.account.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(path))
    }
}
