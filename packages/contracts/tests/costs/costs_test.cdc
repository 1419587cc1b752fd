import Test
import "DharmaRecheck"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x0000000000000014
access(all) let deliveryAddress: Address = 0x0000000000000015
/// Computation within which every scheduled run must do, as the document says.
access(all) let enough: UInt64 = 900

/// Computation that transactions used, by name.
access(all) let costs: {String: UInt64} = {}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens([wallet, deliveryAddress])
    appoint("protection", "flagger")
    appoint("recheck", "watcher")
    addKey(Test.getAccount(wallet), 9, 1000.0)
    send("recheck/set_recheck_effort", [contractsAccount()], [enough])
}

access(all) fun measure(_ name: String, _ signer: Test.TestAccount, _ arguments: [AnyStruct]) {
    measureBy(name, [signer], arguments)
}

access(all) fun measureBy(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]) {
    closeBlock()
    let code = Test.readFile("../../transactions/\(name).cdc")
    let result = Test.executeTransaction(buildTransaction(code, signers, arguments))
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    let before = costs[name] ?? 0
    costs[name] = result.computationUsed > before ? result.computationUsed : before
}

access(all) fun publishOne(_ address: Address, _ evidence: String) {
    let factors: [UInt64] = equalFactors(7000)
    measure("score/publish_score", agent(), [address, factors, "1.0.0", sha256Hex(evidence), getHeight()])
}

access(all) fun testScores() {
    for evidence in ["a", "b", "c"] {
        publishOne(wallet, evidence)
    }
}

access(all) fun testGovernance() {
    freezeAndAppeal()
    let id = lastProposal()
    voteByThree(id, false)
    wait(day)
    measure("governance/settle_proposals", relayer(), [[id]])
    wait(9.0 * day)
    measure("protection/settle_protection", relayer(), [[wallet]])
    measure("governance/prune_proposals", relayer(), [1, 20])
}

/// Carries a freeze of the wallet through, and opens the appeal against it.
access(all) fun freezeAndAppeal() {
    refreshScores()
    let proposer = members()[0]
    measure("governance/create_proposal", relayer(), proposer.proposal("freeze", wallet, "A reason of enough characters"))
    let id = lastProposal()
    for voter in members() {
        measure("governance/cast_votes", relayer(), voter.vote(id, true))
    }
    wait(day)
    measureBy("governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id])
    measure("protection/open_appeal", relayer(), Person(wallet, 9).appeal(nil, getFreezeNumber(wallet), "A reason of enough characters"))
    refreshScores()
}

access(all) fun testReports() {
    publishScore(wallet, 50)
    let person = Person(wallet, 9)
    let next = person.next(reports)
    let other: Address = 0x0000000000000016
    let details = ["Target: \(other)", "Reason SHA-256: ".concat(sha256Hex("why"))]
    let message = buildMessage("report", details, "Reporter", wallet, next)
    let report: [AnyStruct] = [other, sha256Hex("why")]
    measure("reports/report_wallet", relayer(), report.concat(person.signed(message, next)))
}

access(all) fun testFlags() {
    measure("protection/flag_wallet", agent(), [wallet, "case", "behaviour", sha256Hex("why")])
    measure("protection/unflag_wallet", agent(), [wallet])
}

access(all) fun testVaults() {
    wait(9.0 * day)
    let owner = Test.getAccount(wallet)
    let path: StoragePath = /storage/lotusTokenVault
    measure("vault/open_vault", owner, [deliveryAddress, {lotus: 50.0}])
    measure("vault/deposit_tokens", owner, [500.0, path])
    measure("vault/deposit_nft", owner, [1 as UInt64, /storage/gardenPassCollection])
    measure("vault/withdraw_tokens", owner, [lotus, 10.0, path])
    measure("vault/request_withdrawal", owner, [lotus, 100.0])
    wait(3.0 * day)
    measure("vault/claim_tokens", owner, [1 as UInt64, path])
    decide("freeze", wallet)
    refreshScores()
    let id = propose(members()[0], "recover", wallet)
    voteByThree(id, true)
    wait(3.0 * day)
    measureBy("governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id])
    let heir = Test.getAccount(deliveryAddress)
    measure("vault/bind_key", heir, [wallet])
    measure("recovery/withdraw_recovered_tokens", heir, [wallet, lotus, path])
    measure("recovery/withdraw_recovered_nfts", heir, [wallet, pass, 10, /storage/gardenPassCollection])
    measure("recovery/close_recovered_vault", heir, [wallet])
}

access(all) fun testRechecks() {
    measure("recheck/fund_rechecks", Test.serviceAccount(), [10.0])
    measure("recheck/watch_wallet", agent(), [wallet])
    // A recheck itself must fit into the effort that is booked for it.
    letPass(day)
    Test.assertEqual(1, countEvents(Type<DharmaRecheck.RecheckDue>()))
    measure("recheck/set_recheck_effort", contractsAccount(), [100 as UInt64])
    letPass(day)
    measure("recheck/set_recheck_effort", contractsAccount(), [enough])
    letPass(day)
    wait(600.0)
    measure("recheck/revive_rechecks", relayer(), [[wallet]])
    measure("recheck/unwatch_wallet", agent(), [wallet])
    measure("recheck/withdraw_recheck_fund", contractsAccount(), [1.0])
}

access(all) fun testConnectors() {
    deployTo("DeFiActions", "../../contracts/standin/DeFiActions.cdc", contractsAccount())
    deployTo("DharmaConnectors", "../../contracts/DharmaConnectors.cdc", contractsAccount())
    publishScore(deliveryAddress, 70)
    let before = askFile("../scripts/get_lotus.cdc", [[deliveryAddress]]) as! [UFix64]
    measure("connectors/send_guarded", Test.getAccount(wallet), [
        1.0, deliveryAddress, /storage/lotusTokenVault, /public/lotusTokenReceiver, 600 as UInt64, 86400.0
    ])
    Test.assertEqual(before[0] + 1.0, (askFile("../scripts/get_lotus.cdc", [[deliveryAddress]]) as! [UFix64])[0])
}

access(all) fun testTheDocumentedCostsAreTheMeasuredOnes() {
    expectDocumented(costs)
}
