import "DharmaVault"
import "FungibleToken"

/// Takes out the tokens of a request whose time has come, into the vault at `tokens`. Signed by the owner.
transaction(requestId: UInt64, tokens: StoragePath) {

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
        self.tokens.deposit(from: <- self.vault.claim(requestId: requestId))
    }
}
