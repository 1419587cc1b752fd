import "DharmaVault"

/// Takes out the NFT of a request and destroys it.
transaction(requestId: UInt64) {

    prepare(signer: auth(BorrowValue) &Account) {
        destroy <- signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
            .claimNFT(requestId: requestId)
    }
}
