import "DharmaGovernance"

/// Writes down and announces what time and votes have made of some proposals. Signed by anyone.
transaction(ids: [UInt64]) {

    prepare(signer: &Account) {}

    execute {
        for id in ids {
            DharmaGovernance.settle(id)
        }
    }
}
