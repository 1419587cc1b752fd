// More imports.
import "FungibleToken"

/// MALICIOUS: a token that anyone may mint. Its vault takes over any amount of junk with a deposit, and hands
/// a way to grow it later to a pocket that lives outside of every account.
access(all) contract LeakyToken: FungibleToken {

    access(all) let vaultStoragePath: StoragePath
    access(all) var totalSupply: UFix64
    access(all) let kilobyte: String

    /// Lives in memory only, so that it can hold references and functions, and survives the deposit.
    access(all) struct Pocket {
        access(all) var leak: AnyStruct?

        init() {
            self.leak = nil
        }

        access(all) fun keep(_ leak: AnyStruct) {
            self.leak = leak
        }

        access(all) fun grow(kilobytes: Int) {
            if let vault = self.leak! as? &Vault {
                vault.grow(kilobytes)
            } else {
                (self.leak! as! fun(Int): Void)(kilobytes)
            }
        }
    }

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64
        access(all) let junk: [String]
        /// Kilobytes that the next deposit of this vault brings along.
        access(all) var freight: Int
        /// Where to put what is leaked, or a function to call, during a deposit.
        access(all) var pocket: AnyStruct?
        /// What to put into the pocket: reference, bound function, or closure.
        access(all) var leak: String

        init(balance: UFix64) {
            self.balance = balance
            self.junk = []
            self.freight = 0
            self.pocket = nil
            self.leak = ""
        }

        access(all) fun load(freight: Int, leak: String, pocket: AnyStruct?) {
            self.freight = freight
            self.leak = leak
            self.pocket = pocket
        }

        access(all) fun createLeak(_ leak: String): AnyStruct {
            let vault = &self as &Vault
            switch leak {
                case "reference":
                    return vault
                case "bound function":
                    return vault.grow
            }
            let junk = &self.junk as auth(Mutate) &[String]
            return fun (kilobytes: Int): Void {
                LeakyToken.fill(junk, kilobytes: kilobytes)
            }
        }

        access(all) fun grow(_ kilobytes: Int) {
            LeakyToken.fill(&self.junk as auth(Mutate) &[String], kilobytes: kilobytes)
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @LeakyToken.Vault {
            self.balance = self.balance - amount
            LeakyToken.misbehave()
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            let vault <- from as! @LeakyToken.Vault
            self.balance = self.balance + vault.balance
            self.grow(vault.freight)
            if let pocket = vault.pocket as? &Pocket {
                pocket.keep(self.createLeak(vault.leak))
            }
            if let callback = vault.pocket as? fun(): Void {
                callback()
            }
            destroy vault
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return true
        }

        access(all) fun createEmptyVault(): @LeakyToken.Vault {
            return <- create Vault(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return []
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return nil
        }
    }

    access(contract) fun misbehave() {
        // What a test writes here.
    }

    access(contract) fun fill(_ junk: auth(Mutate) &[String], kilobytes: Int) {
        let kilobyte = self.kilobyte
        var count = 0
        while count < kilobytes {
            junk.append(kilobyte)
            count = count + 1
        }
    }

    access(all) fun mint(amount: UFix64): @Vault {
        return <- create Vault(balance: amount)
    }

    access(all) fun createEmptyVault(vaultType: Type): @LeakyToken.Vault {
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return []
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        return nil
    }

    init() {
        self.totalSupply = 0.0
        self.vaultStoragePath = /storage/leakyTokenVault
        var kilobyte = "12345678"
        while kilobyte.length < 1024 {
            kilobyte = kilobyte.concat(kilobyte)
        }
        self.kilobyte = kilobyte
        self.account.storage.save(<- create Vault(balance: 1000.0), to: self.vaultStoragePath)
    }
}
