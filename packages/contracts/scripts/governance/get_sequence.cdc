import "DharmaConsent"

/// The last number that an address used under a signed message, 0 before the first; the next must be above it.
access(all) fun main(address: Address): UInt64 {
    return DharmaConsent.getSequence(address)
}
