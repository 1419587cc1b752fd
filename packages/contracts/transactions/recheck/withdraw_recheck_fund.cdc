import "DharmaRecheck"
import "FlowToken"

/// Takes FLOW back from the fund of the rechecks. Signed by the account of the contract.
transaction(amount: UFix64) {

    let operator: auth(DharmaRecheck.Operate) &DharmaRecheck.Operator
    let vault: &FlowToken.Vault

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaRecheck.Operate) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \(signer.address) does not operate the rechecks")
        self.vault = signer.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault for FLOW")
    }

    execute {
        self.vault.deposit(from: <- self.operator.withdrawFund(amount: amount))
    }
}
