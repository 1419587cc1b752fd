import "DharmaGovernance"

/// Executes approved proposals. Signed by two keys of the account of the DAO.
transaction(ids: [UInt64]) {

    prepare(dao: auth(BorrowValue) &Account) {
        for id in ids {
            DharmaGovernance.executeProposal(dao: dao, id: id)
        }
    }
}
