import "GardenPass"
import "LotusToken"

/// Gives the signer a vault for Lotus and a collection for garden passes.
transaction {

    prepare(signer: auth(SaveValue, IssueStorageCapabilityController, PublishCapability) &Account) {
        signer.storage.save(
            <- LotusToken.createEmptyVault(vaultType: Type<@LotusToken.Vault>()),
            to: LotusToken.vaultStoragePath
        )
        signer.capabilities.publish(
            signer.capabilities.storage.issue<&LotusToken.Vault>(LotusToken.vaultStoragePath),
            at: LotusToken.receiverPublicPath
        )
        signer.storage.save(
            <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>()),
            to: GardenPass.collectionStoragePath
        )
        signer.capabilities.publish(
            signer.capabilities.storage.issue<&GardenPass.Collection>(GardenPass.collectionStoragePath),
            at: GardenPass.collectionPublicPath
        )
    }
}
