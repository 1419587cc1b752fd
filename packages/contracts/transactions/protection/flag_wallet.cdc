import "DharmaFlaggers"
import "DharmaProtection"
import "DharmaProtectionTypes"

/// Flags an address under a case id; `reasonHash` is the SHA-256 of the reason. `citedTransactionId` and `citedAt`, the
/// time of its block, are needed where the reason code is barred. Signed by a flagger.
transaction(
    address: Address,
    caseId: String,
    reasonCode: String,
    reasonHash: String,
    citedTransactionId: String?,
    citedAt: UFix64?
) {

    let flagger: auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
            ?? panic("The account \(signer.address) has claimed no power as flagger")
        self.flagger = capability.borrow() ?? panic("The account \(signer.address) was dismissed as flagger")
    }

    execute {
        self.flagger.flag(
            address: address,
            caseId: caseId,
            reasonCode: reasonCode,
            reasonHash: reasonHash,
            cited: citedTransactionId == nil
                ? nil
                : DharmaProtectionTypes.CitedTransaction(id: citedTransactionId!, blockTime: citedAt!)
        )
    }

    post {
        DharmaProtection.getFlag(address)?.caseId == caseId: "\(address) was not flagged"
    }
}
