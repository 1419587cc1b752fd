import "DharmaConnectors"
import "FungibleToken"
import MaliciousSource from 0x0000000000000014

/// Takes what a guarded source gives around one that gives everything.
transaction(counterparty: Address) {

    prepare(payer: auth(IssueStorageCapabilityController, BorrowValue) &Account) {
        let path: StoragePath = /storage/lotusTokenVault
        let source = DharmaConnectors.GuardedSource(
            inner: MaliciousSource.Source(
                vault: payer.capabilities.storage.issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(path)
            ),
            terms: DharmaConnectors.Terms(counterparty: counterparty, minScoreTenths: 600, maxScoreAge: 86400.0),
            uniqueID: nil
        )
        payer.storage.borrow<&{FungibleToken.Vault}>(from: path)!
            .deposit(from: <- source.withdrawAvailable(maxAmount: 1.0))
    }
}
