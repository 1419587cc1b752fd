import Test
import "DharmaScore"
import "DharmaStanding"
import "../helpers/test_helpers.cdc"

access(all) let wallet: Address = 0x000000000000000b
access(all) let good: [UInt64] = equalFactors(7000)

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployScore()
    appoint("score", "publisher")
}

access(all) fun latest(_ address: Address): DharmaScore.Record? {
    return askScore("latest(a)", address) as! DharmaScore.Record?
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
        "DharmaScore.borrowHistory(0xb)!.assessments.remove(at: 0)",
        "DharmaScore.add(DharmaScore.latest(0xb)!, before: nil, isRenewal: true)",
        "DharmaScore.dismissed.remove(key: 0xb)",
        "DharmaScore.publishers.append(0xb)",
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

access(all) fun testRecordsOfSeveralPublishersAreListedNewestFirst() {
    let address: Address = 0x0000000000000019
    let other = 0x0000000000000018 as Address
    addPublisher(other)
    publishBy(agentAddress, address, good, "first", getHeight())
    wait(1.0)
    publishBy(other, address, good, "second", getHeight())
    wait(1.0)
    publishBy(other, address, good, "third", getHeight())
    let hashes: [String] = []
    for record in history(address) {
        hashes.append(record.evidenceHash)
    }
    Test.assertEqual([sha256Hex("third"), sha256Hex("second"), sha256Hex("first")], hashes)
    send("score/dismiss_publisher", [contractsAccount()], [other])
}

access(all) fun testRule27WhatOnePublisherPublishedBindsNoOther() {
    let address: Address = 0x0000000000000013
    let other = 0x0000000000000017 as Address
    let low: [UInt64] = equalFactors(500)
    addPublisher(other)
    publishBy(other, address, low, "shared", getHeight())
    publishBy(agentAddress, address, good, "shared", 2)
    let first = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(nil as UInt64?, first.scoreTenthsBefore)
    Test.assertEqual(good, latest(address)!.factors)
    Test.assertEqual(50 as UInt64, askScore("lowest(a)!.scoreTenths", address) as! UInt64)
    Test.assertEqual(low, (ask("score/get_score", [address]) as! DharmaScore.Record?)!.factors)
    let live = ask("score/get_live_records", [address]) as! [DharmaScore.Record]
    Test.assertEqual([good, low], [live[0].factors, live[1].factors])
    let again: [AnyStruct] = [address, good, "1.0.0", sha256Hex("shared"), 2 as UInt64]
    refuse("score/publish_score", [Test.getAccount(other)], again, "Height 2 is older than the last one")
    again[4] = getHeight()
    refuse("score/publish_score", [Test.getAccount(other)], again, "gave 0x0000000000000013 other factors and a score of 50 tenths")
    dismissPublisher(other)
    Test.assertEqual(700 as UInt64, askScore("lowest(a)!.scoreTenths", address) as! UInt64)
    Test.assertEqual(2, history(address).length)
    publish(address, good, "next")
    let factors = history(address).map(view fun (record: DharmaScore.Record): [UInt64] { return record.factors })
    Test.assertEqual([good, good, low], factors)
}

access(all) fun testRule27ARenewalChangesTheTimeOfItsPublishersOwnRecordAndNothingElse() {
    let address: Address = 0x000000000000000e
    let second: Address = 0x0000000000000016
    publish(address, good, "same")
    let before = latest(address)!
    addPublisher(second)
    publishBy(second, address, good, "same", getHeight())
    Test.assertEqual(second, latest(address)!.publisher)
    wait(hour)
    publishBy(agentAddress, address, good, "same", getHeight())
    Test.assertEqual(2, history(address).length)
    let renewed = latest(address)!
    Test.assert(renewed.publishedAt > before.publishedAt + 3599.0)
    Test.assertEqual(agentAddress, renewed.publisher)
    Test.assertEqual(2 as UInt64, renewed.blockHeight)
    let announced = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
    Test.assertEqual(2 as UInt64, announced.blockHeight)
    publish(address, good, "other")
    Test.assertEqual(3, history(address).length)
    dismissPublisher(second)
}

access(all) fun testRule27TheLowestOfTheFreshLiveRecordsAnswers() {
    let address: Address = 0x000000000000001c
    let second = Test.createAccount().address
    addPublisher(second)
    Test.assertEqual(DharmaScore.Verdict.unknown.rawValue, verdict(address, 1))
    publishBy(second, address, equalFactors(2000), "low", 2)
    wait(1000.0)
    publish(address, good, "high")
    Test.assertEqual(DharmaScore.Verdict.fail.rawValue, verdict(address, 201))
    Test.assertEqual(DharmaScore.Verdict.pass.rawValue, verdict(address, 200))
    wait(2700.0)
    Test.assertEqual(DharmaScore.Verdict.pass.rawValue, verdict(address, 700))
    Test.assertEqual(200 as UInt64, askScore("lowest(a)!.scoreTenths", address) as! UInt64)
    wait(1000.0)
    Test.assertEqual(DharmaScore.Verdict.stale.rawValue, verdict(address, 1))
    publishBy(second, address, equalFactors(2000), "low", 2)
    Test.assertEqual(DharmaScore.Verdict.pass.rawValue, verdict(address, 200))
    Test.assertEqual(DharmaScore.Verdict.fail.rawValue, verdict(address, 201))
    dismissPublisher(second)
    Test.assertEqual(DharmaScore.Verdict.stale.rawValue, verdict(address, 1))
}

access(all) fun testRule29OnlyADismissedPublisherPublishedIsUnknown() {
    let address: Address = 0x000000000000001e
    let thief = Test.createAccount().address
    addPublisher(thief)
    publishBy(thief, address, good, "false", 2)
    Test.assert(getStandingSince(address) != nil)
    dismissPublisher(thief)
    Test.assertEqual(DharmaScore.Verdict.unknown.rawValue, verdict(address, 0))
    Test.assertEqual(nil as DharmaScore.Record?, latest(address))
    Test.assertEqual(nil as UFix64?, getStandingSince(address))
    Test.assertEqual(nil as UInt64?, askScore("lowest(a)?.scoreTenths", address) as! UInt64?)
    Test.assertEqual(1, history(address).length)
    Test.assertEqual([] as [Address], (ask("score/get_standing", [address]) as! {Address: DharmaStanding.Standing}).keys)
}

access(all) fun testThereAreOneToFourLivePublishers() {
    Test.assertEqual([agentAddress], askScore("getPublishers()", wallet) as! [Address])
    refuse("score/dismiss_publisher", [contractsAccount()], [agentAddress], "0x0000000000000009 is the last publisher; appoint another one first")
    let others = [Test.createAccount().address, Test.createAccount().address, Test.createAccount().address]
    for other in others {
        addPublisher(other)
    }
    refuse("score/appoint_publisher", [contractsAccount()], [0x0000000000000023 as Address], "There are 4 publishers already; dismiss one first")
    for other in others {
        dismissPublisher(other)
    }
    Test.assertEqual([agentAddress], askScore("getPublishers()", wallet) as! [Address])
}

access(all) fun dismissPublisher(_ publisher: Address) {
    send("score/dismiss_publisher", [contractsAccount()], [publisher])
}

/// For one hour.
access(all) fun verdict(_ address: Address, _ minScoreTenths: UInt64): UInt8 {
    return ask("score/get_verdict", [address, minScoreTenths, 3600.0]) as! UInt8
}

access(all) fun askScore(_ expression: String, _ address: Address): AnyStruct? {
    return askCode(
        "import \"DharmaScore\"\naccess(all) fun main(a: Address): AnyStruct? { return DharmaScore.\(expression) }",
        [address]
    )
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
