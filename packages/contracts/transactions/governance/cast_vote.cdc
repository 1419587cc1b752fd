import "DharmaConsent"
import "DharmaGovernance"

/// Relays the vote that a person signed; `signatures` are r and s in hex, by the keys of `keyIndexes`.
/// Signed by anyone.
transaction(
    id: UInt64,
    support: Bool,
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
        DharmaGovernance.vote(id: id, support: support, consent: self.consent)
    }

    post {
        DharmaGovernance.borrowProposal(id)!.getVote(voter)?.support == support: "The vote was not counted"
    }
}
