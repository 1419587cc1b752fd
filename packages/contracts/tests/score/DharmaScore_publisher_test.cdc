import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x000000000000000b
access(all) let good: [UInt64] = [7000, 7000, 7000, 7000, 7000, 7000]

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

access(all) fun addPublisher(_ publisher: Address) {
    send("score/appoint_publisher", [contractsAccount()], [publisher])
    send("score/claim_publisher", [Test.getAccount(publisher)], [contractsAddress])
}

access(all) fun publishBy(_ publisher: Address, _ address: Address, _ factors: [UInt64], _ evidence: String, _ height: UInt64) {
    send("score/publish_score", [Test.getAccount(publisher)], [address, factors, "1.0.0", sha256Hex(evidence), height])
}

access(all) fun testOnlyPublishersPublish() {
    let stranger = Test.getAccount(wallet)
    refuse("score/publish_score", [stranger], [wallet, good, "1", sha256Hex("x"), getHeight()], "has claimed no power")
    refuse("score/claim_publisher", [stranger], [contractsAddress], "holds nothing from")
    refuse("score/appoint_publisher", [stranger], [wallet], "appoints no publisher")
    refuse("score/dismiss_publisher", [stranger], [agentAddress], "dismisses no publisher")
    refuse("score/appoint_publisher", [contractsAccount()], [agentAddress], "is a publisher already")
    refuse("score/dismiss_publisher", [contractsAccount()], [wallet], "is not a publisher")
    for attack in [
        "destroy create DharmaScore.Publisher(publisher: 0xb)",
        "DharmaScore.borrowHistory(0xb)!.add(DharmaScore.latest(0xb)!, isRenewal: false)",
        "DharmaScore.add(DharmaScore.latest(0xb)!, isRenewal: true)",
        "DharmaScore.dismissed.remove(key: 0xb)",
        "let histories = &DharmaScore.histories as &{Address: DharmaScore.History}"
    ] {
        refuseCode(attack, ["DharmaScore"])
    }
}

access(all) fun testADismissedPublisherPublishesNoMoreAndIsNeverAppointedAgain() {
    let dismissed: Address = 0x0000000000000014
    send("score/appoint_publisher", [contractsAccount()], [dismissed])
    let appointed = lastEvent(Type<DharmaScore.PublisherAppointed>()) as! DharmaScore.PublisherAppointed
    Test.assertEqual(dismissed, appointed.publisher)
    send("score/claim_publisher", [Test.getAccount(dismissed)], [contractsAddress])
    let publication: [AnyStruct] = [wallet, good, "1", sha256Hex("dismissed"), 2 as UInt64]
    send("score/publish_score", [Test.getAccount(dismissed)], publication)
    refuse("score/claim_publisher", [Test.getAccount(dismissed)], [contractsAddress], "holds nothing from")
    Test.assertEqual(false, isDismissed(dismissed))
    Test.assertEqual(1, countControllers(dismissed))
    send("score/dismiss_publisher", [contractsAccount()], [dismissed])
    let ended = lastEvent(Type<DharmaScore.PublisherDismissed>()) as! DharmaScore.PublisherDismissed
    Test.assertEqual(dismissed, ended.publisher)
    Test.assertEqual(true, isDismissed(dismissed))
    Test.assertEqual(0, countControllers(dismissed))
    refuse("score/publish_score", [Test.getAccount(dismissed)], publication, "was dismissed as publisher")
    refuse("score/appoint_publisher", [contractsAccount()], [dismissed], "was dismissed as publisher for good")
    refuse("score/dismiss_publisher", [contractsAccount()], [dismissed], "is not a publisher")
}

access(all) fun testAPublisherThatNeverClaimedIsDismissedForGoodToo() {
    let offered: Address = 0x0000000000000015
    send("score/appoint_publisher", [contractsAccount()], [offered])
    send("score/dismiss_publisher", [contractsAccount()], [offered])
    send("score/claim_publisher", [Test.getAccount(offered)], [contractsAddress])
    let publication: [AnyStruct] = [wallet, good, "1", sha256Hex("offered"), 2 as UInt64]
    refuse("score/publish_score", [Test.getAccount(offered)], publication, "was dismissed as publisher")
    refuse("score/appoint_publisher", [contractsAccount()], [offered], "was dismissed as publisher for good")
}

access(all) fun testWhatADismissedPublisherPublishedBindsNoOther() {
    let address: Address = 0x0000000000000013
    let thief: Address = 0x0000000000000017
    let low: [UInt64] = [500, 500, 500, 500, 500, 500]
    addPublisher(thief)
    publishBy(thief, address, low, "honest", getHeight())
    let honest: [AnyStruct] = [address, good, "1.0.0", sha256Hex("honest"), 2 as UInt64]
    refuse("score/publish_score", [agent()], honest, "Height 2 is older than the last one")
    honest[4] = getHeight()
    refuse("score/publish_score", [agent()], honest, "gave 0x0000000000000013 other factors and a score of 50 tenths")
    send("score/dismiss_publisher", [contractsAccount()], [thief])
    honest[4] = 2 as UInt64
    send("score/publish_score", [agent()], honest)
    let records = history(address)
    Test.assertEqual(2, records.length)
    Test.assertEqual(good, records[0].factors)
    Test.assertEqual(2 as UInt64, records[0].blockHeight)
    Test.assertEqual(low, records[1].factors)
    Test.assertEqual(thief, records[1].publisher)
}

access(all) fun testARecordByADismissedPublisherIsNotRenewedButFollowedByANewOne() {
    let address: Address = 0x0000000000000018
    let thief: Address = 0x0000000000000019
    addPublisher(thief)
    publishBy(thief, address, good, "equal", 2)
    send("score/dismiss_publisher", [contractsAccount()], [thief])
    publish(address, good, "equal")
    let records = history(address)
    Test.assertEqual(2, records.length)
    Test.assertEqual(agentAddress, records[0].publisher)
    Test.assertEqual(thief, records[1].publisher)
}

access(all) fun testEqualEvidenceRenewsTimeAndPublisherAndNothingElse() {
    let address: Address = 0x000000000000000e
    let second: Address = 0x0000000000000016
    publish(address, good, "same")
    let before = latest(address)!
    wait(hour)
    addPublisher(second)
    publishBy(second, address, good, "same", getHeight())
    Test.assertEqual(1, history(address).length)
    let renewed = latest(address)!
    Test.assert(renewed.publishedAt > before.publishedAt + 3599.0)
    Test.assertEqual(second, renewed.publisher)
    Test.assertEqual(2 as UInt64, renewed.blockHeight)
    let announced = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(2 as UInt64, announced.blockHeight)
    publish(address, good, "other")
    Test.assertEqual(2, history(address).length)
}

access(all) fun testNothingStandsWhileTheLatestRecordIsABreakEvenOfADismissedPublisher() {
    let address: Address = 0x000000000000001b
    let thief: Address = 0x000000000000000f
    Test.assertEqual(nil, getStandingSince(address))
    publish(address, good, "first")
    let since = getStandingSince(address)
    Test.assertEqual(latest(address)!.publishedAt as UFix64?, since)
    wait(hour)
    addPublisher(thief)
    publishBy(thief, address, [500, 500, 500, 500, 500, 500], "false", 2)
    send("score/dismiss_publisher", [contractsAccount()], [thief])
    Test.assertEqual(nil, getStandingSince(address))
    publish(address, good, "first")
    Test.assertEqual(since, getStandingSince(address))
}

access(all) fun getStandingSince(_ address: Address): UFix64? {
    return askCode(
        "import \"DharmaScore\"\naccess(all) fun main(a: Address): UFix64? { return DharmaScore.getStandingSince(a) }",
        [address]
    ) as! UFix64?
}

access(all) fun isDismissed(_ publisher: Address): Bool {
    return askCode(
        "import \"DharmaScore\"\naccess(all) fun main(a: Address): Bool { return DharmaScore.isDismissed(a) }",
        [publisher]
    ) as! Bool
}

/// How many capabilities there are to the power of a publisher.
access(all) fun countControllers(_ publisher: Address): Int {
    return askFile("../scripts/count_controllers.cdc", [contractsAddress, "dharmaScorePublisher_\(publisher)"]) as! Int
}
