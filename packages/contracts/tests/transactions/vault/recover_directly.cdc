import "DharmaVault"

/// Recovers a vault without any vote, as long as no contract took the recoverer from the contracts' account.
transaction(address: Address, to: Address) {

    prepare(signer: auth(BorrowValue) &Account) {
        signer.storage.borrow<auth(DharmaVault.Recover) &DharmaVault.Recoverer>(from: DharmaVault.recovererStoragePath)!
            .recover(address: address, to: to, proposalId: 1, reasonHash: "")
    }
}
