import "FungibleToken"

/// MALICIOUS: two tokens that contain structs whose types have long names. The ledger stores such a name once for all that
/// lies in the same slab, so that only the first of the two is charged for it, and it remains when that one leaves.
access(all) contract SharedToken {

    // Structs.

    access(all) resource First: FungibleToken.Vault {
        access(all) var balance: UFix64
        access(all) let parts: [AnyStruct]

        init(balance: UFix64) {
            self.balance = balance
            self.parts = SharedToken.parts()
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @First {
            self.balance = self.balance - amount
            return <- create First(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            self.balance = self.balance + from.balance
            destroy from
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return true
        }

        access(all) fun createEmptyVault(): @First {
            return <- create First(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return []
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return nil
        }
    }

    // Second.

    access(all) fun parts(): [AnyStruct] {
        return [] // all structs
    }

    access(all) fun mintFirst(): @First {
        return <- create First(balance: 1.0)
    }

    access(all) fun mintSecond(): @Second {
        return <- create Second(balance: 1.0)
    }
}
