import "DharmaClerk"
import "FlowToken"
import "FungibleToken"

/// Pays FLOW into the fund from which the runs of the clerk are paid. Signed by anyone.
transaction(amount: UFix64) {

    let payment: @{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no FLOW")
        self.payment <- vault.withdraw(amount: amount)
    }

    execute {
        DharmaClerk.deposit(from: <- self.payment)
    }

    post {
        DharmaClerk.fundBalance() >= amount: "The fund holds only \(DharmaClerk.fundBalance())"
    }
}
