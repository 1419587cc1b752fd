import "DharmaProtection"

/// Writes down and announces what time has done to the marks of some addresses. Signed by anyone.
transaction(addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for address in addresses {
            DharmaProtection.settle(address)
        }
    }
}
