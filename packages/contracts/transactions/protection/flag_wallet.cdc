import "DharmaProtection"

/// Flags an address under a case id; `reasonHash` is the SHA-256 of the reason. Signed by a flagger.
transaction(address: Address, caseId: String, reasonHash: String) {

    let flagger: auth(DharmaProtection.Flag) &DharmaProtection.Flagger

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaProtection.Flag) &DharmaProtection.Flagger>>(from: DharmaProtection.flaggerStoragePath)
            ?? panic("The account \(signer.address) has claimed no power as flagger")
        self.flagger = capability.borrow() ?? panic("The account \(signer.address) was dismissed as flagger")
    }

    execute {
        self.flagger.flag(address: address, caseId: caseId, reasonHash: reasonHash)
    }

    post {
        DharmaProtection.isFlagged(address): "\(address) was not flagged"
    }
}
