import "DharmaProposals"
import "DharmaProtection"
import "DharmaProtectionTypes"

/// Flag, freeze and appeals of an address by the rules of time.
access(all) struct ProtectionStatus {
    access(all) let isFlagged: Bool
    access(all) let isFrozen: Bool
    access(all) let flag: DharmaProtectionTypes.Flag?
    access(all) let freeze: DharmaProtectionTypes.Freeze?
    /// The end of the last freeze, past or to come.
    access(all) let freezeEnd: UFix64?
    /// Since when proposals to freeze that are older are void.
    access(all) let overruledAt: UFix64?
    access(all) let bars: [DharmaProtectionTypes.Bar]
    /// Proposals about the address whose outcome is not recorded, with their status now.
    access(all) let undecided: {UInt64: String}

    init(_ address: Address) {
        let record = DharmaProtection.borrowRecord(address)
        self.isFlagged = DharmaProtection.isFlagged(address)
        self.isFrozen = DharmaProtection.isFrozen(address)
        self.flag = DharmaProtection.getFlag(address)
        self.freeze = DharmaProtection.getFreeze(address)
        self.freezeEnd = DharmaProtection.freezeEndsAt(address)
        self.overruledAt = record?.getState()?.overruledAt
        self.bars = record?.getBars() ?? []
        self.undecided = {}
        if let known = record {
            for id in known.undecided {
                self.undecided[id] = DharmaProposals.getStatusName(DharmaProtection.getProposalStatus(id))
            }
        }
    }
}

/// Flag, freeze, bars and undecided proposals of an address as they stand now.
access(all) fun main(address: Address): ProtectionStatus {
    return ProtectionStatus(address)
}
