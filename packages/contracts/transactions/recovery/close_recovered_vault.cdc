import "DharmaVault"

/// Closes a recovered guarded vault of which everything was delivered; its storage deposit goes to the recovery address.
/// Signed by anyone.
transaction(address: Address) {

    prepare(signer: &Account) {}

    execute {
        DharmaVault.closeRecovered(address: address)
    }

    post {
        DharmaVault.borrowVault(address) == nil: "The vault is still open"
    }
}
