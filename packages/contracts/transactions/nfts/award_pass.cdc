import "GardenPass"
import "NonFungibleToken"

/// Awards a garden pass. Signed by the steward.
transaction(to: Address, season: String) {

    let steward: auth(GardenPass.Award) &GardenPass.Steward
    let collection: &{NonFungibleToken.Collection}

    prepare(signer: auth(BorrowValue) &Account) {
        self.steward = signer.storage
            .borrow<auth(GardenPass.Award) &GardenPass.Steward>(from: GardenPass.stewardStoragePath)
            ?? panic("The account \(signer.address) is not the steward of the garden")
        self.collection = getAccount(to).capabilities
            .borrow<&{NonFungibleToken.Collection}>(GardenPass.collectionPublicPath)
            ?? panic("The account \(to) has no collection for garden passes")
    }

    execute {
        self.collection.deposit(token: <- self.steward.award(season: season))
    }
}
