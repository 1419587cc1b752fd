import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Opens a guarded vault for the signer, with a recovery address, daily allowances by token type, and a deposit of FLOW
/// that pays for its storage and is returned when the vault is closed. A fresh key is bound, to which no capability exists.
transaction(recoveryAddress: Address, allowances: {String: UFix64}, storageDeposit: UFix64) {

    let address: Address

    prepare(signer: auth(BorrowValue, SaveValue, GetStorageCapabilityController) &Account) {
        self.address = signer.address
        let byType: {Type: UFix64} = {}
        for type in allowances {
            byType[CompositeType(type) ?? panic("\(type) is not a type")] = allowances[type]!
        }
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault of FLOW")
        DharmaVault.open(
            signer,
            recoveryAddress: recoveryAddress,
            allowances: byType,
            storageDeposit: <- (flow.withdraw(amount: storageDeposit) as! @FlowToken.Vault)
        )
    }

    post {
        DharmaVault.borrowVault(self.address)!.recoveryAddress == recoveryAddress: "The vault was not opened"
        DharmaVault.borrowVault(self.address)!.borrowHoldings().borrowStorageDeposit().amount == storageDeposit:
            "The storage deposit was not recorded"
        DharmaVault.getBoundKey(self.address) != nil: "No key was bound"
    }
}
