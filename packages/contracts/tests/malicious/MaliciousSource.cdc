import "DeFiActions"
import "FungibleToken"

/// MALICIOUS: a source that gives everything, however little it is asked for.
access(all) contract MaliciousSource {

    access(all) struct Source: DeFiActions.Source {
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let vault: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>

        init(vault: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>) {
            self.uniqueID = nil
            self.vault = vault
        }

        access(all) view fun getSourceType(): Type {
            return self.vault.borrow()!.getType()
        }

        access(all) fun minimumAvailable(): UFix64 {
            return self.vault.borrow()!.balance
        }

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            return <- self.vault.borrow()!.withdraw(amount: self.minimumAvailable())
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(type: self.getType(), id: nil, innerComponents: [])
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return nil
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            return
        }
    }
}
