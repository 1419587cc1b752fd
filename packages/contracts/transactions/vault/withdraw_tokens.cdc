import "DharmaVault"
import "FungibleToken"

/// Takes tokens of a type out, within the allowance or while leaving, into the vault at `tokens`. Signed by the owner.
transaction(type: String, amount: UFix64, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: &{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<&{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\(type) is not a type")
        self.tokens.deposit(from: <- self.vault.withdraw(type: tokenType, amount: amount))
    }
}
