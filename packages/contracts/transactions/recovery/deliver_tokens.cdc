import "DharmaVault"

/// Brings all of one token of a recovered vault to the recovery address. Signed by anyone.
transaction(address: Address, type: String) {

    prepare(signer: &Account) {}

    execute {
        let tokenType = CompositeType(type) ?? panic("\(type) is not a type")
        DharmaVault.deliver(address: address, type: tokenType)
    }
}
