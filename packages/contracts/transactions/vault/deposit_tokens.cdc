import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Deposits tokens from the vault at `tokens` into the guarded vault, with the price of a slot where it holds none
/// of them. Signed by the owner.
transaction(amount: UFix64, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}
    let payment: @FlowToken.Vault?

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        var payment: @FlowToken.Vault? <- nil
        let price = self.vault.borrowHoldings().getDepositPrice(self.tokens.getType())
        if price > 0.0 {
            let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
                ?? panic("The account \(signer.address) has no vault of FLOW")
            payment <-! flow.withdraw(amount: price) as! @FlowToken.Vault
        }
        self.payment <- payment
    }

    execute {
        self.vault.deposit(from: <- self.tokens.withdraw(amount: amount), storagePayment: <- self.payment)
    }
}
