import "DharmaAllowance"
import "DharmaCustody"
import "DharmaVault"

/// A guarded vault to read; types are identifiers.
access(all) struct Info {
    /// Of the account that opened it.
    access(all) let address: Address
    /// nil after a recovery.
    access(all) let recoveryAddress: Address?
    access(all) let recoveryAddressSince: UFix64
    access(all) let recoveryAddressBefore: Address?
    /// The owner after a recovery.
    access(all) let recoveredTo: Address?
    access(all) let isLeaving: Bool
    access(all) let balances: {String: UFix64}
    /// What no request has set aside.
    access(all) let freeBalances: {String: UFix64}
    access(all) let nftIds: {String: [UInt64]}
    access(all) let requests: [DharmaAllowance.Request]
    /// Slots of storage in use, with those of its own data.
    access(all) let slots: Int
    /// FLOW that was paid for storage, and the price of one slot.
    access(all) let storagePaid: UFix64
    access(all) let slotPrice: UFix64

    init(_ vault: &DharmaVault.GuardedVault) {
        self.address = vault.address
        self.recoveryAddress = vault.recoveryAddress
        self.recoveryAddressSince = vault.recoveryAddressSince
        self.recoveryAddressBefore = vault.recoveryAddressBefore
        self.recoveredTo = vault.recoveredTo
        self.isLeaving = vault.isLeaving()
        self.requests = vault.allRequests()
        self.balances = {}
        self.freeBalances = {}
        self.nftIds = {}
        let holdings = vault.borrowHoldings()
        self.slots = holdings.slots
        self.storagePaid = holdings.paid
        self.slotPrice = DharmaCustody.slotPrice()
        for type in holdings.tokenTypes() {
            self.balances[type.identifier] = holdings.getBalance(type)
            self.freeBalances[type.identifier] = vault.getFreeAmount(type)
        }
        for type in holdings.nftTypes() {
            self.nftIds[type.identifier] = holdings.getIDs(type)
        }
    }
}

/// The guarded vault of an address, nil when it has none.
access(all) fun main(address: Address): Info? {
    if let vault = DharmaVault.borrowVault(address) {
        return Info(vault)
    }
    return nil
}
