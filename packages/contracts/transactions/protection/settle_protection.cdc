import "DharmaProtection"

/// Records and emits what time and votes have done to flags, freezes and appeals of some addresses. Signed by anyone.
transaction(addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for address in addresses {
            DharmaProtection.settle(address)
        }
    }
}
