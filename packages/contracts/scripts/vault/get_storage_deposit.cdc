import "DharmaStorageDeposit"
import "DharmaVault"

/// What a guarded vault paid for storage, and uses.
access(all) struct Info {
    /// In FLOW.
    access(all) let deposit: UFix64
    access(all) let bytesUsed: UInt64
    access(all) let bytesPaid: UInt64
    /// FLOW that must be paid in before the contents may grow.
    access(all) let missing: UFix64
    access(all) let flowPerMegabyte: UFix64

    init(_ deposit: &DharmaStorageDeposit.Deposit) {
        self.deposit = deposit.amount
        self.bytesUsed = deposit.usedBytes()
        self.bytesPaid = DharmaStorageDeposit.getBytes(amount: deposit.amount)
        self.missing = deposit.missing()
        self.flowPerMegabyte = DharmaStorageDeposit.getPrice(bytes: 1_000_000)
    }
}

/// The storage deposit of the guarded vault of an address, nil when it has none.
access(all) fun main(address: Address): Info? {
    if let vault = DharmaVault.borrowVault(address) {
        return Info(vault.borrowHoldings().borrowStorageDeposit())
    }
    return nil
}
