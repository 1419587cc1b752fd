import "DeFiActions"
import "DharmaConnectors"
import "FungibleToken"
import "FungibleTokenConnectors"

/// Asserts what guarded connectors for a counterparty say of themselves.
transaction(counterparty: Address) {

    prepare(signer: auth(IssueStorageCapabilityController) &Account) {
        let id = DeFiActions.createUniqueIdentifier()
        let vault = signer.capabilities.storage
            .issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(/storage/lotusTokenVault)
        let terms = DharmaConnectors.Terms(counterparty: counterparty, minScoreTenths: 600, maxScoreAge: 86400.0)
        let sink = DharmaConnectors.GuardedSink(
            inner: FungibleTokenConnectors.VaultSink(max: 2000.0, depositVault: vault, uniqueID: id),
            terms: terms,
            uniqueID: id
        )
        let source = DharmaConnectors.GuardedSource(
            inner: FungibleTokenConnectors.VaultSource(min: nil, withdrawVault: vault, uniqueID: id),
            terms: terms,
            uniqueID: id
        )
        assert(sink.minimumCapacity() == 0.0 && source.minimumAvailable() == 0.0, message: "A frozen one has room")
        for info in [sink.getComponentInfo(), source.getComponentInfo()] {
            assert(info.id == id.id && info.innerComponents.length == 1, message: "The stack is told wrongly")
            assert(info.innerComponents[0].id == id.id, message: "The inner connector is told wrongly")
        }
        assert(sink.getSinkType() == source.getSourceType(), message: "The types differ")
        let other = DharmaConnectors.GuardedSink(inner: sink, terms: terms, uniqueID: nil)
        DeFiActions.align(
            connector: &other as auth(DeFiActions.Extend) &DharmaConnectors.GuardedSink,
            with: &source as auth(DeFiActions.Identify) &DharmaConnectors.GuardedSource
        )
        DeFiActions.align(
            connector: &source as auth(DeFiActions.Extend) &DharmaConnectors.GuardedSource,
            with: &other as auth(DeFiActions.Identify) &DharmaConnectors.GuardedSink
        )
        let plainSink = FungibleTokenConnectors.VaultSink(max: nil, depositVault: vault, uniqueID: nil)
        let plainSource = FungibleTokenConnectors.VaultSource(min: 1.0, withdrawVault: vault, uniqueID: id)
        DeFiActions.align(
            connector: &plainSink as auth(DeFiActions.Extend) &FungibleTokenConnectors.VaultSink,
            with: &plainSource as auth(DeFiActions.Identify) &FungibleTokenConnectors.VaultSource
        )
        DeFiActions.align(
            connector: &plainSource as auth(DeFiActions.Extend) &FungibleTokenConnectors.VaultSource,
            with: &plainSink as auth(DeFiActions.Identify) &FungibleTokenConnectors.VaultSink
        )
        assert(plainSink.id() == id.id && plainSource.id() == id.id, message: "The identifier was not copied")
        assert(other.id() == id.id && source.id() == id.id, message: "The identifier was not copied")
    }
}
