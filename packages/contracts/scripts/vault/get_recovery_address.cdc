import "DharmaVault"

/// The recovery address of a guarded vault as it stands now.
access(all) struct RecoveryAddress {
    access(all) let recoveryAddress: Address
    access(all) let recoveryAddressSince: UFix64
    /// nil where the owner never changed it.
    access(all) let recoveryAddressBefore: Address?

    init(_ vault: &DharmaVault.GuardedVault) {
        self.recoveryAddress = vault.recoveryAddress!
        self.recoveryAddressSince = vault.recoveryAddressSince
        self.recoveryAddressBefore = vault.recoveryAddressBefore
    }
}

/// What a proposal to recover the vault of an address would name, nil when it has no vault, or one that was recovered.
access(all) fun main(address: Address): RecoveryAddress? {
    if let vault = DharmaVault.borrowVault(address) {
        return vault.recoveredTo == nil ? RecoveryAddress(vault) : nil
    }
    return nil
}
