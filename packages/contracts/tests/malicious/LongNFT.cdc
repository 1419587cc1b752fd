import "NonFungibleToken"

/// MALICIOUS: NFTs of sixteen types, whose names a test makes as long as it likes.
access(all) contract LongNFT {

    access(all) resource NFT00: NonFungibleToken.NFT {
        access(all) let id: UInt64

        init() {
            self.id = self.uuid
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            panic("LongNFT: There is no collection")
        }

        access(all) view fun getViews(): [Type] {
            return []
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return nil
        }
    }

    // More types.

    access(all) fun mintAll(): @[{NonFungibleToken.NFT}] {
        return <- [<- create NFT00()]
    }
}
