import "DharmaScore"

/// The published scores of an address that are kept, newest first.
access(all) fun main(address: Address): [DharmaScore.Record] {
    return DharmaScore.borrowHistory(address)?.records() ?? []
}
