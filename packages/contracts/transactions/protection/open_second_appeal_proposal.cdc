import "DharmaAppeals"
import "DharmaConsent"
import "DharmaProtection"
import "DharmaSettlementScheduler"

/// Relays the second proposal of an appeal, which the account signed; `signatures` are r and s in hex, by the keys of
/// `keyIndexes`. Schedules what settles it. Signed by anyone.
transaction(
    address: Address,
    appealId: UInt64,
    reason: String,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: address,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        let proposalId = DharmaAppeals.appealAgain(appealId: appealId, reason: reason, consent: self.consent)
        DharmaSettlementScheduler.scheduleProposal(proposalId)
    }

    post {
        DharmaProtection.findAppeal(address, id: appealId).ballots.length == 2: "The second proposal was not opened"
    }
}
