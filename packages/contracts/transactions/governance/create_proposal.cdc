import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"

/// Relays a proposal (freeze, unfreeze or recover) that a person signed; `signatures` are r and s in hex, by the
/// keys of `keyIndexes`. Signed by anyone.
transaction(
    action: String,
    target: Address,
    reason: String,
    proposer: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent
    let lastId: UInt64

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: proposer,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
        self.lastId = DharmaProposals.lastId
    }

    execute {
        let id = DharmaGovernance.propose(action: action, target: target, reason: reason, consent: self.consent)
        assert(id == self.lastId + 1, message: "The proposal was not created")
    }
}
