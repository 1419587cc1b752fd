import "DharmaConnectors"
import "FungibleToken"
import "FungibleTokenConnectors"

/// Takes from the first signer's Lotus what a source gives that is guarded for the second.
transaction(amount: UFix64) {

    prepare(payer: auth(IssueStorageCapabilityController) &Account, payee: auth(BorrowValue) &Account) {
        let source = DharmaConnectors.GuardedSource(
            inner: FungibleTokenConnectors.VaultSource(
                min: nil,
                withdrawVault: payer.capabilities.storage.issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(
                    /storage/lotusTokenVault
                ),
                uniqueID: nil
            ),
            terms: DharmaConnectors.Terms(counterparty: payee.address, minScoreTenths: 600, maxScoreAge: 86400.0),
            uniqueID: nil
        )
        let before = source.minimumAvailable()
        let taken <- source.withdrawAvailable(maxAmount: amount)
        assert(taken.getType() == source.getSourceType(), message: "The source gave another token")
        assert(source.minimumAvailable() + taken.balance == before, message: "The source counts wrongly")
        payee.storage.borrow<&{FungibleToken.Vault}>(from: /storage/lotusTokenVault)!.deposit(from: <- taken)
    }
}
