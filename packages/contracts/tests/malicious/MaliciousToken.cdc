import "FungibleToken"

/// MALICIOUS: a token that behaves until it is told to strike, to swell, or to lose a unit at each deposit
/// or withdrawal.
access(all) contract MaliciousToken: FungibleToken {

    access(all) var totalSupply: UFix64
    access(all) var mode: String

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64
        access(self) let ballast: [String]

        init(balance: UFix64) {
            self.balance = balance
            self.ballast = []
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @MaliciousToken.Vault {
            self.misbehave()
            self.balance = self.balance - amount - MaliciousToken.lose("withdrawal")
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            self.misbehave()
            self.balance = self.balance + from.balance - MaliciousToken.lose("deposit")
            destroy from
        }

        access(self) fun misbehave() {
            assert(MaliciousToken.mode != "strike", message: "MaliciousToken: gotcha")
            while MaliciousToken.mode == "swell" && self.ballast.length < 30 {
                self.ballast.append(MaliciousToken.thousand)
            }
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
            self.misbehave()
            return nil
        }
    }

    access(all) fun behave(_ mode: String) {
        self.mode = mode
    }

    access(contract) view fun lose(_ mode: String): UFix64 {
        return self.mode == mode ? 0.00000001 : 0.0
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

    access(all) let thousand: String

    init() {
        self.totalSupply = 0.0
        self.mode = ""
        var thousand = "1234567890"
        while thousand.length < 1000 {
            thousand = thousand.concat(thousand)
        }
        self.thousand = thousand
        self.account.storage.save(<- create Vault(balance: 26.0), to: /storage/MaliciousTokenVault)
    }
}
