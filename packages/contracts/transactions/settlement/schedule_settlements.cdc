import "DharmaSettlementScheduler"

/// Schedules the runs that settle some proposals, and the flags and freezes of some addresses, where none is
/// scheduled. Signed by anyone.
transaction(ids: [UInt64], addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for id in ids {
            DharmaSettlementScheduler.scheduleProposal(id)
        }
        for address in addresses {
            DharmaSettlementScheduler.scheduleProtection(address)
        }
    }
}
