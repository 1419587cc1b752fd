import "DeFiActions"
import "DharmaConnectors"
import "FungibleToken"

/// Asserts how guarded connectors to the signer, who is frozen, describe and identify themselves.
transaction {

    prepare(signer: auth(IssueStorageCapabilityController) &Account) {
        let id = DeFiActions.createUniqueIdentifier()
        let terms = DharmaConnectors.Terms(counterparty: signer.address, minScoreTenths: 600, maxScoreAge: 86400.0)
        let sink = DharmaConnectors.GuardedSink(terms: terms, receiver: /public/lotusTokenReceiver, uniqueID: id)
        let source = DharmaConnectors.GuardedSource(
            terms: terms,
            provider: signer.capabilities.storage
                .issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(/storage/lotusTokenVault),
            uniqueID: nil
        )
        assert(sink.minimumCapacity() == 0.0 && source.minimumAvailable() == 0.0, message: "A frozen account has room")
        assert(sink.getRefusalReason() == "frozen" && source.getRefusalReason() == "frozen", message: "Not refused")
        assert(sink.getSinkType() == source.getSourceType(), message: "The types differ")
        let info = sink.getComponentInfo()
        assert(info.type == sink.getType() && info.id == id.id && info.innerComponents.length == 0, message: "Wrong sink")
        assert(source.getComponentInfo().type == source.getType() && source.id() == nil, message: "Wrong source")
        DeFiActions.align(
            connector: &source as auth(DeFiActions.Extend) &DharmaConnectors.GuardedSource,
            with: &sink as auth(DeFiActions.Identify) &DharmaConnectors.GuardedSink
        )
        assert(source.getComponentInfo().id == id.id, message: "The source did not take the identifier")
        let other = DharmaConnectors.GuardedSink(terms: terms, receiver: /public/lotusTokenReceiver, uniqueID: nil)
        DeFiActions.align(
            connector: &other as auth(DeFiActions.Extend) &DharmaConnectors.GuardedSink,
            with: &source as auth(DeFiActions.Identify) &DharmaConnectors.GuardedSource
        )
        assert(other.id() == id.id, message: "The sink did not take the identifier")
    }
}
