import "DharmaConsent"
import "DharmaGovernance"

/// Relays many freeze proposals at once, each by one key of number 1.
transaction(
    targets: [Address],
    reason: String,
    proposers: [Address],
    sequences: [UInt64],
    validUntil: UInt64,
    signatures: [String]
) {

    prepare(signer: &Account) {}

    execute {
        for index, target in targets {
            let signed = DharmaConsent.toSignatures(keyIndexes: [1], hex: [signatures[index]])
            let consent = DharmaConsent.Consent(
                address: proposers[index],
                sequence: sequences[index],
                validUntil: validUntil,
                signatures: signed
            )
            let _ = DharmaGovernance.propose(action: "freeze", target: target, reason: reason, consent: consent)
        }
    }
}
