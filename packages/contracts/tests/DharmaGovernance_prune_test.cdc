import Test
import "DharmaGovernance"
import "test_helpers.cdc"

access(all) let reason: String = "A reason of enough characters"
access(all) let closed: [UInt64] = [1, 2, 6]

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    proposeFifteen(0)
    for voter in members() {
        castVote(voter, 1, false)
    }
}

/// Three proposals of each member, about addresses that no earlier one named.
access(all) fun proposeFifteen(_ round: UInt64) {
    let targets: [Address] = []
    let proposers: [Address] = []
    let numbers: [UInt64] = []
    let signatures: [String] = []
    for index, member in members() {
        var next = member.nextSequence()
        while targets.length < (index + 1) * 3 {
            let number: UInt64 = 4096 + round * 16 + UInt64(targets.length)
            let target = Address(number)
            let message = "Dharma Guard proposal\nContract: \(contractsAddress)\nNetwork: local\nAction: freeze\nTarget: \(target)\n"
                .concat("Reason SHA-256: \(sha256Hex(reason))\nProposer: \(member.address())\nSequence: \(next)")
            targets.append(target)
            proposers.append(member.address())
            numbers.append(next)
            signatures.append(sign(member.privateKey, message))
            next = next + 1
        }
    }
    perform("transactions/create_proposals.cdc", [relayer()], [targets, reason, proposers, numbers, signatures], nil)
}

access(all) fun testOnlyOldClosedProposalsArePruned() {
    let prune = "governance/prune_proposal"
    refuse(prune, [relayer()], [1 as UInt64, 10], "Proposal 1 is active, not closed")
    refuse(prune, [relayer()], [999 as UInt64, 10], "There is no proposal 999")
    var round: UInt64 = 1
    while round < 7 {
        wait(day)
        proposeFifteen(round)
        round = round + 1
    }
    send("governance/settle_proposals", [relayer()], [closed])
    refuse(prune, [relayer()], [6 as UInt64, 10], "is one of the newest 100")
    send(prune, [relayer()], [1 as UInt64, 3])
    Test.assertEqual(0, countEvents(Type<DharmaGovernance.ProposalPruned>()))
    send(prune, [relayer()], [1 as UInt64, 3])
    Test.assertEqual(1, countEvents(Type<DharmaGovernance.ProposalPruned>()))
    send(prune, [relayer()], [2 as UInt64, 1])
    Test.assertEqual(nil, ask("governance/get_proposal", [1 as UInt64]))
    refuse(prune, [relayer()], [1 as UInt64, 10], "There is no proposal 1")
}

access(all) fun testAPrunedTopicCanBeProposedAgain() {
    wait(day)
    let id = propose(members()[0], "freeze", 0x0000000000001000)
    Test.assertEqual(106 as UInt64, id)
}

access(all) fun testASettlementPrunesAnOldProposalForANewOne() {
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    let id = propose(members()[0], "freeze", 0x0000000000001001)
    send("governance/settle_proposals", [relayer()], [[id - 99]])
    letPass(day)
    Test.assertEqual(nil, ask("governance/get_proposal", [id - 100]))
    Test.assertEqual("expired", askPart("governance/get_proposal", "!.status", id - 99) as! String)
}
