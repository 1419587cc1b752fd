import "DharmaConnectors"
import "FungibleToken"

/// Gives the second signer what a guarded source takes from the first one's Lotus.
transaction(amount: UFix64) {

    prepare(counterparty: auth(IssueStorageCapabilityController) &Account, payee: auth(BorrowValue) &Account) {
        let source = DharmaConnectors.GuardedSource(
            terms: DharmaConnectors.Terms(counterparty: counterparty.address, minScoreTenths: 600, maxScoreAge: 86400.0),
            provider: counterparty.capabilities.storage.issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(
                /storage/lotusTokenVault
            ),
            uniqueID: nil
        )
        let before = source.minimumAvailable()
        let taken <- source.withdrawAvailable(maxAmount: amount)
        assert(taken.getType() == source.getSourceType(), message: "The source gave another token")
        assert(taken.balance == (amount < before ? amount : before), message: "The source gave \(taken.balance) of \(before)")
        assert(source.minimumAvailable() + taken.balance == before, message: "The source counts wrongly")
        payee.storage.borrow<&{FungibleToken.Vault}>(from: /storage/lotusTokenVault)!.deposit(from: <- taken)
    }
}
