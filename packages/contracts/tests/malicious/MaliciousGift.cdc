import "DharmaVault"
import "FungibleToken"

/// MALICIOUS: looks like a gift, and carries a key of guarded vaults into the account that takes it.
access(all) contract MaliciousGift {

    access(all) resource Gift {
        access(self) let key: @DharmaVault.OwnerKey

        init(key: @DharmaVault.OwnerKey) {
            self.key <- key
        }

        access(all) fun rob(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            return <- self.key.borrow().withdraw(type: type, amount: amount)
        }
    }

    access(all) fun wrap(key: @DharmaVault.OwnerKey): @Gift {
        return <- create Gift(key: <- key)
    }
}
