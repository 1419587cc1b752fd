import "DharmaRecheck"

/// Sets the computation that one recheck may use. Signed by the account of the contract.
transaction(executionEffort: UInt64) {

    let operator: auth(DharmaRecheck.Operate) &DharmaRecheck.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaRecheck.Operate) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \(signer.address) does not operate the rechecks")
    }

    execute {
        self.operator.setExecutionEffort(executionEffort)
    }

    post {
        DharmaRecheck.executionEffort == executionEffort: "The effort is \(DharmaRecheck.executionEffort)"
    }
}
