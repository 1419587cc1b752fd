import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import LeakyToken from 0x0000000000000014

/// The owner deposits leaky tokens, and grows them by `kilobytes` afterwards, by what they leaked before.
transaction(leak: String, kilobytes: Int) {

    prepare(signer: auth(BorrowValue) &Account) {
        let tokens <- LeakyToken.mint(amount: 1.0)
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let pocket = LeakyToken.Pocket()
        pocket.keep(tokens.createLeak(leak))
        signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
            .deposit(from: <- tokens, storagePayment: <- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault))
        pocket.grow(kilobytes: kilobytes)
    }
}
