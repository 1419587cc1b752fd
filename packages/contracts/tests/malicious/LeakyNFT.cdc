import "NonFungibleToken"

/// MALICIOUS: NFTs that leak ways to grow them later, in a collection that claims to be empty.
access(all) contract LeakyNFT: NonFungibleToken {

    access(all) let kilobyte: String

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let junk: [String]

        init(id: UInt64) {
            self.id = id
            self.junk = []
        }

        access(all) fun createLeak(_ leak: String): AnyStruct {
            let nft = &self as &NFT
            switch leak {
                case "reference":
                    return nft
                case "bound function":
                    return nft.grow
            }
            let junk = &self.junk as auth(Mutate) &[String]
            return fun (kilobytes: Int): Void {
                LeakyNFT.fill(junk, kilobytes: kilobytes)
            }
        }

        access(all) fun grow(_ kilobytes: Int) {
            LeakyNFT.fill(&self.junk as auth(Mutate) &[String], kilobytes: kilobytes)
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
            self.ownedNFTs[token.id] <-! token
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

    access(all) fun grow(_ leak: AnyStruct, kilobytes: Int) {
        if let nft = leak as? &NFT {
            nft.grow(kilobytes)
        } else {
            (leak as! fun(Int): Void)(kilobytes)
        }
    }

    access(contract) fun fill(_ junk: auth(Mutate) &[String], kilobytes: Int) {
        let kilobyte = self.kilobyte
        var count = 0
        while count < kilobytes {
            junk.append(kilobyte)
            count = count + 1
        }
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
        var kilobyte = "12345678"
        while kilobyte.length < 1024 {
            kilobyte = kilobyte.concat(kilobyte)
        }
        self.kilobyte = kilobyte
        let collection <- create Collection()
        var id: UInt64 = 1
        while id <= 101 {
            collection.deposit(token: <- create NFT(id: id))
            id = id + 1
        }
        self.account.storage.save(<- collection, to: /storage/LeakyNFTCollection)
    }
}
