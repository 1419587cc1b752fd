import "DharmaGovernance"

access(all) struct Admin {
    /// What the account of the contract noted as the account of the DAO.
    access(all) let noted: Address?
    access(all) let isAtContracts: Bool
    access(all) let isAtDao: Bool

    init(noted: Address?, isAtContracts: Bool, isAtDao: Bool) {
        self.noted = noted
        self.isAtContracts = isAtContracts
        self.isAtDao = isAtDao
    }
}

/// Who holds the admin of the DAO. The account of the DAO is the noted one when `dao` is nil.
access(all) fun main(contracts: Address, dao: Address?): Admin {
    let noted = getAuthAccount<auth(CopyValue) &Account>(contracts).storage.copy<Address>(from: /storage/dharmaDaoAddress)
    return Admin(noted: noted, isAtContracts: isAdmin(contracts), isAtDao: isAdmin(dao ?? noted))
}

access(all) view fun isAdmin(_ address: Address?): Bool {
    return address != nil
        && getAccount(address!).storage.type(at: DharmaGovernance.adminStoragePath) == Type<@DharmaGovernance.Admin>()
}
