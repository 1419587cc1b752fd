import "DharmaRecheck"

/// Schedules the rechecks of overdue addresses for now. Signed by anyone.
transaction(addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for address in addresses {
            DharmaRecheck.revive(address)
        }
    }
}
