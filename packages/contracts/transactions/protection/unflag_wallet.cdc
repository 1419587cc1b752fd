import "DharmaFlaggers"
import "DharmaProtection"

/// Lifts the flag of an address that a recheck has cleared. Signed by a flagger.
transaction(address: Address) {

    let flagger: auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
            ?? panic("The account \(signer.address) has claimed no power as flagger")
        self.flagger = capability.borrow() ?? panic("The account \(signer.address) was dismissed as flagger")
    }

    execute {
        self.flagger.unflag(address: address)
    }

    post {
        !DharmaProtection.isFlagged(address): "\(address) is still flagged"
    }
}
