import "DharmaStorageDeposit"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Custody of what guarded vaults hold: any fungible token and any NFT, accounted for to the last unit by the
/// conditions that FungibleToken puts on every vault, and to the last byte. It knows no rules: only contracts of this
/// account put in and take out.
///
/// Code of a token runs only while the token is out of storage, so that no reference to it reaches what is
/// stored, and no storage is measured meanwhile. NFTs are held without their collections: no code of theirs runs in custody.
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

    access(all) resource Holdings {
        /// Whose contents these are.
        access(all) let address: Address
        access(self) let storageDeposit: @DharmaStorageDeposit.Deposit
        access(self) let tokens: @{Type: {FungibleToken.Vault}}
        access(self) let nfts: @{Type: {UInt64: {NonFungibleToken.NFT}}}
        /// While code of a token runs, which must not move anything else in or out.
        access(self) var isMoving: Bool

        init(address: Address, storageDeposit: @FlowToken.Vault) {
            self.address = address
            self.storageDeposit <- DharmaStorageDeposit.createDeposit(address: address, from: <- storageDeposit)
            self.tokens <- {}
            self.nfts <- {}
            self.isMoving = false
        }

        access(all) view fun borrowStorageDeposit(): &DharmaStorageDeposit.Deposit {
            return &self.storageDeposit
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

        access(all) view fun isEmpty(): Bool {
            return self.tokens.length == 0 && self.nfts.length == 0 && !self.isMoving
        }

        access(account) fun countData(since bytesBefore: UInt64) {
            self.storageDeposit.countData(since: bytesBefore)
        }

        access(account) fun payStorage(_ from: @FlowToken.Vault) {
            self.storageDeposit.pay(<- from)
        }

        access(account) fun returnStorageDeposit(to: Address, keeping rest: UFix64) {
            self.storageDeposit.payOut(to: to, keeping: rest)
        }

        access(account) fun deposit(_ from: @{FungibleToken.Vault}) {
            let type = from.getType()
            let amount = from.balance
            let before = self.getBalance(type)
            let bytesBefore = self.storageDeposit.contentBytes
            self.store(<- self.merge(<- from))
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit Deposited(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: before + amount
            )
        }

        access(account) fun depositNFT(_ token: @{NonFungibleToken.NFT}) {
            let type = token.getType()
            let id = token.id
            let bytesBefore = self.storageDeposit.contentBytes
            self.storeNFT(<- token)
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit DepositedNFT(address: self.address, type: type.identifier, id: id, countAfter: self.countNFTs(type))
        }

        access(account) fun withdraw(_ type: Type, _ amount: UFix64, requestId: UInt64?): @{FungibleToken.Vault} {
            let before = self.getBalance(type)
            let bytesBefore = self.storageDeposit.contentBytes
            let taken <- self.split(type, amount)
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit Withdrawn(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: before,
                balanceAfter: before - amount,
                requestId: requestId
            )
            return <- taken
        }

        access(account) fun withdrawNFT(_ type: Type, _ id: UInt64, requestId: UInt64?): @{NonFungibleToken.NFT} {
            let bytesBefore = self.storageDeposit.contentBytes
            let nft <- self.takeNFT(type, id)
            self.storageDeposit.requirePaid(since: bytesBefore)
            emit WithdrawnNFT(
                address: self.address,
                type: type.identifier,
                id: id,
                countAfter: self.countNFTs(type),
                requestId: requestId
            )
            return <- nft
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
            pre {
                !self.isMoving: self.refusal()
                self.tokens.length < DharmaCustody.maxTypes():
                    "DharmaCustody: The vault of \(self.address) already holds \(DharmaCustody.maxTypes()) types of tokens"
            }
            let type = vault.getType()
            DharmaStorageDeposit.requireShort(type)
            let before = DharmaStorageDeposit.used()
            self.tokens[type] <-! vault
            self.storageDeposit.countContents(since: before)
        }

        access(self) fun take(_ type: Type): @{FungibleToken.Vault} {
            pre {
                !self.isMoving: self.refusal()
            }
            let before = DharmaStorageDeposit.used()
            let vault <- self.tokens.remove(key: type)
                ?? panic("DharmaCustody: The vault of \(self.address) does not hold \(type.identifier)")
            self.storageDeposit.countContents(since: before)
            return <- vault
        }

        access(self) fun storeNFT(_ token: @{NonFungibleToken.NFT}) {
            pre {
                !self.isMoving: self.refusal()
                self.nfts[token.getType()] != nil || self.nfts.length < DharmaCustody.maxTypes():
                    "DharmaCustody: The vault of \(self.address) already holds NFTs of \(DharmaCustody.maxTypes()) types"
                self.countNFTs(token.getType()) < DharmaCustody.maxNFTs():
                    "DharmaCustody: The vault of \(self.address) already holds \(DharmaCustody.maxNFTs()) NFTs of \(token.getType().identifier)"
            }
            let type = token.getType()
            let id = token.id
            let before = DharmaStorageDeposit.used()
            if self.nfts[type] == nil {
                DharmaStorageDeposit.requireShort(type)
                self.nfts[type] <-! {}
            }
            let nfts = self.borrowNFTs(type)
            nfts[id] <-! token
            self.storageDeposit.countContents(since: before)
        }

        access(self) fun takeNFT(_ type: Type, _ id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                !self.isMoving: self.refusal()
                self.nfts[type]?.containsKey(id) ?? false:
                    "DharmaCustody: The vault of \(self.address) does not hold \(type.identifier) \(id)"
            }
            let before = DharmaStorageDeposit.used()
            let nft <- self.borrowNFTs(type).remove(key: id)!
            if self.countNFTs(type) == 0 {
                destroy self.nfts.remove(key: type)
            }
            self.storageDeposit.countContents(since: before)
            return <- nft
        }

        access(self) view fun borrowNFTs(_ type: Type): auth(Mutate) &{UInt64: {NonFungibleToken.NFT}} {
            return (&self.nfts[type])!
        }

        access(self) view fun countNFTs(_ type: Type): Int {
            return self.nfts[type]?.length ?? 0
        }

        access(self) view fun refusal(): String {
            return "DharmaCustody: A token may not move contents of \(self.address) while it is moved itself"
        }
    }

    /// Types of tokens, and of NFTs, that one vault holds.
    access(all) view fun maxTypes(): Int {
        return 16
    }

    /// NFTs of one type that one vault holds.
    access(all) view fun maxNFTs(): Int {
        return 100
    }

    access(account) fun createHoldings(address: Address, storageDeposit: @FlowToken.Vault): @Holdings {
        return <- create Holdings(address: address, storageDeposit: <- storageDeposit)
    }
}
