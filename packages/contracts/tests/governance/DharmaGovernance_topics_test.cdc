import Test
import "DharmaGovernance"
import "../helpers/test_helpers.cdc"

/// Which proposals are open beside each other, and which give way.

access(all) let reason: String = "A reason of enough characters"
access(all) let otherTarget: Address = 0x0000000000000017

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
    refreshScores()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refuseProposal(_ proposer: Person, _ action: String, _ target: Address, _ message: String) {
    let proposal = action == "recover" ? proposer.recovery(target, reason) : proposer.proposal(action, target, reason)
    refuse("governance/create_proposal", [relayer()], proposal, message)
}

access(all) fun getOpen(_ proposer: Person): [UInt64] {
    return ask("governance/get_open_proposals", [proposer.address()]) as! [UInt64]
}

/// A person with a key and no score.
access(all) fun newborn(_ address: Address): Person {
    let person = Person(address, 10)
    addKey(person.account, 10, 1000.0)
    return person
}

access(all) fun expectSuperseded(_ id: UInt64, _ by: UInt64) {
    let superseded = lastEvent(Type<DharmaGovernance.ProposalSuperseded>()) as! DharmaGovernance.ProposalSuperseded
    Test.assertEqual([id, by], [superseded.id, superseded.supersededBy])
    Test.assertEqual("expired", getStatus(id))
    Test.assertEqual("expired", askPart("governance/get_proposal", "!.votingOutcome", id) as! String)
}

access(all) fun testATopicHasOneOpenProposal() {
    let first = propose(members()[4], "freeze", otherTarget)
    refuseProposal(members()[3], "freeze", otherTarget, "Proposal \(first) to freeze \(otherTarget) is open already")
    refuseProposal(members()[4], "freeze", otherTarget, "is open already")
    propose(members()[3], "unfreeze", otherTarget)
    propose(members()[3], "freeze", accusedAddress)
    goTo(24.0, 0.0)
    refreshScores()
    let again = propose(members()[3], "freeze", otherTarget)
    Test.assertEqual("expired", getStatus(first))
    Test.assertEqual("pending", getStatus(again))
}

access(all) fun testATopicIsTakenWhileItsProposalIsApproved() {
    let first = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(192.0, -1.0)
    refreshScores()
    refuseProposal(members()[3], "freeze", accusedAddress, "is open already")
    goTo(192.0, 0.0)
    propose(members()[3], "freeze", accusedAddress)
    Test.assertEqual("expired", getStatus(first))
}

access(all) fun testATopicIsFreeOnceItsProposalIsExecuted() {
    freezeAccused()
    refreshScores()
    propose(members()[3], "freeze", accusedAddress)
}

access(all) fun testATopicIsFreeOnceItsProposalIsOverruled() {
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    freezeAccused()
    refreshScores()
    let next = propose(members()[3], "unfreeze", accusedAddress)
    Test.assertEqual("expired", getStatus(unfreeze))
    Test.assertEqual("pending", getStatus(next))
}

access(all) fun testAPersonHasThreeOpenProposals() {
    let proposer = members()[4]
    let first = propose(proposer, "freeze", 0x0000000000000101)
    propose(proposer, "freeze", 0x0000000000000102)
    propose(proposer, "unfreeze", 0x0000000000000101)
    refuseProposal(proposer, "freeze", 0x0000000000000104, "\(proposer.address()) has 3 open proposals already")
    voteBy(first, [0, 1, 2], [])
    goTo(24.0, -1.0)
    refreshScores()
    refuseProposal(proposer, "freeze", 0x0000000000000104, "has 3 open proposals already")
    goTo(24.0, 0.0)
    propose(proposer, "freeze", 0x0000000000000104)
    propose(proposer, "freeze", 0x0000000000000105)
    refuseProposal(proposer, "freeze", 0x0000000000000106, "has 3 open proposals already")
    executeProposal(first)
    propose(proposer, "freeze", 0x0000000000000106)
}

access(all) fun testAProposalOfAnIneligiblePersonGivesWayToAnEligibleVoter() {
    let crowd = newborn(0x0000000000000013)
    let first = propose(crowd, "freeze", accusedAddress)
    Test.assertEqual(false, askPart("governance/get_proposal", "!.isProposerEligible", first) as! Bool)
    refuseProposal(accused(), "freeze", accusedAddress, "is open already")
    let second = propose(members()[0], "freeze", accusedAddress)
    expectSuperseded(first, second)
    Test.assertEqual([] as [UInt64], getOpen(crowd))
    refuseProposal(members()[1], "freeze", accusedAddress, "Proposal \(second) to freeze")
    refuseProposal(crowd, "freeze", accusedAddress, "Proposal \(second) to freeze")
}

access(all) fun testAProposalWithAVoteDoesNotGiveWay() {
    let crowd = newborn(0x0000000000000013)
    let first = propose(crowd, "freeze", accusedAddress)
    castVote(members()[2], first, false)
    refuseProposal(members()[0], "freeze", accusedAddress, "Proposal \(first) to freeze \(accusedAddress) is open already")
    voteBy(first, [0, 1, 3], [])
    goTo(24.0, 0.0)
    Test.assertEqual("approved", getStatus(first))
}

access(all) fun testAProposalOfAVoterDoesNotGiveWayThoughItsProposerLosesTheRight() {
    let first = propose(members()[4], "freeze", accusedAddress)
    publishScore(members()[4].address(), 10)
    refuseProposal(members()[0], "freeze", accusedAddress, "Proposal \(first) to freeze")
}

access(all) fun testTheProposalOfTheTargetGivesWayWhateverItsScore() {
    let member = members()[4]
    let first = propose(member, "freeze", member.address())
    let second = propose(members()[0], "freeze", member.address())
    expectSuperseded(first, second)
}

access(all) fun testTheRecoveryProposedByTheRecoveryAddressGivesWay() {
    freezeAccused()
    refreshScores()
    let heir = newborn(accusedHeirAddress)
    let first = propose(heir, "recover", accusedAddress)
    let second = propose(members()[0], "recover", accusedAddress)
    expectSuperseded(first, second)
    voteBy(second, [0, 1, 2], [])
    goTo(96.0, 0.0)
    executeProposal(second)
    Test.assertEqual(accusedHeirAddress as Address?, getRecoveredTo())
}

access(all) fun testWhoHasThreeOpenProposalsSupersedesNone() {
    let crowd = newborn(0x0000000000000013)
    let first = propose(crowd, "freeze", accusedAddress)
    for number in [0x101, 0x102, 0x103] as [UInt64] {
        propose(members()[0], "freeze", Address(number))
    }
    refuseProposal(members()[0], "freeze", accusedAddress, "has 3 open proposals already")
    Test.assertEqual("pending", getStatus(first))
}

access(all) fun testSupersedingIsRefusedTogetherWithTheProposalItself() {
    freezeAccused()
    goTo(143.0, 0.0)
    let first = propose(newborn(0x0000000000000013), "recover", accusedAddress)
    goTo(145.0, 0.0)
    refreshScores()
    refuseProposal(members()[0], "recover", accusedAddress, "renew the freeze first")
    Test.assertEqual("pending", getStatus(first))
}

access(all) fun testTheEndOfASupersededProposalIsFinal() {
    let first = propose(newborn(0x0000000000000013), "freeze", accusedAddress)
    let second = propose(members()[0], "freeze", accusedAddress)
    voteBy(second, [0, 1, 2], [])
    goTo(24.0, 0.0)
    send("governance/settle_proposals", [relayer()], [[first, second]])
    Test.assertEqual("expired", getStatus(first))
    refuseExecution(first, "Proposal \(first) is expired, not approved")
    executeProposal(second)
}
