import Test
import "governance_model.cdc"
import "../helpers/test_helpers.cdc"

/// Random walks of a model on the real contracts, on freezes, appeals and recoveries: at every step both must give the
/// same freezes, statuses, outcomes and right to vote, accept the same acts, and refuse the others for the same reason.
/// `toolbox test --seed N` walks the ways of a seed again.
///
/// The walks of a batch share a chain and its clock. Each has a target of its own, with a guarded vault and a flag, a
/// member and a newborn account that propose, and a recovery address. A failure prints the way of its walk.

access(all) let batches = 10
access(all) let walksPerBatch = 30
/// How long the walks of a batch take.
access(all) let days = [10, 12, 14, 21]
access(all) let caseId = "case-1"
/// With four votes each they use up most of what a transaction may use.
access(all) let actsPerTransaction = 4

/// Acts, and how often one is taken beside the others. The first three are the kinds of proposals.
access(all) let appealingAgain = 5
access(all) let executing = 6
access(all) let voting = 7
access(all) let settling = 8
access(all) let liftingFlag = 9
access(all) let proposingElsewhere = 10
access(all) let weights: [Int] = [6, 2, 8, 8, 2, 5, 12, 2, 1, 1, 1]

/// Votes For and Against that follow a proposal, and that follow an appeal.
access(all) let votesOnProposal = [[3, 0], [3, 0], [3, 0], [3, 0], [3, 1], [2, 1], [1, 2], [0, 3], [2, 0], [0, 0]]
access(all) let votesOnAppeal = [[3, 0], [3, 0], [2, 1], [1, 2], [0, 3], [2, 2], [2, 0], [0, 0], [0, 0], [0, 0]]

access(all) let relay = Test.readFile("../transactions/governance/relay_walk.cdc")
access(all) let execute_ = Test.readFile("../../transactions/governance/execute_proposal.cdc")
access(all) let unflag = Test.readFile("../../transactions/protection/unflag_wallet.cdc")
access(all) let publish = Test.readFile("../transactions/score/publish_scores.cdc")
access(all) let look = Test.readFile("../scripts/get_walks.cdc")
access(all) let evidenceHash = sha256Hex("70")

access(all) let seed = freshSeed()
access(all) var state = Word64(seed)
access(all) var batch = 0
access(all) var begunAt = 0
access(all) var now = 0
access(all) var lastProposalId: UInt64 = 0
access(all) var lastAppealId: UInt64 = 0
access(all) var votersScoredAt = 0
access(all) var voters: [Address] = []
access(all) var daoSigners: [Test.TestAccount] = []
/// By walk: addresses of member, target, newborn account and recovery address, and the same as numbers.
access(all) let people: [[Address]] = []
access(all) let numbers: [[UInt64]] = []
access(all) var models: [Model] = []
access(all) var walks: [Walk] = []
/// Acts of a step, and their numbers by transaction.
access(all) var acts: [Act] = []
access(all) var sent: [[Int]] = []
/// Whether an act that is refused is looked for.
access(all) var isRefusalWanted = false
/// What the walks have met: without these the property would say little.
access(all) let met: {String: Int} = {}

/// How one walk goes, and where it was.
access(all) struct Walk {
    access(all) let weights: [Int]
    /// Acts in ten rounds.
    access(all) let activity: Int
    access(all) let maxProposals: Int
    /// How long after a freeze the target waits before it appeals.
    access(all) let patience: Int
    /// Whether target and recovery address have fresh scores when a proposal opens.
    access(all) let isScored: Bool
    access(all) let way: [String]
    access(all) let statuses: [Int]
    access(all) var wasAtRest: Bool

    init() {
        self.weights = []
        for weight in weights {
            self.weights.append(weight * [0, 1, 1, 2, 3][random(5)])
        }
        self.weights[freezing] = weights[freezing]
        self.weights[executing] = weights[executing]
        self.weights[proposingElsewhere] = random(8) == 0 ? 2 : 0
        self.activity = 1 + random(4)
        self.maxProposals = 4 + random(6)
        self.patience = [0, 0, 0, 96, 132, 156][random(6)] * oneHour
        self.isScored = random(3) == 0
        self.way = []
        self.statuses = []
        self.wasAtRest = false
    }

    access(all) fun noteStep(_ step: String) {
        self.way.append(step)
    }

    access(all) fun noteStatus(_ index: Int, _ status: Int) {
        if index == self.statuses.length {
            self.statuses.append(status)
        }
        self.statuses[index] = status
    }

    access(all) fun noteRest(_ isAtRest: Bool) {
        self.wasAtRest = isAtRest
    }
}

access(all) struct Act {
    access(all) let walk: Int
    access(all) let text: String
    /// For transactions/relay_walk; empty where another transaction does it.
    access(all) let relayed: [UInt64]
    /// The proposal to execute; 0 when the flag is lifted.
    access(all) let executed: UInt64
    /// Parts of the messages of which one must be given; none where it must be accepted.
    access(all) let reasons: [String]

    init(walk: Int, text: String, relayed: [UInt64], executed: UInt64, reasons: [String]) {
        self.walk = walk
        self.text = text
        self.relayed = relayed
        self.executed = executed
        self.reasons = reasons
    }
}

access(all) fun random(_ below: Int): Int {
    state = state * 6364136223846793005 + 1442695040888963407
    return Int(state >> 33) % below
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    voters = members().slice(from: 0, upTo: 4).map(fun (voter: Person): Address { return voter.address() })
    daoSigners = signedBy(daoAddress, [6, 8])
    while people.length < walksPerBatch {
        let accounts = [Test.createAccount(), Test.createAccount(), Test.createAccount(), Test.createAccount()]
        let addresses = accounts.map(fun (account: Test.TestAccount): Address { return account.address })
        let flag: [AnyStruct] = [addresses[target], caseId, "behaviour", sha256Hex("reason"), nil, nil]
        send("vault/open_vault", [accounts[target]], [addresses[heir], {} as {String: UFix64}, 0.0])
        send("protection/flag_wallet", [agent()], flag)
        publishScores([addresses[member], addresses[target], addresses[heir]], 70)
        people.append(addresses)
        numbers.append(addresses.map(fun (address: Address): UInt64 { return toNumber(address) }))
    }
    wait(8.0 * day)
}

access(all) fun testTheContractsGoEveryWayOfTheModel() {
    let height = getHeight()
    while batch < batches {
        beginBatch(height)
        let lastTime = days[random(days.length)] * oneDay
        while now < lastTime {
            letTimePass()
            takeSteps()
            compareAll(isEachCompared: random(4) == 0)
        }
        batch = batch + 1
    }
    checkMet()
}

access(all) fun beginBatch(_ height: UInt64) {
    Test.reset(to: height)
    begunAt = Int(getNow())
    now = 0
    votersScoredAt = -oneDay
    lastProposalId = 0
    lastAppealId = 0
    models = []
    walks = []
    while walks.length < walksPerBatch {
        models.append(Model())
        walks.append(Walk())
    }
}

/// Half a day or a quarter, and up to a second off, so that times are met, just missed and just passed.
access(all) fun letTimePass() {
    let exact = (now + 2) / oneHour * oneHour
    let step = exact + [6, 12, 12, 12, 12][random(5)] * oneHour + [-1, 0, 0, 0, 1][random(5)] - now
    Test.moveTime(by: Fix64(step))
    now = now + step
    var walk = 0
    while walk < models.length {
        models[walk].look(now)
        walk = walk + 1
    }
}

/// Two rounds of acts in one block.
access(all) fun takeSteps() {
    acts = []
    sent = []
    if now - votersScoredAt > 23 * oneHour {
        let factors: [UInt64] = [7000, 7000, 7000, 7000, 7000, 7000]
        Test.addTransaction(buildTransaction(publish, [agent()], [voters, factors, evidenceHash]))
        sent.append([])
        votersScoredAt = now
    }
    for round in [1, 2] {
        let first = acts.length
        var walk = 0
        while walk < walksPerBatch {
            if random(10) < walks[walk].activity {
                takeStep(walk)
            }
            walk = walk + 1
        }
        sendActs(from: first)
    }
    checkActs()
}

/// Something that is accepted, or now and then something that is refused.
access(all) fun takeStep(_ walk: Int) {
    let before = acts.length
    var tries = 0
    while tries < 8 && acts.length == before {
        let act = pickAct(walk)
        isRefusalWanted = random(12) == 0
        if isRefusalWanted || isWorthTrying(walk, act) {
            take(walk, act)
        }
        tries = tries + 1
    }
    models[walk].look(now)
}

access(all) fun pickAct(_ walk: Int): Int {
    var sum = 0
    for weight in walks[walk].weights {
        sum = sum + weight
    }
    var rest = random(sum)
    var act = 0
    while rest >= walks[walk].weights[act] {
        rest = rest - walks[walk].weights[act]
        act = act + 1
    }
    return act
}

access(all) fun isWorthTrying(_ walk: Int, _ act: Int): Bool {
    let isOpening = act < executing || act == proposingElsewhere
    if isOpening && models[walk].proposals.length >= walks[walk].maxProposals {
        return false
    }
    switch act {
        case freezing:
            return !models[walk].isFrozen || random(3) == 0
        case unfreezing:
            return models[walk].isFrozen || models[walk].isFlagged
        case recovering:
            return models[walk].isFrozen && !models[walk].isRecovered
        case appealingFreeze:
            return models[walk].isFrozen && isPatienceOver(walk)
        case appealingFlag:
            return models[walk].isFlagged
        case liftingFlag:
            return models[walk].isFlagged
    }
    return true
}

access(all) fun isPatienceOver(_ walk: Int): Bool {
    let last = models[walk].freezes.length - 1
    return now >= models[walk].freezes[last].renewedAt + walks[walk].patience
}

access(all) fun take(_ walk: Int, _ act: Int) {
    switch act {
        case appealingFreeze:
            appeal(walk, isAgainstFlag: false)
        case appealingFlag:
            appeal(walk, isAgainstFlag: true)
        case appealingAgain:
            appealAgain(walk)
        case executing:
            carryOut(walk)
        case voting:
            voteLater(walk)
        case settling:
            settle(walk)
        case liftingFlag:
            liftFlag(walk)
        case proposingElsewhere:
            proposeElsewhere(walk)
        default:
            proposeSomething(walk, act)
    }
}

access(all) fun proposeSomething(_ walk: Int, _ kind: Int) {
    let proposer = random(4) > 0 ? member : random(walks[walk].isScored ? 4 : 3)
    let votes: [UInt64] = kind == freezing && models[walk].isFreezeVoid() ? [] as [UInt64] : pickVotes(votesOnProposal)
    let relayed: [UInt64] = [0, UInt64(kind), numbers[walk][target], numbers[walk][proposer]]
    let text = "\(proposers[proposer]) proposes to \(kinds[kind])"
    if note(walk, text, relayed.concat(votes), 0, models[walk].refusePropose(kind, proposer)) {
        lastProposalId = lastProposalId + 1
        models[walk].propose(lastProposalId, kind, proposer)
        count(walk, votes)
    }
}

access(all) fun appeal(_ walk: Int, isAgainstFlag: Bool) {
    let votes = pickVotes(votesOnAppeal)
    let last = models[walk].freezes.length - 1
    let freeze: UInt64 = last < 0 ? 1 : models[walk].freezes[last].proposalId
    let relayed: [UInt64] = [1, isAgainstFlag ? 0 : freeze, numbers[walk][target]]
    let text = "the target appeals against the \(isAgainstFlag ? "flag" : "freeze")"
    if note(walk, text, relayed.concat(votes), 0, models[walk].refuseAppeal(isAgainstFlag: isAgainstFlag)) {
        lastProposalId = lastProposalId + 1
        lastAppealId = lastAppealId + 1
        models[walk].appeal(lastAppealId, lastProposalId, isAgainstFlag: isAgainstFlag)
        count(walk, votes)
    }
}

access(all) fun appealAgain(_ walk: Int) {
    let index = models[walk].appeals.length - 1 - random(2)
    if index < 0 {
        return
    }
    let votes = pickVotes(votesOnAppeal)
    let relayed: [UInt64] = [2, models[walk].appeals[index].id, numbers[walk][target]]
    if note(walk, "the target proposes again", relayed.concat(votes), 0, models[walk].refuseSecond(index)) {
        lastProposalId = lastProposalId + 1
        models[walk].appealAgain(index, lastProposalId)
        count(walk, votes)
    }
}

access(all) fun carryOut(_ walk: Int) {
    let index = pickProposal(walk, from: approved, to: approved)
    if index < 0 {
        return
    }
    let text = "the DAO executes a proposal to \(kinds[models[walk].proposals[index].kind])"
    let reasons = models[walk].refuseExecution(index)
    if note(walk, text, [], models[walk].proposals[index].id, reasons) {
        models[walk].carryOut(index)
    }
}

access(all) fun voteLater(_ walk: Int) {
    let index = pickProposal(walk, from: pending, to: active)
    if index < 0 {
        return
    }
    let others = walks[walk].isScored ? [target, heir, heir] : [target]
    let other = random(2) == 0 ? others[random(others.length)] : -1
    let voter = other < 0 ? toNumber(voters[random(voters.length)]) : numbers[walk][other]
    let isExcluded = other == target || other == heir && models[walk].proposals[index].kind == recovering
    let support = random(3) > 0
    let relayed: [UInt64] = [3, models[walk].proposals[index].id, voter, support ? 1 : 0]
    let text = "\(other < 0 ? "a voter" : proposers[other]) votes"
    if note(walk, text, relayed, 0, models[walk].refuseVote(index, isExcluded: isExcluded)) {
        models[walk].vote(index, voter, support)
    }
}

access(all) fun settle(_ walk: Int) {
    let count = models[walk].proposals.length
    if count == 0 || random(2) == 0 {
        let _ = note(walk, "somebody settles the record", [5, numbers[walk][target]], 0, [])
    } else {
        let _ = note(walk, "somebody settles a proposal", [4, models[walk].proposals[random(count)].id], 0, [])
    }
}

access(all) fun liftFlag(_ walk: Int) {
    if note(walk, "the flagger lifts the flag", [], 0, models[walk].isFlagged ? [] as [String] : ["is not flagged"]) {
        models[walk].liftFlag()
    }
}

access(all) fun proposeElsewhere(_ walk: Int) {
    let kind = random(2)
    let relayed: [UInt64] = [0, UInt64(kind), numbers[walk][newborn], numbers[walk][member]]
    if note(walk, "a member proposes elsewhere", relayed, 0, models[walk].refuseElsewhere(kind)) {
        lastProposalId = lastProposalId + 1
        models[walk].proposeElsewhere(kind)
    }
}

/// Notes an act, and answers whether it is accepted. One that is refused is tried where that is wanted.
access(all) fun note(_ walk: Int, _ text: String, _ relayed: [UInt64], _ executed: UInt64, _ reasons: [String]): Bool {
    let isAccepted = reasons.length == 0
    if isAccepted || isRefusalWanted {
        let full = isAccepted ? text : "\(text): refused"
        acts.append(Act(walk: walk, text: text, relayed: relayed, executed: executed, reasons: reasons))
        walks[walk].noteStep("\(formatTime(now)) \(full)")
        met[full] = (met[full] ?? 0) + 1
    }
    return isAccepted
}

/// Index of a proposal with such a status, or of any where a refusal is wanted; -1 without one.
access(all) fun pickProposal(_ walk: Int, from: Int, to: Int): Int {
    let indexes: [Int] = []
    var index = 0
    while index < models[walk].proposals.length {
        let status = models[walk].proposals[index].status
        if isRefusalWanted || status >= from && status <= to {
            indexes.append(index)
        }
        index = index + 1
    }
    return indexes.length == 0 ? -1 : indexes[random(indexes.length)]
}

/// Votes of different voters: twice the index of the voter, and one more For.
access(all) fun pickVotes(_ choices: [[Int]]): [UInt64] {
    let choice = choices[random(choices.length)]
    let first = random(voters.length)
    let votes: [UInt64] = []
    while votes.length < choice[0] + choice[1] {
        let isFor = votes.length < choice[0]
        votes.append(UInt64((first + votes.length) % voters.length * 2 + (isFor ? 1 : 0)))
    }
    return votes
}

/// Counts votes on the last proposal.
access(all) fun count(_ walk: Int, _ votes: [UInt64]) {
    for vote in votes {
        models[walk].vote(models[walk].proposals.length - 1, toNumber(voters[vote / 2]), vote % 2 == 1)
    }
}

access(all) view fun toNumber(_ address: Address): UInt64 {
    return UInt64.fromBigEndianBytes(address.toBytes())!
}

/// Sends the acts of a round: what is relayed and accepted in a few transactions, then each other one alone.
access(all) fun sendActs(from: Int) {
    var group: [Int] = []
    let others: [Int] = []
    var index = from
    while index < acts.length {
        if acts[index].reasons.length > 0 || acts[index].relayed.length == 0 {
            others.append(index)
        } else {
            group.append(index)
        }
        if group.length == actsPerTransaction {
            sendGroup(group)
            group = []
        }
        index = index + 1
    }
    if group.length > 0 {
        sendGroup(group)
    }
    for other in others {
        sendGroup([other])
    }
}

access(all) fun sendGroup(_ group: [Int]) {
    Test.addTransaction(buildActs(group))
    sent.append(group)
}

access(all) fun buildActs(_ group: [Int]): Test.Transaction {
    let first = group[0]
    if acts[first].executed > 0 {
        return buildTransaction(execute_, daoSigners, [acts[first].executed])
    }
    if acts[first].relayed.length == 0 {
        return buildTransaction(unflag, [agent()], [people[acts[first].walk][target]])
    }
    let relayed: [[UInt64]] = []
    let fresh: [Address] = []
    for index in group {
        relayed.append(acts[index].relayed)
        fresh.appendAll(getFresh(acts[index].walk, acts[index].relayed))
    }
    return buildTransaction(relay, [agent()], [relayed, voters, caseId, fresh, evidenceHash])
}

/// Executes what was sent, and checks that each act was accepted or refused as it must.
access(all) fun checkActs() {
    let messages: [String] = []
    while messages.length < sent.length {
        messages.append(getMessage(Test.executeNextTransaction()!))
    }
    Test.commitBlock()
    for index, group in sent {
        for act in group {
            let isShared = group.length > 1 && messages[index] != ""
            checkAct(act, isShared ? getMessage(Test.executeTransaction(buildActs([act]))) : messages[index])
        }
        Test.assert(messages[index] == "" || group.length == 1, message: "Seed \(seed): \(messages[index])")
    }
}

access(all) fun checkAct(_ index: Int, _ message: String) {
    var isExpected = acts[index].reasons.length == 0 && message == ""
    for reason in acts[index].reasons {
        isExpected = isExpected || message.contains(reason)
    }
    if !isExpected {
        let reasons = "refused: \(String.join(acts[index].reasons, separator: ", or: "))"
        let expected = acts[index].reasons.length == 0 ? "accepted" : reasons
        fail(acts[index].walk, acts[index].text, expected, message == "" ? "accepted" : "refused: \(message)")
    }
}

/// The last line of an error, empty where there is none.
access(all) fun getMessage(_ result: Test.TransactionResult): String {
    let parts = (result.error?.message ?? "").split(separator: "error: ")
    return parts[parts.length - 1]
}

/// Whose scores are renewed before an act.
access(all) fun getFresh(_ walk: Int, _ relayed: [UInt64]): [Address] {
    let fresh: [Address] = []
    if relayed[0] == 0 && relayed[3] == numbers[walk][member] {
        fresh.append(people[walk][member])
    }
    if relayed[0] < 3 && walks[walk].isScored {
        fresh.append(people[walk][target])
        fresh.append(people[walk][heir])
    }
    return fresh
}

/// Compares where the walks stand: those in which something may have happened, or each of them.
access(all) fun compareAll(isEachCompared: Bool) {
    let compared: [Int] = []
    let targets: [Address] = []
    let heirs: [Address] = []
    let proposals: [[UInt64]] = []
    let appeals: [[UInt64]] = []
    let allowed: [UInt8] = []
    var walk = 0
    while walk < walksPerBatch {
        let isAtRest = models[walk].isAtRest()
        if isEachCompared || !isAtRest || !walks[walk].wasAtRest {
            compared.append(walk)
            targets.append(people[walk][target])
            heirs.append(people[walk][heir])
            proposals.append(getProposals(walk, isEachCompared))
            appeals.append(getAppeals(walk))
            allowed.append(getAllowed(walk))
        }
        walks[walk].noteRest(isAtRest)
        walk = walk + 1
    }
    let result = Test.executeScript(look, [targets, heirs, voters[0], proposals, appeals, allowed, caseId])
    Test.assert(result.error == nil, message: explain(0, "look", "accepted", result.error?.message ?? ""))
    for index, answer in result.returnValue! as! [[Int]] {
        compare(compared[index], answer)
    }
}

/// Numbers of the proposals to compare, 0 for one that had ended and need not be compared again.
access(all) fun getProposals(_ walk: Int, _ isEachCompared: Bool): [UInt64] {
    let ids: [UInt64] = []
    while ids.length < models[walk].proposals.length {
        let index = ids.length
        let hadEnded = index < walks[walk].statuses.length && walks[walk].statuses[index] > approved
        ids.append(hadEnded && !isEachCompared ? 0 : models[walk].proposals[index].id)
    }
    return ids
}

access(all) fun getAppeals(_ walk: Int): [UInt64] {
    let ids: [UInt64] = []
    while ids.length < models[walk].appeals.length {
        ids.append(models[walk].appeals[ids.length].id)
    }
    return ids
}

access(all) fun getAllowed(_ walk: Int): UInt8 {
    return (models[walk].refuseRecovery().length == 0 ? 1 : 0)
        + (models[walk].refuseAppeal(isAgainstFlag: false).length == 0 ? 2 : 0)
        + (models[walk].refuseAppeal(isAgainstFlag: true).length == 0 ? 4 : 0)
}

access(all) fun compare(_ walk: Int, _ answer: [Int]) {
    let marks = (models[walk].isFrozen ? 1 : 0) + (models[walk].isFlagged ? 2 : 0)
    let end = models[walk].freezeEnd < 0 ? -1 : models[walk].freezeEnd + begunAt
    if answer[0] != marks || answer[1] != end {
        fail(walk, "flag and freeze", formatMarks(marks, end), formatMarks(answer[0], answer[1]))
    }
    var at = 2
    var index = 0
    while index < models[walk].proposals.length {
        let expected = getProposalView(walk, index)
        let status = models[walk].proposals[index].status
        if answer[at] != expected && (answer[at] >= 0 || status <= approved) {
            let subject = "proposal \(index + 1), to \(kinds[models[walk].proposals[index].kind])"
            fail(walk, subject, formatProposal(expected), formatProposal(answer[at]))
        }
        checkTransition(walk, index, status)
        at = at + 1
        index = index + 1
    }
    index = 0
    while index < models[walk].appeals.length {
        let isForgotten = answer[at] < 0 && models[walk].appeals[index].mayBeForgotten
        let expected = getAppealView(walk, index)
        if !isForgotten && (answer[at] != expected[0] || answer[at + 1] != expected[1]) {
            fail(walk, "appeal \(index + 1)", formatAppeal(expected[0], expected[1]), formatAppeal(answer[at], answer[at + 1]))
        }
        at = at + 2
        index = index + 1
    }
}

/// As scripts/get_walks answers.
access(all) fun getProposalView(_ walk: Int, _ index: Int): Int {
    let status = models[walk].proposals[index].status
    let mayHeirVote = walks[walk].isScored && models[walk].proposals[index].kind != recovering
    let mayVote = status > active ? 0 : mayHeirVote ? 5 : 1
    let isExecutable = status == approved && models[walk].refuseExecution(index).length == 0
    return status + 10 * models[walk].proposals[index].outcome + 100 * mayVote + (isExecutable ? 1000 : 0)
}

access(all) fun getAppealView(_ walk: Int, _ index: Int): [Int] {
    let outcome = models[walk].appeals[index].outcome
    let isSecondDue = models[walk].refuseSecond(index).length == 0
    return [outcome + (isSecondDue ? 10 : 0), outcome == appealOpen ? -1 : models[walk].appeals[index].closedAt + begunAt]
}

/// No status follows another against the documented life cycle; within a step several may follow.
access(all) fun checkTransition(_ walk: Int, _ index: Int, _ status: Int) {
    let before = index < walks[walk].statuses.length ? walks[walk].statuses[index] : pending
    let isDocumented = status == before
        || before == pending && (status == active || status == expired)
        || before == active && status > active
        || before == approved && (status == executed || status == expired)
    if !isDocumented {
        fail(walk, "proposal \(index + 1)", statuses[before], statuses[status])
    }
    if status != before {
        let change = "\(kinds[models[walk].proposals[index].kind]) \(statuses[status])"
        met[change] = (met[change] ?? 0) + 1
    }
    walks[walk].noteStatus(index, status)
}

access(all) fun checkMet() {
}

access(all) fun fail(_ walk: Int, _ subject: String, _ expected: String, _ answer: String) {
    Test.assert(false, message: explain(walk, subject, expected, answer))
}

access(all) fun explain(_ walk: Int, _ subject: String, _ expected: String, _ answer: String): String {
    return "Seed \(seed), batch \(batch), walk \(walk), \(formatTime(now)): \(subject)\n"
        .concat("by the model: \(expected)\nby the contracts: \(answer)\n")
        .concat(String.join(walks[walk].way, separator: "\n"))
}

/// Hours since the walk began.
access(all) fun formatTime(_ seconds: Int): String {
    let hours = (seconds + 2) / oneHour
    let rest = seconds - hours * oneHour
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest > 0 ? "+" : "")\(rest) s"
}

access(all) fun formatMarks(_ marks: Int, _ end: Int): String {
    let ending = end < 0 ? "never frozen" : "the last freeze ends at \(formatTime(end - begunAt))"
    return "\(marks & 1 > 0 ? "frozen" : "not frozen"), \(marks & 2 > 0 ? "flagged" : "not flagged"), \(ending)"
}

access(all) fun formatProposal(_ view_: Int): String {
    if view_ < 0 {
        return "pruned"
    }
    let mayVote = view_ / 100 % 10
    return "\(statuses[view_ % 10]), voting \(votingOutcomes[view_ / 10 % 10])\(view_ >= 1000 ? ", executable" : "")"
        .concat(mayVote & 1 > 0 ? ", a member may vote" : "")
        .concat(mayVote & 2 > 0 ? ", the target may vote" : "")
        .concat(mayVote & 4 > 0 ? ", the recovery address may vote" : "")
}

access(all) fun formatAppeal(_ view_: Int, _ closedAt: Int): String {
    if view_ < 0 {
        return "forgotten"
    }
    let closing = closedAt < 0 ? "" : ", closed at \(formatTime(closedAt - begunAt))"
    return "\(appealOutcomes[view_ % 10])\(view_ >= 10 ? ", a second proposal is due" : "")\(closing)"
}
