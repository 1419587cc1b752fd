import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

access(all) var nextWallet: UInt64 = 0x10000

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    Test.freezeTime()
}

/// An address that was never published.
access(all) fun newWallet(): Address {
    nextWallet = nextWallet + 1
    return Address(nextWallet)
}

access(all) fun newPublisher(): Test.TestAccount {
    let account = Test.createAccount()
    send("score/appoint_publisher", [contractsAccount()], [account.address])
    send("score/claim_publisher", [account], [contractsAddress])
    return account
}

access(all) fun dismiss(_ publisher: Test.TestAccount) {
    send("score/dismiss_publisher", [contractsAccount()], [publisher.address])
}

/// Six equal factors, so that the score is `tenths`.
access(all) fun buildFactors(_ tenths: UInt64): [UInt64] {
    let factor = tenths * 10
    return [factor, factor, factor, factor, factor, factor]
}

/// Publishes on evidence of its own.
access(all) fun publish(_ publisher: Test.TestAccount, _ wallet: Address, _ tenths: UInt64) {
    publishOn(publisher, wallet, tenths, "\(publisher.address) \(tenths)")
}

access(all) fun publishOn(_ publisher: Test.TestAccount, _ wallet: Address, _ tenths: UInt64, _ evidence: String) {
    send("score/publish_score", [publisher], [wallet, buildFactors(tenths), "1.0.0", sha256Hex(evidence), 2 as UInt64])
}

/// Lets exactly so much time pass.
access(all) fun moveExactly(_ seconds: Fix64) {
    closeBlock()
    Test.moveTime(by: seconds)
}

access(all) fun getReason(_ voter: Address): String? {
    return askCode(
        "import \"DharmaVoterEligibility\"\naccess(all) fun main(a: Address): String? { return DharmaVoterEligibility.getIneligibilityReason(a) }",
        [voter]
    ) as! String?
}

access(all) fun expectEligible(_ voter: Address) {
    let reason = getReason(voter)
    Test.assert(reason == nil, message: reason ?? "")
}

access(all) fun expectIneligible(_ voter: Address, _ reason: String) {
    Test.assertEqual(reason as String?, getReason(voter))
}

access(all) fun expectTooYoung(_ voter: Address, _ since: UFix64) {
    expectIneligible(voter, "\(voter) has no score on record for 7 days without a break below 55, only since \(since): it may vote from \(since + 604800.0) on")
}

/// A wallet that has stood at 80 for eight days by the agent, the honest publisher, and may vote.
access(all) fun newMember(): Address {
    let wallet = newWallet()
    publish(agent(), wallet, 800)
    moveExactly(8.0 * day)
    publish(agent(), wallet, 800)
    expectEligible(wallet)
    return wallet
}

access(all) fun testAnUnpublishedAddressDoesNotVote() {
    let wallet = newWallet()
    expectIneligible(wallet, "\(wallet) has no score on record for 7 days, as none is published: publish its score")
}

access(all) fun testAFrozenAddressDoesNotVoteWhateverItsScore() {
    let member = members()[4].address()
    expectEligible(member)
    decide("freeze", member)
    expectIneligible(member, "\(member) is frozen: it may vote again when the freeze has ended")
}

access(all) fun testRecordsStandForSevenDaysToTheSecond() {
    let wallet = newWallet()
    publish(agent(), wallet, 800)
    let since = getNow()
    expectTooYoung(wallet, since)
    moveExactly(6.0 * day)
    publish(agent(), wallet, 800)
    moveExactly(day - 1.0)
    expectTooYoung(wallet, since)
    moveExactly(1.0)
    Test.assertEqual(since + 604800.0, getNow())
    expectEligible(wallet)
}

access(all) fun testAScoreIsRecentForTwentyFourHoursToTheSecond() {
    let wallet = newMember()
    let publishedAt = getNow()
    moveExactly(day)
    expectEligible(wallet)
    moveExactly(1.0)
    expectIneligible(wallet, "the score of \(wallet) was published more than 24 hours ago, at \(publishedAt): publish it again")
    publish(agent(), wallet, 800)
    expectEligible(wallet)
}

access(all) fun testSixtyVotesAndATenthLessDoesNot() {
    let wallet = newMember()
    publish(agent(), wallet, 600)
    expectEligible(wallet)
    publish(agent(), wallet, 599)
    expectIneligible(wallet, "the score of \(wallet) is below 60: it is 59.9, and may rise with the next publication")
}

access(all) fun testFiftyFiveIsNoBreakAndATenthLessIsOneHoweverShort() {
    let wallet = newMember()
    publish(agent(), wallet, 550)
    Test.assert(getReason(wallet)!.contains("it is 55.0"))
    publish(agent(), wallet, 600)
    expectEligible(wallet)
    publish(agent(), wallet, 549)
    Test.assert(getReason(wallet)!.contains("it is 54.9"))
    publish(agent(), wallet, 1000)
    expectTooYoung(wallet, getNow())
}

access(all) fun testTheSevenDaysBeginWithTheFirstRecordOfFiftyFive() {
    let wallet = newWallet()
    publish(agent(), wallet, 549)
    moveExactly(8.0 * day)
    publish(agent(), wallet, 550)
    moveExactly(7.0 * day)
    publish(agent(), wallet, 600)
    expectEligible(wallet)
}

access(all) fun testLiftedWalletsDoNotVoteWithinSevenDaysHoweverOftenTheyAreLifted() {
    let stolen = newPublisher()
    let wallets = [newWallet(), newWallet(), newWallet()]
    for wallet in wallets {
        publish(agent(), wallet, 50)
    }
    moveExactly(8.0 * day)
    var lifts = 0
    while lifts < 9 {
        for wallet in wallets {
            publish(stolen, wallet, 1000)
            expectTooYoung(wallet, getNow())
        }
        moveExactly(20.0 * hour)
        if lifts < 8 {
            for wallet in wallets {
                publish(agent(), wallet, 50)
            }
            moveExactly(4.0 * hour)
        }
        lifts = lifts + 1
    }
    let liftedAt = getNow() - 72000.0
    moveExactly(6.0 * day + 4.0 * hour - 1.0)
    for wallet in wallets {
        publish(stolen, wallet, 1000)
        expectTooYoung(wallet, liftedAt)
    }
    moveExactly(1.0)
    dismiss(stolen)
    for wallet in wallets {
        expectIneligible(wallet, "the score of \(wallet) was published by \(stolen.address), which is dismissed: publish it again")
    }
}

access(all) fun testAStolenKeyPutsAllMembersToFiveAndAllVoteOnceItIsDismissedAndTheyArePublishedAgain() {
    let stolen = newPublisher()
    let wallets = [newMember(), newMember(), newMember()]
    for wallet in wallets {
        publish(agent(), wallet, 800)
    }
    for hours in [1.0, 20.0, 200.0] as [Fix64] {
        for wallet in wallets {
            publish(stolen, wallet, 50)
            Test.assert(getReason(wallet)!.contains("is below 60: it is 5.0"))
        }
        moveExactly(hours * hour)
        for wallet in wallets {
            publish(agent(), wallet, 800)
        }
        moveExactly(hour)
    }
    for wallet in wallets {
        publish(stolen, wallet, 50)
    }
    dismiss(stolen)
    for wallet in wallets {
        Test.assert(getReason(wallet)!.contains("which is dismissed"))
        publish(agent(), wallet, 800)
        expectEligible(wallet)
    }
}

access(all) fun testAFalseRecordUnderTheHonestHashDoesNotKeepTheHonestOneOut() {
    let stolen = newPublisher()
    let wallet = newMember()
    publishOn(stolen, wallet, 50, "new evidence")
    dismiss(stolen)
    publishOn(agent(), wallet, 810, "new evidence")
    expectEligible(wallet)
    let records = ask("score/get_history", [wallet]) as! [DharmaScore.Record]
    Test.assertEqual([810, 50, 800] as [UInt64], records.map(view fun (record: DharmaScore.Record): UInt64 { return record.scoreTenths }))
}

access(all) fun testAStolenKeyDoesNotShutAnHonestMemberOutByTheHeight() {
    let stolen = newPublisher()
    let wallet = newMember()
    send("score/publish_score", [stolen], [wallet, buildFactors(50), "1.0.0", sha256Hex("high"), getHeight()])
    dismiss(stolen)
    publish(agent(), wallet, 800)
    expectEligible(wallet)
}

access(all) fun testALivePublisherThatAgreesMakesTheBreakItsOwn() {
    let stolen = newPublisher()
    let wallet = newMember()
    publish(stolen, wallet, 50)
    publish(agent(), wallet, 300)
    dismiss(stolen)
    publish(agent(), wallet, 800)
    expectTooYoung(wallet, getNow())
}

access(all) fun testALivePublisherThatRenewsAFalseRecordMakesTheBreakItsOwn() {
    let stolen = newPublisher()
    let wallet = newMember()
    publishOn(stolen, wallet, 50, "shared")
    publishOn(agent(), wallet, 50, "shared")
    dismiss(stolen)
    publish(agent(), wallet, 800)
    expectTooYoung(wallet, getNow())
}

access(all) fun testABreakOfALivePublisherHoldsAfterOneOfADismissedPublisher() {
    let stolen = newPublisher()
    let honest = newPublisher()
    let wallet = newMember()
    publish(stolen, wallet, 50)
    dismiss(stolen)
    publish(agent(), wallet, 800)
    publish(honest, wallet, 300)
    publish(agent(), wallet, 800)
    expectTooYoung(wallet, getNow())
    dismiss(honest)
    expectEligible(wallet)
}

access(all) fun testTwoKeysStolenOneAfterTheOtherCostNobodyTheVote() {
    let wallet = newMember()
    for stolen in [newPublisher(), newPublisher()] {
        publish(stolen, wallet, 50)
        dismiss(stolen)
    }
    publish(agent(), wallet, 800)
    expectEligible(wallet)
}

access(all) fun testADismissalLiftsNoBreakOfAnotherPublisher() {
    let stolen = newPublisher()
    let wallet = newMember()
    publish(agent(), wallet, 300)
    publish(stolen, wallet, 1000)
    let liftedAt = getNow()
    moveExactly(hour)
    publish(stolen, wallet, 50)
    publish(agent(), wallet, 800)
    dismiss(stolen)
    expectTooYoung(wallet, liftedAt)
}
