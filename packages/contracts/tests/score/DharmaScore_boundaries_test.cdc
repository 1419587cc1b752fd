import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

/// What is a publication and what is a break, at the last value that is one and the first that is none.

access(all) let wallet: Address = 0x0000000000000014
access(all) let good: [UInt64] = equalFactors(7000)
access(all) let low: [UInt64] = equalFactors(3000)

access(all) fun setup() {
    deployScore()
    appoint("score", "publisher")
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun publish(_ publisher: Address, _ factors: [UInt64], _ evidence: String) {
    send("score/publish_score", [Test.getAccount(publisher)], [wallet, factors, "1", sha256Hex(evidence), 2 as UInt64])
}

access(all) fun refusePublication(_ factors: [UInt64], _ version: String, _ hash: String, _ message: String) {
    refuse("score/publish_score", [agent()], [wallet, factors, version, hash, 2 as UInt64], message)
}

access(all) fun addPublisher(_ publisher: Address) {
    send("score/appoint_publisher", [contractsAccount()], [publisher])
    send("score/claim_publisher", [Test.getAccount(publisher)], [contractsAddress])
}

access(all) fun getStandingSince(): UFix64? {
    return askCode(
        "import \"DharmaScore\"\naccess(all) fun main(a: Address): UFix64? { return DharmaScore.getStandingSince(a) }",
        [wallet]
    ) as! UFix64?
}

access(all) fun testEachFactorIsAtMostOne() {
    let hash = sha256Hex("factors")
    for place in [0, 1, 2, 3, 4, 5] {
        let factors: [UInt64] = equalFactors(0)
        factors[place] = 10001
        refusePublication(factors, "1", hash, "Factor 10001 is above 10000")
    }
    refusePublication(good.concat([7000]), "1", hash, "7 factors were given, not 6")
    publish(agentAddress, equalFactors(10000), "highest")
    let highest = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(1000 as UInt64, highest.scoreTenths)
    publish(agentAddress, equalFactors(0), "lowest")
    let lowest = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(0 as UInt64, lowest.scoreTenths)
}

access(all) fun testAHashHas64DigitsWhateverItIs() {
    let hash = sha256Hex("hash")
    for wrong in ["", "a", "abc", hash.slice(from: 0, upTo: 62), hash.slice(from: 0, upTo: 63), hash.concat("0"), hash.concat("00")] {
        refusePublication(good, "1", wrong, "'\(wrong)' is not a SHA-256 hash of 64 hex digits in lower case")
    }
    refusePublication(good, "", hash, "The version has 0 bytes, not 1 to 32")
}

access(all) fun testAScoreIsOfTheBlockOfItsPublicationAtTheLatest() {
    let height = getHeight()
    let arguments: [AnyStruct] = [wallet, good, "1", sha256Hex("height"), height + 2]
    refuse("score/publish_score", [agent()], arguments, "Height \(height + 2) is beyond the current block \(height + 1)")
    closeBlock()
    arguments[4] = getHeight() + 1
    send("score/publish_score", [agent()], arguments)
    let published = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(arguments[4] as! UInt64, published.blockHeight)
}

access(all) fun testRule28TheStandingIsThatOfTheLivePublishers() {
    let thief: Address = 0x0000000000000015
    addPublisher(thief)
    publish(agentAddress, good, "first")
    let first = getNow()
    wait(hour)
    publish(thief, good, "second")
    Test.assertEqual(first as UFix64?, getStandingSince())
    wait(hour)
    publish(thief, low, "third")
    Test.assertEqual(nil as UFix64?, getStandingSince())
    wait(hour)
    publish(thief, good, "fourth")
    Test.assertEqual(getNow() as UFix64?, getStandingSince())
    wait(hour)
    send("score/dismiss_publisher", [contractsAccount()], [thief])
    Test.assertEqual(first as UFix64?, getStandingSince())
}

access(all) fun testAnAppointmentAndADismissalAreAnnouncedAndOpenAnInbox() {
    let publisher: Address = 0x0000000000000015
    let before = countEvents(Type<DharmaScore.PublisherAppointed>())
    addPublisher(publisher)
    Test.assertEqual(before + 1, countEvents(Type<DharmaScore.PublisherAppointed>()))
    let dismissals = countEvents(Type<DharmaScore.PublisherDismissed>())
    send("score/dismiss_publisher", [contractsAccount()], [publisher])
    Test.assertEqual(dismissals + 1, countEvents(Type<DharmaScore.PublisherDismissed>()))
    Test.assertEqual(0, askFile("../scripts/count_controllers.cdc", [contractsAddress, "dharmaScorePublisher_\(publisher)"]) as! Int)
    Test.assertEqual(1, askFile("../scripts/count_controllers.cdc", [contractsAddress, "dharmaScorePublisher_\(agentAddress)"]) as! Int)
}
