import "DharmaGovernance"

/// All about a proposal as it stands now, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): DharmaGovernance.Summary? {
    return DharmaGovernance.getSummary(id)
}
