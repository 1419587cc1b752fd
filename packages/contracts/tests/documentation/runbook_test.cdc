import Test
import "DharmaGovernance"
import "../helpers/test_helpers.cdc"

/// The steps of docs/run/operate.md, Runbook.

access(all) let target: Address = 0x0000000000000014
/// The second publisher: with a single one its dismissal stops all voting for seven days.
access(all) let newPublisher: Test.TestAccount = Test.getAccount(0x0000000000000013)

access(all) fun setup() {
    setUpCommunity()
    send("score/appoint_publisher", [contractsAccount()], [newPublisher.address])
    send("score/claim_publisher", [newPublisher], [contractsAddress])
    publishBy(newPublisher, 70, "honest record")
    wait(8.0 * day)
    publishBy(newPublisher, 70, "honest record")
    refreshScores()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun publishBy(_ publisher: Test.TestAccount, _ percent: UInt64, _ evidence: String) {
    let factor = percent * 100
    let factors = equalFactors(factor)
    let addresses = members().map(fun (member: Person): Address { return member.address() })
    perform("../transactions/score/publish_scores.cdc", [publisher], [addresses, factors, sha256Hex(evidence)], nil)
}

access(all) fun getDoubts(_ part: String): AnyStruct? {
    let code = Test.readFile("../../scripts/governance/get_votes_in_doubt.cdc")
        .replaceAll(of: "access(all) fun main(", with: "access(all) fun answer(")
        .concat("access(all) fun main(a: Address): AnyStruct? { return answer(publisher: a, fromId: 0, toId: 99)\(part) }")
    return askCode(code, [agentAddress])
}

access(all) fun testRule29AStolenPublisherKeyIsDismissedAndEverybodyVotesOn() {
    let approved = propose(members()[0], "freeze", target)
    voteByThree(approved, true)
    wait(day)
    executeProposal(approved)
    let open = propose(members()[0], "unfreeze", target)
    publishBy(newPublisher, 70, "honest record")
    publishBy(agent(), 5, "false record")
    let voter = members()[0]
    refuse("governance/cast_votes", [relayer()], voter.vote(open, true), "is below 55 by \(agentAddress): it is 5.0")

    send("score/dismiss_publisher", [contractsAccount()], [agentAddress])
    refuse("score/appoint_publisher", [contractsAccount()], [agentAddress], "was dismissed as publisher for good")
    for member in members() {
        castVote(member, open, true)
    }

    Test.assertEqual(1, getDoubts(".length") as! Int)
    Test.assertEqual(approved, getDoubts("[0].id") as! UInt64)
    Test.assertEqual("executed", getDoubts("[0].status") as! String)
    Test.assertEqual(3, getDoubts("[0].doubtedFor.length") as! Int)
    Test.assertEqual(0, getDoubts("[0].doubtedAgainst.length") as! Int)
    Test.assertEqual(true, getDoubts("[0].isOutcomeInDoubt") as! Bool)

    wait(day)
    executeProposal(open)
    Test.assertEqual(false, askPart("protection/get_protection_status", ".isFrozen", target) as! Bool)
}

access(all) fun testALostKeyOfTheDaoIsReplacedByTheTwoOthers() {
    let lostIndex = 2
    let newKey = Test.readFile("../vectors/public-keys.txt").split(separator: "\n")[8]
    refuse("accounts/replace_key", signedBy(daoAddress, [6]), [lostIndex, newKey], "sufficient signatures")
    closeBlock()
    send("accounts/replace_key", signedBy(daoAddress, [6, 8]), [lostIndex, newKey])
    closeBlock()
    publishBy(newPublisher, 70, "honest record")
    let id = propose(members()[0], "freeze", target)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, true)
    }
    wait(day)
    refuse("governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id], "revoked")
    closeBlock()
    send("governance/execute_proposal", signedBy(daoAddress, [6, 9]), [id])
}

access(all) fun testStorageOfTheContractsAccountIsSeenFreedAndPaidFor() {
    let used = (ask("deployment/get_storage", [contractsAddress]) as! [UInt64])[0]
    Test.assert(used > 0)
    let first = askCode(
        "import \"DharmaProposals\"\naccess(all) fun main(): UInt64 { return DharmaProposals.firstId }",
        []
    ) as! UInt64
    Test.assertEqual(1 as UInt64, first)
    send("governance/prune_proposals", [relayer()], [5, 20])
    let before = ask("tokens/get_balance", [contractsAddress, /public/flowTokenBalance]) as! UFix64
    let flow: [AnyStruct] = [1.0, contractsAddress, /storage/flowTokenVault, /public/flowTokenReceiver]
    send("tokens/send_tokens", [Test.serviceAccount()], flow)
    Test.assertEqual(before + 1.0, ask("tokens/get_balance", [contractsAddress, /public/flowTokenBalance]) as! UFix64)
}
