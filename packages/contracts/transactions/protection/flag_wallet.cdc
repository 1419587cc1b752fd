import "DharmaFlaggers"
import "DharmaProtection"

/// Flags an address under a case id; `reasonHash` is the SHA-256 of the reason. Signed by a flagger.
transaction(address: Address, caseId: String, reasonCode: String, reasonHash: String) {

    let flagger: auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
            ?? panic("The account \(signer.address) has claimed no power as flagger")
        self.flagger = capability.borrow() ?? panic("The account \(signer.address) was dismissed as flagger")
    }

    execute {
        self.flagger.flag(address: address, caseId: caseId, reasonCode: reasonCode, reasonHash: reasonHash)
    }

    post {
        DharmaProtection.getFlag(address)?.caseId == caseId: "\(address) was not flagged"
    }
}
