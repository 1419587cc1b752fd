import "DeFiActions"
import "DharmaConnectors"
import "FungibleToken"

/// Sends tokens through Flow Actions to an account that must not be frozen and must have a good, recent score;
/// otherwise nothing is sent. Signed by the sender.
transaction(
    amount: UFix64,
    to: Address,
    tokens: StoragePath,
    receiver: PublicPath,
    minScoreTenths: UInt64,
    maxScoreAge: UFix64
) {

    let payment: @{FungibleToken.Vault}
    let tokens: &{FungibleToken.Vault}
    let balanceBefore: UFix64
    let sink: DharmaConnectors.GuardedSink

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        self.balanceBefore = vault.balance
        self.payment <- vault.withdraw(amount: amount)
        self.tokens = vault
        self.sink = DharmaConnectors.GuardedSink(
            terms: DharmaConnectors.Terms(counterparty: to, minScoreTenths: minScoreTenths, maxScoreAge: maxScoreAge),
            receiver: receiver,
            uniqueID: DeFiActions.createUniqueIdentifier()
        )
    }

    execute {
        self.sink.depositCapacity(from: &self.payment as auth(FungibleToken.Withdraw) &{FungibleToken.Vault})
        self.tokens.deposit(from: <- self.payment)
    }

    post {
        self.tokens.balance == self.balanceBefore || self.tokens.balance + amount == self.balanceBefore:
            "The balance went from \(self.balanceBefore) to \(self.tokens.balance)"
    }
}
