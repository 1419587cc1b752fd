import "DharmaVault"

/// MALICIOUS: opens the vault of whoever stores it, for anybody who asks. It only ever reaches the vault of the
/// account that chose to store it.
access(all) contract MaliciousKeyRing {

    access(all) resource Ring {
        access(self) let key: @DharmaVault.OwnerKey

        init() {
            self.key <- DharmaVault.createKey()
        }

        access(all) fun open(recoveryAddress: Address) {
            self.key.open(recoveryAddress: recoveryAddress, allowances: {})
        }
    }

    init() {
        self.account.storage.save(<- create Ring(), to: /storage/ring)
        self.account.capabilities.publish(
            self.account.capabilities.storage.issue<&Ring>(/storage/ring),
            at: /public/ring
        )
    }
}
