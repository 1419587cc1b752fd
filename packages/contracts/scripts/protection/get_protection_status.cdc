import "DharmaProtectionTypes"
import "DharmaProtection"

/// What marks an address now.
access(all) struct Marks {
    access(all) let isFlagged: Bool
    access(all) let isFrozen: Bool
    access(all) let flag: DharmaProtectionTypes.Flag?
    access(all) let freeze: DharmaProtectionTypes.Freeze?
    access(all) let appeal: DharmaProtectionTypes.Appeal?
    /// open, upheld, denied or undecided; nil without an appeal.
    access(all) let appealOutcome: String?

    init(_ address: Address) {
        self.isFlagged = DharmaProtection.isFlagged(address)
        self.isFrozen = DharmaProtection.isFrozen(address)
        self.flag = DharmaProtection.getFlag(address)
        self.freeze = DharmaProtection.getFreeze(address)
        self.appeal = DharmaProtection.getAppeal(address)
        self.appealOutcome = self.appeal == nil ? nil : DharmaProtectionTypes.getOutcomeName(self.appeal!.outcome())
    }
}

/// Flag, freeze and appeal of an address, by the rules of time.
access(all) fun main(address: Address): Marks {
    return Marks(address)
}
