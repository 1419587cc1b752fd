import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"
import "NonFungibleToken"

/// Custody for the guarded vaults: a chest holds any fungible token and any NFT collection, and accounts for
/// every unit, by the conditions that FungibleToken puts on every vault. It knows no rules: only contracts of this account put in and take out.
access(all) contract DharmaCustody {

    access(all) event Deposited(address: Address, type: String, amount: UFix64, balanceBefore: UFix64, balanceAfter: UFix64)
    access(all) event DepositedNFT(address: Address, type: String, id: UInt64, countAfter: Int)
    /// `requestId` is nil within the allowance and while leaving.
    access(all) event Withdrawn(
        address: Address,
        type: String,
        amount: UFix64,
        balanceBefore: UFix64,
        balanceAfter: UFix64,
        requestId: UInt64?
    )
    access(all) event WithdrawnNFT(address: Address, type: String, id: UInt64, countAfter: Int, requestId: UInt64?)
    /// After a recovery, to the recovery address.
    access(all) event Delivered(address: Address, to: Address, type: String, amount: UFix64)
    access(all) event DeliveredNFT(address: Address, to: Address, type: String, id: UInt64)

    access(all) resource Holdings {
        /// Whose contents these are.
        access(all) let address: Address
        access(self) let tokens: @{Type: {FungibleToken.Vault}}
        access(self) let collections: @{Type: {NonFungibleToken.Collection}}

        init(address: Address) {
            self.address = address
            self.tokens <- {}
            self.collections <- {}
        }

        access(all) view fun tokenTypes(): [Type] {
            return self.tokens.keys
        }

        access(all) view fun collectionTypes(): [Type] {
            return self.collections.keys
        }

        access(all) view fun getBalance(_ type: Type): UFix64 {
            return self.tokens[type]?.balance ?? 0.0
        }

        access(all) view fun getIDs(_ type: Type): [UInt64] {
            return self.collections[type]?.getIDs() ?? []
        }

        access(all) view fun isEmpty(): Bool {
            return self.tokens.length == 0 && self.collections.length == 0
        }

        access(account) fun deposit(_ from: @{FungibleToken.Vault}) {
            pre {
                self.tokens[from.getType()] != nil || self.tokens.length < DharmaCustody.maxTypes:
                    "DharmaCustody: \(self.address) has \(DharmaCustody.maxTypes) tokens here already"
            }
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \(self.address) grew by more than \(DharmaCustody.maxGrowth) bytes at once"
            }
            let type = from.getType()
            let amount = from.balance
            let balance = self.getBalance(type)
            if let vault = &self.tokens[type] as &{FungibleToken.Vault}? {
                vault.deposit(from: <- from)
            } else {
                self.tokens[type] <-! from
            }
            emit Deposited(
                address: self.address,
                type: type.identifier,
                amount: amount,
                balanceBefore: balance,
                balanceAfter: balance + amount
            )
        }

        access(account) fun depositNFT(_ token: @{NonFungibleToken.NFT}) {
            pre {
                self.collections[token.getType()] != nil || self.collections.length < DharmaCustody.maxTypes:
                    "DharmaCustody: \(self.address) has \(DharmaCustody.maxTypes) collections here already"
                self.getIDs(token.getType()).length < DharmaCustody.maxNFTs:
                    "DharmaCustody: \(self.address) has \(DharmaCustody.maxNFTs) NFTs of \(token.getType().identifier) here already"
            }
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \(self.address) grew by more than \(DharmaCustody.maxGrowth) bytes at once"
            }
            let type = token.getType()
            let id = token.id
            if self.collections[type] == nil {
                self.collections[type] <-! token.createEmptyCollection()
            }
            self.borrowCollection(type).deposit(token: <- token)
            emit DepositedNFT(address: self.address, type: type.identifier, id: id, countAfter: self.getIDs(type).length)
        }

        access(account) fun withdraw(_ type: Type, _ amount: UFix64, requestId: UInt64?): @{FungibleToken.Vault} {
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \(self.address) grew by more than \(DharmaCustody.maxGrowth) bytes at once"
            }
            let balance = self.getBalance(type)
            let taken <- self.remove(type, amount)
            emit Withdrawn(
                address: self.address,
                type: type.identifier,
                amount: taken.balance,
                balanceBefore: balance,
                balanceAfter: self.getBalance(type),
                requestId: requestId
            )
            return <- taken
        }

        access(account) fun withdrawNFT(_ type: Type, _ id: UInt64, requestId: UInt64?): @{NonFungibleToken.NFT} {
            post {
                DharmaCustody.used() <= before(DharmaCustody.used()) + DharmaCustody.maxGrowth:
                    "DharmaCustody: The contents of \(self.address) grew by more than \(DharmaCustody.maxGrowth) bytes at once"
            }
            let nft <- self.removeNFT(type, id)
            emit WithdrawnNFT(
                address: self.address,
                type: type.identifier,
                id: id,
                countAfter: self.getIDs(type).length,
                requestId: requestId
            )
            return <- nft
        }

        /// Gives all of a token to an account; panics when that has no receiver where the token says it should be.
        access(account) fun deliver(_ type: Type, to: Address) {
            let amount = self.getBalance(type)
            let vault <- self.remove(type, amount)
            let data = vault.resolveView(Type<FungibleTokenMetadataViews.FTVaultData>())
                as! FungibleTokenMetadataViews.FTVaultData?
                ?? panic("DharmaCustody: \(type.identifier) does not say where it is received")
            let receiver = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(data.receiverPath)
                ?? panic("DharmaCustody: \(to) has no receiver at \(data.receiverPath); set one up first")
            receiver.deposit(from: <- vault)
            emit Delivered(address: self.address, to: to, type: type.identifier, amount: amount)
        }

        /// Gives an NFT to an account; panics when that has no collection where the NFT says it should be.
        access(account) fun deliverNFT(_ type: Type, _ id: UInt64, to: Address) {
            let nft <- self.removeNFT(type, id)
            let data = nft.resolveView(Type<MetadataViews.NFTCollectionData>())
                as! MetadataViews.NFTCollectionData?
                ?? panic("DharmaCustody: \(type.identifier) does not say where it is received")
            let receiver = getAccount(to).capabilities.borrow<&{NonFungibleToken.Receiver}>(data.publicPath)
                ?? panic("DharmaCustody: \(to) has no collection at \(data.publicPath); set one up first")
            receiver.deposit(token: <- nft)
            emit DeliveredNFT(address: self.address, to: to, type: type.identifier, id: id)
        }

        /// Takes out an amount, and gives up the place of a token of which nothing is left.
        access(self) fun remove(_ type: Type, _ amount: UFix64): @{FungibleToken.Vault} {
            let vault = (&self.tokens[type] as auth(FungibleToken.Withdraw) &{FungibleToken.Vault}?)
                ?? panic("DharmaCustody: \(self.address) has no \(type.identifier) here")
            let before = vault.balance
            let taken <- vault.withdraw(amount: amount)
            if before == amount {
                destroy self.tokens.remove(key: type)
            }
            return <- taken
        }

        access(self) fun removeNFT(_ type: Type, _ id: UInt64): @{NonFungibleToken.NFT} {
            let nft <- self.borrowCollection(type).withdraw(withdrawID: id)
            assert(nft.getType() == type, message: "DharmaCustody: \(type.identifier) gave out \(nft.getType().identifier)")
            if self.getIDs(type).length == 0 {
                destroy self.collections.remove(key: type)
            }
            return <- nft
        }

        access(self) view fun borrowCollection(
            _ type: Type
        ): auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection} {
            return (&self.collections[type] as auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}?)
                ?? panic("DharmaCustody: \(self.address) has no \(type.identifier) here")
        }
    }

    /// Kinds of tokens, and of collections, in one chest.
    access(all) let maxTypes: Int
    /// NFTs of one collection in one chest.
    access(all) let maxNFTs: Int
    /// How many bytes one movement may add to what the account of the contract stores: more is an attack on it.
    access(all) let maxGrowth: UInt64

    access(account) fun createHoldings(address: Address): @Holdings {
        return <- create Holdings(address: address)
    }

    access(contract) view fun used(): UInt64 {
        return self.account.storage.used
    }

    init() {
        self.maxTypes = 16
        self.maxNFTs = 100
        self.maxGrowth = 20_000
    }
}
