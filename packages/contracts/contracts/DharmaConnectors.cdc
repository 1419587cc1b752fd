import "DeFiActions"
import "DharmaProtection"
import "DharmaScore"
import "FungibleToken"

/// Flow Actions connectors that serve a counterparty only while it is not frozen and its published score is good
/// enough and recent. They wrap any other Sink or Source. As the convention of Flow Actions asks, they refuse by
/// having no room or nothing to give, not by a panic, and say why in an event.
access(all) contract DharmaConnectors {

    access(all) event Refused(connectorType: String, uniqueID: UInt64?, counterparty: Address, cause: String)

    /// What is asked of a counterparty.
    access(all) struct Terms {
        access(all) let counterparty: Address
        /// Least score, in tenths.
        access(all) let minScoreTenths: UInt64
        /// How old its publication may be, in seconds.
        access(all) let maxScoreAge: UFix64

        view init(counterparty: Address, minScoreTenths: UInt64, maxScoreAge: UFix64) {
            pre {
                minScoreTenths <= 1000: "DharmaConnectors: A score of \(minScoreTenths) tenths cannot be reached"
            }
            self.counterparty = counterparty
            self.minScoreTenths = minScoreTenths
            self.maxScoreAge = maxScoreAge
        }

        /// Why the counterparty is refused now; nil when it is served.
        access(all) view fun getRefusalReason(): String? {
            if DharmaProtection.isFrozen(self.counterparty) {
                return "frozen"
            }
            let verdict = DharmaScore.requireMin(
                address: self.counterparty,
                minScoreTenths: self.minScoreTenths,
                maxAge: self.maxScoreAge
            )
            switch verdict {
                case DharmaScore.Verdict.pass:
                    return nil
                case DharmaScore.Verdict.fail:
                    return "low score"
                case DharmaScore.Verdict.stale:
                    return "stale score"
            }
            return "no score"
        }
    }

    /// Passes deposits on to the inner sink while the counterparty, who is paid by it, meets the terms.
    access(all) struct GuardedSink: DeFiActions.Sink {
        access(all) let terms: Terms
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let inner: {DeFiActions.Sink}

        init(inner: {DeFiActions.Sink}, terms: Terms, uniqueID: DeFiActions.UniqueIdentifier?) {
            self.inner = inner
            self.terms = terms
            self.uniqueID = uniqueID
        }

        access(all) view fun getSinkType(): Type {
            return self.inner.getSinkType()
        }

        access(all) fun minimumCapacity(): UFix64 {
            return self.terms.getRefusalReason() == nil ? self.inner.minimumCapacity() : 0.0
        }

        access(all) fun depositCapacity(from: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}) {
            if let cause = self.terms.getRefusalReason() {
                emit Refused(
                    connectorType: self.getType().identifier,
                    uniqueID: self.id(),
                    counterparty: self.terms.counterparty,
                    cause: cause
                )
                return
            }
            self.inner.depositCapacity(from: from)
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(
                type: self.getType(),
                id: self.id(),
                innerComponents: [self.inner.getComponentInfo()]
            )
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return self.uniqueID
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            self.uniqueID = id
        }
    }

    /// Gives from the inner source while the counterparty, for whom it is given, meets the terms.
    access(all) struct GuardedSource: DeFiActions.Source {
        access(all) let terms: Terms
        access(contract) var uniqueID: DeFiActions.UniqueIdentifier?
        access(self) let inner: {DeFiActions.Source}

        init(inner: {DeFiActions.Source}, terms: Terms, uniqueID: DeFiActions.UniqueIdentifier?) {
            self.inner = inner
            self.terms = terms
            self.uniqueID = uniqueID
        }

        access(all) view fun getSourceType(): Type {
            return self.inner.getSourceType()
        }

        access(all) fun minimumAvailable(): UFix64 {
            return self.terms.getRefusalReason() == nil ? self.inner.minimumAvailable() : 0.0
        }

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            if let cause = self.terms.getRefusalReason() {
                emit Refused(
                    connectorType: self.getType().identifier,
                    uniqueID: self.id(),
                    counterparty: self.terms.counterparty,
                    cause: cause
                )
                let nothing <- self.inner.withdrawAvailable(maxAmount: 0.0)
                assert(nothing.balance == 0.0, message: "DharmaConnectors: Asked for nothing, the source gave \(nothing.balance)")
                return <- nothing
            }
            return <- self.inner.withdrawAvailable(maxAmount: maxAmount)
        }

        access(all) fun getComponentInfo(): DeFiActions.ComponentInfo {
            return DeFiActions.ComponentInfo(
                type: self.getType(),
                id: self.id(),
                innerComponents: [self.inner.getComponentInfo()]
            )
        }

        access(contract) view fun copyID(): DeFiActions.UniqueIdentifier? {
            return self.uniqueID
        }

        access(contract) fun setID(_ id: DeFiActions.UniqueIdentifier?) {
            self.uniqueID = id
        }
    }
}
