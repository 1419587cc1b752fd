import "DharmaProtectionTypes"
import "DharmaProtection"

/// Whether an address is flagged and frozen, and how its appeal stands.
access(all) fun main(address: Address): [AnyStruct] {
    let appeal = DharmaProtection.getAppeal(address)
    return [
        DharmaProtection.isFlagged(address),
        DharmaProtection.isFrozen(address),
        appeal == nil ? "none" : DharmaProtectionTypes.getOutcomeName(appeal!.outcome())
    ]
}
