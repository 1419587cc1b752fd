import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import LeakyNFT from 0x0000000000000014

/// The owner deposits leaky NFTs of `freight` kilobytes with ids from `first` to `last`, and grows each by `kilobytes`
/// afterwards, by what it leaked before.
transaction(first: UInt64, last: UInt64, freight: Int, leak: String, kilobytes: Int) {

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        var id = first
        while id <= last {
            let nft <- LeakyNFT.mint(id: id)
            nft.grow(freight)
            let leaked = nft.createLeak(leak)
            vault.depositNFT(token: <- nft, storagePayment: <- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault))
            LeakyNFT.grow(leaked, kilobytes: kilobytes)
            id = id + 1
        }
    }
}
