import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import LeakyToken from 0x0000000000000014

/// The owner deposits leaky tokens, which bring `freight` kilobytes along, and grows the stored vault by `kilobytes`
/// afterwards, by what it leaked.
transaction(freight: Int, leak: String, kilobytes: Int) {

    prepare(signer: auth(BorrowValue) &Account) {
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let pocket = LeakyToken.Pocket()
        let tokens <- LeakyToken.mint(amount: 1.0)
        tokens.load(freight: freight, leak: leak, pocket: leak == "" ? nil : &pocket as &LeakyToken.Pocket)
        signer.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
            .borrow()
            .deposit(from: <- tokens, storagePayment: <- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault))
        if leak != "" {
            pocket.grow(kilobytes: kilobytes)
        }
    }
}
