import Test
import "DharmaScore"
import "DharmaStanding"
import "MetadataViews"
import "../vectors/score_vectors.cdc"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x000000000000000b
access(all) let other: Address = 0x000000000000000c
access(all) let unscored: Address = 0x000000000000001a
access(all) let good: [UInt64] = equalFactors(7000)

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployScore()
    appoint("score", "publisher")
}

access(all) fun latest(_ address: Address): DharmaScore.Record? {
    return ask("score/get_score", [address]) as! DharmaScore.Record?
}

access(all) fun history(_ address: Address): [DharmaScore.Record] {
    return ask("score/get_history", [address]) as! [DharmaScore.Record]
}

/// Publishes factors at height 2, which is never older than the last one here.
access(all) fun publish(_ address: Address, _ factors: [UInt64], _ evidence: String) {
    send("score/publish_score", [agent()], [address, factors, "1.0.0", sha256Hex(evidence), 2 as UInt64])
}

access(all) fun verdict(_ address: Address, _ minScoreTenths: UInt64, _ maxAge: UFix64): UInt8 {
    return ask("score/get_verdict", [address, minScoreTenths, maxAge]) as! UInt8
}

access(all) fun refusePublication(
    _ factors: [UInt64],
    _ version: String,
    _ evidenceHash: String,
    _ blockHeight: UInt64,
    _ message: String
) {
    refuse("score/publish_score", [agent()], [wallet, factors, version, evidenceHash, blockHeight], message)
}

access(all) fun testTheContractComputesWhatTheEngineComputes() {
    let before = countEvents(Type<DharmaScore.ScorePublished>())
    let vectors = scoreVectors()
    for vector in vectors {
        send("score/publish_score", [agent()], [wallet, vector.factors, "1.0.0", vector.evidenceHash, 2 as UInt64])
        Test.assertEqual(vector.sum, DharmaScore.getWeightedSum(vector.factors))
    }
    closeBlock()
    let published = Test.eventsOfType(Type<DharmaScore.ScorePublished>())
    Test.assertEqual(before + vectors.length, published.length)
    for index, vector in vectors {
        let score = published[before + index] as! DharmaScore.ScorePublished
        Test.assertEqual(vector.scoreTenths, score.scoreTenths)
        Test.assertEqual(vector.level, score.level)
        Test.assertEqual(vector.factors, score.factors)
        Test.assertEqual(vector.evidenceHash, score.evidenceHash)
    }
    Test.assertEqual(vectors[vectors.length - 1].scoreTenths, latest(wallet)!.scoreTenths)
}

access(all) fun testAPublicationSaysWhatItWasBefore() {
    publish(other, good, "first")
    let first = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(nil as UInt64?, first.scoreTenthsBefore)
    Test.assertEqual(nil as String?, first.levelBefore)
    publish(other, equalFactors(2000), "second")
    let second = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(700 as UInt64?, second.scoreTenthsBefore)
    Test.assertEqual("NORMAL" as String?, second.levelBefore)
    Test.assertEqual(200 as UInt64, second.scoreTenths)
    Test.assertEqual("HIGH_RISK", second.level)
    Test.assertEqual(sha256Hex("second"), second.evidenceHash)
    Test.assertEqual(agentAddress, second.publisher)
    Test.assertEqual(2 as UInt64, second.blockHeight)
}

access(all) fun testWhatIsNotAScoreIsRefused() {
    let hash = sha256Hex("x")
    send("score/publish_score", [agent()], [unscored, good, "1", hash, 0 as UInt64])
    publish(wallet, good, "height 2")
    refusePublication([1, 2, 3, 4, 5], "1", hash, 0, "5 factors were given, not 6")
    refusePublication([0, 0, 0, 0, 0, 10001], "1", hash, 0, "Factor 10001 is above 10000")
    refusePublication(good, "", hash, 0, "The version has 0 bytes")
    refusePublication(good, "123456789012345678901234567890123", hash, 0, "The version has 33 bytes")
    refusePublication(good, "1", "00", 0, "'00' is not a SHA-256 hash")
    refusePublication(good, "1", "A".concat(hash.slice(from: 1, upTo: 64)), 0, "in lower case")
    refusePublication(good, "1", "x".concat(hash.slice(from: 1, upTo: 64)), 0, "invalid byte in hex string")
    refusePublication(good, "1", hash, getHeight() + 100, "is beyond the current block")
    refusePublication(good, "1", hash, 1, "Height 1 is older than the last one")
}

access(all) fun testTheHistoryIsTheLatestRecordAndARingOfSixteen() {
    let address: Address = 0x000000000000000d
    Test.assertEqual(0, history(address).length)
    publish(address, good, "0")
    let first = getStanding(address).since
    wait(hour)
    var count: UInt64 = 1
    while count < 20 {
        publish(address, [count, 0, 0, 0, 0, 0], count.toString())
        count = count + 1
    }
    let records = history(address)
    Test.assertEqual(17, records.length)
    Test.assertEqual(nil as UFix64?, getStanding(address).since)
    Test.assertEqual(first!, getStanding(address).lastRun!.since)
    for index, record in records {
        Test.assertEqual(UInt64(19 - index), record.factors[0])
    }
    Test.assertEqual(19 as UInt64, latest(address)!.factors[0])
}

access(all) fun testEqualEvidenceWithOtherFactorsIsRefused() {
    let address: Address = 0x0000000000000010
    publish(address, good, "one")
    let hash = sha256Hex("one")
    let low: [UInt64] = equalFactors(500)
    let equalScore: [UInt64] = [7000, 7000, 7000, 7000, 7001, 7000]
    for others in [low, equalScore] {
        refuse(
            "score/publish_score",
            [agent()],
            [address, others, "1.0.0", hash, 2 as UInt64],
            "Evidence \(hash) of version 1.0.0 gave 0x0000000000000010 other factors and a score of 700 tenths"
        )
    }
    Test.assertEqual(good, latest(address)!.factors)
    Test.assertEqual(1, history(address).length)
}

access(all) fun testEqualEvidenceOfAnotherVersionIsAnotherRecord() {
    let address: Address = 0x0000000000000012
    publish(address, good, "one")
    let low: [UInt64] = equalFactors(500)
    send("score/publish_score", [agent()], [address, low, "1.0.1", sha256Hex("one"), 2 as UInt64])
    Test.assertEqual(2, history(address).length)
    Test.assertEqual("1.0.1", latest(address)!.version)
    send("score/publish_score", [agent()], [address, low, "1.0.2", sha256Hex("one"), 2 as UInt64])
    Test.assertEqual(3, history(address).length)
}

access(all) fun testAVersionIsLimitedInBytesNotInCharacters() {
    var mark = "\u{301}"
    while mark.utf8.length < 10_000 {
        mark = mark.concat(mark)
    }
    let version = "e".concat(mark)
    Test.assertEqual(1, version.length)
    refusePublication(good, version, sha256Hex("long"), 2, "The version has \(version.utf8.length) bytes, not 1 to 32")
    let longest = "12345678901234567890123456789\u{2192}"
    Test.assertEqual(32, longest.utf8.length)
    let address: Address = 0x0000000000000011
    send("score/publish_score", [agent()], [address, good, longest, sha256Hex("long"), 2 as UInt64])
    Test.assertEqual(longest, latest(address)!.version)
    refusePublication(good, longest.concat("3"), sha256Hex("longer"), 2, "The version has 33 bytes, not 1 to 32")
}

access(all) fun testRequireMinKnowsPassFailStaleAndUnknown() {
    let address: Address = 0x000000000000000f
    Test.assertEqual(DharmaScore.Verdict.unknown.rawValue, verdict(address, 0, 1000.0))
    publish(address, good, "verdict")
    Test.assertEqual(DharmaScore.Verdict.pass.rawValue, verdict(address, 700, 1000.0))
    Test.assertEqual(DharmaScore.Verdict.fail.rawValue, verdict(address, 701, 1000.0))
    wait(1100.0)
    Test.assertEqual(DharmaScore.Verdict.stale.rawValue, verdict(address, 0, 1000.0))
    Test.assertEqual(DharmaScore.Verdict.pass.rawValue, verdict(address, 700, 2000.0))
    let age = getNow() - latest(address)!.publishedAt
    Test.assertEqual(DharmaScore.Verdict.pass.rawValue, verdict(address, 700, age))
    Test.assertEqual(DharmaScore.Verdict.stale.rawValue, verdict(address, 700, age - 0.00000001))
}

access(all) fun testOtherContractsReadViews() {
    publish(wallet, good, "views")
    let seen = askFile("../scripts/get_views.cdc", [wallet]) as! {String: AnyStruct}
    Test.assertEqual("Dharma Score 70.0", seen["name"]! as! String)
    Test.assertEqual("0x000000000000000b is NORMAL by version 1.0.0.", seen["description"]! as! String)
    Test.assertEqual(700 as UInt64, seen["tenths"]! as! UInt64)
    Test.assertEqual(5, seen["traits"]! as! Int)
    Test.assertEqual(70.0, seen["score"]! as! UFix64)
    Test.assertEqual(3, seen["views"]! as! Int)
    Test.assertEqual("Dharma Score", seen["contract"]! as! String)
    Test.assertEqual(true, seen["others"]! as! Bool)
    Test.assert((seen["count"]! as! Int) > 4)
}

access(all) fun getStanding(_ address: Address): DharmaStanding.Standing {
    return (ask("score/get_standing", [address]) as! {Address: DharmaStanding.Standing})[agentAddress]!
}
