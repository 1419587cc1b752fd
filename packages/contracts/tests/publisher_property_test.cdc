import Test
import "publisher_model.cdc"
import "test_helpers.cdc"

/// Random walks of several publishers over several wallets against the model of the publisher rules: which wallets may
/// vote, and which publications are refused, must agree at every step.

access(all) let walks = 5
access(all) let rounds = 40
access(all) let walletCount = 6
access(all) let publisherCount = 4
/// Points on both sides of the two thresholds, and far from them.
access(all) let goodTenths: [UInt64] = [600, 800, 1000]
access(all) let badTenths: [UInt64] = [549, 50, 0]
access(all) let otherTenths: [UInt64] = [550, 599]
/// In seconds: around the age of a score and the seven days.
access(all) let waits: [Fix64] = [3600.0, 82800.0, 86400.0, 86401.0, 259200.0, 518400.0, 604799.0, 604800.0]

access(all) let seed = freshSeed()
access(all) var state = seed
access(all) var now: UFix64 = 0.0
access(all) var wallets: [Address] = []
access(all) var models: [PublisherModel] = []
access(all) var publishers: [Test.TestAccount] = []
access(all) var dismissed: {Address: Bool} = {}
/// What the walks have met: without these the property would say little.
access(all) let met: {String: Int} = {"eligible": 0, "held": 0, "refused": 0, "dismissed": 0}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployDharma()
    appoint("score", "publisher")
}

access(all) fun random(_ below: Int): Int {
    state = (state * 1103515245 + 12345) % 2147483648
    return Int(state / 65536) % below
}

access(all) fun testTheRightToVoteFollowsTheModelOnRandomWalks() {
    var walk = 0
    while walk < walks {
        begin(UInt64(walk))
        var round = 0
        while round < rounds {
            step()
            check("Seed \(seed), walk \(walk), round \(round)")
            round = round + 1
        }
        walk = walk + 1
    }
    for sight in met.keys {
        Test.assert(met[sight]! > 0, message: "Seed \(seed): no walk met '\(sight)'")
    }
}

/// New wallets and new publishers beside the honest one, which is never dismissed.
access(all) fun begin(_ walk: UInt64) {
    wallets = []
    models = []
    publishers = [agent()]
    while wallets.length < walletCount {
        let number: UInt64 = 0x10000 + walk * 0x100 + UInt64(wallets.length)
        wallets.append(Address(number))
        models.append(PublisherModel())
    }
    while publishers.length < publisherCount {
        let account = Test.createAccount()
        send("score/appoint_publisher", [contractsAccount()], [account.address])
        send("score/claim_publisher", [account], [contractsAddress])
        publishers.append(account)
    }
}

/// Some time passes, then some are published, and rarely a publisher is dismissed.
access(all) fun step() {
    closeBlock()
    Test.moveTime(by: waits[random(waits.length)])
    now = getNow()
    if random(10) == 0 {
        dismissOne()
    }
    for index, wallet in wallets {
        if random(4) > 0 {
            publishOne(index)
        }
    }
}

access(all) fun dismissOne() {
    let publisher = publishers[random(publisherCount - 1) + 1].address
    if dismissed[publisher] == nil {
        send("score/dismiss_publisher", [contractsAccount()], [publisher])
        dismissed[publisher] = true
        count("dismissed")
    }
}

/// The honest publisher publishes half of the time, and rarely a bad score.
access(all) fun publishOne(_ index: Int) {
    let publisher = random(2) == 0 ? publishers[0] : publishers[random(publisherCount)]
    let isHonest = publisher.address == agentAddress
    let kinds = isHonest ? [goodTenths, goodTenths, goodTenths, otherTenths, badTenths] : [goodTenths, otherTenths, badTenths]
    let kind = kinds[random(isHonest && random(3) > 0 ? 3 : kinds.length)]
    let tenths = kind[random(kind.length)]
    let evidence = random(3) == 0 ? "shared" : "of \(tenths)"
    let expected = findRefusal(publisher.address, index, tenths, evidence)
    let factor = tenths * 10
    perform("../transactions/score/publish_score.cdc", [publisher], [
        wallets[index], [factor, factor, factor, factor, factor, factor], "1.0.0", sha256Hex(evidence), 2 as UInt64
    ], expected)
    if expected == nil {
        models[index].publish(tenths, publisher.address, evidence, now, dismissed)
    }
}

access(all) fun findRefusal(_ publisher: Address, _ index: Int, _ tenths: UInt64, _ evidence: String): String? {
    if dismissed[publisher] != nil {
        return "was dismissed as publisher"
    }
    if models[index].refuses(tenths, evidence, dismissed) {
        count("refused")
        return "other factors"
    }
    return nil
}

access(all) fun check(_ place: String) {
    let reasons = askFile("scripts/get_ineligibility_reasons.cdc", [wallets]) as! [String?]
    Test.assertEqual(now, getNow())
    for index, reason in reasons {
        let isEligible = models[index].isEligible(now, dismissed)
        Test.assert(
            isEligible == (reason == nil),
            message: "\(place): the model answers \(isEligible), the contract '\(reason ?? "eligible")'"
        )
        if isEligible {
            count(models[index].isHeld(dismissed) ? "held" : "eligible")
        }
    }
}

access(all) fun count(_ sight: String) {
    met[sight] = met[sight]! + 1
}
