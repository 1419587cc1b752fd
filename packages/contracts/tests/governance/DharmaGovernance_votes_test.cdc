import Test
import "DharmaGovernance"
import "../helpers/test_helpers.cdc"

/// Who votes, until when, and how votes are counted.

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

access(all) fun refuseVote(_ voter: Person, _ id: UInt64, _ message: String) {
    refuse("governance/cast_vote", [relayer()], voter.vote(id, true), message)
}

access(all) fun getReason(_ id: UInt64, _ voter: Person): String? {
    return ask("governance/get_ineligibility_reason", [id, voter.address()]) as! String?
}

access(all) fun testALaterVoteReplacesTheEarlierOne() {
    let id = propose(members()[1], "freeze", accusedAddress)
    let voter = members()[0]
    let earlier = voter.vote(id, true)
    send("governance/cast_vote", [relayer()], earlier)
    castVote(voter, id, false)
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual(true, cast.supportBefore!)
    Test.assertEqual([0, 1] as [UInt64], [cast.votesFor, cast.votesAgainst])
    Test.assertEqual(false, askFor(id, voter, "!.support") as! Bool)
    refuse("governance/cast_vote", [relayer()], earlier, "is not above")
    castVote(voter, id, false)
    castVote(voter, id, true)
    let last = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual([1, 0] as [UInt64], [last.votesFor, last.votesAgainst])
    Test.assertEqual(nil, askFor(id, members()[4], ""))
}

/// Part of the vote of a person on a proposal.
access(all) fun askFor(_ id: UInt64, _ voter: Person, _ part: String): AnyStruct? {
    let code = Test.readFile("../../scripts/governance/get_vote.cdc")
        .replaceAll(of: "access(all) fun main(", with: "access(all) fun answer(")
        .concat("access(all) fun main(id: UInt64, voter: Address): AnyStruct? { return answer(id: id, voter: voter)\(part) }")
    return askCode(code, [id, voter.address()])
}

access(all) fun testVotingEndsToTheSecond() {
    let id = propose(members()[1], "freeze", accusedAddress)
    goTo(24.0, -1.0)
    refreshScores()
    castVote(members()[0], id, true)
    let late = members()[2].vote(id, true)
    goTo(24.0, 0.0)
    refreshScores()
    refuse("governance/cast_vote", [relayer()], late, "voting on proposal \(id) ended at \(toTime(24.0, 0.0))")
    Test.assertEqual("voting on proposal \(id) ended at \(toTime(24.0, 0.0))", getReason(id, members()[2])!)
}

access(all) fun testAVoterWithoutAGoodRecentScoreThatStandsIsRefused() {
    let id = propose(members()[0], "freeze", accusedAddress)
    publishScore(members()[3].address(), 59)
    refuseVote(members()[3], id, "is below 60")
    publishScore(members()[3].address(), 60)
    castVote(members()[3], id, true)
    let newcomer = Person(0x0000000000000013, 10)
    addKey(newcomer.account, 10, 1000.0)
    refuseVote(newcomer, id, "has no score on record for 7 days")
    publishScore(newcomer.address(), 90)
    refuseVote(newcomer, id, "has no score on record for 7 days")
    Test.assertEqual(nil, getReason(id, members()[0]))
}

access(all) fun testAStaleScoreDoesNotVoteUntilItIsRefreshed() {
    goTo(20.0, 0.0)
    let id = propose(members()[0], "freeze", accusedAddress)
    goTo(24.0, 1.0)
    refuseVote(members()[3], id, "was published more than 24 hours ago")
    refreshScores()
    castVote(members()[3], id, true)
}

access(all) fun testTheTargetVotesOnNothingAboutItself() {
    let member = members()[4]
    for action in ["freeze", "unfreeze"] {
        let id = propose(members()[3], action, member.address())
        refuseVote(member, id, "\(member.address()) is the target of the proposal, or the recovery address")
    }
}

access(all) fun testTheRecoveryAddressDoesNotVoteOnTheRecovery() {
    let other = members()[4].account
    openGuardedVault(other, members()[3].address())
    let freeze = propose(members()[0], "freeze", other.address)
    castVote(members()[3], freeze, true)
    voteBy(freeze, [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(freeze)
    refreshScores()
    let recovery = propose(members()[0], "recover", other.address)
    refuseVote(members()[3], recovery, "is the target of the proposal, or the recovery address")
    refuseVote(members()[4], recovery, "is the target of the proposal, or the recovery address")
    castVote(members()[2], recovery, true)
}

access(all) fun testAFrozenMemberDoesNotVoteUntilTheFreezeEnds() {
    let frozen = members()[4]
    let freeze = propose(members()[0], "freeze", frozen.address())
    voteBy(freeze, [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(freeze)
    refreshScores()
    refuseVote(frozen, propose(members()[2], "freeze", accusedAddress), "is frozen")
    goTo(192.0, -1.0)
    refreshScores()
    let next = propose(members()[2], "unfreeze", accusedAddress)
    refuseVote(frozen, next, "is frozen")
    goTo(192.0, 0.0)
    castVote(frozen, next, false)
}

access(all) fun testAVoteStaysCountedWhenItsVoterLosesTheRight() {
    let id = propose(members()[0], "freeze", accusedAddress)
    voteByThree(id, true)
    publishScore(members()[1].address(), 10)
    goTo(24.0, 0.0)
    Test.assertEqual("approved", getStatus(id))
    Test.assertEqual(700 as UInt64, askFor(id, members()[1], "!.scoreTenths") as! UInt64)
    Test.assertEqual(agentAddress, askFor(id, members()[1], "!.publisher") as! Address)
    Test.assertEqual(sha256Hex("70"), askFor(id, members()[1], "!.evidenceHash") as! String)
}

access(all) fun testASupersededProposalTakesNoVotes() {
    let own = propose(accused(), "freeze", accusedAddress)
    let vote = members()[1].vote(own, true)
    propose(members()[0], "freeze", accusedAddress)
    refuse("governance/cast_vote", [relayer()], vote, "proposal \(own) is expired")
}

access(all) fun testAnExecutedProposalTakesNoVotes() {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(id)
    refreshScores()
    refuseVote(members()[3], id, "voting on proposal \(id) ended")
}

access(all) fun testARecoveryWhoseFreezeIsLiftedTakesNoVotes() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(30.0, 0.0)
    let recovery = proposeAndVote("recover", [0, 1], [])
    goTo(48.0, 0.0)
    executeProposal(unfreeze)
    refreshScores()
    refuseVote(members()[2], recovery, "proposal \(recovery) is expired")
}

access(all) fun testTheVoteOnAnAppealGoesOnWhenItsFreezeHasLapsedAndAnotherHolds() {
    let freeze = freezeAccused()
    goTo(150.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(191.0, 0.0)
    let appeal = appealAgainstFreeze(freeze)
    goTo(193.0, 0.0)
    executeProposal(next)
    voteBy(appeal, [0, 1, 2], [])
    goTo(215.0, 0.0)
    Test.assertEqual("expired", getStatus(appeal))
    Test.assertEqual("upheld", getOutcome(0))
    Test.assertEqual(true, isAccusedFrozen())
}
