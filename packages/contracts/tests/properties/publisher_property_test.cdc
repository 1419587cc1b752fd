import Test
import "publisher_model.cdc"
import "../helpers/test_helpers.cdc"

/// Random walks of several publishers over several wallets against the model of the publisher rules: which wallets may
/// vote, which would judge an accusation of the last days, which of them another publication would let do so, what
/// `requireMin` answers, and which publications are refused must agree at every step.

access(all) let walks = 9
access(all) let rounds = 25
access(all) let walletCount = 8
access(all) let publisherCount = 4
/// Points on both sides of the two thresholds, and far from them.
access(all) let goodTenths: [UInt64] = [600, 800, 1000]
access(all) let badTenths: [UInt64] = [549, 50, 0]
access(all) let betweenTenths: [UInt64] = [550, 599]
/// By the kind of the walk.
access(all) let honestTenths: [[UInt64]] = [goodTenths, badTenths, badTenths.concat(betweenTenths)]
access(all) let othersTenths: [[[UInt64]]] = [
    [badTenths, badTenths, betweenTenths], [goodTenths, goodTenths, goodTenths, badTenths], [goodTenths, betweenTenths, badTenths]
]
/// In seconds: mostly short ones, and some around the age of a score and the seven days.
access(all) let shortWaits: [Fix64] = [0.0, 3600.0, 36000.0, 43200.0]
access(all) let longWaits: [Fix64] = [86400.0, 86401.0, 259200.0, 604799.0, 604800.0]

access(all) let seed = freshSeed()
access(all) var state = seed
access(all) var now: UFix64 = 0.0
access(all) var kindOfWalk = 0
access(all) var wallets: [Address] = []
access(all) var models: [PublisherModel] = []
access(all) var publishers: [Test.TestAccount] = []
access(all) var dismissed: {Address: Bool} = {}
/// Of the accusations against which the walk asks for a jury.
access(all) var accusedAt: UFix64 = 0.0
/// What the walks have met: without these the property would say little.
access(all) let met: {String: Int} = {"eligible": 0, "juror": 0, "contradicted": 0, "refused": 0, "dismissed": 0, "appointed": 0, "refreshed voter": 0, "refreshed juror": 0, "refreshed in vain": 0}

/// `scripts/governance/get_eligibility.cdc` with another `main`, which asks about no proposals.
access(all) let refreshCode = Test.readFile("../../scripts/governance/get_eligibility.cdc")
    .replaceAll(of: "access(all) fun main(", with: "access(all) fun ask(")
    .concat("access(all) fun main(wallets: [Address], publishers: [Address], accusedAt: UFix64?): [[UInt64?]] { ")
    .concat("return wallets.map(fun (wallet: Address): [UInt64?] { ")
    .concat("return publishers.map(fun (publisher: Address): UInt64? { ")
    .concat("return findRefreshTenths(wallet, by: publisher, accusedAt: accusedAt) }) }) }")

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

access(all) fun testRules27To29FollowTheModelOnRandomWalks() {
    var walk = 0
    while walk < walks {
        begin(UInt64(walk))
        var round = 0
        while round < rounds {
            step()
            check("Seed \(seed), walk \(walk), round \(round)")
            checkRefreshes("Seed \(seed), walk \(walk), round \(round)")
            round = round + 1
        }
        walk = walk + 1
    }
    for sight in met.keys {
        Test.assert(met[sight]! > 0, message: "Seed \(seed): no walk met '\(sight)'")
    }
}

/// New wallets, most of which have stood for a week, and new publishers beside the honest one, which is never dismissed.
access(all) fun begin(_ walk: UInt64) {
    kindOfWalk = Int(walk % 3)
    wallets = []
    models = []
    publishers = publishers.length == 0 ? [agent()] : publishers
    while wallets.length < walletCount {
        let number: UInt64 = 0x10000 + walk * 0x100 + UInt64(wallets.length)
        wallets.append(Address(number))
        models.append(PublisherModel())
    }
    while publishers.length < publisherCount {
        publishers.append(appointOne())
    }
    now = getNow()
    var index = 0
    while index < walletCount - 2 {
        publish(publishers[0], index, 800, "of 800")
        index = index + 1
    }
    closeBlock()
    Test.moveTime(by: longWaits[4])
    accusedAt = now + 604800.0
}

access(all) fun appointOne(): Test.TestAccount {
    let account = Test.createAccount()
    send("score/appoint_publisher", [contractsAccount()], [account.address])
    send("score/claim_publisher", [account], [contractsAddress])
    return account
}

/// Some time passes, then some wallets are published, and now and then a publisher is dismissed.
access(all) fun step() {
    closeBlock()
    let waits = random(6) > 0 ? shortWaits : longWaits
    Test.moveTime(by: waits[random(waits.length)])
    now = getNow()
    if random(6) == 0 {
        dismissOne()
    }
    if random(5) == 0 {
        replaceOne()
    }
    if random(8) == 0 || now - accusedAt >= 604800.0 {
        accusedAt = now
    }
    for index, wallet in wallets {
        if random(3) > 0 {
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

/// Appoints another account in the place of a dismissed publisher.
access(all) fun replaceOne() {
    let at = random(publisherCount - 1) + 1
    if dismissed[publishers[at].address] != nil {
        publishers[at] = appointOne()
        count("appointed")
    }
}

access(all) fun getLive(): [Address] {
    var live: [Address] = []
    for publisher in publishers {
        if dismissed[publisher.address] == nil {
            live.append(publisher.address)
        }
    }
    return live
}

/// The honest publisher publishes half of the time. What publishers prefer differs from walk to walk: in the first kind
/// of walk all but the honest one break what stands, in the second they lift, in the third everyone does anything.
access(all) fun publishOne(_ index: Int) {
    let isHonest = random(2) == 0
    let publisher = publishers[isHonest ? 0 : random(publisherCount - 1) + 1]
    let tenths = isHonest ? pick([goodTenths, goodTenths, honestTenths[kindOfWalk]]) : pick(othersTenths[kindOfWalk])
    publish(publisher, index, tenths, random(3) == 0 ? "shared" : "of \(tenths)")
}

access(all) fun pick(_ kinds: [[UInt64]]): UInt64 {
    let kind = kinds[random(kinds.length)]
    return kind[random(kind.length)]
}

access(all) fun publish(_ publisher: Test.TestAccount, _ index: Int, _ tenths: UInt64, _ evidence: String) {
    let expected = findRefusal(publisher.address, index, tenths, evidence)
    let factor = tenths * 10
    perform("../../transactions/score/publish_score.cdc", [publisher], [
        wallets[index], equalFactors(factor), "1.0.0", sha256Hex(evidence), 2 as UInt64
    ], expected)
    if expected == nil {
        models[index].publish(tenths, publisher.address, evidence, now)
    }
}

access(all) fun findRefusal(_ publisher: Address, _ index: Int, _ tenths: UInt64, _ evidence: String): String? {
    if dismissed[publisher] != nil {
        return "was dismissed as publisher"
    }
    if models[index].refuses(tenths, publisher, evidence) {
        count("refused")
        return "other factors"
    }
    return nil
}

access(all) fun check(_ place: String) {
    let answers = askFile("../scripts/get_voting_powers.cdc", [wallets, accusedAt]) as! [[UInt8]]
    Test.assertEqual(now, getNow())
    let live = getLive()
    for index, answer in answers {
        let model = models[index]
        let isEligible = model.isEligible(now, live)
        let isJuror = isEligible || model.isJuror(now, accusedAt, live)
        let expected = [isEligible ? 1 : 0, isEligible ? 1 : 0, isJuror ? 1 : 0, isJuror ? 1 : 0, model.getVerdict(now, live)] as [UInt8]
        Test.assert(
            expected == answer,
            message: "\(place), wallet \(index): the model answers \(describe(expected)), the contract \(describe(answer))"
        )
        if isEligible {
            count("eligible")
        } else if isJuror {
            count("juror")
        }
        if expected[4] == 1 && model.getLast(live[0])?.tenths ?? 0 >= 600 {
            count("contradicted")
        }
    }
}

/// What the model says of a wallet that a publisher publishes again, where its record is older than a day.
access(all) fun checkRefreshes(_ place: String) {
    let live = getLive()
    let asVoter = askCode(refreshCode, [wallets, live, nil]) as! [[UInt64?]]
    let asJuror = askCode(refreshCode, [wallets, live, accusedAt]) as! [[UInt64?]]
    for index, model in models {
        for at, publisher in live {
            let expected = [findRefresh(model, publisher, isJuror: false), findRefresh(model, publisher, isJuror: true)]
            let answer = [asVoter[index][at], asJuror[index][at]]
            Test.assert(
                expected[0] == answer[0] && expected[1] == answer[1],
                message: "\(place), wallet \(index), publisher \(at): the model lets it vote from \(expected[0] ?? 0) and \(expected[1] ?? 0) tenths, the script from \(answer[0] ?? 0) and \(answer[1] ?? 0)"
            )
        }
    }
}

access(all) fun findRefresh(_ model: PublisherModel, _ publisher: Address, isJuror: Bool): UInt64? {
    let last = model.getLast(publisher)
    if last == nil || now - last!.at <= 86400.0 {
        return nil
    }
    for tenths in [450, 550, 600] as [UInt64] {
        let after = model
        after.publish(tenths, publisher, "a draft", now)
        if after.isEligible(now, getLive()) || isJuror && after.isJuror(now, accusedAt, getLive()) {
            count(isJuror && tenths < 600 ? "refreshed juror" : "refreshed voter")
            return tenths
        }
    }
    count("refreshed in vain")
    return nil
}

access(all) fun describe(_ answer: [UInt8]): String {
    return String.join(answer.map(view fun (part: UInt8): String { return part.toString() }), separator: " ")
}

access(all) fun count(_ sight: String) {
    met[sight] = met[sight]! + 1
}
