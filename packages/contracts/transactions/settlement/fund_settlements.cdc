import "DharmaSettlementScheduler"
import "FlowToken"
import "FungibleToken"

/// Pays FLOW into the fund from which settlement runs are paid. Signed by anyone.
transaction(amount: UFix64) {

    let payment: @{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no FLOW")
        self.payment <- vault.withdraw(amount: amount)
    }

    execute {
        DharmaSettlementScheduler.deposit(from: <- self.payment)
    }

    post {
        DharmaSettlementScheduler.fundBalance() >= amount: "The fund holds only \(DharmaSettlementScheduler.fundBalance())"
    }
}
