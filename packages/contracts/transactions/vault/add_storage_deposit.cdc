import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Pays FLOW for more storage of the guarded vault of an account, which gets it back when the vault is closed. Signed by
/// anyone.
transaction(address: Address, amount: UFix64) {

    let payment: @FlowToken.Vault
    let before: UFix64

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = DharmaVault.borrowVault(address) ?? panic("\(address) has no guarded vault")
        self.before = vault.borrowHoldings().borrowStorageDeposit().amount
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault of FLOW")
        self.payment <- flow.withdraw(amount: amount) as! @FlowToken.Vault
    }

    execute {
        DharmaVault.payStorage(address: address, from: <- self.payment)
    }

    post {
        DharmaVault.borrowVault(address)!.borrowHoldings().borrowStorageDeposit().amount == self.before + amount:
            "The storage deposit was not recorded"
    }
}
