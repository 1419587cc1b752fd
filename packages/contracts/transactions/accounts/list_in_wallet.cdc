import "FCL"

/// Lists accounts in the dev wallet under these labels.
transaction(accounts: {String: Address}) {

    prepare(signer: &Account) {}

    execute {
        for label in accounts {
            FCL.add(address: accounts[label]!, label: label, scopes: [])
        }
    }
}
