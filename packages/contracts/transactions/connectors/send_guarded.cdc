import "DeFiActions"
import "DharmaConnectors"
import "FungibleToken"
import "FungibleTokenConnectors"

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
    let sink: DharmaConnectors.GuardedSink

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \(signer.address) has no vault at \(tokens)")
        self.payment <- vault.withdraw(amount: amount)
        self.tokens = vault
        let uniqueID = DeFiActions.createUniqueIdentifier()
        self.sink = DharmaConnectors.GuardedSink(
            inner: FungibleTokenConnectors.VaultSink(
                max: nil,
                depositVault: getAccount(to).capabilities.get<&{FungibleToken.Vault}>(receiver),
                uniqueID: uniqueID
            ),
            terms: DharmaConnectors.Terms(counterparty: to, minScoreTenths: minScoreTenths, maxScoreAge: maxScoreAge),
            uniqueID: uniqueID
        )
    }

    execute {
        self.sink.depositCapacity(from: &self.payment as auth(FungibleToken.Withdraw) &{FungibleToken.Vault})
        self.tokens.deposit(from: <- self.payment)
    }
}
