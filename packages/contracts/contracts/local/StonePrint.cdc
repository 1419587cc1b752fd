import "FungibleToken"
import "MetadataViews"
import "NonFungibleToken"
import "TestDollar"

/// Art of the local world: anybody prints one by paying the price in Test Dollars,
/// which goes to the account that holds the contract.
access(all) contract StonePrint: NonFungibleToken {

    access(all) let collectionStoragePath: StoragePath
    access(all) let collectionPublicPath: PublicPath

    access(all) event Printed(id: UInt64, price: UFix64, totalSupply: UInt64)

    access(all) let price: UFix64
    access(all) var totalSupply: UInt64

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let printedAt: UFix64

        init(id: UInt64) {
            self.id = id
            self.printedAt = getCurrentBlock().timestamp
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [
                Type<MetadataViews.Display>(),
                Type<MetadataViews.Serial>(),
                Type<MetadataViews.NFTCollectionData>()
            ]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            switch view {
                case Type<MetadataViews.Display>():
                    return MetadataViews.Display(
                        name: "Stone Print #\(self.id)",
                        description: "A pattern nobody else holds.",
                        thumbnail: MetadataViews.HTTPFile(url: StonePrint.thumbnail(id: self.id))
                    )
                case Type<MetadataViews.Serial>():
                    return MetadataViews.Serial(self.id)
            }
            return StonePrint.resolveContractView(resourceType: Type<@StonePrint.NFT>(), viewType: view)
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- (self.ownedNFTs.remove(key: withdrawID)
                ?? panic("StonePrint.Collection.withdraw: No print with id \(withdrawID) is held here"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let print <- token as! @StonePrint.NFT
            self.ownedNFTs[print.id] <-! print
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@StonePrint.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@StonePrint.NFT>()
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
        }
    }

    /// A new print for exactly the price.
    access(all) fun buy(payment: @TestDollar.Vault): @StonePrint.NFT {
        pre {
            payment.balance == self.price:
                "StonePrint.buy: A print costs \(self.price) Test Dollars, not \(payment.balance)"
        }
        let artist = self.account.capabilities.borrow<&{FungibleToken.Receiver}>(TestDollar.receiverPublicPath)
            ?? panic("StonePrint.buy: The artist \(self.account.address) has no vault for Test Dollars")
        artist.deposit(from: <- payment)
        self.totalSupply = self.totalSupply + 1
        emit Printed(id: self.totalSupply, price: self.price, totalSupply: self.totalSupply)
        return <- create NFT(id: self.totalSupply)
    }

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        pre {
            nftType == Type<@StonePrint.NFT>(): "StonePrint.createEmptyCollection: No collections of \(nftType.identifier) are made here"
        }
        return <- create Collection()
    }

    /// A drawing made of the id alone, so that it needs no server.
    access(all) view fun thumbnail(id: UInt64): String {
        let hue = (id * 47) % 360
        return "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='hsl(\(hue) 60% 50%)'/%3E%3C/svg%3E"
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
            publicCollection: Type<&StonePrint.Collection>(),
            publicLinkedType: Type<&StonePrint.Collection>(),
            createEmptyCollectionFunction: (fun (): @{NonFungibleToken.Collection} {
                return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
            })
        )
    }

    init() {
        self.price = 20.0
        self.totalSupply = 0
        self.collectionStoragePath = /storage/stonePrintCollection
        self.collectionPublicPath = /public/stonePrintCollection
    }
}
