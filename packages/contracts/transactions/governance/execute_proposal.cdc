import "DharmaSettlementScheduler"
import "DharmaGovernance"

/// Carries out an approved proposal, and books the run that settles what it marked. Signed by two keys of the account of the DAO.
transaction(id: UInt64) {

    let admin: auth(DharmaGovernance.Execute) &DharmaGovernance.Admin

    prepare(signer: auth(BorrowValue) &Account) {
        self.admin = signer.storage
            .borrow<auth(DharmaGovernance.Execute) &DharmaGovernance.Admin>(from: DharmaGovernance.adminStoragePath)
            ?? panic("The account \(signer.address) does not hold the admin of the DAO")
    }

    execute {
        self.admin.executeProposal(id: id)
        DharmaSettlementScheduler.scheduleProtection(DharmaGovernance.borrowProposal(id)!.action.target)
    }

    post {
        DharmaGovernance.borrowProposal(id)!.status() == DharmaGovernance.Status.executed:
            "Proposal \(id) was not executed"
    }
}
