import "DharmaSettlementScheduler"

/// Sets the computation that one settlement run may use. Signed by the account of the contract.
transaction(executionEffort: UInt64) {

    let operator: auth(DharmaSettlementScheduler.Operate) &DharmaSettlementScheduler.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaSettlementScheduler.Operate) &DharmaSettlementScheduler.Operator>(from: DharmaSettlementScheduler.operatorStoragePath)
            ?? panic("The account \(signer.address) does not operate the settlement scheduler")
    }

    execute {
        self.operator.setExecutionEffort(executionEffort)
    }

    post {
        DharmaSettlementScheduler.executionEffort == executionEffort:
            "The effort is \(DharmaSettlementScheduler.executionEffort)"
    }
}
