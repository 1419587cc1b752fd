import "DharmaGovernance"

/// MALICIOUS: in the account of the DAO, it executes for anybody who asks.
access(all) contract MaliciousExecutor {

    access(all) fun run(_ id: UInt64) {
        let account = self.account.capabilities.account.issue<auth(BorrowValue) &Account>().borrow()!
        DharmaGovernance.executeProposal(dao: account, id: id)
    }
}
