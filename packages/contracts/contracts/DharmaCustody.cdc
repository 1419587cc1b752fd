import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Custody of what guarded vaults hold: any fungible token and any NFT, accounted for to the last unit by the
/// conditions that FungibleToken puts on every vault. It knows no rules: only contracts of this account put in and take out.
///
/// Code of a token runs only while the token is out of storage, so that no reference to it reaches what is stored.
/// Meanwhile nothing else of the vault changes. NFTs are held without their collections: no code of theirs runs in custody.
///
/// Storage is paid for by slots: each type of tokens and each NFT takes one, and the data of the vault a fixed number. The
/// FLOW lies in the account's own vault, because only that gives the account capacity.
access(all) contract DharmaCustody {

    access(all) event Deposited(address: Address, type: String, amount: UFix64, balanceBefore: UFix64, balanceAfter: UFix64)
    access(all) event DepositedNFT(address: Address, type: String, id: UInt64, countAfter: Int)
    /// `requestId` is nil within the allowance, while leaving, and after a recovery.
    access(all) event Withdrawn(
        address: Address,
        type: String,
        amount: UFix64,
        balanceBefore: UFix64,
        balanceAfter: UFix64,
        requestId: UInt64?
    )
    access(all) event WithdrawnNFT(address: Address, type: String, id: UInt64, countAfter: Int, requestId: UInt64?)

    /// A payment for storage: with it, `paidAfter` is paid for `slots`.
    access(all) event StoragePaid(address: Address, amount: UFix64, paidAfter: UFix64, slots: Int)
    /// `slots` are still in use.
    access(all) event StorageReturned(address: Address, to: Address, amount: UFix64, paidAfter: UFix64, slots: Int)

    access(all) resource Holdings {
        /// Whose contents these are.
        access(all) let address: Address
        /// FLOW that was paid for storage and not returned.
        access(all) var paid: UFix64
        /// How many slots are in use, with those of the vault's own data.
        access(all) var slots: Int
        access(self) let tokens: @{Type: {FungibleToken.Vault}}
        access(self) let nfts: @{Type: {UInt64: {NonFungibleToken.NFT}}}
        /// While code of a token runs, which must not move anything else in or out.
        access(self) var isMoving: Bool

        init(address: Address, payment: @FlowToken.Vault) {
            self.address = address
            self.paid = 0.0
            self.slots = 0
            self.tokens <- {}
            self.nfts <- {}
            self.isMoving = false
            self.pay(<- payment, slots: DharmaCustody.baseSlots())
            self.slots = DharmaCustody.baseSlots()
        }

        access(all) view fun tokenTypes(): [Type] {
            return self.tokens.keys
        }

        access(all) view fun nftTypes(): [Type] {
            return self.nfts.keys
        }

        access(all) view fun getBalance(_ type: Type): UFix64 {
            return self.tokens[type]?.balance ?? 0.0
        }

        access(all) view fun getIDs(_ type: Type): [UInt64] {
            return self.nfts[type]?.keys ?? []
        }

        access(all) view fun holdsNFT(_ type: Type, _ id: UInt64): Bool {
            return self.nfts[type]?.containsKey(id) ?? false
        }

        access(all) view fun isEmpty(): Bool {
            return self.tokens.length == 0 && self.nfts.length == 0 && !self.isMoving
        }

        /// FLOW that must come with a deposit of a token or an NFT of this type: nothing where it begins no slot.
        access(all) view fun getDepositPrice(_ type: Type): UFix64 {
            return self.tokens.containsKey(type) ? 0.0 : self.getMissing(slots: self.slots + 1)
        }

        /// No door of the vault opens while code of a token runs.
        access(account) view fun requireStill() {
            pre {
                !self.isMoving: "DharmaCustody: Nothing of the vault of \(self.address) changes while a token is moved"
            }
        }

        access(account) fun deposit(_ from: @{FungibleToken.Vault}, payment: @FlowToken.Vault?) {
            let type = from.getType()
            let amount = from.balance
            let before = self.getBalance(type)
            self.pay(<- payment, slots: self.slots + (self.tokens.containsKey(type) ? 0 : 1))
            self.store(<- self.merge(<- from))
            emit Deposited(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: before + amount
            )
        }

        access(account) fun depositNFT(_ token: @{NonFungibleToken.NFT}, payment: @FlowToken.Vault?) {
            let type = token.getType()
            let id = token.id
            self.pay(<- payment, slots: self.slots + 1)
            let nft <- self.fit(<- token) as! @{NonFungibleToken.NFT}
            if self.nfts[type] == nil {
                self.nfts[type] <-! {}
            }
            let nfts = self.borrowNFTs(type)
            nfts[id] <-! nft
            emit DepositedNFT(address: self.address, type: type.identifier, id: id, countAfter: self.countNFTs(type))
        }

        /// What was paid for a slot that is empty now goes to `owner`.
        access(account) fun withdraw(
            _ type: Type,
            _ amount: UFix64,
            requestId: UInt64?,
            owner: Address
        ): @{FungibleToken.Vault} {
            let before = self.getBalance(type)
            let taken <- self.split(type, amount)
            emit Withdrawn(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: before - amount,
                requestId: requestId
            )
            self.payBack(to: owner)
            return <- taken
        }

        access(account) fun withdrawNFT(
            _ type: Type,
            _ id: UInt64,
            requestId: UInt64?,
            owner: Address
        ): @{NonFungibleToken.NFT} {
            pre {
                self.holdsNFT(type, id):
                    "DharmaCustody: The vault of \(self.address) does not hold \(type.identifier) \(id)"
            }
            self.requireStill()
            let nft <- self.borrowNFTs(type).remove(key: id)!
            if self.countNFTs(type) == 0 {
                destroy self.nfts.remove(key: type)
            }
            self.slots = self.slots - 1
            emit WithdrawnNFT(
                address: self.address,
                type: type.identifier,
                id: id,
                countAfter: self.countNFTs(type),
                requestId: requestId
            )
            self.payBack(to: owner)
            return <- nft
        }

        /// Returns all that was paid, of a vault that is about to be destroyed.
        access(account) fun close(owner: Address) {
            self.slots = 0
            self.payBack(to: owner)
            assert(
                self.paid == 0.0,
                message: "DharmaCustody: \(owner) has no vault of FLOW at /public/flowTokenReceiver for the \(self.paid) that were paid for storage"
            )
        }

        /// Takes a payment, if any, which with earlier ones must pay for `slots` where these are more than before.
        access(self) fun pay(_ payment: @FlowToken.Vault?, slots: Int) {
            let amount = payment?.balance ?? 0.0
            let missing = slots > self.slots ? self.getMissing(slots: slots) : 0.0
            assert(
                amount >= missing,
                message: "DharmaCustody: The vault of \(self.address) must pay \(missing) FLOW to use \(slots) slots, not \(amount)"
            )
            if let flow <- payment {
                DharmaCustody.borrowFlow().deposit(from: <- flow)
                self.paid = self.paid + amount
                emit StoragePaid(address: self.address, amount: amount, paidAfter: self.paid, slots: slots)
            }
        }

        /// Returns what was paid above the price of the slots in use, which may have risen since. Only a plain vault of FLOW
        /// gets it, so that no code of strangers runs; without one it stays, and pays for the next slot.
        access(self) fun payBack(to: Address) {
            let amount = self.paid.saturatingSubtract(DharmaCustody.getPrice(slots: self.slots))
            if amount == 0.0 {
                return
            }
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)
            if receiver?.getType() != Type<@FlowToken.Vault>() {
                return
            }
            self.paid = self.paid - amount
            emit StorageReturned(address: self.address, to: to, amount: amount, paidAfter: self.paid, slots: self.slots)
            receiver!.deposit(from: <- DharmaCustody.borrowFlow().withdraw(amount: amount))
        }

        access(self) view fun getMissing(slots: Int): UFix64 {
            return DharmaCustody.getPrice(slots: slots).saturatingSubtract(self.paid)
        }

        /// The tokens, together with those of the same type that are in custody.
        access(self) fun merge(_ from: @{FungibleToken.Vault}): @{FungibleToken.Vault} {
            if self.tokens[from.getType()] == nil {
                return <- from
            }
            let vault <- self.take(from.getType())
            self.isMoving = true
            vault.deposit(from: <- from)
            self.isMoving = false
            return <- vault
        }

        access(self) fun split(_ type: Type, _ amount: UFix64): @{FungibleToken.Vault} {
            let vault <- self.take(type)
            if vault.balance == amount {
                return <- vault
            }
            self.isMoving = true
            let taken <- vault.withdraw(amount: amount)
            self.isMoving = false
            self.store(<- vault)
            return <- taken
        }

        access(self) fun store(_ vault: @{FungibleToken.Vault}) {
            let type = vault.getType()
            self.tokens[type] <-! self.fit(<- vault) as! @{FungibleToken.Vault}
        }

        access(self) fun take(_ type: Type): @{FungibleToken.Vault} {
            self.requireStill()
            let vault <- self.tokens.remove(key: type)
                ?? panic("DharmaCustody: The vault of \(self.address) does not hold \(type.identifier)")
            self.slots = self.slots - 1
            return <- vault
        }

        /// Takes a slot for what is about to be stored.
        access(self) fun fit(_ thing: @AnyResource): @AnyResource {
            pre {
                self.slots < DharmaCustody.maxSlots():
                    "DharmaCustody: The vault of \(self.address) already uses \(DharmaCustody.maxSlots()) slots"
            }
            self.requireStill()
            DharmaCustody.requireShort(thing.getType())
            self.slots = self.slots + 1
            return <- DharmaCustody.requireSlot(<- thing)
        }

        access(self) view fun borrowNFTs(_ type: Type): auth(Mutate) &{UInt64: {NonFungibleToken.NFT}} {
            return (&self.nfts[type])!
        }

        access(self) view fun countNFTs(_ type: Type): Int {
            return self.nfts[type]?.length ?? 0
        }
    }

    /// FLOW for a slot: twice what the chain asks for its bytes, for the places of slots and for what the chain may ask later.
    access(all) view fun slotPrice(): UFix64 {
        return 0.00064
    }

    /// What a thing may add to the account's storage.
    access(all) view fun slotBytes(): UInt64 {
        return 32_000
    }

    /// Slots of a vault's own data, which takes less than their bytes.
    access(all) view fun baseSlots(): Int {
        return 2
    }

    /// So that a vault can be read at once.
    access(all) view fun maxSlots(): Int {
        return 500
    }

    /// Bytes of the identifier of a type that a vault stores, so that its data is small.
    access(all) view fun maxTypeBytes(): Int {
        return 256
    }

    /// What so many slots cost, in FLOW.
    access(all) view fun getPrice(slots: Int): UFix64 {
        return self.slotPrice() * UFix64(slots)
    }

    access(account) fun createHoldings(address: Address, payment: @FlowToken.Vault): @Holdings {
        return <- create Holdings(address: address, payment: <- payment)
    }

    access(account) view fun requireShort(_ type: Type) {
        pre {
            type.identifier.utf8.length <= self.maxTypeBytes():
                "DharmaCustody: The identifier of the type has \(type.identifier.utf8.length) bytes, more than \(self.maxTypeBytes())"
        }
    }

    /// Panics when a thing takes more than a slot. It is measured where no other thing of strangers lies beside it: the ledger
    /// stores the name of a type once for all that lies in one slab, so that beside its like it would look small.
    access(contract) fun requireSlot(_ thing: @AnyResource): @AnyResource {
        let path = /storage/dharmaCustodyMeasured
        let type = thing.getType().identifier
        let before = self.account.storage.used
        self.account.storage.save(<- thing, to: path)
        let bytes = self.account.storage.used - before
        assert(
            bytes <= self.slotBytes(),
            message: "DharmaCustody: \(type) takes \(bytes) bytes, more than the \(self.slotBytes()) of a slot"
        )
        return <- self.account.storage.load<@AnyResource>(from: path)!
    }

    access(contract) view fun borrowFlow(): auth(FungibleToken.Withdraw) &FlowToken.Vault {
        return self.account.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("DharmaCustody: The account \(self.account.address) has no vault of FLOW")
    }
}
