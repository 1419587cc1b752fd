/// A capability that the account has issued and not revoked.
access(all) struct IssuedCapability {
    access(all) let id: UInt64
    /// What it gives, such as '&A.0ae53cb6e3f42a79.FlowToken.Vault' or 'auth(Storage) &Account'.
    access(all) let type: String
    /// Where what it gives is stored; nil for a capability to the account itself.
    access(all) let path: String?

    init(id: UInt64, type: Type, path: StoragePath?) {
        self.id = id
        self.type = type.identifier
        self.path = path?.toString()
    }
}

/// How others can act for an account without its keys.
access(all) struct Delegations {
    /// Names of the contracts in the account: the code of each may do all that the account may.
    access(all) let contracts: [String]
    access(all) let capabilities: [IssuedCapability]

    init(contracts: [String], capabilities: [IssuedCapability]) {
        self.contracts = contracts
        self.capabilities = capabilities
    }
}

/// Every delegation of an account. The ids of its capabilities are consecutive, so that none is missed wherever it
/// leads: not even one to a path where nothing is stored yet.
access(all) fun main(address: Address): Delegations {
    let account = getAuthAccount<auth(Capabilities) &Account>(address)
    // A script stores nothing: this only tells the next id.
    let nextId = account.capabilities.storage.issue<&AnyStruct>(/storage/nothing).id
    let issued: [IssuedCapability] = []
    var id: UInt64 = 1
    while id < nextId {
        if let controller = account.capabilities.storage.getController(byCapabilityID: id) {
            issued.append(IssuedCapability(id: id, type: controller.borrowType, path: controller.target()))
        } else if let controller = account.capabilities.account.getController(byCapabilityID: id) {
            issued.append(IssuedCapability(id: id, type: controller.borrowType, path: nil))
        }
        id = id + 1
    }
    return Delegations(contracts: *account.contracts.names, capabilities: issued)
}
