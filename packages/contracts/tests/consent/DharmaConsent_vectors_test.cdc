import Test
import "DharmaGovernance"
import "DharmaProtection"
import "DharmaReports"
import "DharmaTime"
import "../vectors/consent_vectors.cdc"
import "../helpers/test_helpers.cdc"

/// What TypeScript builds and signs, relayed to the contracts: only an equal text verifies.

access(all) fun setup() {
    deployDharma()
    appoint("score", "publisher")
    appoint("protection", "flagger")
    addKey(members()[0].account, members()[0].privateKey, 1000.0)
    addKey(Test.getAccount(vectorTarget), vectorTargetKey, 1000.0)
    waitUntil(vectorValidUntil - 8 * 86400)
    refreshScores()
    waitUntil(vectorValidUntil - 3600)
    refreshScores()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun waitUntil(_ seconds: UInt64) {
    closeBlock()
    Test.moveTime(by: Fix64(seconds) - Fix64(getNow()))
}

access(all) fun vector(_ name: String): ConsentVector {
    return consentVectors()[name] ?? panic("There is no vector '\(name)'")
}

/// Relays the message of a vector; the transaction takes the author and the signature last.
access(all) fun relay(_ name: String, _ transactionName: String, _ arguments: [AnyStruct]) {
    let signed = vector(name)
    send(transactionName, [relayer()], arguments.concat(
        [signed.address, signed.sequence, signed.validUntil, [1], [signed.signature]]
    ))
}

/// Asserts that a script builds the text of a vector; the script takes the author last.
access(all) fun expectText(_ name: String, _ scriptName: String, _ arguments: [AnyStruct]) {
    let signed = vector(name)
    let text = ask(scriptName, arguments.concat([signed.address, signed.sequence, signed.validUntil])) as! String
    Test.assertEqual(signed.message, text)
}

access(all) fun testAProposalAndAVoteAreAccepted() {
    relay("proposal", "governance/create_proposal", ["freeze", vectorTarget, vectorReason])
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual(vector("proposal").address, created.proposer)
    expectText("proposal", "governance/get_proposal_message", ["freeze", vectorTarget, sha256Hex(vectorReason)])
    expectText("vote", "governance/get_vote_message", [[1 as UInt64], [true]])
    relay("vote", "governance/cast_votes", [[1 as UInt64], [true]])
    let cast = lastEvent(Type<DharmaGovernance.VoteCast>()) as! DharmaGovernance.VoteCast
    Test.assertEqual(vector("vote").address, cast.voter)
}

access(all) fun testAnAppealAgainstAFlagAndTwoVotesInOneMessageAreAccepted() {
    send("protection/flag_wallet", [agent()], [vectorTarget, vectorCaseId, "behaviour", sha256Hex(vectorReason)])
    let appeal = vector("appeal")
    let flagNumber: UInt64? = 1
    let none: UInt64? = nil
    let hash = sha256Hex(vectorReason)
    expectText("appeal", "protection/get_appeal_message", [flagNumber, none, hash])
    send("protection/open_appeal", [relayer()], [
        vectorTarget, flagNumber, none, vectorReason, appeal.sequence, appeal.validUntil, [1], [appeal.signature]
    ])
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual(flagNumber!, opened.flagNumber!)
    relay("two votes, one on an appeal", "governance/cast_votes", [[opened.id, 1 as UInt64], [false, false]])
    let freezeNumber: UInt64? = 3
    expectText("appeal against a freeze", "protection/get_appeal_message", [none, freezeNumber, hash])
}

access(all) fun testReportsVouchesAndTheirWithdrawalsAreAccepted() {
    relay("report", "reports/report_wallet", [vectorTarget, sha256Hex(vectorReason)])
    relay("report withdrawal", "reports/withdraw_report", [vectorTarget])
    relay("vouch", "reports/vouch_for_wallet", [vectorTarget])
    relay("vouch withdrawal", "reports/withdraw_vouch", [vectorTarget])
    let withdrawn = lastEvent(Type<DharmaReports.VouchWithdrawn>()) as! DharmaReports.VouchWithdrawn
    Test.assertEqual(vector("vouch withdrawal").address, withdrawn.voucher)
    Test.assertEqual(4 as UInt64, withdrawn.sequence)
}

access(all) fun testTimesAreWrittenAsTypeScriptWritesThem() {
    Test.assert(minuteVectors.length > 0)
    for seconds in minuteVectors.keys {
        Test.assertEqual(minuteVectors[seconds]!, DharmaTime.formatMinute(seconds))
    }
}
