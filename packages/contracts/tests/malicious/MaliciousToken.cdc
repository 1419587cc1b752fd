import "FungibleToken"

/// MALICIOUS: a token that behaves until it is told not to, and then breaks every transaction that touches it.
access(all) contract MaliciousToken: FungibleToken {

    access(all) var totalSupply: UFix64
    access(all) var isArmed: Bool

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64

        init(balance: UFix64) {
            self.balance = balance
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @MaliciousToken.Vault {
            MaliciousToken.strike()
            self.balance = self.balance - amount
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            MaliciousToken.strike()
            self.balance = self.balance + from.balance
            destroy from
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return true
        }

        access(all) fun createEmptyVault(): @MaliciousToken.Vault {
            return <- create Vault(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return []
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return nil
        }
    }

    access(all) fun arm() {
        self.isArmed = !self.isArmed
    }

    access(all) fun mint(): @MaliciousToken.Vault {
        return <- create Vault(balance: 13.0)
    }

    access(all) fun createEmptyVault(vaultType: Type): @MaliciousToken.Vault {
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return []
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        return nil
    }

    access(contract) fun strike() {
        assert(!self.isArmed, message: "MaliciousToken: gotcha")
    }

    init() {
        self.totalSupply = 0.0
        self.isArmed = false
        let vault <- create Vault(balance: 26.0)
        self.account.storage.save(<- vault, to: /storage/maliciousVault)
    }
}
