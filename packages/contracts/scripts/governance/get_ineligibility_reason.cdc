import "DharmaGovernance"

/// Why an address may not vote on a proposal now, nil when it may.
access(all) fun main(id: UInt64, voter: Address): String? {
    return DharmaGovernance.getIneligibilityReason(voter: voter, id: id)
}
