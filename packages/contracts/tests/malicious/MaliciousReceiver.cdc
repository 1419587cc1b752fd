import "FungibleToken"

/// MALICIOUS: a receiver that takes nothing.
access(all) contract MaliciousReceiver {

    access(all) resource Receiver: FungibleToken.Receiver {
        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            destroy from
            panic("MaliciousReceiver: gotcha")
        }

        access(all) view fun getSupportedVaultTypes(): {Type: Bool} {
            return {}
        }

        access(all) view fun isSupportedVaultType(type: Type): Bool {
            return true
        }
    }

    init() {
        self.account.storage.save(<- create Receiver(), to: /storage/maliciousReceiver)
    }
}
