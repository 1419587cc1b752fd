import "DeFiActions"
import "DharmaProtection"
import "DharmaScore"
import "FungibleToken"

/// Flow Actions connectors to the vault of a counterparty that work only while it is not frozen and its published
/// score is good enough and recent. The account that is checked is the account that is paid or drawn from: both
/// reach its vault by its address. As the convention of Flow Actions asks, they refuse by having no capacity or
/// nothing available, not by a panic. `getRefusalReason` answers why; no event does, since it would name an account in
/// the name of this contract under terms that anybody invents.
access(all) contract DharmaConnectors {

    /// What a counterparty must meet.
    access(all) struct Terms {
        access(all) let counterparty: Address
        /// Least score, in tenths.
        access(all) let minScoreTenths: UInt64
        /// How old its publication may be, in seconds.
        access(all) let maxScoreAge: UFix64

        view init(counterparty: Address, minScoreTenths: UInt64, maxScoreAge: UFix64) {
            pre {
                minScoreTenths <= 1000: "DharmaConnectors: A score of \(minScoreTenths) tenths cannot be reached"
            }
            self.counterparty = counterparty
            self.minScoreTenths = minScoreTenths
            self.maxScoreAge = maxScoreAge
        }

        /// Why the counterparty is refused now; nil when it meets the terms.
        access(all) view fun getRefusalReason(): String? {
            if DharmaProtection.isFrozen(self.counterparty) {
                return "frozen"
            }
            let verdict = DharmaScore.requireMin(
                address: self.counterparty,
                minScoreTenths: self.minScoreTenths,
                maxAge: self.maxScoreAge
            )
            switch verdict {
                case DharmaScore.Verdict.pass:
                    return nil
                case DharmaScore.Verdict.fail:
                    return "low score"
                case DharmaScore.Verdict.stale:
                    return "stale score"
            }
            return "no score"
        }
    }

    /// Deposits into a vault of the counterparty while it meets the terms.
    access(all) struct GuardedSink: DeFiActions.Sink {
        access(all) let terms: Terms
        access(all) let vaultType: Type
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let receiver: Capability<&{FungibleToken.Receiver}>

        /// `receiver` is where the counterparty publishes the vault. A receiver that passes tokens on to other accounts
        /// is none.
        init(terms: Terms, receiver: PublicPath, uniqueID: DeFiActions.UniqueIdentifier?) {
            self.terms = terms
            self.receiver = getAccount(terms.counterparty).capabilities.get<&{FungibleToken.Receiver}>(receiver)
            self.vaultType = self.receiver.borrow()?.getType() ?? Type<Void>()
            self.uniqueID = uniqueID
            assert(
                self.vaultType.isSubtype(of: Type<@{FungibleToken.Vault}>()),
                message: "DharmaConnectors: The account \(terms.counterparty) has no vault at \(receiver)"
            )
        }

        access(all) view fun getSinkType(): Type {
            return self.vaultType
        }

        access(all) fun minimumCapacity(): UFix64 {
            return self.getRefusalReason() == nil ? UFix64.max : 0.0
        }

        access(all) fun depositCapacity(from: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}) {
            if self.getRefusalReason() == nil {
                self.receiver.borrow()!.deposit(from: <- from.withdraw(amount: from.balance))
            }
        }

        access(all) view fun getRefusalReason(): String? {
            let hasVault = self.receiver.borrow()?.getType() == self.vaultType
            return hasVault ? self.terms.getRefusalReason() : "no vault"
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

    /// Withdraws from a vault of the counterparty while it meets the terms.
    access(all) struct GuardedSource: DeFiActions.Source {
        access(all) let terms: Terms
        access(all) let vaultType: Type
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let provider: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>

        /// `provider` is a capability that the counterparty issued to a vault of its own.
        init(
            terms: Terms,
            provider: Capability<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>,
            uniqueID: DeFiActions.UniqueIdentifier?
        ) {
            pre {
                provider.address == terms.counterparty:
                    "DharmaConnectors: The vault is one of \(provider.address), not of \(terms.counterparty)"
            }
            let vault = provider.borrow()
                ?? panic("DharmaConnectors: The account \(terms.counterparty) has no vault for this capability")
            self.terms = terms
            self.vaultType = vault.getType()
            self.provider = provider
            self.uniqueID = uniqueID
        }

        access(all) view fun getSourceType(): Type {
            return self.vaultType
        }

        access(all) fun minimumAvailable(): UFix64 {
            return self.getRefusalReason() == nil ? self.provider.borrow()!.balance : 0.0
        }

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            if self.getRefusalReason() != nil {
                return <- DharmaConnectors.createEmptyVault(self.vaultType)
            }
            let vault = self.provider.borrow()!
            return <- vault.withdraw(amount: maxAmount < vault.balance ? maxAmount : vault.balance)
        }

        access(all) view fun getRefusalReason(): String? {
            let hasVault = self.provider.borrow()?.getType() == self.vaultType
            return hasVault ? self.terms.getRefusalReason() : "no vault"
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

    /// An empty vault from the contract of its token: the counterparty may have none any more.
    access(contract) fun createEmptyVault(_ vaultType: Type): @{FungibleToken.Vault} {
        let token = getAccount(vaultType.address!).contracts.borrow<&{FungibleToken}>(name: vaultType.contractName!)
            ?? panic("DharmaConnectors: \(vaultType.identifier) is of no fungible token")
        return <- token.createEmptyVault(vaultType: vaultType)
    }
}
