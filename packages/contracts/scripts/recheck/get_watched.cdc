import "DharmaRecheck"

/// Addresses whose score is rechecked again and again.
access(all) fun main(): [Address] {
    return DharmaRecheck.watched()
}
