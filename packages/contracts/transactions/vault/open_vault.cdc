import "DharmaVault"

/// Opens a guarded vault for the signer, with a recovery address and daily allowances by token type.
transaction(recoveryAddress: Address, allowances: {String: UFix64}) {

    let key: auth(DharmaVault.Own) &DharmaVault.OwnerKey
    let address: Address

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
    }

    execute {
        let byType: {Type: UFix64} = {}
        for type in allowances {
            byType[CompositeType(type) ?? panic("\(type) is not a type")] = allowances[type]!
        }
        self.key.open(recoveryAddress: recoveryAddress, allowances: byType)
    }

    post {
        DharmaVault.borrowVault(self.address)!.recoveryAddress == recoveryAddress: "The vault was not opened"
    }
}
