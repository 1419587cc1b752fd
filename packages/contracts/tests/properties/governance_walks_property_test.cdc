import Test
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// Walks of the model of the rules on the real contracts: at every step both must give the same freezes, ends, flags,
/// statuses, outcomes and recoveries, accept the same acts, and refuse the others for the same reason (model/README.md).
/// `npm test -- --only cadence-walks` writes walks with the seed of the run; WALKS_SEED=N before it repeats those of a seed.
///
/// The walks of a batch share a chain and its clock. Each has people of its own; four voters vote in all. In one walk of
/// three nobody settles anything, in one everything is settled as soon as it is due, in one the walk says what is settled:
/// that changes nothing, and neither does the order of executions, which one walk of four turns around.

/// Each file is a batch.
access(all) let walksDirectory = "../../../../.dharma/walks"
access(all) let walksPerBatch = 30
/// Between the beginnings of two walks of a batch, so that not too many people who may not vote propose on one day.
access(all) let hoursBetweenWalks = 12
/// What the steps of a transaction may cost by `estimate`.
access(all) let costPerTransaction = 6000

access(all) let member = 0
access(all) let target = 1
access(all) let newbornPlace = 2
access(all) let heir = 3
access(all) let names: {String: Int} = {"m": 0, "t": 1, "n": 2, "f1": 4, "f2": 5}

/// Parts of the messages by which the contracts refuse, for each reason of the model.
access(all) let reasons: {String: [String]} = {
    "recovered": ["was recovered already"],
    "not-frozen": ["is not frozen; a recovery needs a freeze"],
    "overruled": ["A vote decided to end freeze"],
    "nothing-stands": ["is neither flagged nor frozen"],
    "own-places": ["open proposals already"],
    "topic": ["is open already"],
    "unknown": ["There is no proposal"],
    "closed": ["cannot vote: voting on proposal", "cannot vote: proposal", "There is no proposal"],
    "not-eligible": ["is the target of the proposal, or the recovery address", "has no score on record"],
    "not-standing": ["does not carry flag", "is not frozen by freeze"],
    "appealed": ["has appealed against"],
    "not-approved": [", not approved", "There is no proposal"],
    "too-early": ["must be frozen for 72 hours"],
    "appeal-open": ["the appeal against the freeze"],
    "not-appointed": ["is not a flagger"],
    "flagged": ["is flagged already"],
    "barred": ["is refused until"],
    "not-flagged": ["is not flagged"],
    "not-own": ["a vote or an appeal can lift it"]
}

access(all) let walkCode = Test.readFile("../transactions/governance/take_walk_steps.cdc")
access(all) let evidenceHash = sha256Hex("70")
/// Larger than any number that the contracts give.
access(all) let unknown: UInt64 = 1000000000

access(all) enum Settling: UInt8 {
    access(all) case never
    access(all) case atOnce
    access(all) case asWritten
}

access(all) let people: [[UInt64]] = []
access(all) let voters: [UInt64] = []
access(all) var voterAddresses: [Address] = []
access(all) var signers: [Test.TestAccount] = []
access(all) var votersScoredAt = 0
access(all) var begunAt = 0
access(all) var hourNow = 0
access(all) var movedTo = 0
access(all) var proposalCount: UInt64 = 0
access(all) var freezeCount: UInt64 = 0
access(all) var flagCount: UInt64 = 0
access(all) var walks: [Walk] = []
/// By hour, the walks in which something is to be done.
access(all) var agenda: {Int: [Int]} = {}
access(all) var steps: [Step] = []

access(all) struct Walk {
    access(all) let name: String
    access(all) let lines: [String]
    access(all) let people: [UInt64]
    access(all) let startsAt: Int
    access(all) let settling: Settling
    /// The next line.
    access(all) var next: Int
    /// What the contracts count of the things that the walk counts from 1.
    access(all) let proposals: [UInt64]
    access(all) let appeals: [UInt64]
    access(all) let freezes: [UInt64]
    access(all) let flags: [UInt64]
    access(all) var scoredAt: Int
    access(all) let lastHour: Int

    init(_ lines: [String], people: [UInt64], startsAt: Int, settling: Settling) {
        self.name = lines[0]
        self.lines = lines
        self.people = people
        self.startsAt = startsAt
        self.settling = settling
        self.next = 1
        self.proposals = []
        self.appeals = []
        self.freezes = []
        self.flags = []
        self.scoredAt = -24
        self.lastHour = startsAt + Int.fromString(lines[lines.length - 1].split(separator: " ")[0])!
    }

    /// When its next step is; nil at its end.
    access(all) fun getNextHour(): Int? {
        return self.next == self.lines.length
            ? nil
            : self.startsAt + Int.fromString(self.lines[self.next].split(separator: " ")[0])!
    }

    access(all) fun advance() {
        self.next = self.next + 1
    }

    access(all) fun noteScored(_ addresses: [Address]) {
        if addresses.contains(voterAddresses[0]) {
            votersScoredAt = hourNow
        }
        if addresses.contains(Address(self.people[member])) {
            self.scoredAt = hourNow
        }
    }

    access(all) fun noteProposal(isAppeal: Bool) {
        proposalCount = proposalCount + 1
        self.proposals.append(proposalCount)
        if isAppeal {
            self.appeals.append(proposalCount)
        }
    }

    access(all) fun noteFlag() {
        flagCount = flagCount + 1
        self.flags.append(flagCount)
    }

    access(all) fun mapProposal(_ word: String): UInt64 {
        return findNumber(self.proposals, word)
    }

    access(all) fun mapFreeze(_ word: String): UInt64 {
        return findNumber(self.freezes, word)
    }

    access(all) fun mapFlag(_ word: String): UInt64 {
        return findNumber(self.flags, word)
    }

    access(all) fun who(_ name: String): UInt64 {
        return name[0] == "v" ? voters[Int.fromString(name.slice(from: 1, upTo: 2))! - 1] : self.people[names[name]!]
    }

    /// Addresses among these names whose scores must be renewed before they act.
    access(all) fun listStale(_ who: [String]): [Address] {
        var stale: [Address] = []
        for name in who {
            if name[0] == "v" && hourNow - votersScoredAt >= 24 {
                stale = voterAddresses
            }
        }
        if who.contains("m") && hourNow - self.scoredAt >= 24 {
            stale = stale.concat([Address(self.people[member])])
        }
        return stale
    }

    /// What the model says after a step, in numbers of the contracts.
    access(all) fun mapView(_ words: [String]): String {
        if words[6] != "-" && Int.fromString(words[6])! > self.freezes.length {
            freezeCount = freezeCount + 1
            self.freezes.append(freezeCount)
        }
        let hours = words[7] == "-" ? 0 : Int.fromString(words[7])!
        return String.join([
            words[6] == "-" ? "-" : self.mapFreeze(words[6]).toString(),
            words[7] == "-" ? "-" : (begunAt + (self.startsAt + hours) * 3600).toString(),
            words[8] == "-" ? "-" : self.mapFlag(words[8]).toString(),
            words[9], words[10], words[11]
        ], separator: " ")
    }

    access(all) fun listWhatIsCompared(): [UInt64] {
        return [self.people[target], UInt64(self.proposals.length)].concat(self.proposals).concat(self.appeals)
    }
}

/// What the transaction does, and compares afterwards: nothing where `look` is empty.
access(all) struct Step {
    access(all) let walk: Int
    access(all) let line: Int
    access(all) let act: [UInt64]
    access(all) let look: [UInt64]
    access(all) let view_: String
    access(all) let fresh: [Address]
    /// Why it must be refused, in the word of the model; empty where it must be accepted.
    access(all) let reason: String

    init(_ walk: Int, _ act: [UInt64], look: [UInt64], view_: String, fresh: [Address], reason: String) {
        self.walk = walk
        self.line = walks[walk].next
        self.act = act
        self.look = look
        self.view_ = view_
        self.fresh = fresh
        self.reason = reason
    }

    /// What it uses of what a transaction may use, about.
    access(all) fun estimate(): Int {
        let votes = self.act[0] < 2 ? self.act.length - 4 : 1
        return [900, 900, 0, 900, 300, 300, 100, 300, 0][self.act[0]] + votes * 500 + self.look.length * 60
    }
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    deployTo("WalkProbe", "../contracts/WalkProbe.cdc", contractsAccount())
    voterAddresses = members().slice(from: 0, upTo: 4).map(fun (voter: Person): Address { return voter.address() })
    for address in voterAddresses {
        voters.append(toNumber(address))
    }
    let fresh: [Address] = []
    while people.length < walksPerBatch {
        let group: [UInt64] = []
        let accounts: [Test.TestAccount] = []
        while accounts.length < 6 {
            accounts.append(Test.createAccount())
            group.append(toNumber(accounts[accounts.length - 1].address))
        }
        sendFlow(1.0, accounts[target].address)
        send("vault/open_vault", [accounts[target]], [accounts[heir].address, {} as {String: UFix64}])
        for flagger in [4, 5] {
            send("protection/appoint_flagger", [contractsAccount()], [accounts[flagger].address])
        }
        fresh.append(accounts[member].address)
        people.append(group)
    }
    publishScores(fresh, 70)
    wait(8.0 * day)
    signers = [contractsAccount(), agent()].concat(signedBy(daoAddress, [6, 8]))
}

access(all) fun testTheContractsGoEveryWayOfTheModel() {
    let height = getHeight()
    let count = Int.fromString(Test.readFile("\(walksDirectory)/count.txt"))!
    var batch = 1
    while batch <= count {
        beginBatch(height, chooseWays(Test.readFile("\(walksDirectory)/\(batch).txt")))
        while agenda.length > 0 {
            if agenda[hourNow] != nil {
                goThroughHour(agenda.remove(key: hourNow)!)
            }
            hourNow = hourNow + 1
        }
        checkOutcomesOfAppeals()
        batch = batch + 1
    }
}

/// Each walk, one of four in its other order of executions.
access(all) fun chooseWays(_ text: String): [String] {
    let ways: [String] = []
    for way in text.split(separator: "walk ") {
        let isOther = way.length > 8 && way.slice(from: 0, upTo: 8).contains(" b\n")
        if isOther && ways.length % 4 == 0 {
            ways[ways.length - 1] = way
        } else if way != "" && !isOther {
            ways.append(way)
        }
    }
    return ways
}

access(all) fun beginBatch(_ height: UInt64, _ ways: [String]) {
    Test.reset(to: height)
    begunAt = Int(getNow())
    hourNow = 0
    movedTo = 0
    votersScoredAt = -24
    proposalCount = 0
    freezeCount = 0
    flagCount = 0
    walks = []
    agenda = {}
    for index, way in ways {
        let lines = way.split(separator: "\n").filter(view fun (line: String): Bool { return line != "" })
        let settling = Settling(rawValue: UInt8(index % 3))!
        walks.append(Walk(lines, people: people[index], startsAt: hoursBetweenWalks * index, settling: settling))
        plan(index, walks[index].getNextHour()!)
    }
}

access(all) fun plan(_ walk: Int, _ hour_: Int) {
    if hour_ > walks[walk].lastHour {
        return
    }
    let planned = agenda[hour_] ?? []
    if planned.length == 0 || planned[planned.length - 1] != walk {
        agenda[hour_] = planned.concat([walk])
    }
}

access(all) fun goThroughHour(_ planned: [Int]) {
    Test.moveTime(by: Fix64((hourNow - movedTo) * 3600))
    movedTo = hourNow
    steps = []
    for walk in planned {
        if walks[walk].settling == Settling.atOnce {
            settleEveryWalk(walk)
        }
        while walks[walk].getNextHour() == hourNow {
            addStep(walk)
            walks[walk].advance()
        }
        if let next = walks[walk].getNextHour() {
            plan(walk, next)
        }
    }
    takeSteps()
}

/// Turns the next line of a walk into steps.
access(all) fun addStep(_ index: Int) {
    let walk = &walks[index] as &Walk
    let words = walk.lines[walk.next].split(separator: " ")
    let isAccepted = words[5] == "ok"
    let act = buildAct(index, words)
    let fresh = walk.listStale(listActors(words))
    if !isAccepted {
        steps.append(Step(index, act, look: [], view_: "", fresh: fresh, reason: words[5]))
    } else {
        walk.noteScored(fresh)
        switch words[1] {
            case "propose":
                walk.noteProposal(isAppeal: false)
            case "appeal-freeze":
                walk.noteProposal(isAppeal: true)
            case "appeal-flag":
                walk.noteProposal(isAppeal: true)
            case "flag":
                walk.noteFlag()
        }
    }
    let view_ = walk.mapView(words)
    let look = walk.listWhatIsCompared()
    let done: [UInt64] = isAccepted ? act : [8]
    steps.append(Step(index, done, look: look, view_: view_, fresh: isAccepted ? fresh : [], reason: ""))
    if walk.settling == Settling.atOnce {
        steps.append(Step(index, buildSettling(index, words), look: look, view_: view_, fresh: [], reason: ""))
        planSettling(index, words)
    }
}

access(all) fun buildAct(_ index: Int, _ words: [String]): [UInt64] {
    let walk = &walks[index] as &Walk
    let what = words[2]
    let who = words[3] == "-" ? 0 as UInt64 : walk.who(words[3])
    switch words[1] {
        case "propose":
            let action = UInt64(["freeze", "unfreeze", "recover"].firstIndex(of: what)!)
            return ([0, action, walk.people[target], who] as [UInt64]).concat(buildVotes(words[4]))
        case "appeal-freeze":
            return ([1, walk.mapFreeze(what), 0, who] as [UInt64]).concat(buildVotes(words[4]))
        case "appeal-flag":
            return ([1, 0, walk.mapFlag(what), who] as [UInt64]).concat(buildVotes(words[4]))
        case "vote":
            return [2, walk.mapProposal(what), who, words[4] == "for" ? 1 : 0]
        case "execute":
            return [3, walk.mapProposal(what)]
        case "flag":
            return [4, walk.people[target], who, UInt64(["behaviour", "listed", "contact"].firstIndex(of: what)!)]
        case "unflag":
            return [5, walk.people[target], who]
        case "dismiss":
            return [6, who]
        case "settle":
            return walk.settling == Settling.never ? [8] : [7, 0, walk.mapProposal(what)]
    }
    return [8]
}

/// Of '2:1', two votes For and one Against.
access(all) fun buildVotes(_ tally: String): [UInt64] {
    let counts = tally.split(separator: ":").map(fun (count: String): Int { return Int.fromString(count)! })
    let votes: [UInt64] = []
    while votes.length < counts[0] + counts[1] {
        votes.append(UInt64(votes.length * 2 + (votes.length < counts[0] ? 1 : 0)))
    }
    return votes
}

/// Whose score counts in a step.
access(all) view fun listActors(_ words: [String]): [String] {
    return words[4].contains(":") ? [words[3], "v1"] : [words[3]]
}

/// Settles the target, and each proposal that may still change.
access(all) fun buildSettling(_ index: Int, _ words: [String]): [UInt64] {
    let act: [UInt64] = [7, walks[index].people[target]]
    for number, status in words[10].split(separator: ",") {
        if ["pending", "active", "approved"].contains(status) {
            act.append(walks[index].proposals[number])
        }
    }
    return act
}

/// Plans to settle when what has begun ends.
access(all) fun planSettling(_ index: Int, _ words: [String]) {
    if words[1] == "propose" || words[1] == "appeal-flag" || words[1] == "appeal-freeze" {
        plan(index, hourNow + 24)
        plan(index, hourNow + 192)
    }
    if words[7] != "-" {
        let end = walks[index].startsAt + Int.fromString(words[7])!
        plan(index, end)
        plan(index, end + 720)
    }
}

/// Settles what a walk has begun, when it is due.
access(all) fun settleEveryWalk(_ index: Int) {
    let walk = &walks[index] as &Walk
    if walk.next > 1 {
        let words = walk.lines[walk.next - 1].split(separator: " ")
        steps.append(Step(index, buildSettling(index, words), look: [], view_: "", fresh: [], reason: ""))
    }
}

/// Takes the steps in their order: those that are accepted in a few transactions, each other one alone.
access(all) fun takeSteps() {
    let groups = groupSteps()
    for group in groups {
        Test.addTransaction(buildGroup(group))
    }
    for group in groups {
        let message = getMessage(Test.executeNextTransaction()!)
        if !isExpected(group[0], message) {
            explain(message)
        }
    }
    Test.commitBlock()
}

/// By transaction. A list of structs is never iterated over here, because that copies each one.
access(all) fun groupSteps(): [[Int]] {
    let groups: [[Int]] = []
    var group: [Int] = []
    var cost = 0
    var index = 0
    while index < steps.length {
        let isAlone = steps[index].reason != ""
        let own = steps[index].estimate()
        if group.length > 0 && (isAlone || cost + own > costPerTransaction) {
            groups.append(group)
            group = []
            cost = 0
        }
        group.append(index)
        cost = isAlone ? costPerTransaction : cost + own
        index = index + 1
    }
    return group.length == 0 ? groups : groups.concat([group])
}

access(all) fun buildGroup(_ group: [Int]): Test.Transaction {
    let acts: [[UInt64]] = []
    let looks: [[UInt64]] = []
    let views: [String] = []
    var fresh: [Address] = []
    for index in group {
        acts.append(steps[index].act)
        looks.append(steps[index].look)
        views.append(steps[index].view_)
        if steps[index].fresh.length > 0 {
            fresh = fresh.concat(steps[index].fresh)
        }
    }
    return buildTransaction(walkCode, signers, [acts, looks, views, voterAddresses, fresh, evidenceHash])
}

/// The last line of an error, empty where there is none.
access(all) fun getMessage(_ result: Test.TransactionResult): String {
    let parts = (result.error?.message ?? "").split(separator: "error: ")
    return parts[parts.length - 1]
}

access(all) fun isExpected(_ index: Int, _ message: String): Bool {
    if steps[index].reason == "" {
        return message == ""
    }
    for part in reasons[steps[index].reason]! {
        if message.contains(part) {
            return true
        }
    }
    return false
}

/// Takes the steps of the hour again, one by one, and fails with the way of the walk that went elsewhere.
access(all) fun explain(_ message: String) {
    Test.reset(to: hourHeight())
    for index, step in steps {
        let found = getMessage(Test.executeTransaction(buildGroup([index])))
        if !isExpected(index, found) {
            let way = String.join(walks[step.walk].lines.slice(from: 0, upTo: step.line + 1), separator: "\n")
            let reason = step.reason == "" ? "accepted" : "refused: \(step.reason)"
            let answer = found == "" ? "accepted" : "refused: \(found)"
            let settling = ["never", "at once", "as written"][walks[step.walk].settling.rawValue]
            Test.fail(message: "walk \(way)\n(settled \(settling), act \(step.act[0])) must be \(reason), and is \(answer)")
        }
    }
    Test.fail(message: "Steps that fail together and not one by one: \(message)")
}

/// The last block before the steps of this hour: the one that moved the clock.
access(all) fun hourHeight(): UInt64 {
    while Test.executeNextTransaction() != nil {}
    Test.commitBlock()
    return getHeight() - 1
}

/// Settles all, and compares the outcomes of appeals that the events tell.
access(all) fun checkOutcomesOfAppeals() {
    let outcomes: {UInt64: String} = {}
    steps = []
    for index, walk in walks {
        settleEveryWalk(index)
    }
    takeSteps()
    for event in Test.eventsOfType(Type<DharmaProtection.AppealClosed>()) {
        let closed = event as! DharmaProtection.AppealClosed
        outcomes[closed.id] = closed.outcome
    }
    for walk in walks {
        let expected = walk.lines[walk.lines.length - 1].split(separator: " ")[11].split(separator: ",")
        for index, id in walk.appeals {
            // One that is open at the end of its walk may close before the end of the batch.
            if expected[index] != "open" {
                let way = String.join(walk.lines, separator: "\n")
                let outcome = outcomes[id] ?? "open"
                let text = "walk \(way)\nAppeal \(index + 1) is \(expected[index]), and \(outcome) by the events"
                Test.assert(outcome == expected[index], message: text)
            }
        }
    }
}

/// A number of the contracts; one that they never give where the walk has none.
access(all) fun findNumber(_ numbers: [UInt64], _ word: String): UInt64 {
    let number = Int.fromString(word)!
    return number <= numbers.length ? numbers[number - 1] : unknown + UInt64(number)
}

access(all) view fun toNumber(_ address: Address): UInt64 {
    return UInt64.fromBigEndianBytes(address.toBytes())!
}
