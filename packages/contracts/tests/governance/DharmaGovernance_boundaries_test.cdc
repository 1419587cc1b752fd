import Test
import "DharmaGovernance"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// Limits of proposals, with a contract that keeps the newest two instead of a hundred and lets two instead of sixty of
/// people who cannot vote be open, and what settling, executing and pruning settle beside the proposal itself.

access(all) let target: Address = 0x0000000000000017
access(all) let reason: String = "A reason of enough characters"
/// Six more voters, and three people who cannot vote.
access(all) let voters: [Person] = []
access(all) let newborns: [Person] = []

access(all) fun setup() {
    for name in dharmaContracts {
        deployChanged(name, getContractPath(name), contractsAccount(), {
            "self.keptProposals = 100": "self.keptProposals = 2", "self.maxUnsupported = 60": "self.maxUnsupported = 2"
        })
    }
    appoint("score", "publisher")
    appoint("protection", "flagger")
    for member in members() {
        addKey(member.account, member.privateKey, 1000.0)
    }
    addKey(accused().account, 9, 1000.0)
    voters.appendAll(createNewborns(6))
    newborns.appendAll(createNewborns(3))
    setUpDao()
    refreshAll()
    wait(8.0 * day)
    refreshAll()
    openGuardedVault(accused().account, accusedHeirAddress)
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refreshAll() {
    refreshScores()
    publishScores(voters.map(fun (voter: Person): Address { return voter.address() }), 70)
}

access(all) fun settle(_ id: UInt64) {
    send("governance/settle_proposals", [relayer()], [[id]])
    closeBlock()
}

access(all) fun refuseProposal(_ proposer: Person, _ action: String, _ about: Address, _ message: String) {
    refuse("governance/create_proposal", [relayer()], proposer.proposal(action, about, reason), message)
}

access(all) fun countEnded(): Int {
    return countEvents(Type<DharmaProtection.FreezeEnded>())
}

access(all) fun countPruned(): Int {
    return countEvents(Type<DharmaGovernance.ProposalPruned>())
}

/// The changes of the status of a proposal that were announced.
access(all) fun getChanges(_ id: UInt64): [String] {
    closeBlock()
    let changes: [String] = []
    for event in Test.eventsOfType(Type<DharmaGovernance.StatusChanged>()) {
        let change = event as! DharmaGovernance.StatusChanged
        if change.id == id {
            changes.append("\(change.before) \(change.after) \(change.votesFor):\(change.votesAgainst)")
        }
    }
    return changes
}

access(all) fun getUsed(): Int {
    return Int((askFile("../scripts/get_storage.cdc", [contractsAddress, [] as [Address]]) as! [UInt64])[0])
}

access(all) fun testSettlingAProposalSettlesItsTargetWhenItChangedAndOnlyThen() {
    freezeAccused()
    goTo(180.0, 0.0)
    refreshScores()
    let id = propose(members()[0], "freeze", accusedAddress)
    goTo(193.0, 0.0)
    let ended = countEnded()
    settle(id)
    Test.assertEqual(ended, countEnded())
    Test.assertEqual([] as [String], getChanges(id))
    goTo(204.0, 0.0)
    settle(id)
    Test.assertEqual(ended + 1, countEnded())
    Test.assertEqual(["pending expired 0:0"], getChanges(id))
    settle(id)
    Test.assertEqual(["pending expired 0:0"], getChanges(id))
}

access(all) fun testPruningAProposalSettlesItsTarget() {
    let freeze = freezeAccused()
    refreshScores()
    propose(members()[0], "freeze", target)
    Test.assertEqual(0, countPruned())
    goTo(193.0, 0.0)
    let ended = countEnded()
    refreshScores()
    propose(members()[0], "unfreeze", target)
    Test.assertEqual(ended + 1, countEnded())
    let pruned = lastEvent(Type<DharmaGovernance.ProposalPruned>()) as! DharmaGovernance.ProposalPruned
    Test.assertEqual(freeze, pruned.id)
    Test.assertEqual(nil, ask("governance/get_proposal", [freeze]))
}

/// A proposal with so many votes against it, and the last of two that come after it.
access(all) fun pruneWithVotes(_ count: Int) {
    restartStory()
    let id = propose(members()[0], "freeze", accusedAddress)
    for person in members().concat(voters).slice(from: 0, upTo: count) {
        castVote(person, id, false)
    }
    goTo(24.0, 0.0)
    refreshScores()
    propose(members()[0], "freeze", target)
    Test.assertEqual(0, countPruned())
    propose(members()[1], "unfreeze", target)
    closeBlock()
}

access(all) fun testANewProposalForgetsTenVotesOfAnOldOne() {
    pruneWithVotes(10)
    Test.assertEqual(1, countPruned())
    pruneWithVotes(11)
    Test.assertEqual(0, countPruned())
    Test.assertEqual(1, askPart("governance/get_proposal", "!.votes.length", 1 as UInt64) as! Int)
    send("governance/prune_proposals", [relayer()], [1, 1])
    Test.assertEqual(1, countPruned())
}

access(all) fun testAPlaceWithoutTheRightToVoteIsThatOfTheOldestProposal() {
    propose(newborns[0], "freeze", 0x0000000000000101)
    goTo(1.0, 0.0)
    propose(newborns[1], "freeze", 0x0000000000000102)
    let full = "2 proposals of people who cannot vote wait for a first vote"
    goTo(23.0, 0.0)
    refuseProposal(newborns[2], "freeze", 0x0000000000000103, full)
    refreshScores()
    propose(members()[0], "freeze", 0x0000000000000104)
    goTo(24.0, -1.0)
    refuseProposal(newborns[2], "freeze", 0x0000000000000103, full)
    goTo(24.0, 0.0)
    let next = propose(newborns[2], "freeze", 0x0000000000000103)
    refuseProposal(newborns[0], "freeze", 0x0000000000000105, full)
    castVote(members()[0], next, true)
    propose(newborns[0], "freeze", 0x0000000000000105)
}

access(all) fun testTheEndOfAnAppealLeavesTheTopicOfAnotherProposalAlone() {
    let freeze = freezeAccused()
    let appeal = appealAgainstFreeze(freeze)
    voteBy(appeal, [], [0, 1, 2])
    goTo(30.0, 0.0)
    let own = propose(members()[1], "unfreeze", accusedAddress)
    goTo(48.0, 0.0)
    settle(appeal)
    Test.assertEqual(["pending active 0:1", "active rejected 0:3"], getChanges(appeal))
    refreshScores()
    refuseProposal(members()[2], "unfreeze", accusedAddress, "Proposal \(own) to unfreeze \(accusedAddress) is open already")
    goTo(54.0, 0.0)
    propose(members()[2], "unfreeze", accusedAddress)
}

access(all) fun testAProposerIsForgottenWithItsLastOpenProposal() {
    let proposer = members()[3]
    let first = propose(proposer, "freeze", 0x0000000000000101)
    goTo(1.0, 0.0)
    let second = propose(proposer, "freeze", 0x0000000000000102)
    let getOpen = fun (): [UInt64] {
        return ask("governance/get_open_proposals", [proposer.address()]) as! [UInt64]
    }
    Test.assertEqual([first, second], getOpen())
    let used = [getUsed()]
    goTo(24.0, 0.0)
    settle(first)
    Test.assertEqual([second], getOpen())
    used.append(getUsed())
    goTo(25.0, 0.0)
    settle(second)
    Test.assertEqual([] as [UInt64], getOpen())
    used.append(getUsed())
    // With the last one goes the entry of the proposer.
    Test.assert(used[1] - used[2] > used[0] - used[1], message: "\(used[0]), \(used[1]), \(used[2])")
}

access(all) fun testAVoteIsCastUntilTheSecondInWhichVotingEndsAndAnnouncesTheFirstOne() {
    let id = propose(members()[0], "freeze", accusedAddress)
    castVote(members()[0], id, true)
    Test.assertEqual(["pending active 1:0"], getChanges(id))
    goTo(24.0, -1.0)
    refreshScores()
    castVote(members()[1], id, false)
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual([1, 1] as [UInt64], [cast.votesFor, cast.votesAgainst])
    Test.assertEqual(["pending active 1:0"], getChanges(id))
    goTo(24.0, 0.0)
    refuse(
        "governance/cast_vote",
        [relayer()],
        members()[2].vote(id, true),
        "cannot vote: voting on proposal \(id) ended at \(toTime(24.0, 0.0))"
    )
}

access(all) fun testAnExecutionThatEndsARecoveryAnnouncesIt() {
    freezeAccused()
    refreshScores()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    let recovery = propose(members()[1], "recover", accusedAddress)
    goTo(48.0, -1.0)
    Test.assertEqual([] as [String], getChanges(recovery))
    goTo(48.0, 0.0)
    executeProposal(unfreeze)
    Test.assertEqual(["pending expired 0:0"], getChanges(recovery))
    let executed = lastEvent(Type<DharmaGovernance.ProposalExecuted>()) as! DharmaGovernance.ProposalExecuted
    Test.assertEqual(unfreeze, executed.id)
    Test.assertEqual(["pending active 1:0", "active approved 3:0", "approved executed 3:0"], getChanges(unfreeze))
}

access(all) fun testAReasonHas20To4000Bytes() {
    let fifty = "12345678901234567890123456789012345678901234567890"
    var longest = ""
    while longest.length < 4000 {
        longest = longest.concat(fifty)
    }
    let arguments = fun (_ text: String): [AnyStruct] {
        return members()[0].proposal("freeze", target, text)
    }
    let refusal = " bytes, not 20 to 4000"
    refuse("governance/create_proposal", [relayer()], arguments("1234567890123456789"), "The reason has 19".concat(refusal))
    refuse("governance/create_proposal", [relayer()], arguments(longest.concat("1")), "The reason has 4001".concat(refusal))
    send("governance/create_proposal", [relayer()], arguments(longest))
    send("governance/create_proposal", [relayer()], members()[0].proposal("unfreeze", target, "12345678901234567890"))
}
