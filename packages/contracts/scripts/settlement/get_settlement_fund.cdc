import "DharmaSettlementScheduler"

/// FLOW in the fund from which settlement runs are paid.
access(all) fun main(): UFix64 {
    return DharmaSettlementScheduler.fundBalance()
}
