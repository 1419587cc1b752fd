import "DharmaGovernance"
import "DharmaProposals"

/// Executes an approved proposal. Signed by two keys of the account of the DAO.
transaction(id: UInt64) {

    prepare(dao: auth(BorrowValue) &Account) {
        DharmaGovernance.executeProposal(dao: dao, id: id)
    }

    post {
        DharmaProposals.borrowProposal(id)!.storedStatus == DharmaProposals.Status.executed: "Proposal \(id) was not executed"
    }
}
