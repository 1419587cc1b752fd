import "DharmaScore"
import "DharmaVoterEligibility"

/// Of each address: whether it may vote and relies on a record, whether it would judge an accusation and relies on a
/// record, and what `requireMin` answers for 55 points within a day.
access(all) fun main(addresses: [Address], accusedAt: UFix64): [[UInt8]] {
    return addresses.map(view fun (address: Address): [UInt8] {
        return [
            DharmaVoterEligibility.getIneligibilityReason(address) == nil ? 1 : 0,
            DharmaVoterEligibility.getReliedRecord(address) != nil ? 1 : 0,
            DharmaVoterEligibility.getJurorIneligibilityReason(address, accusedAt: accusedAt) == nil ? 1 : 0,
            DharmaVoterEligibility.getReliedJurorRecord(address, accusedAt: accusedAt) != nil ? 1 : 0,
            DharmaScore.requireMin(address: address, minScoreTenths: 550, maxAge: 86400.0).rawValue
        ]
    })
}
