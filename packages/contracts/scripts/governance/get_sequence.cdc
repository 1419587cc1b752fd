import "DharmaConsent"

/// What a person needs to sign the next message of a series (0 proposals, 1 votes, 2 appeals, 3 reports and vouches).
access(all) struct Next {
    /// The last number used, 0 before the first; the next must be above it.
    access(all) let sequence: UInt64
    /// Time of the latest block.
    access(all) let now: UFix64
    /// How far ahead of that the end of validity may be, in seconds.
    access(all) let maxValidity: UInt64

    init(sequence: UInt64, maxValidity: UInt64) {
        self.sequence = sequence
        self.now = getCurrentBlock().timestamp
        self.maxValidity = maxValidity
    }
}

/// The last number that an address used in a series, and the time from which a message counts.
access(all) fun main(address: Address, series: UInt8): Next {
    let checked = DharmaConsent.Series(rawValue: series) ?? panic("\(series) is not a series: give 0 to 3")
    return Next(
        sequence: DharmaConsent.getSequence(address, series: checked),
        maxValidity: DharmaConsent.getMaxValidity(checked)
    )
}
