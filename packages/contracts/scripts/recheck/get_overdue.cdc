import "DharmaRecheck"

/// Addresses whose recheck did not schedule the next one in time.
access(all) fun main(): [Address] {
    return DharmaRecheck.overdue()
}
