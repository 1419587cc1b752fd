import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Opens a guarded vault for the signer, with a recovery address, daily allowances by token type, and a deposit of FLOW
/// that pays for its storage and is returned when the vault is closed.
transaction(recoveryAddress: Address, allowances: {String: UFix64}, storageDeposit: UFix64) {

    let key: auth(DharmaVault.Own) &DharmaVault.OwnerKey
    let address: Address
    let storageDeposit: @FlowToken.Vault

    prepare(signer: auth(BorrowValue, SaveValue, IssueStorageCapabilityController) &Account) {
        if signer.storage.type(at: DharmaVault.keyStoragePath) == nil {
            signer.storage.save(<- DharmaVault.createKey(), to: DharmaVault.keyStoragePath)
            DharmaVault.bind(
                signer.capabilities.storage.issue<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(DharmaVault.keyStoragePath)
            )
        }
        self.key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.keyStoragePath)
            ?? panic("The account \(signer.address) has no key at \(DharmaVault.keyStoragePath)")
        self.address = signer.address
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault of FLOW")
        self.storageDeposit <- flow.withdraw(amount: storageDeposit) as! @FlowToken.Vault
    }

    execute {
        let byType: {Type: UFix64} = {}
        for type in allowances {
            byType[CompositeType(type) ?? panic("\(type) is not a type")] = allowances[type]!
        }
        self.key.open(recoveryAddress: recoveryAddress, allowances: byType, storageDeposit: <- self.storageDeposit)
    }

    post {
        DharmaVault.borrowVault(self.address)!.recoveryAddress == recoveryAddress: "The vault was not opened"
        DharmaVault.borrowVault(self.address)!.borrowHoldings().borrowStorageDeposit().amount == storageDeposit:
            "The storage deposit was not recorded"
    }
}
