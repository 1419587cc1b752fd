import "DharmaConnectors"
import "FungibleToken"

/// Builds a source out of the signer's Lotus whose terms name another account.
transaction(named: Address) {

    prepare(signer: auth(IssueStorageCapabilityController) &Account) {
        DharmaConnectors.GuardedSource(
            terms: DharmaConnectors.Terms(counterparty: named, minScoreTenths: 600, maxScoreAge: 86400.0),
            provider: signer.capabilities.storage
                .issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(/storage/lotusTokenVault),
            uniqueID: nil
        )
    }
}
