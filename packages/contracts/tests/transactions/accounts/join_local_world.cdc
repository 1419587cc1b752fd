import "GardenPass"
import "LotusToken"
import "StonePrint"
import "TestDollar"

/// Gives the signer vaults and collections for the tokens and NFTs of the local world.
transaction() {

    prepare(owner: auth(Storage, Capabilities) &Account) {
        owner.storage.save(
            <- TestDollar.createEmptyVault(vaultType: Type<@TestDollar.Vault>()),
            to: TestDollar.vaultStoragePath
        )
        owner.capabilities.publish(
            owner.capabilities.storage.issue<&TestDollar.Vault>(TestDollar.vaultStoragePath),
            at: TestDollar.receiverPublicPath
        )
        owner.storage.save(
            <- LotusToken.createEmptyVault(vaultType: Type<@LotusToken.Vault>()),
            to: LotusToken.vaultStoragePath
        )
        owner.capabilities.publish(
            owner.capabilities.storage.issue<&LotusToken.Vault>(LotusToken.vaultStoragePath),
            at: LotusToken.receiverPublicPath
        )
        owner.storage.save(
            <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>()),
            to: GardenPass.collectionStoragePath
        )
        owner.capabilities.publish(
            owner.capabilities.storage.issue<&GardenPass.Collection>(GardenPass.collectionStoragePath),
            at: GardenPass.collectionPublicPath
        )
        owner.storage.save(
            <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>()),
            to: StonePrint.collectionStoragePath
        )
        owner.capabilities.publish(
            owner.capabilities.storage.issue<&StonePrint.Collection>(StonePrint.collectionStoragePath),
            at: StonePrint.collectionPublicPath
        )
    }
}
