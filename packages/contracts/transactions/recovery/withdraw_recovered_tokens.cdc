import "DharmaVault"
import "FungibleToken"

/// Takes all tokens of a type out of a guarded vault that was recovered to the signer, into the vault at `tokens`. A key is
/// bound by `vault/bind_key` before.
transaction(address: Address, type: String, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: &{FungibleToken.Vault}
    let type: Type

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<&{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        self.type = CompositeType(type) ?? panic("\(type) is not a type")
    }

    execute {
        let amount = self.vault.borrowHoldings().getBalance(self.type)
        self.tokens.deposit(from: <- self.vault.withdraw(type: self.type, amount: amount))
    }

    post {
        self.vault.borrowHoldings().getBalance(self.type) == 0.0: "Some tokens are still in the vault"
    }
}
