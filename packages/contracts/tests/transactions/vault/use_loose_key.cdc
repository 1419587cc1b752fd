import "DharmaVault"

/// Tries to use the bound key of an account while no account stores it.
transaction {

    prepare(signer: auth(LoadValue) &Account) {
        let key <- signer.storage.load<@DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
        key.close(signer.address)
        destroy key
    }
}
