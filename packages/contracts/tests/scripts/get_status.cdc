import "DharmaGovernance"

/// Status of a proposal by the rules of time.
access(all) fun main(id: UInt64): String {
    return DharmaGovernance.getStatusName(DharmaGovernance.borrowProposal(id)!.status())
}
