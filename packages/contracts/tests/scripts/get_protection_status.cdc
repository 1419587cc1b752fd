import "DharmaProtection"
import "DharmaProtectionTypes"

/// Whether an address is flagged and frozen, and the outcome of its last appeal.
access(all) fun main(address: Address): [AnyStruct] {
    let appeals = DharmaProtection.borrowRecord(address)?.getAppeals() ?? []
    return [
        DharmaProtection.isFlagged(address),
        DharmaProtection.isFrozen(address),
        appeals.length == 0
            ? "none"
            : DharmaProtectionTypes.getOutcomeName(appeals[appeals.length - 1].getOutcome())
    ]
}
