import "DharmaConsent"

/// The next sequence number of an address in a series, and a whole minute about an hour from now.
access(all) fun main(address: Address, series: UInt8): [UInt64] {
    let last = DharmaConsent.getSequence(address, series: DharmaConsent.Series(rawValue: series)!)
    return [last + 1, UInt64(getCurrentBlock().timestamp) / 60 * 60 + 3600]
}
