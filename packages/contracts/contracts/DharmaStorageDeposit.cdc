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
    access(all) event UsageChanged(address: Address, before: Int64, after: Int64)

    /// What one guarded vault paid, and what its contents use.
    access(all) resource Deposit {
        /// The owner of the vault.
        access(all) let address: Address
        /// In FLOW.
        access(all) var amount: UFix64
        /// By how much its contents changed what the account stores. The ledger stores the name of a type once for all that
        /// lies together, so that a thing may leave fewer bytes, or more, than it added.
        access(all) var contentBytes: Int64
        /// The same by its requests and allowances. What one of them adds depends on the other by a few bytes, which would
        /// wear off in many movements if only one were counted; the sum is what is there.
        access(all) var dataBytes: Int64

        init(address: Address) {
            self.address = address
            self.amount = 0.0
            self.contentBytes = 0
            self.dataBytes = 0
        }

        /// Contents, and the share of every vault for its own data.
        access(all) view fun usedBytes(): UInt64 {
            let base = Int64(DharmaStorageDeposit.baseBytes())
            return UInt64(self.contentBytes + (self.dataBytes > base ? self.dataBytes : base))
        }

        /// What they cost, in FLOW.
        access(all) view fun price(): UFix64 {
            return DharmaStorageDeposit.getPrice(bytes: self.usedBytes())
        }

        /// How much FLOW must be paid in before the contents may grow.
        access(all) view fun missing(): UFix64 {
            return self.price().saturatingSubtract(self.amount)
        }

        access(account) fun pay(_ from: @FlowToken.Vault) {
            let amount = from.balance
            DharmaStorageDeposit.borrowFlow().deposit(from: <- from)
            emit Paid(address: self.address, amount: amount, before: self.amount, after: self.amount + amount)
            self.amount = self.amount + amount
        }

        /// Pays out what is above `rest`.
        access(account) fun payOut(to: Address, keeping rest: UFix64) {
            let amount = self.amount.saturatingSubtract(rest)
            self.amount = self.amount - amount
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)
                ?? panic("DharmaStorageDeposit: \(to) has no receiver of FLOW for the deposit of \(amount)")
            emit Returned(address: self.address, to: to, amount: amount)
            receiver.deposit(from: <- DharmaStorageDeposit.borrowFlow().withdraw(amount: amount))
        }

        /// Counts what the contents changed since the account stored `before` bytes.
        access(account) fun countContents(since before: UInt64) {
            self.contentBytes = self.contentBytes + Int64(DharmaStorageDeposit.used()) - Int64(before)
        }

        access(account) fun countData(since before: UInt64) {
            self.dataBytes = self.dataBytes + Int64(DharmaStorageDeposit.used()) - Int64(before)
        }

        /// Panics when the contents grew from `since` bytes beyond what is paid. Whatever shrinks is allowed at any
        /// price, so that contents can leave even after storage became more expensive.
        access(account) fun requirePaid(since: Int64) {
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
