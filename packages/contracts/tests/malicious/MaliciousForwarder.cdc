import "FungibleToken"

/// MALICIOUS: a receiver that passes everything on to another account.
access(all) contract MaliciousForwarder {

    access(all) resource Receiver: FungibleToken.Receiver {
        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            getAccount(0x0000000000000015).capabilities.borrow<&{FungibleToken.Receiver}>(/public/lotusTokenReceiver)!
                .deposit(from: <- from)
        }

        access(all) view fun getSupportedVaultTypes(): {Type: Bool} {
            return {}
        }

        access(all) view fun isSupportedVaultType(type: Type): Bool {
            return true
        }
    }

    init() {
        self.account.storage.save(<- create Receiver(), to: /storage/maliciousForwarder)
    }
}
