import Test
import "DharmaGovernanceActions"
import "test_helpers.cdc"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
}

access(all) fun testStrangersReachNoInnerFunction() {
    for attack in [
        "DharmaGovernance.open(action, proposer: 0x1, isProposerEligible: true, reason: \"\")",
        "DharmaGovernance.borrowProposal(1)!.setStatus(DharmaProposals.Status.approved)",
        "DharmaGovernance.borrowProposal(1)!.supersede()",
        "DharmaGovernance.borrowProposal(1)!.action.executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.Freeze(target: 0x1).executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.executeAction(action, proposalId: 1, reasonHash: \"\")",
        "DharmaProtection.freeze(0x1, proposalId: 1, reasonHash: \"\")",
        "DharmaProtection.unfreeze(0x1, proposalId: 1, reasonHash: \"\", appealedCaseId: nil)",
        "DharmaProtection.borrowRecord(0x1)!.endApproval()",
        "DharmaConsent.requireSharedKeys(signer)",
        "DharmaGovernance.daoAddress = signer.address"
    ] {
        refuseCode(attack, [
            "DharmaConsent", "DharmaGovernance", "DharmaGovernanceActions", "DharmaProposals", "DharmaProtection"
        ])
    }
}

access(all) fun testAnActionOfAStrangerCannotAnnounceADecision() {
    let executed = countEvents(Type<DharmaGovernanceActions.ActionExecuted>())
    deployTo("MaliciousAction", "malicious/MaliciousAction.cdc", relayer())
    Test.assertEqual(executed, countEvents(Type<DharmaGovernanceActions.ActionExecuted>()))
}
