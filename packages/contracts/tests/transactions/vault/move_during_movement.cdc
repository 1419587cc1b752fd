import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import LeakyToken from 0x0000000000000014

/// While leaky tokens with `freight` kilobytes are deposited into the vault of the first signer, their code has two leaky
/// tokens withdrawn from the vault of the second, or from the same one.
transaction(freight: Int, isSame: Bool) {

    prepare(first: auth(BorrowValue) &Account, second: auth(BorrowValue) &Account) {
        let into = first.storage
            .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(first.address))!
            .borrow()
        let from = isSame
            ? into
            : second.storage
                .borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(second.address))!
                .borrow()
        let flow = first.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let tokens <- LeakyToken.mint(amount: 1.0)
        tokens.load(freight: freight, leak: "", pocket: fun (): Void {
            destroy <- from.withdraw(type: Type<@LeakyToken.Vault>(), amount: 2.0)
        })
        into.deposit(from: <- tokens, storagePayment: <- (flow.withdraw(amount: 0.00064) as! @FlowToken.Vault))
    }
}
