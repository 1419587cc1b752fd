import "NonFungibleToken"

/// MALICIOUS: NFTs that grow whenever somebody asks them to, in a collection that hands out a reference to each one
/// it takes in, and claims to be empty.
access(all) contract LeakyNFT: NonFungibleToken {

    access(all) let collectionStoragePath: StoragePath
    access(all) let kilobyte: String

    /// Lives in memory only, so that it can hold a reference.
    access(all) struct Pocket {
        access(all) var nft: AnyStruct?

        init() {
            self.nft = nil
        }

        access(all) fun keep(_ nft: AnyStruct) {
            self.nft = nft
        }

        access(all) fun grow(kilobytes: Int) {
            (self.nft! as! &NFT).grow(kilobytes: kilobytes)
        }
    }

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let junk: [String]
        access(all) var pocket: AnyStruct?

        init(id: UInt64) {
            self.id = id
            self.junk = []
            self.pocket = nil
        }

        access(all) fun setPocket(_ pocket: AnyStruct?) {
            self.pocket = pocket
        }

        access(all) fun grow(kilobytes: Int) {
            var count = 0
            while count < kilobytes {
                self.junk.append(LeakyNFT.kilobyte)
                count = count + 1
            }
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- create Collection()
        }

        access(all) view fun getViews(): [Type] {
            return []
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return nil
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- self.ownedNFTs.remove(key: withdrawID)!
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let nft <- token as! @LeakyNFT.NFT
            let id = nft.id
            let pocket = nft.pocket
            nft.setPocket(nil)
            self.ownedNFTs[id] <-! nft
            if pocket != nil {
                (pocket! as! &Pocket).keep((&self.ownedNFTs[id] as &{NonFungibleToken.NFT}?)! as! &NFT)
            }
        }

        access(all) view fun getIDs(): [UInt64] {
            return []
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return nil
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return true
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- create Collection()
        }
    }

    access(all) fun mint(id: UInt64): @NFT {
        return <- create NFT(id: id)
    }

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        return <- create Collection()
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return []
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        return nil
    }

    init() {
        self.collectionStoragePath = /storage/leakyNFTCollection
        var kilobyte = "12345678"
        while kilobyte.length < 1024 {
            kilobyte = kilobyte.concat(kilobyte)
        }
        self.kilobyte = kilobyte
    }
}
