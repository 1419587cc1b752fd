import "MetadataViews"
import "NonFungibleToken"

/// Membership of the community garden. A pass is awarded by the steward, never sold.
access(all) contract GardenPass: NonFungibleToken {

    access(all) entitlement Award

    access(all) let collectionStoragePath: StoragePath
    access(all) let collectionPublicPath: PublicPath
    access(all) let stewardStoragePath: StoragePath

    access(all) event Awarded(id: UInt64, season: String, totalSupply: UInt64)

    access(all) var totalSupply: UInt64

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let season: String

        init(id: UInt64, season: String) {
            self.id = id
            self.season = season
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [Type<MetadataViews.Display>(), Type<MetadataViews.NFTCollectionData>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            if view == Type<MetadataViews.Display>() {
                return MetadataViews.Display(
                    name: "Garden Pass #\(self.id)",
                    description: "A member of the community garden since \(self.season).",
                    thumbnail: MetadataViews.HTTPFile(url: GardenPass.thumbnail)
                )
            }
            return GardenPass.resolveContractView(resourceType: Type<@GardenPass.NFT>(), viewType: view)
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- (self.ownedNFTs.remove(key: withdrawID)
                ?? panic("GardenPass.Collection.withdraw: No pass with id \(withdrawID) is held here"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let pass <- token as! @GardenPass.NFT
            self.ownedNFTs[pass.id] <-! pass
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@GardenPass.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@GardenPass.NFT>()
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
        }
    }

    access(all) resource Steward {
        access(Award) fun award(season: String): @GardenPass.NFT {
            GardenPass.totalSupply = GardenPass.totalSupply + 1
            let id = GardenPass.totalSupply
            emit Awarded(id: id, season: season, totalSupply: GardenPass.totalSupply)
            return <- create NFT(id: id, season: season)
        }
    }

    access(all) let thumbnail: String

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        pre {
            nftType == Type<@GardenPass.NFT>(): "GardenPass.createEmptyCollection: No collections of \(nftType.identifier) are made here"
        }
        return <- create Collection()
    }

    access(all) view fun getContractViews(resourceType _: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType _: Type?, viewType: Type): AnyStruct? {
        if viewType != Type<MetadataViews.NFTCollectionData>() {
            return nil
        }
        return MetadataViews.NFTCollectionData(
            storagePath: self.collectionStoragePath,
            publicPath: self.collectionPublicPath,
            publicCollection: Type<&GardenPass.Collection>(),
            publicLinkedType: Type<&GardenPass.Collection>(),
            createEmptyCollectionFunction: (fun (): @{NonFungibleToken.Collection} {
                return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
            })
        )
    }

    init() {
        self.totalSupply = 0
        self.thumbnail = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='%2316a34a'/%3E%3C/svg%3E"
        self.collectionStoragePath = /storage/gardenPassCollection
        self.collectionPublicPath = /public/gardenPassCollection
        self.stewardStoragePath = /storage/gardenPassSteward
        self.account.storage.save(<- create Steward(), to: self.stewardStoragePath)
    }
}
