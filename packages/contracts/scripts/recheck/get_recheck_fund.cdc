import "DharmaRecheck"

/// FLOW in the fund from which rechecks are paid.
access(all) fun main(): UFix64 {
    return DharmaRecheck.fundBalance()
}
