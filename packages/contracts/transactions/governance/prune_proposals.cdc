import "DharmaGovernance"
import "DharmaProposals"

/// Settles up to `count` of the oldest proposals, and frees the storage of those that are closed, with up to `limit` votes of
/// each. Signed by anyone.
transaction(count: Int, limit: Int) {

    prepare(signer: &Account) {}

    execute {
        var pruned = 0
        while pruned < count && DharmaProposals.borrowProposal(DharmaProposals.firstId) != nil {
            DharmaGovernance.settle(DharmaProposals.firstId)
            pruned = DharmaGovernance.pruneOldest(limit: limit) ? pruned + 1 : count
        }
    }
}
