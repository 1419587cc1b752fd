import Test
import "DharmaScore"
import "../helpers/test_helpers.cdc"

access(all) var nextWallet: UInt64 = 0x10000

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    Test.freezeTime()
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
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

/// Publishes on evidence of its own.
access(all) fun publish(_ publisher: Test.TestAccount, _ wallet: Address, _ tenths: UInt64) {
    publishOn(publisher, wallet, tenths, "\(publisher.address) \(tenths)")
}

access(all) fun publishOn(_ publisher: Test.TestAccount, _ wallet: Address, _ tenths: UInt64, _ evidence: String) {
    send("score/publish_score", [publisher], [wallet, equalFactors(tenths * 10), "1.0.0", sha256Hex(evidence), 2 as UInt64])
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
    expectIneligible(wallet, "\(wallet) has no score on record for 7 days, as none is published by a live publisher: publish its score")
}

access(all) fun testRule28AFreezeAloneBarsNoVoterAndAFreezeOfAFlaggedOneDoes() {
    let member = members()[4].address()
    decide("freeze", member)
    refreshScores()
    expectEligible(member)
    flag(member)
    expectIneligible(member, "\(member) is frozen while flagged: it may vote again when the flag or the freeze has ended")
    send("protection/unflag_wallet", [agent()], [member])
    expectEligible(member)
}

access(all) fun testRule28AFlagAloneBarsNoVoter() {
    let member = newMember()
    flag(member)
    expectEligible(member)
}

access(all) fun flag(_ wallet: Address) {
    send("protection/flag_wallet", [agent()], [wallet, "case", "behaviour", sha256Hex("why")])
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

/// P8: what a stolen publisher lifts does not vote within seven days, and while an honest one contradicts it never.
access(all) fun testRule28P8LiftedWalletsDoNotVoteWithinSevenDaysHoweverOftenTheyAreLifted() {
    let stolen = newPublisher()
    let wallets = [newWallet(), newWallet()]
    publish(agent(), wallets[0], 50)
    moveExactly(8.0 * day)
    var lifts = 0
    while lifts < 9 {
        for wallet in wallets {
            publish(stolen, wallet, 1000)
        }
        Test.assert(getReason(wallets[0])!.contains("is below 55 by \(agentAddress): it is 5.0"))
        if lifts < 7 {
            Test.assert(getReason(wallets[1])!.contains("no score on record for 7 days without a break"))
        }
        moveExactly(day)
        publish(agent(), wallets[0], 50)
        lifts = lifts + 1
    }
    send("score/dismiss_publisher", [contractsAccount()], [stolen.address])
    expectIneligible(wallets[1], "\(wallets[1]) has no score on record for 7 days, as none is published by a live publisher: publish its score")
}

/// N3: what a publisher that is dismissed raised lends no standing.
access(all) fun testRule29N3RaisesOfAPublisherThatIsDismissedLaterDoNotCount() {
    let stolen = newPublisher()
    let wallet = newWallet()
    publish(stolen, wallet, 1000)
    moveExactly(8.0 * day)
    publish(stolen, wallet, 1000)
    expectEligible(wallet)
    publish(agent(), wallet, 600)
    expectEligible(wallet)
    dismiss(stolen)
    expectTooYoung(wallet, getNow())
}

/// N20: a wallet that a live publisher puts below 55 is neither eligible nor read as good, whatever another publishes.
access(all) fun testRule27N20AThiefLiftedUnderTheTrueHashAndTheGreatestHeightIsContradictedAtOnce() {
    let stolen = newPublisher()
    let wallet = newMember()
    send("score/publish_score", [stolen], [wallet, equalFactors(10000), "1.0.0", sha256Hex("true"), getHeight()])
    publishOn(agent(), wallet, 200, "true")
    Test.assert(getReason(wallet)!.contains("is below 55 by \(agentAddress): it is 20.0"))
    Test.assertEqual(1 as UInt8, ask("score/get_verdict", [wallet, 550 as UInt64, 86400.0]) as! UInt8)
    send("score/publish_score", [stolen], [wallet, equalFactors(10000), "1.0.0", sha256Hex("later"), getHeight()])
    Test.assertEqual(1 as UInt8, ask("score/get_verdict", [wallet, 550 as UInt64, 86400.0]) as! UInt8)
    moveExactly(30.0 * day)
    send("score/publish_score", [stolen], [wallet, equalFactors(10000), "1.0.0", sha256Hex("last"), getHeight()])
    Test.assert(getReason(wallet)!.contains("is below 55 by \(agentAddress): it is 20.0"))
    Test.assertEqual(1 as UInt8, ask("score/get_verdict", [wallet, 550 as UInt64, 9999999.0]) as! UInt8)
}

access(all) fun testRule28TheRecordReliedOnIsOfAPublisherWhoseOwnRecordsHaveStood() {
    let young = newPublisher()
    let wallet = newMember()
    publish(agent(), wallet, 560)
    publish(young, wallet, 900)
    expectTooYoung(wallet, getNow())
    Test.assertEqual(nil, getRelied(wallet))
    publish(agent(), wallet, 610)
    publish(young, wallet, 550)
    expectEligible(wallet)
    Test.assertEqual(agentAddress as Address?, getRelied(wallet))
    dismiss(young)
    Test.assertEqual(agentAddress as Address?, getRelied(wallet))
}

access(all) fun testRule28ABreakOfALivePublisherCostsSevenDaysFromItsEnd() {
    let second = newPublisher()
    let wallet = newMember()
    publish(second, wallet, 549)
    Test.assert(getReason(wallet)!.contains("is below 55 by \(second.address): it is 54.9"))
    moveExactly(day)
    publish(agent(), wallet, 800)
    publish(second, wallet, 550)
    let brokenUntil = getNow()
    expectTooYoung(wallet, brokenUntil)
    moveExactly(7.0 * day - 1.0)
    publish(agent(), wallet, 800)
    expectTooYoung(wallet, brokenUntil)
    moveExactly(1.0)
    expectEligible(wallet)
}

/// P8: what a stolen publisher breaks costs nobody the vote once it is dismissed, and nobody is published anew.
access(all) fun testRule29P8AStolenKeyPutsAllMembersToFiveAndAllVoteOnceItIsDismissed() {
    let stolen = newPublisher()
    let wallets = [newMember(), newMember(), newMember()]
    for wallet in wallets {
        publish(agent(), wallet, 800)
    }
    for hours in [1.0, 20.0, 200.0] as [Fix64] {
        for wallet in wallets {
            publish(stolen, wallet, 50)
            Test.assert(getReason(wallet)!.contains("is below 55 by \(stolen.address): it is 5.0"))
        }
        moveExactly(hours * hour)
        for wallet in wallets {
            publish(agent(), wallet, 800)
            Test.assert(getReason(wallet) != nil)
        }
    }
    dismiss(stolen)
    for wallet in wallets {
        expectEligible(wallet)
    }
}

access(all) fun testRule27AFalseRecordUnderTheHonestHashKeepsTheHonestOneNotOut() {
    let stolen = newPublisher()
    let wallet = newMember()
    send("score/publish_score", [stolen], [wallet, equalFactors(500), "1.0.0", sha256Hex("new evidence"), getHeight()])
    publishOn(agent(), wallet, 810, "new evidence")
    dismiss(stolen)
    expectEligible(wallet)
}

access(all) fun testRule28ABreakOfALivePublisherHoldsThoughAnotherThatBrokeTooIsDismissed() {
    let stolen = newPublisher()
    let wallet = newMember()
    publishOn(stolen, wallet, 50, "shared")
    publishOn(agent(), wallet, 50, "shared")
    dismiss(stolen)
    publish(agent(), wallet, 800)
    expectTooYoung(wallet, getNow())
}

access(all) fun testRule29TwoKeysStolenOneAfterTheOtherCostNobodyTheVote() {
    let wallet = newMember()
    for stolen in [newPublisher(), newPublisher()] {
        publish(stolen, wallet, 50)
        dismiss(stolen)
    }
    expectEligible(wallet)
}

/// A change of publishers forgives no break of one that stays.
access(all) fun testRule29ADismissalLiftsNoBreakOfAnotherPublisher() {
    let stolen = newPublisher()
    let wallet = newMember()
    publish(agent(), wallet, 300)
    publish(stolen, wallet, 1000)
    moveExactly(hour)
    publish(stolen, wallet, 50)
    publish(agent(), wallet, 800)
    dismiss(stolen)
    expectTooYoung(wallet, getNow())
}

/// A neighbour that a wrong entry lowers to 54.7 after the accusation votes on its appeal, down to 45.
access(all) fun testAnAccusationDoesNotChooseItsJury() {
    let wallet = newMember()
    let accusedAt = getNow()
    expectNoJuror(newWallet(), accusedAt, "none is published")
    moveExactly(1.0)
    publish(agent(), wallet, 547)
    expectJuror(wallet, accusedAt, 547)
    Test.assert(getReason(wallet) != nil)
    publish(agent(), wallet, 450)
    expectJuror(wallet, accusedAt, 450)
    publish(agent(), wallet, 449)
    expectNoJuror(wallet, accusedAt, "is below 60: it is 44.9")
    publish(agent(), wallet, 600)
    expectJuror(wallet, accusedAt, 600)
    moveExactly(hour)
    publish(agent(), wallet, 500)
    expectJuror(wallet, accusedAt, 500)
    moveExactly(day)
    expectJuror(wallet, accusedAt, 500)
    moveExactly(1.0)
    expectNoJuror(wallet, accusedAt, "is below 60: it is 50.0")
    publish(agent(), wallet, 500)
    expectJuror(wallet, accusedAt, 500)
    expectNoJuror(wallet, accusedAt + 1.0, "is below 60: it is 50.0")
    expectNoJuror(wallet, accusedAt - 604800.0 * 4.0, "is below 60: it is 50.0")
}

access(all) fun testAJurorHadStoodForSevenDaysByALivePublisherUncontradicted() {
    let second = newPublisher()
    let wallet = newWallet()
    publish(agent(), wallet, 800)
    let since = getNow()
    moveExactly(8.0 * day)
    publish(agent(), wallet, 547)
    publish(second, wallet, 450)
    expectJuror(wallet, since + 604800.0, 547)
    publish(agent(), wallet, 200)
    // The second publisher alone makes no juror of whom the first one puts below.
    expectNoJuror(wallet, since + 604800.0, "is below 60")
    publish(agent(), wallet, 547)
    publish(second, wallet, 449)
    // Nor does the first one while the second puts it below.
    expectNoJuror(wallet, since + 604800.0, "is below 60")
    publish(second, wallet, 450)
    expectNoJuror(wallet, since + 604799.0, "is below 60")
    moveExactly(hour)
    publish(second, wallet, 900)
    moveExactly(hour)
    publish(second, wallet, 50)
    expectNoJuror(wallet, since + 604800.0, "is below 60")
    publish(second, wallet, 450)
    // Nor whom the second one had broken at the time of the accusation.
    expectNoJuror(wallet, since + 8.0 * 86400.0 + 3600.0, "is below 60")
    dismiss(second)
    expectJuror(wallet, since + 604800.0, 547)
}

access(all) fun testAJurorWasUnflaggedAtTheAccusationOrIsNow() {
    let wallet = newMember()
    let accusedAt = getNow()
    moveExactly(1.0)
    publish(agent(), wallet, 547)
    flag(wallet)
    expectJuror(wallet, accusedAt, 547)
    expectNoJuror(wallet, getNow(), "was flagged when the accusation was made")
    send("protection/unflag_wallet", [agent()], [wallet])
    expectNoJuror(wallet, getNow(), "is below 60")
    let member = members()[4].address()
    let before = getNow()
    moveExactly(1.0)
    decide("freeze", member)
    flag(member)
    publishTenths(member, 547)
    expectNoJuror(member, before, "is frozen while flagged")
    send("protection/unflag_wallet", [agent()], [member])
    expectJuror(member, before, 547)
}

/// At the current height.
access(all) fun publishTenths(_ wallet: Address, _ tenths: UInt64) {
    perform("../transactions/score/publish_scores.cdc", [agent()], [[wallet], equalFactors(tenths * 10), sha256Hex("\(tenths)")], nil)
}

access(all) fun getRelied(_ voter: Address): Address? {
    return askCode(
        "import \"DharmaVoterEligibility\"\naccess(all) fun main(a: Address): Address? { return DharmaVoterEligibility.getReliedRecord(a)?.publisher }",
        [voter]
    ) as! Address?
}

access(all) fun askJuror(_ expression: String, _ voter: Address, _ accusedAt: UFix64): AnyStruct? {
    return askCode(
        "import \"DharmaVoterEligibility\"\naccess(all) fun main(a: Address, t: UFix64): AnyStruct? { return DharmaVoterEligibility.\(expression) }",
        [voter, accusedAt]
    )
}

access(all) fun expectJuror(_ voter: Address, _ accusedAt: UFix64, _ tenths: UInt64) {
    let reason = askJuror("getJurorIneligibilityReason(a, accusedAt: t)", voter, accusedAt) as! String?
    Test.assert(reason == nil, message: reason ?? "")
    let relied = askJuror("getReliedJurorRecord(a, accusedAt: t)?.scoreTenths", voter, accusedAt) as! UInt64?
    Test.assertEqual(tenths as UInt64?, relied)
}

access(all) fun expectNoJuror(_ voter: Address, _ accusedAt: UFix64, _ part: String) {
    let reason = askJuror("getJurorIneligibilityReason(a, accusedAt: t)", voter, accusedAt) as! String?
    Test.assert(reason != nil && reason!.contains(part), message: reason ?? "a juror")
    if reason!.contains("score") {
        let relied = askJuror("getReliedJurorRecord(a, accusedAt: t)?.scoreTenths", voter, accusedAt) as! UInt64?
        Test.assertEqual(nil as UInt64?, relied)
    }
}
