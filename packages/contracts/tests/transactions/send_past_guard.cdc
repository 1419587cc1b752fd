import "DharmaConnectors"
import "FungibleToken"
import "FungibleTokenConnectors"

/// Pays one account through a sink whose terms name another.
transaction(amount: UFix64, paid: Address, named: Address) {

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: /storage/lotusTokenVault)!
        let payment <- vault.withdraw(amount: amount)
        let sink = DharmaConnectors.GuardedSink(
            inner: FungibleTokenConnectors.VaultSink(
                max: nil,
                depositVault: getAccount(paid).capabilities.get<&{FungibleToken.Vault}>(/public/lotusTokenReceiver),
                uniqueID: nil
            ),
            terms: DharmaConnectors.Terms(counterparty: named, minScoreTenths: 600, maxScoreAge: 86400.0),
            uniqueID: nil
        )
        sink.depositCapacity(from: &payment as auth(FungibleToken.Withdraw) &{FungibleToken.Vault})
        vault.deposit(from: <- payment)
    }
}
