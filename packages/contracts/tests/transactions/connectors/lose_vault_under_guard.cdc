import "DharmaConnectors"
import "FlowToken"
import "FungibleToken"
import "LotusToken"

/// Uses guarded connectors to the signer's Lotus, who meets the terms, after another vault took the place of its
/// own, and then none: they refuse.
transaction {

    prepare(signer: auth(IssueStorageCapabilityController, PublishCapability, LoadValue, SaveValue) &Account) {
        let path = LotusToken.vaultStoragePath
        let terms = DharmaConnectors.Terms(counterparty: signer.address, minScoreTenths: 600, maxScoreAge: 86400.0)
        signer.capabilities.publish(
            signer.capabilities.storage.issue<&{FungibleToken.Receiver}>(path),
            at: /public/anyReceiver
        )
        let sink = DharmaConnectors.GuardedSink(terms: terms, receiver: /public/anyReceiver, uniqueID: nil)
        let source = DharmaConnectors.GuardedSource(
            terms: terms,
            provider: signer.capabilities.storage.issue<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(path),
            uniqueID: nil
        )
        assert(sink.minimumCapacity() == UFix64.max && source.minimumAvailable() > 0.0, message: "Refused with a vault")
        let vault <- signer.storage.load<@LotusToken.Vault>(from: path)!
        let balance = vault.balance
        signer.storage.save(<- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>()), to: path)
        assert(sink.getRefusalReason() == "no vault" && source.getRefusalReason() == "no vault", message: "Another token")
        destroy signer.storage.load<@FlowToken.Vault>(from: path)
        assert(sink.getRefusalReason() == "no vault" && source.getRefusalReason() == "no vault", message: "No vault")
        assert(sink.minimumCapacity() == 0.0 && source.minimumAvailable() == 0.0, message: "Room without a vault")
        sink.depositCapacity(from: &vault as auth(FungibleToken.Withdraw) &{FungibleToken.Vault})
        let nothing <- source.withdrawAvailable(maxAmount: 1.0)
        assert(vault.balance == balance && nothing.balance == 0.0, message: "Something moved")
        assert(nothing.getType() == Type<@LotusToken.Vault>(), message: "Nothing is of another token")
        destroy nothing
        signer.storage.save(<- vault, to: path)
    }
}
