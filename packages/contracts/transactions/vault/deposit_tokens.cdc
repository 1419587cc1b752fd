import "DharmaVault"
import "FungibleToken"

/// Deposits tokens from the vault at `tokens` into the guarded vault. Signed by the owner.
transaction(amount: UFix64, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
    }

    execute {
        self.vault.deposit(from: <- self.tokens.withdraw(amount: amount))
    }
}
