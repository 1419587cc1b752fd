import "ExampleMarketplace"
import "FungibleToken"
import "NonFungibleToken"

/// Buys the NFT that a seller has listed, for the signer's own collection.
transaction(seller: Address, tokens: StoragePath, collection: PublicPath) {

    let payment: @{FungibleToken.Vault}
    let listing: &ExampleMarketplace.Listing
    let buyer: Capability<&{NonFungibleToken.Collection}>

    prepare(signer: auth(BorrowValue) &Account) {
        self.listing = getAccount(seller).capabilities
            .borrow<&ExampleMarketplace.Listing>(ExampleMarketplace.listingPublicPath)
            ?? panic("The account \(seller) sells nothing")
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        self.payment <- vault.withdraw(amount: self.listing.price)
        self.buyer = signer.capabilities.get<&{NonFungibleToken.Collection}>(collection)
    }

    execute {
        self.listing.buy(payment: <- self.payment, buyer: self.buyer)
    }

    post {
        self.buyer.borrow()!.getIDs().contains(self.listing.nftID): "The NFT \(self.listing.nftID) was not delivered"
    }
}
