import "DharmaSettlementScheduler"
import "DharmaGovernance"

/// Carries out an approved proposal with the admin that the DAO lent.
transaction(id: UInt64) {

    let admin: auth(DharmaGovernance.Execute) &DharmaGovernance.Admin

    prepare(signer: auth(CopyValue) &Account) {
        self.admin = signer.storage
            .copy<Capability<auth(DharmaGovernance.Execute) &DharmaGovernance.Admin>>(from: /storage/lentAdmin)!
            .borrow()!
    }

    execute {
        self.admin.executeProposal(id: id)
        DharmaSettlementScheduler.scheduleProtection(DharmaGovernance.borrowProposal(id)!.action.target)
    }
}
