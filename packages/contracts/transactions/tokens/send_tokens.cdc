import "FungibleToken"

/// Sends an amount of any fungible token from the signer's vault at `vault` to the receiver at `receiver`.
transaction(amount: UFix64, to: Address, vault: StoragePath, receiver: PublicPath) {

    let source: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}
    let target: &{FungibleToken.Receiver}
    let balanceBefore: UFix64

    prepare(signer: auth(BorrowValue) &Account) {
        self.source = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: vault)
            ?? panic("The account \(signer.address) has no vault at \(vault)")
        self.target = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(receiver)
            ?? panic("The account \(to) has no receiver at \(receiver)")
        self.balanceBefore = self.source.balance
    }

    execute {
        self.target.deposit(from: <- self.source.withdraw(amount: amount))
    }

    post {
        self.source.balance <= self.balanceBefore: "The balance grew by sending"
    }
}
