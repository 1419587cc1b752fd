import "FlowStorageFees"
import "FlowToken"
import "FungibleToken"

/// Deposits of FLOW by which the owners of guarded vaults pay for the storage that these use in this contract's
/// account. The FLOW is stored in the account's own vault, because only that gives the account capacity. Storage costs the
/// double of what the chain asks for it, so that vaults use at most half of the capacity that they pay for.
access(all) contract DharmaStorageDeposit {

    access(all) event Paid(address: Address, amount: UFix64, before: UFix64, after: UFix64)
    access(all) event Returned(address: Address, to: Address, amount: UFix64)
    /// How many bytes the contents of a vault use.
    access(all) event UsageChanged(address: Address, before: UInt64, after: UInt64)

    /// What one guarded vault paid, and what its contents use.
    access(all) resource Deposit {
        /// The owner of the vault.
        access(all) let address: Address
        /// In FLOW.
        access(all) var amount: UFix64
        /// Sum of what each thing in the vault added to the account's storage when it was stored.
        access(all) var contentBytes: UInt64

        init(address: Address) {
            self.address = address
            self.amount = 0.0
            self.contentBytes = 0
        }

        /// Contents, and the share of every vault for its own data.
        access(all) view fun usedBytes(): UInt64 {
            return DharmaStorageDeposit.baseBytes() + self.contentBytes
        }

        /// How much FLOW must be paid in before the contents may grow.
        access(all) view fun missing(): UFix64 {
            return DharmaStorageDeposit.getPrice(bytes: self.usedBytes()).saturatingSubtract(self.amount)
        }

        access(account) fun pay(_ from: @FlowToken.Vault) {
            let amount = from.balance
            DharmaStorageDeposit.borrowFlow().deposit(from: <- from)
            emit Paid(address: self.address, amount: amount, before: self.amount, after: self.amount + amount)
            self.amount = self.amount + amount
        }

        access(account) fun payOut(to: Address) {
            let amount = self.amount
            self.amount = 0.0
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)
                ?? panic("DharmaStorageDeposit: \(to) has no receiver of FLOW for the deposit of \(amount)")
            emit Returned(address: self.address, to: to, amount: amount)
            receiver.deposit(from: <- DharmaStorageDeposit.borrowFlow().withdraw(amount: amount))
        }

        access(account) fun add(bytes: UInt64) {
            self.contentBytes = self.contentBytes + bytes
        }

        access(account) fun subtract(bytes: UInt64) {
            self.contentBytes = self.contentBytes - bytes
        }

        /// Panics when the contents grew from `since` bytes beyond what is paid. Whatever shrinks is allowed at any
        /// price, so that contents can leave even after storage became more expensive.
        access(account) fun requirePaid(since: UInt64) {
            if self.contentBytes != since {
                emit UsageChanged(address: self.address, before: since, after: self.contentBytes)
            }
            if self.contentBytes > since {
                self.requireNoneMissing()
            }
        }

        access(contract) view fun requireNoneMissing() {
            pre {
                self.missing() == 0.0:
                    "DharmaStorageDeposit: The vault of \(self.address) must pay \(self.missing()) FLOW more to use \(self.usedBytes()) bytes"
            }
        }
    }

    /// Bytes that are charged for every vault: more than all its data except its contents can take.
    access(all) view fun baseBytes(): UInt64 {
        return 60_000
    }

    /// Bytes of the identifier of a type that a vault stores, so that its data is small.
    access(all) view fun maxTypeBytes(): Int {
        return 256
    }

    /// How many times the price of the chain is charged.
    access(all) view fun priceFactor(): UFix64 {
        return 2.0
    }

    /// What storage of that many bytes costs, in FLOW.
    access(all) view fun getPrice(bytes: UInt64): UFix64 {
        let megabytes = FlowStorageFees.convertUInt64StorageBytesToUFix64Megabytes(bytes)
        return FlowStorageFees.storageCapacityToFlow(megabytes) * self.priceFactor()
    }

    /// How many bytes an amount of FLOW pays for.
    access(all) view fun getBytes(amount: UFix64): UInt64 {
        let megabytes = FlowStorageFees.flowToStorageCapacity(amount / self.priceFactor())
        return UInt64(megabytes) * 1_000_000 + UInt64(megabytes % 1.0 * 1_000_000.0)
    }

    /// For a new vault, which must pay for its own data at least.
    access(account) fun createDeposit(address: Address, from: @FlowToken.Vault): @Deposit {
        let deposit <- create Deposit(address: address)
        deposit.pay(<- from)
        deposit.requireNoneMissing()
        return <- deposit
    }

    access(account) view fun requireShort(_ type: Type) {
        pre {
            type.identifier.utf8.length <= self.maxTypeBytes():
                "DharmaStorageDeposit: The identifier of the type has \(type.identifier.utf8.length) bytes, more than \(self.maxTypeBytes())"
        }
    }

    /// Bytes that this account stores.
    access(account) view fun used(): UInt64 {
        return self.account.storage.used
    }

    access(contract) view fun borrowFlow(): auth(FungibleToken.Withdraw) &FlowToken.Vault {
        return self.account.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("DharmaStorageDeposit: The account \(self.account.address) has no vault of FLOW")
    }
}
