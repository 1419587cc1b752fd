import "DharmaVault"
import "FungibleToken"

/// Pays into the guarded vault of another account, which must hold some of that token already. Signed by anyone.
transaction(address: Address, amount: UFix64, tokens: StoragePath) {

    let payment: @{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        self.payment <- vault.withdraw(amount: amount)
    }

    execute {
        DharmaVault.deposit(address: address, from: <- self.payment)
    }
}
