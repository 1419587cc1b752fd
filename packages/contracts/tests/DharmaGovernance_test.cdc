import Test
import "DharmaConsent"
import "DharmaGovernance"
import "DharmaMeasures"
import "consent_vectors.cdc"
import "test_helpers.cdc"

access(all) let target: Address = 0x0000000000000010

access(all) fun setup() {
    setUpCommunity()
}

access(all) fun beforeEach() {
    refreshScores()
}

access(all) fun statusOf(_ id: UInt64): String {
    return askFile("scripts/get_status.cdc", [id]) as! String
}

access(all) fun testWhatTypeScriptSignsIsWhatTheContractReads() {
    let vector = consentVectors()["proposal"]!
    send("governance/create_proposal", [relayer()], [
        "freeze", target, vectorReason(), vector.address, vector.sequence, [1], [vector.signature]
    ])
    let vote = consentVectors()["vote"]!
    Test.assertEqual(
        vote.message,
        ask("governance/get_vote_message", [1 as UInt64, true, vote.address, vote.sequence]) as! String
    )
    send("governance/cast_vote", [relayer()], [1 as UInt64, true, vote.address, vote.sequence, [1], [vote.signature]])
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual(vote.address, cast.voter)
    Test.assertEqual(true, cast.support)
    Test.assertEqual(1 as UInt64, cast.votesFor)
    let appeal = consentVectors()["appeal"]!
    Test.assertEqual(
        appeal.message,
        ask("protection/get_appeal_message", [appeal.address, hashOf(vectorReason()), appeal.sequence]) as! String
    )
}

access(all) fun testAProposalSaysWhatItIs() {
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual("freeze", created.action)
    Test.assertEqual("Freeze 0x0000000000000010", created.title)
    Test.assert(created.intent.contains("7 days"))
    Test.assertEqual(vectorReason(), created.reason)
    Test.assertEqual(hashOf(vectorReason()), created.reasonHash)
}
