import "DharmaScore"
import "DharmaStanding"

/// Since when the records of an address stand without one below 55, and who broke them last; nil when it was never
/// published.
access(all) fun main(address: Address): DharmaStanding.Standing? {
    return DharmaScore.getStanding(address)
}
