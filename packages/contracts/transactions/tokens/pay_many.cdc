import "FungibleToken"

/// Pays several accounts from the signer's vault in one transaction, as a payroll does.
transaction(payments: {Address: UFix64}, vault: StoragePath, receiver: PublicPath) {

    let source: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        self.source = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: vault)
            ?? panic("The account \(signer.address) has no vault at \(vault)")
    }

    execute {
        for to in payments {
            let target = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(receiver)
                ?? panic("The account \(to) has no receiver at \(receiver)")
            target.deposit(from: <- self.source.withdraw(amount: payments[to]!))
        }
    }
}
