import "ExampleMarketplace"
import "FungibleToken"
import "NonFungibleToken"

/// Lists one NFT of the signer for sale. `receiver` is where the signer takes payments of the type `paymentType`.
transaction(id: UInt64, price: UFix64, paymentType: String, collection: StoragePath, receiver: PublicPath) {

    prepare(signer: auth(SaveValue, IssueStorageCapabilityController, PublishCapability) &Account) {
        let listing <- ExampleMarketplace.createListing(
            nftID: id,
            price: price,
            paymentType: CompositeType(paymentType) ?? panic("\(paymentType) is no type"),
            provider: signer.capabilities.storage
                .issue<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(collection),
            receiver: signer.capabilities.get<&{FungibleToken.Receiver}>(receiver)
        )
        signer.storage.save(<- listing, to: ExampleMarketplace.listingStoragePath)
        signer.capabilities.publish(
            signer.capabilities.storage.issue<&ExampleMarketplace.Listing>(ExampleMarketplace.listingStoragePath),
            at: ExampleMarketplace.listingPublicPath
        )
    }
}
