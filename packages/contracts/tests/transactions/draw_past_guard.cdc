import "DharmaConnectors"
import "FungibleToken"
import "FungibleTokenConnectors"

/// Takes from the first signer's Lotus through a source whose terms name another account, and gives it to the second.
transaction(amount: UFix64, named: Address) {

    prepare(payer: auth(IssueStorageCapabilityController) &Account, payee: auth(BorrowValue) &Account) {
        let source = DharmaConnectors.GuardedSource(
            inner: FungibleTokenConnectors.VaultSource(
                min: nil,
                withdrawVault: payer.capabilities.storage.issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(
                    /storage/lotusTokenVault
                ),
                uniqueID: nil
            ),
            terms: DharmaConnectors.Terms(counterparty: named, minScoreTenths: 600, maxScoreAge: 86400.0),
            uniqueID: nil
        )
        payee.storage.borrow<&{FungibleToken.Vault}>(from: /storage/lotusTokenVault)!
            .deposit(from: <- source.withdrawAvailable(maxAmount: amount))
    }
}
