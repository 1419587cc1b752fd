import "DharmaConsent"
import "DharmaGovernance"
import "DharmaGovernanceActions"
import "DharmaProposals"
import "DharmaProtection"

/// Appeals of flagged and frozen accounts. An appeal is a message that the account signs, relayed by anyone; it opens
/// the proposal that decides it in the same transaction.
access(all) contract DharmaAppeals {

    /// Lines of the message by which an account appeals against the flag of a case, or against its freeze, which it
    /// names by the proposal that was executed last.
    access(all) view fun getDetails(caseId: String?, freezeProposalId: UInt64?, reasonHash: String): [String] {
        let subject = caseId == nil ? "Freeze by proposal: \(freezeProposalId ?? 0)" : "Flag of case: \(caseId!)"
        return [subject, "Reason SHA-256: \(reasonHash)"]
    }

    /// Lines of the message by which it opens the second proposal of an appeal.
    access(all) view fun getSecondDetails(appealId: UInt64, reasonHash: String): [String] {
        return ["Second proposal of appeal: \(appealId)", "Reason SHA-256: \(reasonHash)"]
    }

    /// Opens an appeal of the signing account, and the proposal that decides it. Names either the case of the flag or
    /// the proposal of the freeze; returns the number of the proposal.
    access(all) fun appeal(
        caseId: String?,
        freezeProposalId: UInt64?,
        reason: String,
        consent: DharmaConsent.Consent
    ): UInt64 {
        pre {
            (caseId == nil) != (freezeProposalId == nil):
                "DharmaAppeals: An appeal names either a case or the proposal of a freeze"
            caseId != nil || DharmaProtection.getFreeze(consent.address)?.proposalId == freezeProposalId:
                "DharmaAppeals: \(consent.address) is not frozen by proposal \(freezeProposalId ?? 0)"
        }
        let reasonHash = DharmaProposals.hashReason(reason)
        self.acceptConsent(
            consent,
            self.getDetails(caseId: caseId, freezeProposalId: freezeProposalId, reasonHash: reasonHash)
        )
        let id = self.openProposal(consent.address, caseId: caseId, reason: reason)
        let _ = DharmaProtection.openAppeal(
            consent.address,
            caseId: caseId,
            reasonHash: reasonHash,
            ballot: DharmaGovernance.ProposalBallot(proposalId: id)
        )
        return id
    }

    /// Opens the second proposal of an appeal whose first one had too few votes; returns its number.
    access(all) fun appealAgain(appealId: UInt64, reason: String, consent: DharmaConsent.Consent): UInt64 {
        let appeal = DharmaProtection.findAppeal(consent.address, id: appealId)
        let reasonHash = DharmaProposals.hashReason(reason)
        self.acceptConsent(consent, self.getSecondDetails(appealId: appealId, reasonHash: reasonHash))
        let id = self.openProposal(consent.address, caseId: appeal.caseId, reason: reason)
        DharmaProtection.addAppealBallot(consent.address, id: appealId, ballot: DharmaGovernance.ProposalBallot(proposalId: id))
        return id
    }

    access(self) fun acceptConsent(_ consent: DharmaConsent.Consent, _ details: [String]) {
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.appeals,
            subject: "appeal",
            details: details,
            role: "Appellant"
        )
    }

    access(self) fun openProposal(_ address: Address, caseId: String?, reason: String): UInt64 {
        let action = DharmaGovernanceActions.Unfreeze(target: address, isAppeal: true, appealedCaseId: caseId)
        return DharmaGovernance.open(action, proposer: address, isProposerEligible: false, reason: reason)
    }
}
