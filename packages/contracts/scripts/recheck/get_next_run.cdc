import "DharmaRecheck"

/// When the next recheck of an address is due, in Unix seconds; nil when it is not watched.
access(all) fun main(address: Address): UFix64? {
    return DharmaRecheck.borrowEntry(address)?.dueAt
}
