import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"

/// Relays the votes that a person signed in one message, `supports` in the order of `ids`; `signatures` are r and s in
/// hex, by the keys of `keyIndexes`. Signed by anyone.
transaction(
    ids: [UInt64],
    supports: [Bool],
    voter: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: voter,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaGovernance.vote(ids: ids, supports: supports, consent: self.consent)
    }

    post {
        DharmaProposals.borrowProposal(ids[0])!.getVote(voter)?.sequence == sequence: "The votes were not counted"
    }
}
