import "DharmaCustody"
import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Opens a guarded vault for the signer, with a recovery address, daily allowances by token type, and the FLOW that
/// its own storage costs, which is returned when the vault is closed. A fresh key is bound, to which no capability exists.
transaction(recoveryAddress: Address, allowances: {String: UFix64}) {

    let address: Address

    prepare(signer: auth(BorrowValue, SaveValue, GetStorageCapabilityController) &Account) {
        self.address = signer.address
        let byType: {Type: UFix64} = {}
        for type in allowances {
            byType[CompositeType(type) ?? panic("\(type) is not a type")] = allowances[type]!
        }
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault of FLOW")
        let price = DharmaCustody.getPrice(slots: DharmaCustody.baseSlots())
        DharmaVault.open(
            signer,
            recoveryAddress: recoveryAddress,
            allowances: byType,
            storagePayment: <- (flow.withdraw(amount: price) as! @FlowToken.Vault)
        )
    }

    post {
        DharmaVault.borrowVault(self.address)!.recoveryAddress == recoveryAddress: "The vault was not opened"
        DharmaVault.getBoundKey(self.address) != nil: "No key was bound"
    }
}
