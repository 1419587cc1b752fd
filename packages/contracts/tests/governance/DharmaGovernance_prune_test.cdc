import Test
import "DharmaProposals"
import "../helpers/test_helpers.cdc"

/// Which proposals are pruned, and what is left of them. Number 1 is rejected and number 2 approved at hour 24, so that
/// number 2 waits for its execution until hour 192.

access(all) let crowd: [Person] = []

access(all) fun setup() {
    crowd.appendAll(createNewborns(20))
    setUpStories(false)
    let rejected = propose(members()[0], "freeze", 0x0000000000000101)
    voteBy(rejected, [], [0, 1, 2, 3, 4])
    voteBy(propose(members()[0], "freeze", 0x0000000000000102), [0, 1, 2], [])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Sixty more proposals at that hour, by messages of the crowd from that number on.
access(all) fun proposeSixty(_ hours: Fix64, _ firstSequence: UInt64) {
    goTo(hours, 0.0)
    proposeMany(crowd, 3, firstSequence)
}

access(all) fun prune(_ count: Int, _ limit: Int) {
    send("governance/prune_proposals", [relayer()], [count, limit])
    closeBlock()
}

access(all) fun countPruned(): Int {
    return countEvents(Type<DharmaProposals.ProposalPruned>())
}

/// Asserts that all proposals below that number are pruned and none from it on.
access(all) fun expectFirst(_ id: UInt64) {
    let first = askCode("import \"DharmaProposals\"\naccess(all) fun main(): UInt64 { return DharmaProposals.firstId }", [])
    Test.assertEqual(id, first as! UInt64)
    Test.assertEqual(Int(id) - 1, countPruned())
    Test.assertEqual(nil, ask("governance/get_proposal", [id - 1]))
    Test.assertEqual(id, askPart("governance/get_proposal", "!.id", id) as! UInt64)
}

access(all) fun testTheNewestHundredAreKept() {
    proposeSixty(192.0, 1)
    goTo(216.0, 0.0)
    proposeMany(crowd.slice(from: 0, upTo: 12), 3, 4)
    Test.assertEqual(98 as UInt64, lastProposal())
    goTo(300.0, 0.0)
    prune(200, 100)
    expectFirst(1)
    proposeMany(crowd.slice(from: 12, upTo: 13), 3, 4)
    Test.assertEqual(101 as UInt64, lastProposal())
    expectFirst(2)
    prune(200, 100)
    expectFirst(2)
}

access(all) fun testAnApprovedProposalIsNotPrunedBeforeItExpiresNorIsAnyAfterIt() {
    proposeSixty(24.0, 1)
    proposeSixty(48.0, 4)
    goTo(192.0, -1.0)
    prune(200, 100)
    expectFirst(2)
    Test.assertEqual("approved", getStatus(2))
    goTo(192.0, 0.0)
    prune(200, 100)
    expectFirst(23)
}

access(all) fun testNoCrowdOfNewerProposalsHidesAnApprovedOneFromTheSigners() {
    for index in [0, 1, 2, 3] as [UInt64] {
        proposeSixty(24.0 * Fix64(index + 1), 1 + 3 * index)
    }
    Test.assertEqual(242 as UInt64, lastProposal())
    Test.assertEqual([2 as UInt64], listExecutable())
}

access(all) fun testAnExecutedProposalIsPruned() {
    proposeSixty(24.0, 1)
    executeProposal(2)
    proposeSixty(48.0, 4)
    prune(200, 100)
    expectFirst(23)
}

access(all) fun testVotesAreForgottenSoManyAtATimeAndTheOutcomeStays() {
    proposeSixty(24.0, 1)
    proposeSixty(48.0, 4)
    expectFirst(2)
    goTo(192.0, 0.0)
    prune(1, 1)
    Test.assertEqual(2, askPart("governance/get_proposal", "!.votes.length", 2 as UInt64) as! Int)
    Test.assertEqual(3 as UInt64, askPart("governance/get_proposal", "!.votesFor", 2 as UInt64) as! UInt64)
    Test.assertEqual("approved", askPart("governance/get_proposal", "!.votingOutcome", 2 as UInt64) as! String)
    Test.assertEqual("expired", getStatus(2))
    prune(1, 1)
    expectFirst(2)
    prune(1, 1)
    expectFirst(3)
}

access(all) fun testEachNewProposalPrunesOne() {
    proposeSixty(24.0, 1)
    proposeSixty(48.0, 4)
    goTo(192.0, 0.0)
    refreshScores()
    propose(members()[0], "freeze", accusedAddress)
    expectFirst(3)
}

access(all) fun testAPrunedProposalAnswersNothingAndItsTopicIsFree() {
    proposeSixty(24.0, 1)
    proposeSixty(48.0, 4)
    goTo(192.0, 0.0)
    prune(200, 100)
    refuse("governance/settle_proposals", [relayer()], [[1 as UInt64]], "There is no proposal 1")
    refuseExecution(2, "There is no proposal 2")
    closeBlock()
    refreshScores()
    propose(members()[0], "freeze", 0x0000000000000102)
}

/// A replaced message must not be accepted again.
access(all) fun testTheNumbersOfAProposerOutliveItsProposals() {
    proposeSixty(24.0, 1)
    proposeSixty(48.0, 4)
    goTo(192.0, 0.0)
    prune(200, 100)
    Test.assertEqual(nil, ask("governance/get_proposal", [3 as UInt64]))
    Test.assertEqual(7 as UInt64, crowd[0].next(proposals)[0])
}

access(all) fun testPruningFreesNoTopicThatANewerVoteHolds() {
    proposeSixty(24.0, 1)
    goTo(48.0, 0.0)
    proposeMany(crowd.slice(from: 0, upTo: 12), 3, 4)
    refreshScores()
    let newer = propose(members()[0], "freeze", 0x0000000000000101)
    proposeMany(crowd.slice(from: 12, upTo: 14), 3, 4)
    prune(200, 100)
    expectFirst(2)
    refuse("governance/create_proposal", [relayer()], buildProposal(members()[1], "freeze", 0x0000000000000101), "Proposal \(newer) to freeze")
}
