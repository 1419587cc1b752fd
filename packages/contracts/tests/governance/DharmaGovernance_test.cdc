import Test
import "DharmaGovernance"
import "DharmaGovernanceActions"
import "../helpers/test_helpers.cdc"

/// The life of a proposal, to the second. Each story begins at hour 0, so that voting on a first proposal ends at hour 24.

access(all) let reason: String = "A reason of enough characters"

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun settle(_ id: UInt64) {
    send("governance/settle_proposals", [relayer()], [[id]])
}

access(all) fun getVotingOutcome(_ id: UInt64): String {
    return askPart("governance/get_proposal", "!.votingOutcome", id) as! String
}

access(all) fun expectChange(_ before: String, _ after: String, _ votesFor: UInt64, _ votesAgainst: UInt64) {
    let changed = lastEvent(Type<DharmaGovernance.StatusChanged>()) as! DharmaGovernance.StatusChanged
    Test.assertEqual([before, after], [changed.before, changed.after])
    Test.assertEqual([votesFor, votesAgainst], [changed.votesFor, changed.votesAgainst])
}

access(all) fun refuseProposal(_ proposal: [AnyStruct], _ message: String) {
    refuse("governance/create_proposal", [relayer()], proposal, message)
}

access(all) fun testAProposalIsAnnouncedWithItsTextsAndTimes() {
    let id = propose(members()[0], "freeze", accusedAddress)
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual(id, created.id)
    Test.assertEqual("freeze", created.action)
    Test.assertEqual(accusedAddress, created.target)
    Test.assertEqual("Freeze 0x0000000000000014", created.title)
    Test.assert(created.description.contains("7 days"))
    Test.assertEqual(members()[0].address(), created.proposer)
    Test.assertEqual(reason, created.reason)
    Test.assertEqual(sha256Hex(reason), created.reasonHash)
    Test.assertEqual(false, created.isAppeal)
    Test.assertEqual(true, created.isProposerEligible)
    Test.assertEqual(toTime(24.0, 0.0), created.votingEndsAt)
    Test.assertEqual(toTime(192.0, 0.0), created.executableUntil)
}

access(all) fun testOneScriptAnswersAllAboutAProposal() {
    let id = proposeAndVote("freeze", [0, 1, 2], [3])
    Test.assertEqual("freeze", askPart("governance/get_proposal", "!.action", id) as! String)
    Test.assertEqual("active", askPart("governance/get_proposal", "!.status", id) as! String)
    Test.assertEqual("open", getVotingOutcome(id))
    Test.assertEqual(members()[0].address(), askPart("governance/get_proposal", "!.proposer", id) as! Address)
    Test.assertEqual(3 as UInt64, askPart("governance/get_proposal", "!.votesFor", id) as! UInt64)
    Test.assertEqual(1 as UInt64, askPart("governance/get_proposal", "!.votesAgainst", id) as! UInt64)
    Test.assertEqual(4, askPart("governance/get_proposal", "!.votes.length", id) as! Int)
    Test.assertEqual(0 as UInt64, askPart("governance/get_proposal", "!.minVotesFor", id) as! UInt64)
    Test.assertEqual(
        ["Action: freeze", "Target: 0x0000000000000014"],
        askPart("governance/get_proposal", "!.details", id) as! [String]
    )
    Test.assertEqual(nil, askPart("governance/get_proposal", "", 9999 as UInt64))
}

access(all) fun testAVoteMakesAPendingProposalActiveAndTheDayApprovesIt() {
    let id = propose(members()[0], "freeze", accusedAddress)
    Test.assertEqual("pending", getStatus(id))
    castVote(members()[0], id, true)
    Test.assertEqual("active", getStatus(id))
    expectChange("pending", "active", 1, 0)
    voteBy(id, [1, 2], [3])
    goTo(24.0, -1.0)
    Test.assertEqual("active", getStatus(id))
    Test.assertEqual("open", getVotingOutcome(id))
    refuseExecution(id, "Proposal \(id) is active, not approved")
    goTo(24.0, 0.0)
    Test.assertEqual("approved", getStatus(id))
    Test.assertEqual("approved", getVotingOutcome(id))
    settle(id)
    expectChange("active", "approved", 3, 1)
}

access(all) fun testAnApprovedProposalIsExecutedOnce() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(id)
    Test.assertEqual("executed", getStatus(id))
    let executed = lastEvent(Type<DharmaGovernance.ProposalExecuted>()) as! DharmaGovernance.ProposalExecuted
    Test.assertEqual(id, executed.id)
    Test.assertEqual("freeze", executed.action)
    Test.assertEqual(accusedAddress, executed.target)
    Test.assertEqual(daoAddress, executed.dao)
    let action = lastEvent(Type<DharmaGovernanceActions.ActionExecuted>()) as! DharmaGovernanceActions.ActionExecuted
    Test.assertEqual(id, action.proposalId)
    refuseExecution(id, "Proposal \(id) is executed, not approved")
    goTo(2000.0, 0.0)
    Test.assertEqual("executed", getStatus(id))
    Test.assertEqual(1, countEvents(Type<DharmaGovernanceActions.ActionExecuted>()))
}

access(all) fun testTheSameProposalIsNotExecutedTwiceInOneBlock() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(id)
    refuseExecution(id, "Proposal \(id) is executed, not approved")
    closeBlock()
}

access(all) fun testFewerThanThreeVotesExpire() {
    let id = proposeAndVote("freeze", [0, 1], [])
    goTo(24.0, 0.0)
    Test.assertEqual("expired", getStatus(id))
    Test.assertEqual("expired", getVotingOutcome(id))
    refuseExecution(id, "Proposal \(id) is expired, not approved")
    settle(id)
    expectChange("active", "expired", 2, 0)
    Test.assertEqual([] as [UInt64], ask("governance/get_open_proposals", [members()[0].address()]) as! [UInt64])
}

access(all) fun testThreeVotesWithMoreForApproveAndATieIsRejected() {
    let approved = proposeAndVote("freeze", [0, 1], [2])
    let tie = proposeAndVote("unfreeze", [0, 1], [2, 3])
    goTo(24.0, 0.0)
    Test.assertEqual("approved", getStatus(approved))
    Test.assertEqual("rejected", getStatus(tie))
    Test.assertEqual("rejected", getVotingOutcome(tie))
    refuseExecution(tie, "Proposal \(tie) is rejected, not approved")
    settle(tie)
    expectChange("active", "rejected", 2, 2)
}

access(all) fun testAnApprovedProposalExpiresAfterSevenDaysButWasApproved() {
    let id = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    Test.assertEqual("approved", getStatus(id))
    settle(id)
    goTo(192.0, 0.0)
    Test.assertEqual("expired", getStatus(id))
    Test.assertEqual("approved", getVotingOutcome(id))
    refuseExecution(id, "Proposal \(id) is expired, not approved")
    settle(id)
    expectChange("approved", "expired", 3, 0)
}

access(all) fun testAnApprovedProposalIsExecutedInTheLastSecondOfSevenDays() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    executeProposal(id)
    Test.assertEqual("executed", getStatus(id))
}

access(all) fun testSettlingChangesNothingBeforeItsTime() {
    let id = propose(members()[0], "freeze", accusedAddress)
    let changes = countEvents(Type<DharmaGovernance.StatusChanged>())
    settle(id)
    goTo(24.0, -1.0)
    settle(id)
    Test.assertEqual(changes, countEvents(Type<DharmaGovernance.StatusChanged>()))
    goTo(24.0, 0.0)
    settle(id)
    settle(id)
    Test.assertEqual(changes + 1, countEvents(Type<DharmaGovernance.StatusChanged>()))
}

access(all) fun testAReasonHasTwentyToFourThousandBytes() {
    let proposer = members()[4]
    refuseProposal(proposer.proposal("freeze", accusedAddress, "Nineteen characters"), "The reason has 19 bytes, not 20 to 4000")
    var hundred = "0123456789"
    while hundred.length < 4000 {
        hundred = hundred.concat(hundred)
    }
    let longest = hundred.slice(from: 0, upTo: 4000)
    refuseProposal(proposer.proposal("freeze", accusedAddress, longest.concat("!")), "The reason has 4001 bytes")
    refuseProposal(proposer.proposal("freeze", accusedAddress, longest.slice(from: 0, upTo: 3999).concat("\u{e9}")), "4001 bytes")
    send("governance/create_proposal", [relayer()], proposer.proposal("freeze", accusedAddress, longest))
    send("governance/create_proposal", [relayer()], members()[3].proposal("unfreeze", accusedAddress, "Twenty characters !!"))
}

access(all) fun testAnUnknownActionIsRefused() {
    refuseProposal(members()[4].proposal("burn", accusedAddress, reason), "'burn' is not freeze, unfreeze or recover")
}

access(all) fun testThereIsNoProposalOfAnUnknownNumber() {
    refuse("governance/settle_proposals", [relayer()], [[9999 as UInt64]], "There is no proposal 9999")
    refuseExecution(9999, "There is no proposal 9999")
    Test.assertEqual(nil, ask("governance/get_proposal", [9999 as UInt64]))
}

access(all) fun testContractsOfStrangersReachNoInnerFunction() {
    for attack in [
        "DharmaGovernance.borrowExisting(1).setStatus(DharmaProposals.Status.approved)",
        "DharmaGovernance.borrowProposal(1)!.setStatus(DharmaProposals.Status.approved)",
        "DharmaGovernance.borrowProposal(1)!.supersede()",
        "DharmaGovernance.borrowProposal(1)!.forgetVotes(limit: 1)",
        "DharmaGovernance.borrowProposal(1)!.count(voter: 0x1, vote: vote)",
        "DharmaGovernance.borrowProposal(1)!.action.executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernance.open(action, proposer: 0x1, isProposerEligible: true, reason: \"\")",
        "DharmaGovernance.daoAddress = 0x1",
        "DharmaGovernanceActions.Freeze(target: 0x1).executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.executeAction(action, proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.recoverer.recover(address: 0x1, to: 0x2, proposalId: 1, reasonHash: \"\")",
        "DharmaConsent.accept(consent, series: DharmaConsent.Series.votes, subject: \"vote\", details: [], role: \"Voter\")",
        "destroy DharmaProposals.createProposal(id: 1, action: action, proposer: 0x1, isProposerEligible: true, reason: \"\")"
    ] {
        refuseCode(attack, ["DharmaGovernance", "DharmaGovernanceActions", "DharmaConsent", "DharmaProposals"])
    }
}

access(all) fun testAnActionOfAStrangerAnnouncesNothing() {
    let executed = countEvents(Type<DharmaGovernanceActions.ActionExecuted>())
    deployTo("MaliciousAction", "../malicious/MaliciousAction.cdc", relayer())
    Test.assertEqual(executed, countEvents(Type<DharmaGovernanceActions.ActionExecuted>()))
}
