import "DharmaClerk"

/// FLOW in the fund from which the runs of the clerk are paid.
access(all) fun main(): UFix64 {
    return DharmaClerk.fundBalance()
}
