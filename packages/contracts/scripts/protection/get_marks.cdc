import "DharmaMarks"
import "DharmaProtection"

/// What marks an address now.
access(all) struct Marks {
    access(all) let isFlagged: Bool
    access(all) let isFrozen: Bool
    access(all) let flag: DharmaMarks.Flag?
    access(all) let freeze: DharmaMarks.Freeze?
    access(all) let appeal: DharmaMarks.Appeal?
    /// open, upheld, denied or undecided; nil without an appeal.
    access(all) let appealOutcome: String?

    init(_ address: Address) {
        self.isFlagged = DharmaProtection.isFlagged(address)
        self.isFrozen = DharmaProtection.isFrozen(address)
        self.flag = DharmaProtection.flagOf(address)
        self.freeze = DharmaProtection.freezeOf(address)
        self.appeal = DharmaProtection.appealOf(address)
        self.appealOutcome = self.appeal == nil ? nil : DharmaMarks.nameOf(self.appeal!.outcome())
    }
}

/// Flag, freeze and appeal of an address, by the rules of time.
access(all) fun main(address: Address): Marks {
    return Marks(address)
}
