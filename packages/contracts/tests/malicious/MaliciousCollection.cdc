import "NonFungibleToken"

/// MALICIOUS: a collection that passes on to another account whatever is deposited.
access(all) contract MaliciousCollection {

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}
        access(self) let to: Address
        access(self) let path: PublicPath

        init(to: Address, path: PublicPath) {
            self.ownedNFTs <- {}
            self.to = to
            self.path = path
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            getAccount(self.to).capabilities.borrow<&{NonFungibleToken.Receiver}>(self.path)!.deposit(token: <- token)
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- self.ownedNFTs.remove(key: withdrawID)!
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return true
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- create Collection(to: self.to, path: self.path)
        }
    }

    access(all) fun create_(to: Address, path: PublicPath): @Collection {
        return <- create Collection(to: to, path: path)
    }
}
