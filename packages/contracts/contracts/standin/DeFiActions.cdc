import "FungibleToken"

/// STAND-IN, for chains that have no Flow Actions: emulators and tests. On testnet the real DeFiActions contract
/// takes its place. It has the signatures of Sink and Source that the guarded connectors need, and nothing else.
access(all) contract DeFiActions {

    /// Lets an identifier be copied from a connector.
    access(all) entitlement Identify
    /// Lets a connector be given another identifier.
    access(all) entitlement Extend

    access(all) event Deposited(type: String, amount: UFix64, fromUUID: UInt64, uniqueID: UInt64?, sinkType: String)
    access(all) event Withdrawn(
        type: String,
        amount: UFix64,
        withdrawnUUID: UInt64,
        uniqueID: UInt64?,
        sourceType: String
    )

    /// Names a stack of connectors in the events.
    access(all) struct UniqueIdentifier {
        access(all) let id: UInt64

        access(contract) view init(_ id: UInt64) {
            self.id = id
        }
    }

    access(all) struct ComponentInfo {
        access(all) let type: Type
        access(all) let id: UInt64?
        access(all) let innerComponents: [ComponentInfo]

        init(type: Type, id: UInt64?, innerComponents: [ComponentInfo]) {
            self.type = type
            self.id = id
            self.innerComponents = innerComponents
        }
    }

    access(all) struct interface IdentifiableStruct {
        access(contract) var uniqueID: UniqueIdentifier?

        access(all) view fun id(): UInt64? {
            return self.uniqueID?.id
        }

        access(all) fun getComponentInfo(): ComponentInfo
        access(contract) view fun copyID(): UniqueIdentifier?
        access(contract) fun setID(_ id: UniqueIdentifier?)
    }

    /// Takes tokens, as many as it has room for.
    access(all) struct interface Sink: IdentifiableStruct {
        access(all) view fun getSinkType(): Type
        access(all) fun minimumCapacity(): UFix64

        access(all) fun depositCapacity(from: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}) {
            pre {
                from.getType() == self.getSinkType():
                    "DeFiActions: \(from.getType().identifier) is not \(self.getSinkType().identifier)"
            }
            post {
                emit Deposited(
                    type: from.getType().identifier,
                    amount: before(from.balance) - from.balance,
                    fromUUID: from.uuid,
                    uniqueID: self.id(),
                    sinkType: self.getType().identifier
                )
            }
        }
    }

    /// Gives tokens, as many as it has.
    access(all) struct interface Source: IdentifiableStruct {
        access(all) view fun getSourceType(): Type
        access(all) fun minimumAvailable(): UFix64

        access(FungibleToken.Withdraw) fun withdrawAvailable(maxAmount: UFix64): @{FungibleToken.Vault} {
            post {
                emit Withdrawn(
                    type: result.getType().identifier,
                    amount: result.balance,
                    withdrawnUUID: result.uuid,
                    uniqueID: self.id(),
                    sourceType: self.getType().identifier
                )
            }
        }
    }

    access(self) var nextId: UInt64

    access(all) fun createUniqueIdentifier(): UniqueIdentifier {
        self.nextId = self.nextId + 1
        return UniqueIdentifier(self.nextId - 1)
    }

    /// Gives a connector the identifier of another, as alignID of the real contract is meant to do.
    access(all) fun align(
        connector: auth(Extend) &{IdentifiableStruct},
        with: auth(Identify) &{IdentifiableStruct}
    ) {
        connector.setID(with.copyID())
    }

    init() {
        self.nextId = 0
    }
}
