import "DharmaVault"
import LongNFT from 0x0000000000000014

/// Deposits an NFT of each type with a long name.
transaction {

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
        let nfts <- LongNFT.mintAll()
        while nfts.length > 0 {
            vault.depositNFT(token: <- nfts.remove(at: 0))
        }
        destroy nfts
    }
}
