import "DharmaClerk"
import "FlowToken"

/// Takes FLOW back from the fund of the clerk. Signed by the account of the contract.
transaction(amount: UFix64) {

    let operator: auth(DharmaClerk.Operate) &DharmaClerk.Operator
    let vault: &FlowToken.Vault

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaClerk.Operate) &DharmaClerk.Operator>(from: DharmaClerk.operatorStoragePath)
            ?? panic("The account \(signer.address) does not operate the clerk")
        self.vault = signer.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault for FLOW")
    }

    execute {
        self.vault.deposit(from: <- self.operator.withdrawFund(amount: amount))
    }
}
