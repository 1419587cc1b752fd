import "NonFungibleToken"

/// MALICIOUS: NFTs whose collection behaves until it is told to swell, or to give out another kind.
access(all) contract MaliciousNFT: NonFungibleToken {

    access(all) var mode: String
    access(all) let thousand: String

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64

        init(id: UInt64) {
            self.id = id
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

    access(all) resource Fake: NonFungibleToken.NFT {
        access(all) let id: UInt64

        init(id: UInt64) {
            self.id = id
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
        access(self) let ballast: [String]

        init() {
            self.ownedNFTs <- {}
            self.ballast = []
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            self.misbehave()
            let nft <- self.ownedNFTs.remove(key: withdrawID)!
            if MaliciousNFT.mode == "fake" {
                destroy nft
                return <- create Fake(id: withdrawID)
            }
            return <- nft
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            self.misbehave()
            self.ownedNFTs[token.id] <-! token
        }

        access(self) fun misbehave() {
            while MaliciousNFT.mode == "swell" && self.ballast.length < 30 {
                self.ballast.append(MaliciousNFT.thousand)
            }
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
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

    access(all) fun behave(_ mode: String) {
        self.mode = mode
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
        self.mode = ""
        var thousand = "1234567890"
        while thousand.length < 1000 {
            thousand = thousand.concat(thousand)
        }
        self.thousand = thousand
        let collection <- create Collection()
        var id: UInt64 = 1
        while id <= 101 {
            collection.deposit(token: <- create NFT(id: id))
            id = id + 1
        }
        self.account.storage.save(<- collection, to: /storage/MaliciousNFTCollection)
    }
}
