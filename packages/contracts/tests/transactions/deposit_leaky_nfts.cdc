import "DharmaVault"
import LeakyNFT from 0x0000000000000014

/// The owner deposits leaky NFTs with ids from `first` to `last`, and grows the last one afterwards by the reference
/// that its collection handed out.
transaction(first: UInt64, last: UInt64, kilobytes: Int) {

    prepare(signer: auth(BorrowValue) &Account) {
        let pocket = LeakyNFT.Pocket()
        let vault = signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.keyStoragePath)!
            .borrow()
        var id = first
        while id <= last {
            let nft <- LeakyNFT.mint(id: id)
            nft.setPocket(&pocket as &LeakyNFT.Pocket)
            vault.depositNFT(token: <- nft)
            id = id + 1
        }
        if kilobytes > 0 {
            pocket.grow(kilobytes: kilobytes)
        }
    }
}
