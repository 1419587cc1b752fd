import Test
import "test_helpers.cdc"
import "governance_model.cdc"

/// Random walks of the model on the real contracts: at every step both must give the same freezes, statuses, outcomes
/// and right to vote, accept the same acts, and refuse the others for the same reason. Each run takes a fresh seed and
/// prints it; `toolbox test --seed N` walks the same way again.
///
/// Walks share the chain and its clock, in batches; each has a target of its own, with a guarded vault and a flag, and
/// proposers of its own. The target and its recovery address could vote on everything else.

access(all) let batches = 10
access(all) let walksPerBatch = 30
access(all) let days: [Int] = [12, 15, 18, 21]
access(all) let caseId = "case-1"
/// An act of a batch transaction uses up to a tenth of what one may use.
access(all) let actsPerTransaction = 4

/// Weights of acts: propose to freeze, to unfreeze, to recover; appeal against the freeze, against the flag, appeal
/// again; execute, vote, settle; lift the flag, propose elsewhere.
access(all) let weights: [Int] = [6, 2, 8, 8, 2, 5, 12, 2, 1, 1, 1]
/// Votes For and Against that follow a proposal, and that follow an appeal.
access(all) let votesOnProposal: [[Int]] = [[3, 0], [3, 0], [3, 0], [3, 0], [3, 1], [2, 1], [1, 2], [0, 3], [2, 0], [0, 0]]
access(all) let votesOnAppeal: [[Int]] = [[3, 0], [3, 0], [2, 1], [1, 2], [0, 3], [2, 2], [2, 0], [0, 0], [0, 0], [0, 0]]

access(all) let evidenceHash = sha256Hex("70")
access(all) let code: {String: String} = {
    "relay": Test.readFile("transactions/relay_walk.cdc"),
    "execute": Test.readFile("../transactions/governance/execute_proposal.cdc"),
    "unflag": Test.readFile("../transactions/protection/unflag_wallet.cdc"),
    "publish": Test.readFile("transactions/publish_scores.cdc"),
    "ask": Test.readFile("scripts/get_walks.cdc")
}

access(all) let follows: [[Int]] = [
    [pending, active, expired], [active, approved, executed, rejected, expired], [approved, executed, expired],
    [executed], [rejected], [expired]
]

/// How one walk goes about it.
access(all) struct Habits {
    access(all) let weights: [Int]
    /// Acts in ten rounds.
    access(all) let activity: Int
    access(all) let maxProposals: Int
    /// Whether target and recovery address have fresh scores when a proposal opens.
    access(all) let isScored: Bool
    /// How long after the freeze the target waits before it appeals.
    access(all) let patience: Int

    init() {
        self.weights = weights.map(fun (weight: Int): Int { return weight * [0, 1, 1, 2, 3][random(5)] })
        self.weights[0] = weights[0]
        self.weights[6] = weights[6]
        self.weights[10] = random(8) == 0 ? 2 : 0
        self.activity = 1 + random(4)
        self.maxProposals = 4 + random(6)
        self.isScored = random(3) == 0
        self.patience = [0, 0, 0, 96, 132, 156][random(6)] * oneHour
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

access(all) var seed: UInt64 = 0
access(all) var state: Word64 = 0
access(all) var begunAt: Int = 0
access(all) var now: Int = 0
access(all) var lastProposalId: UInt64 = 0
access(all) var lastAppealId: UInt64 = 0
access(all) var batch: Int = 0

/// By walk: addresses of member, target, newborn account and recovery address.
access(all) let people: [[Address]] = []
access(all) var models: [Model] = []
access(all) var habits: [Habits] = []
access(all) var traces: [[String]] = []
access(all) var statusesBefore: [[Int]] = []
/// Whether neither time nor votes change anything any more until something is done.
access(all) var isAtRest: [Bool] = []
access(all) var voters: [Address] = []
access(all) var votersScoredAt: Int = 0
access(all) var isEachCompared: Bool = true
access(all) var daoSigners: [Test.TestAccount] = []
/// Acts of the round.
access(all) var acts: [Act] = []
access(all) var isRefusalWanted: Bool = false
access(all) let counts: {String: Int} = {}

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
        people.append(accounts.map(fun (account: Test.TestAccount): Address { return account.address }))
        send("vault/open_vault", [accounts[target]], [accounts[heir].address, {} as {String: UFix64}, 0.0])
        send("protection/flag_wallet", [agent()], [accounts[target].address, caseId, "behaviour", sha256Hex("reason"), nil, nil])
        publishScores([accounts[member].address, accounts[target].address, accounts[heir].address], 70)
    }
    wait(8.0 * day)
}

access(all) fun testTheContractsGoEveryWayOfTheModel() {
    seed = freshSeed()
    state = Word64(seed)
    let height = getHeight()
    while batch < batches {
        beginBatch(height)
        let lastTime = days[random(days.length)] * oneDay
        while now < lastTime {
            letTimePass()
            takeSteps()
            compareAll()
        }
        batch = batch + 1
    }
}

access(all) fun beginBatch(_ height: UInt64) {
    Test.reset(to: height)
    begunAt = Int(getNow())
    now = 0
    votersScoredAt = -oneDay
    lastProposalId = 0
    lastAppealId = 0
    models = []
    habits = []
    traces = []
    statusesBefore = []
    isAtRest = []
    while models.length < walksPerBatch {
        models.append(Model())
        habits.append(Habits())
        traces.append([])
        statusesBefore.append([])
        isAtRest.append(false)
    }
}

/// Half a day or a quarter, and up to a second off, so that times are met, just missed and just passed.
access(all) fun letTimePass() {
    let step = (now + 2) / oneHour * oneHour + [6, 12, 12, 12][random(4)] * oneHour + [-1, 0, 0, 0, 1][random(5)] - now
    Test.moveTime(by: Fix64(step))
    now = now + step
    for index in InclusiveRange(0, walksPerBatch - 1) {
        models[index].look(now)
    }
}

access(all) fun takeSteps() {
    let transactions: [Test.Transaction] = []
    let sent: [[Act]] = []
    if now - votersScoredAt > 23 * oneHour {
        transactions.append(buildPublication())
        sent.append([])
        votersScoredAt = now
    }
    for round in [1, 2] {
        acts = []
        for index in InclusiveRange(0, walksPerBatch - 1) {
            if random(10) < habits[index].activity {
                takeStep(index)
            }
        }
        for group in groupActs() {
            transactions.append(buildActs(group))
            sent.append(group)
        }
    }
    let results = Test.executeTransactions(transactions)
    for index, group in sent {
        checkActs(group, results[index])
    }
}

/// Something that is accepted, or now and then something that is refused.
access(all) fun takeStep(_ walk: Int) {
    let before = acts.length
    let model = &models[walk] as &Model
    var tries = 0
    while tries < 8 && acts.length == before {
        let kind = pickAct(walk)
        isRefusalWanted = random(12) == 0
        let isRenewal = kind == freezing && model.isFrozen
        if isRefusalWanted || model.isWorthTrying(kind) && (!isRenewal || random(3) == 0) {
            takeAct(walk, model, kind)
        }
        tries = tries + 1
    }
}

access(all) fun pickAct(_ walk: Int): Int {
    let weights = habits[walk].weights
    var sum = 0
    for weight in weights {
        sum = sum + weight
    }
    var rest = random(sum)
    var kind = 0
    while rest >= weights[kind] {
        rest = rest - weights[kind]
        kind = kind + 1
    }
    return kind
}

access(all) fun takeAct(_ walk: Int, _ model: &Model, _ kind: Int) {
    switch kind {
        case 3:
            appeal(walk, model, isAgainstFlag: false)
        case 4:
            appeal(walk, model, isAgainstFlag: true)
        case 5:
            appealAgain(walk, model)
        case 6:
            carryOut(walk, model)
        case 7:
            voteLater(walk, model)
        case 8:
            settle(walk, model)
        case 9:
            liftFlag(walk, model)
        case 10:
            proposeElsewhere(walk, model)
        default:
            proposeSomething(walk, model, kind)
    }
}

/// Notes an act, and answers whether it is accepted. One that is refused is tried only now and then.
access(all) fun take(_ walk: Int, _ text: String, _ relayed: [UInt64], _ executed: UInt64, _ reasons: [String]): Bool {
    let isAccepted = reasons.length == 0
    if isAccepted || isRefusalWanted {
        acts.append(Act(walk: walk, text: text, relayed: relayed, executed: executed, reasons: reasons))
        traces[walk].append("\(formatTime(now)) \(text)\(isAccepted ? "" : ": refused")")
        counts[text] = (counts[text] ?? 0) + 1
    }
    return isAccepted
}

access(all) fun proposeSomething(_ walk: Int, _ model: &Model, _ kind: Int) {
    if model.proposals.length >= habits[walk].maxProposals {
        return
    }
    let proposer = random(4) > 0 ? member : random(habits[walk].isScored ? 4 : 3)
    let isEndedAtOnce = kind == freezing && model.upheldAt.contains(now)
    let votes = isEndedAtOnce ? [] as [UInt64] : pickVotes(votesOnProposal)
    let person = toNumber(people[walk][proposer])
    let relayed: [UInt64] = [0, UInt64(kind), toNumber(people[walk][target]), person]
    let text = "\(proposers[proposer]) proposes to \(kinds[kind])"
    if take(walk, text, relayed.concat(votes), 0, model.refusePropose(kind, proposer)) {
        lastProposalId = lastProposalId + 1
        model.propose(lastProposalId, kind, proposer)
        countVotes(model, votes)
    }
}

access(all) fun appeal(_ walk: Int, _ model: &Model, isAgainstFlag: Bool) {
    if model.proposals.length >= habits[walk].maxProposals || !isAgainstFlag && !model.isFreezeOlderThan(habits[walk].patience) {
        return
    }
    let votes = pickVotes(votesOnAppeal)
    let relayed: [UInt64] = [1, isAgainstFlag ? 0 : model.getFreezeProposal(), toNumber(people[walk][target])]
    let text = "the target appeals against the \(isAgainstFlag ? "flag" : "freeze")"
    if take(walk, text, relayed.concat(votes), 0, model.refuseAppeal(isAgainstFlag)) {
        lastProposalId = lastProposalId + 1
        lastAppealId = lastAppealId + 1
        model.appeal(lastAppealId, lastProposalId, isAgainstFlag: isAgainstFlag)
        countVotes(model, votes)
    }
}

access(all) fun appealAgain(_ walk: Int, _ model: &Model) {
    let index = model.appeals.length - 1 - random(2)
    if index < 0 || model.proposals.length >= habits[walk].maxProposals {
        return
    }
    let votes = pickVotes(votesOnAppeal)
    let relayed: [UInt64] = [2, model.appeals[index].id, toNumber(people[walk][target])]
    if take(walk, "the target proposes again", relayed.concat(votes), 0, model.refuseSecond(index)) {
        lastProposalId = lastProposalId + 1
        model.appealAgain(index, lastProposalId)
        countVotes(model, votes)
    }
}

access(all) fun carryOut(_ walk: Int, _ model: &Model) {
    let index = pickProposal(model, [approved])
    if index < 0 {
        return
    }
    let text = "the DAO executes a proposal to \(kinds[model.proposals[index].kind])"
    let reasons = model.refuseExecution(index)
    if take(walk, text, [], model.proposals[index].id, reasons) {
        model.carryOut(index)
        model.look(now)
    }
}

access(all) fun voteLater(_ walk: Int, _ model: &Model) {
    let index = pickProposal(model, [pending, active])
    if index < 0 {
        return
    }
    let walkers = people[walk]
    let others = habits[walk].isScored ? [walkers[target], walkers[heir], walkers[heir]] : [walkers[target]]
    let voter = random(2) > 0 ? voters[random(voters.length)] : others[random(others.length)]
    let isExcluded = voter == walkers[target] || voter == walkers[heir] && model.proposals[index].kind == recovering
    let support = random(3) > 0
    let relayed: [UInt64] = [3, model.proposals[index].id, toNumber(voter), support ? 1 : 0]
    if take(walk, "somebody votes", relayed, 0, model.refuseVote(index, isExcluded: isExcluded)) {
        model.vote(index, toNumber(voter), support)
        model.look(now)
    }
}

access(all) fun settle(_ walk: Int, _ model: &Model) {
    let isRecord = model.proposals.length == 0 || random(2) == 0
    let relayed: [UInt64] = isRecord
        ? [5, toNumber(people[walk][target])]
        : [4, model.proposals[random(model.proposals.length)].id]
    let _ = take(walk, "somebody settles the \(isRecord ? "record" : "proposal")", relayed, 0, [])
}

access(all) fun liftFlag(_ walk: Int, _ model: &Model) {
    if take(walk, "the flagger lifts the flag", [], 0, model.isFlagged ? [] : ["is not flagged"]) {
        model.liftFlag()
        model.look(now)
    }
}

access(all) fun proposeElsewhere(_ walk: Int, _ model: &Model) {
    let other = toNumber(people[walk][newborn])
    let kind = random(2)
    let relayed: [UInt64] = [0, UInt64(kind), other, toNumber(people[walk][member])]
    if take(walk, "a member proposes elsewhere", relayed, 0, model.refuseElsewhere(kind)) {
        lastProposalId = lastProposalId + 1
        model.proposeElsewhere(kind)
    }
}

/// Index of a proposal of one of these statuses, or of any where a refusal is wanted; -1 without one.
access(all) fun pickProposal(_ model: &Model, _ wanted: [Int]): Int {
    let indexes: [Int] = []
    for index, status in *model.statuses {
        if isRefusalWanted || wanted.contains(status) {
            indexes.append(index)
        }
    }
    return indexes.length == 0 ? -1 : indexes[random(indexes.length)]
}

/// Votes of different voters: twice the index of the voter, and one more For.
access(all) fun pickVotes(_ choices: [[Int]]): [UInt64] {
    let choice = choices[random(choices.length)]
    let first = random(voters.length)
    let votes: [UInt64] = []
    while votes.length < choice[0] + choice[1] {
        let support = votes.length < choice[0]
        votes.append(UInt64((first + votes.length) % voters.length * 2 + (support ? 1 : 0)))
    }
    return votes
}

access(all) fun countVotes(_ model: &Model, _ votes: [UInt64]) {
    for vote in votes {
        model.vote(model.proposals.length - 1, toNumber(voters[vote / 2]), vote % 2 == 1)
    }
    model.look(now)
}

access(all) view fun toNumber(_ address: Address): UInt64 {
    return UInt64.fromBigEndianBytes(address.toBytes())!
}

/// Acts of the round by transaction: those that are accepted together, each that is refused alone.
access(all) fun groupActs(): [[Act]] {
    var groups: [[Act]] = []
    var relayed: [Act] = []
    let others: [[Act]] = []
    for act in acts {
        if act.reasons.length > 0 || act.relayed.length == 0 {
            others.append([act])
            continue
        }
        relayed.append(act)
        if relayed.length == actsPerTransaction {
            groups.append(relayed)
            relayed = []
        }
    }
    return (relayed.length == 0 ? groups : groups.concat([relayed])).concat(others)
}

access(all) fun buildActs(_ group: [Act]): Test.Transaction {
    if group[0].executed > 0 {
        return buildTransaction(code["execute"]!, daoSigners, [group[0].executed])
    }
    if group[0].relayed.length == 0 {
        return buildTransaction(code["unflag"]!, [agent()], [people[group[0].walk][target]])
    }
    let fresh: [Address] = []
    for act in group {
        let walkers = people[act.walk]
        if act.relayed[0] == 0 && act.relayed[3] == toNumber(walkers[member]) {
            fresh.append(walkers[member])
        }
        if act.relayed[0] < 3 && habits[act.walk].isScored {
            fresh.appendAll([walkers[target], walkers[heir]])
        }
    }
    let relayed = group.map(fun (act: Act): [UInt64] { return act.relayed })
    return buildTransaction(code["relay"]!, [agent()], [relayed, voters, caseId, fresh, evidenceHash])
}

access(all) fun buildPublication(): Test.Transaction {
    let factors: [UInt64] = [7000, 7000, 7000, 7000, 7000, 7000]
    return buildTransaction(code["publish"]!, [agent()], [voters, factors, evidenceHash])
}

access(all) fun checkActs(_ group: [Act], _ result: Test.TransactionResult) {
    let parts = (result.error?.message ?? "").split(separator: "error: ")
    let message = parts[parts.length - 1]
    if group.length > 1 && result.status != Test.ResultStatus.succeeded {
        for act in group {
            checkActs([act], Test.executeTransaction(buildActs([act])))
        }
    }
    for act in group {
        if act.reasons.length == 0 {
            Test.assert(result.status == Test.ResultStatus.succeeded, message: explain(act.walk, "\(act.text)\naccepted\nrefused: \(message)"))
            continue
        }
        let isRefused = act.reasons.concat(["There is no proposal"]).filter(view fun (reason: String): Bool { return message.contains(reason) }).length > 0
        Test.assert(isRefused, message: explain(act.walk, "\(act.text)\nrefused: \(String.join(act.reasons, separator: ", or "))\n\(result.error == nil ? "accepted" : message)"))
    }
}

/// Compares where every walk stands.
access(all) fun compareAll() {
    isEachCompared = random(4) == 0
    let compared: [Int] = []
    let targets: [Address] = []
    let heirs: [Address] = []
    let proposalIds: [[UInt64]] = []
    let appealIds: [[UInt64]] = []
    let allowed: [UInt8] = []
    for index, walkers in people {
        let wasAtRest = isAtRest[index]
        isAtRest[index] = models[index].isAtRest()
        if wasAtRest && isAtRest[index] && !isEachCompared {
            continue
        }
        compared.append(index)
        targets.append(walkers[target])
        heirs.append(walkers[heir])
        proposalIds.append(getCompared(index))
        appealIds.append(models[index].getAppealIds())
        allowed.append(models[index].getAllowed())
    }
    let arguments: [AnyStruct] = [targets, heirs, voters[0], proposalIds, appealIds, allowed, caseId]
    let result = Test.executeScript(code["ask"]!, arguments)
    Test.assert(result.error == nil, message: "Seed \(seed), batch \(batch), \(formatTime(now)): \(result.error?.message ?? "")")
    for index, answer in result.returnValue! as! [[Int]] {
        let walk = compared[index]
        compare(walk, &models[walk] as &Model, answer)
    }
}

/// Proposals to compare, 0 for one that has ended: these are compared again only now and then.
access(all) fun getCompared(_ walk: Int): [UInt64] {
    let ids: [UInt64] = []
    let model = &models[walk] as &Model
    var index = 0
    while index < model.proposals.length {
        let hasEnded = index < statusesBefore[walk].length && statusesBefore[walk][index] > approved
        ids.append(hasEnded && !isEachCompared ? 0 : model.proposals[index].id)
        index = index + 1
    }
    return ids
}

access(all) fun compare(_ walk: Int, _ model: &Model, _ answer: [Int]) {
    let end = model.freezeEnd < 0 ? -1 : model.freezeEnd + begunAt
    if answer[0] != model.getMarks() || answer[1] != end {
        fail(walk, "frozen 1 + flagged 2, and the end of the freeze: \(model.isFrozen), \(model.isFlagged), \(formatTime(model.freezeEnd)); the contracts \(answer[0]), \(formatTime(answer[1] - begunAt))")
    }
    let count = model.proposals.length
    let answers = answer.slice(from: 2, upTo: 2 + count)
    for index, status in *model.statuses {
        let expected = model.getProposalView(index, isHeirScored: habits[walk].isScored)
        if answers[index] != expected && (answers[index] >= 0 || status <= approved) {
            fail(walk, "proposal \(model.proposals[index].id): \(formatView(expected)); the contracts: \(formatView(answers[index]))")
        }
        let before = index < statusesBefore[walk].length ? statusesBefore[walk][index] : pending
        Test.assert(follows[before].contains(status), message: "\(statuses[status]) after \(statuses[before])")
    }
    statusesBefore[walk] = *model.statuses
    var index = 0
    while index < model.appeals.length {
        let expected = model.getAppealView(index, begunAt)
        let actual = answer.slice(from: 2 + count + 2 * index, upTo: 4 + count + 2 * index)
        if expected != actual && !(model.appeals[index].mayBeForgotten && actual[0] < 0) {
            fail(walk, "appeal \(model.appeals[index].id), outcome + 10 when a second proposal is due, closed at: \(expected[0]), \(formatTime(expected[1] - begunAt)); the contracts \(actual[0]), \(formatTime(actual[1] - begunAt))")
        }
        index = index + 1
    }
}

access(all) fun formatView(_ view_: Int): String {
    if view_ < 0 {
        return "pruned"
    }
    let rights = view_ / 100 % 10
    return "\(statuses[view_ % 10]), voting \(votingOutcomes[view_ / 10 % 10]), may vote: member \(rights & 1 > 0), target \(rights & 2 > 0), recovery address \(rights & 4 > 0), executable \(view_ >= 1000)"
}

/// Hours since the walk began.
access(all) fun formatTime(_ seconds: Int): String {
    let hours = (seconds + 2) / oneHour
    let rest = seconds - hours * oneHour
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest > 0 ? "+" : "")\(rest) s"
}

access(all) fun fail(_ walk: Int, _ difference: String) {
    Test.assert(false, message: explain(walk, difference))
}

access(all) fun explain(_ walk: Int, _ difference: String): String {
    return "seed \(seed), batch \(batch), walk \(walk), \(formatTime(now)), the model \(difference)\n".concat(String.join(traces[walk], separator: "\n"))
}
