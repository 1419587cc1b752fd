import "DharmaRecheck"

/// Books the rechecks of overdue addresses anew. Signed by anyone.
transaction(addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for address in addresses {
            DharmaRecheck.revive(address)
        }
    }
}
