import "DharmaGovernance"
import "DharmaProposals"
import "DharmaSettlementScheduler"

/// Executes an approved proposal, and schedules what settles its effect. Signed by two keys of the account of the DAO.
transaction(id: UInt64) {

    prepare(dao: auth(BorrowValue) &Account) {
        DharmaGovernance.executeProposal(dao: dao, id: id)
    }

    execute {
        DharmaSettlementScheduler.scheduleProtection(DharmaProposals.borrowProposal(id)!.terms.target)
    }

    post {
        DharmaProposals.borrowProposal(id)!.storedStatus == DharmaProposals.Status.executed: "Proposal \(id) was not executed"
    }
}
