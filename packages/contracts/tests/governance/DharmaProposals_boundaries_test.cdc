import Test
import "../helpers/test_helpers.cdc"

/// What follows from the votes on one proposal, to the second, counted by the test itself.

access(all) fun setup() {
    deployDharma()
    for name in ["RecordBench", "ProtectionProbe", "GovernanceProbe"] {
        deployChanged(
            name,
            "../contracts/\(name).cdc",
            contractsAccount(),
            {"import \"RecordBench\"": "import RecordBench from 0x08"}
        )
    }
    openGuardedVault(Test.getAccount(accusedAddress), 0x0000000000000016)
    act("GovernanceProbe.keep(\"freeze\", 0x14); GovernanceProbe.propose(5)")
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) let imports: String = "import \"DharmaProposals\"\nimport \"DharmaProtectionTypes\"\nimport GovernanceProbe from \(contractsAddress)\nimport ProtectionProbe from \(contractsAddress)\n"

/// Changes something in a transaction.
access(all) fun act(_ change: String) {
    let code = imports.concat("transaction { prepare(signer: &Account) { \(change) } }")
    performCode(change, code, [relayer()], [], nil)
}

/// What an expression about the proposal answers.
access(all) fun look(_ expression: String) : AnyStruct? {
    return askCode(
        imports.concat("access(all) fun main(): AnyStruct? { let proposal = GovernanceProbe.borrow()\nreturn \(expression) }"),
        []
    )
}

/// Lets so many people vote For and others Against.
access(all) fun voteByMany(_ votesFor: Int, _ votesAgainst: Int) {
    var voter = 1
    var change = ""
    while voter <= votesFor + votesAgainst {
        change = change.concat("let vote\(voter) = GovernanceProbe.vote(0x0\(voter), \(voter <= votesFor), \(voter))\n")
        voter = voter + 1
    }
    act(change)
}

/// Asserts status and outcome of the voting.
access(all) fun expectStatus(_ status: String, _ outcome: String) {
    let names = "[DharmaProposals.getStatusName(proposal.status()), DharmaProtectionTypes.getVotingOutcomeName(proposal.getVotingOutcome())]"
    Test.assertEqual([status, outcome], look(names) as! [String])
}

access(all) fun testAProposalIsPendingWithoutVotesAndItsTimesFollowFromItsCreation() {
    expectStatus("pending", "open")
    Test.assertEqual(
        [toTime(0.0, 0.0), toTime(24.0, 0.0), toTime(192.0, 0.0)],
        look("[proposal.createdAt, proposal.votingEndsAt, proposal.executableUntil]") as! [UFix64]
    )
    Test.assertEqual(
        [false, false, false, false],
        look("[proposal.isProposerEligible, proposal.isSuperseded, proposal.hasVotes(), proposal.isAppeal()]") as! [Bool]
    )
    Test.assertEqual(
        ["A reason of enough characters", sha256Hex("A reason of enough characters")],
        look("[proposal.reason, proposal.reasonHash]") as! [String]
    )
    act("GovernanceProbe.propose(6)")
    Test.assertEqual(true, look("proposal.isProposerEligible") as! Bool)
}

access(all) fun testThreeVotesWithMoreForApproveFromTheEndOfTheVotingForSevenDays() {
    voteByMany(2, 1)
    act("GovernanceProbe.setStatus(DharmaProposals.Status.active)")
    goTo(24.0, -1.0)
    expectStatus("active", "open")
    goTo(24.0, 0.0)
    expectStatus("approved", "approved")
    goTo(192.0, -1.0)
    expectStatus("approved", "approved")
    goTo(192.0, 0.0)
    expectStatus("expired", "approved")
}

access(all) fun testFewerThanThreeVotesExpireAndWithoutMoreForTheyReject() {
    for votesFor in [2, 1, 0] {
        restartStory()
        voteByMany(votesFor, 2 - votesFor)
        goTo(24.0, 0.0)
        expectStatus("expired", "expired")
    }
    for votesAgainst in [2, 3] {
        restartStory()
        voteByMany(4 - votesAgainst, votesAgainst)
        goTo(24.0, 0.0)
        expectStatus("rejected", "rejected")
    }
}

access(all) fun testALaterVoteOfTheSamePersonReplacesTheEarlierOne() {
    act("assert(GovernanceProbe.vote(0x1, true, 1) == nil)")
    Test.assertEqual(true, look("proposal.hasVotes()") as! Bool)
    Test.assertEqual([1, 0] as [UInt64], look("[proposal.votesFor, proposal.votesAgainst]") as! [UInt64])
    act("assert(GovernanceProbe.vote(0x1, false, 2) == true)")
    Test.assertEqual([0, 1] as [UInt64], look("[proposal.votesFor, proposal.votesAgainst]") as! [UInt64])
    act("assert(GovernanceProbe.vote(0x1, true, 3) == false)")
    Test.assertEqual([1, 0] as [UInt64], look("[proposal.votesFor, proposal.votesAgainst]") as! [UInt64])
    act("assert(GovernanceProbe.vote(0x2, false, 4) == nil)")
    Test.assertEqual(
        [1, 1, 3, 700, 77] as [UInt64],
        look("[proposal.votesFor, proposal.votesAgainst, proposal.getVote(0x1)!.sequence, proposal.getVote(0x1)!.scoreTenths, proposal.getVote(0x1)!.blockHeight]") as! [UInt64]
    )
    Test.assertEqual(
        ["1.0.0", "evidence"],
        look("[proposal.getVote(0x1)!.version, proposal.getVote(0x1)!.evidenceHash]") as! [String]
    )
    Test.assertEqual(
        [true, false, true, true],
        look("[proposal.getVote(0x1)!.support, proposal.getVotes()[0x2]!.support, proposal.hasVotes(), proposal.getVote(0x3) == nil]") as! [Bool]
    )
    Test.assertEqual(0x0000000000000016 as Address, look("proposal.getVote(0x2)!.publisher") as! Address)
    Test.assertEqual(toTime(0.0, 0.0), look("proposal.getVote(0x2)!.castAt") as! UFix64)
}

access(all) fun testVotesAreForgottenAFewAtATime() {
    voteByMany(3, 2)
    act("assert(!GovernanceProbe.forgetVotes(2))")
    Test.assertEqual(3, look("proposal.getVotes().length") as! Int)
    act("assert(!GovernanceProbe.forgetVotes(1))")
    Test.assertEqual(2, look("proposal.getVotes().length") as! Int)
    act("assert(GovernanceProbe.forgetVotes(2))")
    Test.assertEqual(0, look("proposal.getVotes().length") as! Int)
    act("assert(GovernanceProbe.forgetVotes(1))")
    Test.assertEqual([3, 2] as [UInt64], look("[proposal.votesFor, proposal.votesAgainst]") as! [UInt64])
}

access(all) fun testARecordedEndStandsAndASupersededProposalIsExpired() {
    voteByMany(3, 0)
    for status in ["executed", "rejected", "expired"] {
        act("GovernanceProbe.setStatus(DharmaProposals.Status.\(status))")
        expectStatus(status, "open")
    }
    for status in ["pending", "active", "approved"] {
        act("GovernanceProbe.setStatus(DharmaProposals.Status.\(status))")
        expectStatus(status, "open")
    }
    goTo(24.0, 0.0)
    for status in ["executed", "rejected", "expired"] {
        act("GovernanceProbe.setStatus(DharmaProposals.Status.\(status))")
        expectStatus(status, "approved")
    }
    restartStory()
    voteByMany(3, 0)
    act("GovernanceProbe.supersede()")
    expectStatus("expired", "expired")
    goTo(24.0, 0.0)
    expectStatus("expired", "expired")
}

/// An appeal that was upheld overrules a freeze: from then on while it is voted on, and after it was approved.
access(all) fun testWhatOverrulesAnActionEndsTheVotingOnlyBeforeItsEnd() {
    for votingEnds in [86399.0, 86400.0, 86401.0] as [Fix64] {
        restartStory()
        voteByMany(0, 3)
        act("ProtectionProbe.freeze(1); ProtectionProbe.appeal(2, nil, \(votingEnds), \"approved\")")
        goTo(24.0, -1.0)
        expectStatus(votingEnds < 86400.0 ? "expired" : "pending", "open")
        goTo(24.0, 1.0)
        expectStatus(votingEnds < 86400.0 ? "expired" : "rejected", "rejected")
    }
    restartStory()
    voteByMany(3, 0)
    act("ProtectionProbe.freeze(1); ProtectionProbe.appeal(2, nil, 90000.0, \"approved\")")
    goTo(25.0, -1.0)
    expectStatus("approved", "approved")
    goTo(25.0, 0.0)
    expectStatus("expired", "approved")
}

/// A freeze overrules an earlier unfreeze only after it was approved.
access(all) fun testWhatOverrulesAnUnfreezeLeavesItsVoting() {
    act("GovernanceProbe.keep(\"unfreeze\", 0x14); GovernanceProbe.propose(7)")
    voteByMany(3, 0)
    goTo(0.0, 10.0)
    act("ProtectionProbe.freeze(1)")
    expectStatus("pending", "open")
    goTo(24.0, 0.0)
    expectStatus("expired", "approved")
}

/// A summary tells why an approved recovery cannot be executed yet, and nothing before and after.
access(all) fun testTheSummaryTellsTheObstacleOfAnApprovedRecovery() {
    act("ProtectionProbe.freeze(1); GovernanceProbe.keep(\"recover\", 0x14); GovernanceProbe.propose(8)")
    voteByMany(3, 1)
    let obstacle = "DharmaProposals.Summary(proposal).executionObstacle ?? \"none\""
    goTo(24.0, -1.0)
    Test.assertEqual("none", look(obstacle) as! String)
    goTo(24.0, 0.0)
    Test.assertEqual("0x0000000000000014 must be frozen for 72 hours, until \(toTime(72.0, 0.0))", look(obstacle) as! String)
    goTo(72.0, 0.0)
    Test.assertEqual("none", look(obstacle) as! String)
    let summary = "DharmaProposals.Summary(proposal)"
    Test.assertEqual(
        [8, 3, 3, 1] as [UInt64],
        look("[\(summary).id, \(summary).minVotesFor, \(summary).votesFor, \(summary).votesAgainst]") as! [UInt64]
    )
    Test.assertEqual(
        ["recover", "approved", "approved", "A reason of enough characters"],
        look("[\(summary).action, \(summary).status, \(summary).votingOutcome, \(summary).reason]") as! [String]
    )
    Test.assertEqual(
        [true, true, true, true],
        look("[\(summary).title == proposal.action.title(), \(summary).description == proposal.action.description(), \(summary).details == proposal.action.getDetails(), \(summary).reasonHash == proposal.reasonHash]") as! [Bool]
    )
    Test.assertEqual(
        [toTime(0.0, 0.0), toTime(24.0, 0.0), toTime(192.0, 0.0)],
        look("[\(summary).createdAt, \(summary).votingEndsAt, \(summary).executableUntil]") as! [UFix64]
    )
    Test.assertEqual(
        [accusedAddress, 0x0000000000000015] as [Address],
        look("[\(summary).target, \(summary).proposer]") as! [Address]
    )
    Test.assertEqual([true, false], look("[\(summary).isProposerEligible, \(summary).isAppeal]") as! [Bool])
    Test.assertEqual(4, look("\(summary).votes.length") as! Int)
}

access(all) fun testARecoveryNeedsThreeFor() {
    act("ProtectionProbe.freeze(1); GovernanceProbe.keep(\"recover\", 0x14); GovernanceProbe.propose(8)")
    voteByMany(2, 1)
    goTo(24.0, 0.0)
    expectStatus("rejected", "rejected")
}
