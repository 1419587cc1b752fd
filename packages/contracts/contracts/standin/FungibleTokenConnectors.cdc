import "DeFiActions"
import "FungibleToken"

/// STAND-IN, for chains that have no Flow Actions: emulators and tests. On testnet the real FungibleTokenConnectors
/// contract takes its place. It has a sink into a vault and a source out of one, made by the same arguments.
access(all) contract FungibleTokenConnectors {

    access(all) struct VaultSink: DeFiActions.Sink {
        access(all) let depositVaultType: Type
        access(all) let maximumBalance: UFix64
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let depositVault: Capability<&{FungibleToken.Vault}>

        init(max: UFix64?, depositVault: Capability<&{FungibleToken.Vault}>, uniqueID: DeFiActions.UniqueIdentifier?) {
            pre {
                depositVault.check(): "FungibleTokenConnectors: The capability to the vault is not valid"
            }
            self.maximumBalance = max ?? UFix64.max
            self.uniqueID = uniqueID
            self.depositVaultType = depositVault.borrow()!.getType()
            self.depositVault = depositVault
        }

        access(all) view fun getSinkType(): Type {
            return self.depositVaultType
        }

        access(all) fun minimumCapacity(): UFix64 {
            return self.maximumBalance.saturatingSubtract(self.depositVault.borrow()?.balance ?? self.maximumBalance)
        }

        access(all) fun depositCapacity(from: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}) {
            let capacity = self.minimumCapacity()
            if let vault = self.depositVault.borrow() {
                vault.deposit(from: <- from.withdraw(amount: capacity < from.balance ? capacity : from.balance))
            }
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(type: self.getType(), id: self.id(), innerComponents: [])
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return self.uniqueID
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            self.uniqueID = id
        }
    }

    access(all) struct VaultSource: DeFiActions.Source {
        access(all) let withdrawVaultType: Type
        access(all) let minimumBalance: UFix64
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let withdrawVault: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>

        init(
            min: UFix64?,
            withdrawVault: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>,
            uniqueID: DeFiActions.UniqueIdentifier?
        ) {
            pre {
                withdrawVault.check(): "FungibleTokenConnectors: The capability to the vault is not valid"
            }
            self.minimumBalance = min ?? 0.0
            self.uniqueID = uniqueID
            self.withdrawVaultType = withdrawVault.borrow()!.getType()
            self.withdrawVault = withdrawVault
        }

        access(all) view fun getSourceType(): Type {
            return self.withdrawVaultType
        }

        access(all) fun minimumAvailable(): UFix64 {
            return (self.withdrawVault.borrow()?.balance ?? 0.0).saturatingSubtract(self.minimumBalance)
        }

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            let available = self.minimumAvailable()
            let vault = self.withdrawVault.borrow() ?? panic("FungibleTokenConnectors: The vault is gone")
            return <- vault.withdraw(amount: maxAmount < available ? maxAmount : available)
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(type: self.getType(), id: self.id(), innerComponents: [])
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return self.uniqueID
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            self.uniqueID = id
        }
    }
}
