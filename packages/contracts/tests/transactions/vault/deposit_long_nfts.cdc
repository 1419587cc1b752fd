import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import LongNFT from 0x0000000000000014

/// Deposits an NFT of each type with a long name.
transaction {

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let nfts <- LongNFT.mintAll()
        while nfts.length > 0 {
            vault.depositNFT(token: <- nfts.remove(at: 0), storagePayment: <- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault))
        }
        destroy nfts
    }
}
