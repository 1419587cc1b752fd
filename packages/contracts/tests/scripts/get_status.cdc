import "DharmaGovernance"
import "DharmaProposals"

/// Status of a proposal by the rules of time.
access(all) fun main(id: UInt64): String {
    return DharmaProposals.getStatusName(DharmaGovernance.getStatus(id))
}
