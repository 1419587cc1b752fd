import "DharmaProtection"
import "DharmaScore"
import "FungibleToken"
import "NonFungibleToken"

/// An example for integrators: a marketplace that refuses a buyer that is frozen or has a low, an old or no score.
access(all) contract ExampleMarketplace {

    access(all) let listingStoragePath: StoragePath
    access(all) let listingPublicPath: PublicPath

    access(all) event Sold(nftType: String, nftID: UInt64, price: UFix64, seller: Address, buyer: Address)

    /// One NFT for sale. It stays in the seller's collection until it is bought.
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
            self.nftType = nft.getType()
            self.nftID = nftID
            self.price = price
            self.paymentType = paymentType
            self.isSold = false
            self.provider = provider
            self.receiver = receiver
        }

        /// Delivers the NFT to the buyer's collection. The buyer is the account that issued the capability: only an
        /// account itself issues one, while a resource that lies in an account (`collection.owner`) may be a gift through
        /// which others buy.
        access(all) fun buy(payment: @{FungibleToken.Vault}, buyer: Capability<&{NonFungibleToken.Collection}>) {
            pre {
                !self.isSold: "ExampleMarketplace.buy: The NFT \(self.nftID) was sold already"
                payment.getType() == self.paymentType && payment.balance == self.price:
                    "ExampleMarketplace.buy: The price is \(self.price) of \(self.paymentType.identifier), not \(payment.balance) of \(payment.getType().identifier)"
            }
            if let reason = ExampleMarketplace.getRefusalReason(buyer.address) {
                panic("ExampleMarketplace.buy: \(reason)")
            }
            self.isSold = true
            let collection = self.borrowCollection(of: buyer)
            let seller = self.receiver.borrow() ?? panic("ExampleMarketplace.buy: The seller cannot be paid")
            seller.deposit(from: <- payment)
            let nfts = self.provider.borrow() ?? panic("ExampleMarketplace.buy: The seller has no collection")
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

        /// A collection of the contract of the NFT itself: any other could pass the NFT on to another account.
        access(self) view fun borrowCollection(
            of buyer: Capability<&{NonFungibleToken.Collection}>
        ): &{NonFungibleToken.Collection} {
            let collection = buyer.borrow() ?? panic("ExampleMarketplace.buy: \(buyer.address) has no collection")
            let type = collection.getType()
            assert(
                type.address == self.nftType.address && type.contractName == self.nftType.contractName,
                message: "ExampleMarketplace.buy: \(type.identifier) is not a collection of the contract of \(self.nftType.identifier)"
            )
            return collection
        }
    }

    /// Why this marketplace does not sell to an address now, and what the buyer can do; nil when it sells.
    access(all) view fun getRefusalReason(_ buyer: Address): String? {
        if DharmaProtection.isFrozen(buyer) {
            return "\(buyer) is frozen"
        }
        // At least 50 points, published at most 30 days ago.
        switch DharmaScore.requireMin(address: buyer, minScoreTenths: 500, maxAge: 2592000.0) {
            case DharmaScore.Verdict.pass:
                return nil
            case DharmaScore.Verdict.fail:
                return "the score of \(buyer) is below 50"
            case DharmaScore.Verdict.stale:
                // An old score is no bad score: it may just rest on evidence that has not changed since. One well above
                // the limit is good enough here.
                return DharmaScore.lowest(buyer)!.scoreTenths >= 750
                    ? nil
                    : "the score of \(buyer) is older than 30 days and below 75"
        }
        // Neither good nor bad. Anybody can have the score published; for small amounts nil would do here.
        return "no score of \(buyer) is published: publish it, then buy"
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
