import "FlowStorageFees"

/// Sets how many megabytes an account may store for each FLOW that it holds. Signed by the service account.
transaction(megabytesPerFlow: UFix64) {

    prepare(signer: auth(BorrowValue) &Account) {
        signer.storage.borrow<&FlowStorageFees.Administrator>(from: /storage/storageFeesAdmin)!
            .setStorageMegaBytesPerReservedFLOW(megabytesPerFlow)
    }
}
