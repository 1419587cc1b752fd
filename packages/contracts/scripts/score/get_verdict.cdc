import "DharmaScore"

/// Whether the score of an address is at least `minTenths` and not older than `maxAge` seconds:
/// 0 pass, 1 fail, 2 stale, 3 unknown.
access(all) fun main(address: Address, minScoreTenths: UInt64, maxAge: UFix64): UInt8 {
    return DharmaScore.requireMin(address: address, minScoreTenths: minScoreTenths, maxAge: maxAge).rawValue
}
