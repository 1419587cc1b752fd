import "ExampleMarketplace"
import "FungibleToken"
import "NonFungibleToken"

/// Buys the NFT that a seller has listed, for the signer's own collection, and no other one that the seller has listed
/// meanwhile, nor at a higher price.
transaction(seller: Address, nftID: UInt64, maxPrice: UFix64, tokens: StoragePath, collection: PublicPath) {

    let payment: @{FungibleToken.Vault}
    let listing: &ExampleMarketplace.Listing
    let buyer: Capability<&{NonFungibleToken.Collection}>

    prepare(signer: auth(BorrowValue) &Account) {
        self.listing = getAccount(seller).capabilities
            .borrow<&ExampleMarketplace.Listing>(ExampleMarketplace.listingPublicPath)
            ?? panic("The account \(seller) sells nothing")
        assert(
            self.listing.nftID == nftID && self.listing.price <= maxPrice,
            message: "The account \(seller) sells NFT \(self.listing.nftID) for \(self.listing.price), not NFT \(nftID) for at most \(maxPrice)"
        )
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        self.payment <- vault.withdraw(amount: self.listing.price)
        self.buyer = signer.capabilities.get<&{NonFungibleToken.Collection}>(collection)
    }

    execute {
        self.listing.buy(payment: <- self.payment, buyer: self.buyer)
    }

    post {
        self.buyer.borrow()!.getIDs().contains(nftID): "The NFT \(nftID) was not delivered"
    }
}
