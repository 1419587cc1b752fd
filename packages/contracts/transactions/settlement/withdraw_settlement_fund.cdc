import "DharmaSettlementScheduler"
import "FlowToken"

/// Takes FLOW back from the settlement fund. Signed by the account of the contract.
transaction(amount: UFix64) {

    let operator: auth(DharmaSettlementScheduler.Operate) &DharmaSettlementScheduler.Operator
    let vault: &FlowToken.Vault

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaSettlementScheduler.Operate) &DharmaSettlementScheduler.Operator>(from: DharmaSettlementScheduler.operatorStoragePath)
            ?? panic("The account \(signer.address) does not operate the settlement scheduler")
        self.vault = signer.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault for FLOW")
    }

    execute {
        self.vault.deposit(from: <- self.operator.withdrawFund(amount: amount))
    }
}
