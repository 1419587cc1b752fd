import "DharmaVault"

/// Tries to reach a vault with a key in an account that has none.
transaction {

    prepare(signer: auth(SaveValue, BorrowValue) &Account) {
        signer.storage.save(<- DharmaVault.createKey(), to: /storage/spareKey)
        let key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: /storage/spareKey)!
        key.borrow().lowerAllowance(type: Type<Int>(), limit: 0.0)
    }
}
