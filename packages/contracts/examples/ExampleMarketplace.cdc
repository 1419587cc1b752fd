import "DharmaProtection"
import "DharmaScore"
import "FungibleToken"
import "NonFungibleToken"

/// An example for integrators: a marketplace that refuses a buyer or a seller that is frozen or has a low, an old or no
/// score.
access(all) contract ExampleMarketplace {

    access(all) let listingStoragePath: StoragePath
    access(all) let listingPublicPath: PublicPath

    access(all) event Sold(nftType: String, nftID: UInt64, price: UFix64, seller: Address, buyer: Address)

    /// One NFT for sale. It stays in the seller's collection until it is bought. The account that delivers and the one that
    /// is paid are looked at when it is listed, and again when it is sold: scores and freezes change.
    access(all) resource Listing {
        access(all) let nftType: Type
        access(all) let nftID: UInt64
        access(all) let price: UFix64
        access(all) let paymentType: Type
        /// What was sold once is not sold again, should the seller own it again.
        access(all) var isSold: Bool
        access(self) let provider: Capability<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>
        access(self) let receiver: Capability<&{FungibleToken.Receiver}>

        init(
            nftID: UInt64,
            price: UFix64,
            paymentType: Type,
            provider: Capability<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>,
            receiver: Capability<&{FungibleToken.Receiver}>
        ) {
            let collection = provider.borrow() ?? panic("ExampleMarketplace.createListing: The seller has no collection")
            let nft = collection.borrowNFT(nftID)
                ?? panic("ExampleMarketplace.createListing: The seller has no NFT \(nftID)")
            ExampleMarketplace.requireCollection(collection, of: nft.getType())
            let _ = ExampleMarketplace.borrowVault(receiver, of: paymentType)
            ExampleMarketplace.requireServed([provider.address, receiver.address])
            self.nftType = nft.getType()
            self.nftID = nftID
            self.price = price
            self.paymentType = paymentType
            self.isSold = false
            self.provider = provider
            self.receiver = receiver
        }

        /// Delivers the NFT to the buyer's collection. Buyer and seller are the accounts that issued the capabilities: only
        /// an account itself issues one, while a resource that lies in an account (`collection.owner`) may be a gift through
        /// which others trade.
        access(all) fun buy(payment: @{FungibleToken.Vault}, buyer: Capability<&{NonFungibleToken.Collection}>) {
            pre {
                !self.isSold: "ExampleMarketplace.buy: The NFT \(self.nftID) was sold already"
                payment.getType() == self.paymentType && payment.balance == self.price:
                    "ExampleMarketplace.buy: The price is \(self.price) of \(self.paymentType.identifier), not \(payment.balance) of \(payment.getType().identifier)"
            }
            ExampleMarketplace.requireServed([buyer.address, self.provider.address, self.receiver.address])
            self.isSold = true
            let collection = buyer.borrow() ?? panic("ExampleMarketplace.buy: \(buyer.address) has no collection")
            ExampleMarketplace.requireCollection(collection, of: self.nftType)
            ExampleMarketplace.borrowVault(self.receiver, of: self.paymentType).deposit(from: <- payment)
            let nfts = self.provider.borrow() ?? panic("ExampleMarketplace.buy: The seller has no collection")
            ExampleMarketplace.requireCollection(nfts, of: self.nftType)
            let nft <- nfts.withdraw(withdrawID: self.nftID)
            assert(
                nft.getType() == self.nftType && nft.id == self.nftID,
                message: "ExampleMarketplace.buy: The seller delivers \(nft.getType().identifier) \(nft.id)"
            )
            emit Sold(
                nftType: nft.getType().identifier,
                nftID: nft.id,
                price: self.price,
                seller: self.provider.address,
                buyer: buyer.address
            )
            collection.deposit(token: <- nft)
        }
    }

    /// Panics unless this marketplace serves all of these accounts now.
    access(contract) view fun requireServed(_ addresses: [Address]) {
        for address in addresses {
            if let reason = self.getRefusalReason(address) {
                panic("ExampleMarketplace: \(reason)")
            }
        }
    }

    /// Where the seller is paid: any other receiver could pass the payment on to another account.
    access(contract) view fun borrowVault(_ receiver: Capability<&{FungibleToken.Receiver}>, of type: Type): &{FungibleToken.Receiver} {
        let vault = receiver.borrow()
        assert(
            vault?.getType() == type,
            message: "ExampleMarketplace: The seller has no vault of \(type.identifier) at \(receiver.address)"
        )
        return vault!
    }

    /// Panics unless it is a collection of the contract of the NFT itself: any other could pass the NFT on to another
    /// account, or take it from one.
    access(contract) view fun requireCollection(_ collection: &{NonFungibleToken.Collection}, of nftType: Type) {
        let type = collection.getType()
        assert(
            type.address == nftType.address && type.contractName == nftType.contractName,
            message: "ExampleMarketplace: \(type.identifier) is not a collection of the contract of \(nftType.identifier)"
        )
    }

    /// Why this marketplace does not serve a buyer or a seller now, and what it can do; nil when it is served.
    access(all) view fun getRefusalReason(_ address: Address): String? {
        if DharmaProtection.isFrozen(address) {
            return "\(address) is frozen"
        }
        // At least 50 points, published at most 30 days ago.
        switch DharmaScore.requireMin(address: address, minScoreTenths: 500, maxAge: 2592000.0) {
            case DharmaScore.Verdict.pass:
                return nil
            case DharmaScore.Verdict.fail:
                return "the score of \(address) is below 50"
            case DharmaScore.Verdict.stale:
                // An old score is no bad score: it may just rest on evidence that has not changed since. One well above
                // the limit is good enough here.
                return DharmaScore.lowest(address)!.scoreTenths >= 750
                    ? nil
                    : "the score of \(address) is older than 30 days and below 75"
        }
        // Neither good nor bad. Anybody can have the score published; for small amounts nil would do here.
        return "no score of \(address) is published: publish it first"
    }

    access(all) fun createListing(
        nftID: UInt64,
        price: UFix64,
        paymentType: Type,
        provider: Capability<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>,
        receiver: Capability<&{FungibleToken.Receiver}>
    ): @Listing {
        return <- create Listing(
            nftID: nftID,
            price: price,
            paymentType: paymentType,
            provider: provider,
            receiver: receiver
        )
    }

    init() {
        self.listingStoragePath = /storage/exampleMarketplaceListing
        self.listingPublicPath = /public/exampleMarketplaceListing
    }
}
