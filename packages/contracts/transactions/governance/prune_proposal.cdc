import "DharmaGovernance"

/// Frees the storage of an old closed proposal, up to `limit` votes at a time. Signed by anyone.
transaction(id: UInt64, limit: Int) {

    prepare(signer: &Account) {}

    execute {
        DharmaGovernance.prune(id: id, limit: limit)
    }
}
