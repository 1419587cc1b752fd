import "DharmaGovernance"

/// Makes another account the DAO, no key of which signs alone. Signed by the DAO, at first by the account of the
/// contracts, and by the new DAO.
transaction {

    let dao: Address

    prepare(holder: auth(BorrowValue) &Account, dao: &Account) {
        DharmaGovernance.handOver(from: holder, to: dao.address)
        self.dao = dao.address
    }

    post {
        DharmaGovernance.daoAddress == self.dao: "\(self.dao) did not become the DAO"
    }
}
