import "DharmaGovernance"

/// Frees the storage of up to `count` of the oldest closed proposals, and of up to `limit` votes of each. Signed by
/// anyone.
transaction(count: Int, limit: Int) {

    prepare(signer: &Account) {}

    execute {
        var pruned = 0
        while pruned < count && DharmaGovernance.pruneOldest(limit: limit) {
            pruned = pruned + 1
        }
    }
}
