import "DharmaGovernance"

/// Numbers of the proposals of an address that are not written down as closed.
access(all) fun main(proposer: Address): [UInt64] {
    return DharmaGovernance.getOpenProposals(proposer)
}
