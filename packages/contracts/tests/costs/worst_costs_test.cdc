import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"

/// What transactions cost in the worst state that the rules let an address be in, and what asking about it costs: 17
/// undecided votes on it. Ranks and topics allow three each of freezes, recoveries, and unfreezes that name a flag that
/// stands, with the freeze that lapsed, without one, and with the next freeze; and an appeal against flag and freeze. Four
/// publishers have the longest history of everybody.

access(all) let flow: String = "A.0000000000000003.FlowToken.Vault"
access(all) let newborns: [Person] = []
access(all) let publishers: [Address] = [agentAddress]
/// The highest computation by name.
access(all) let costs: {String: UInt64} = {}

access(all) fun setup() {
    newborns.appendAll(createNewborns(3))
    setUpStories(true)
    while publishers.length < 4 {
        let account = Test.createAccount()
        send("score/appoint_publisher", [contractsAccount()], [account.address])
        send("score/claim_publisher", [account], [contractsAddress])
        publishers.append(account.address)
    }
    agentPerson()
    for round in InclusiveRange(1, 6) {
        publishByAll("round \(round)")
    }
    wait(8.0 * day)
    storyStartsNow()
    bringAboutTheWorst()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun publishByAll(_ evidence: String) {
    let people = members().map(fun (member: Person): Address { return member.address() }).concat([accusedAddress])
    for publisher in publishers {
        perform("../transactions/score/publish_scores.cdc", [Test.getAccount(publisher)], [people, equalFactors(7000), sha256Hex(evidence)], nil)
    }
}

/// Runs a transaction and notes what it costs beyond `base`.
access(all) fun measure(_ name: String, _ code: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct], _ base: UInt64) {
    closeBlock()
    let result = Test.executeTransaction(buildTransaction(code, signers, arguments))
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    let cost = result.computationUsed - base
    Test.assert(cost <= 2000, message: "\(name) costs \(cost)")
    let before = costs["worst \(name)"] ?? 0
    costs["worst \(name)"] = cost > before ? cost : before
}

access(all) fun measureProduct(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]) {
    measure(name, Test.readFile("../../transactions/\(name).cdc"), signers, arguments, 0)
}

/// By one of each rank, the lowest first.
access(all) fun proposeByEachRank(_ action: String, _ index: Int) {
    for proposer in [newborns[index], members()[index], Person(agentAddress, 11)] {
        measureProduct("governance/create_proposal", [relayer()], proposer.proposal(action, accusedAddress, "A reason of enough characters"))
    }
}

access(all) fun bringAboutTheWorst() {
    let reason = "A reason of enough characters"
    flagAccused("case-1")
    publishByAll("later")
    freezeAccused()
    goTo(100.0, 0.0)
    publishByAll("later")
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(191.0, 0.0)
    publishByAll("later")
    proposeByEachRank("unfreeze", 0)
    goTo(192.0, 1.0)
    proposeByEachRank("unfreeze", 1)
    executeProposal(next)
    proposeByEachRank("unfreeze", 2)
    proposeByEachRank("recover", 0)
    proposeByEachRank("freeze", 1)
    measureProduct("protection/open_appeal", [relayer()], accused().appeal(nil, 2, reason))
    measureProduct("protection/open_appeal", [relayer()], accused().appeal(1, nil, reason))
    Test.assertEqual(17, askCode("import \"DharmaProtection\"\naccess(all) fun main(): Int { return DharmaProtection.borrowRecord(\(accusedAddress))!.undecided.length }", []) as! Int)
}

/// Votes on the newest eight, of which three change what the freeze is.
access(all) fun vote() {
    let last = lastProposal()
    let ids: [UInt64] = []
    let supports: [Bool] = []
    while ids.length < 8 {
        ids.append(last - UInt64(ids.length))
        supports.append(true)
    }
    for voter in members().slice(from: 0, upTo: 3) {
        measureProduct("governance/cast_votes", [relayer()], voter.votesWith(ids, supports, voter.next(votes)))
    }
}

access(all) fun testVotesAndWhatTheyPileUp() {
    vote()
    goTo(24.5, 0.0)
    measureProduct("protection/settle_protection", [relayer()], [[accusedAddress]])
}

/// Votes on eight frozen addresses with two undecided proposals each, of which the last changes what each freeze is.
access(all) fun testVotesOnEightAddresses() {
    wait(25.0 * hour)
    for action in ["freeze", "unfreeze"] {
        publishByAll("later")
        let targets: [Address] = [0x500, 0x501, 0x502, 0x503, 0x504, 0x505, 0x506, 0x507]
        let ids: [UInt64] = []
        let supports: [Bool] = []
        for number, target in targets {
            ids.append(propose(members()[[0, 0, 1, 1, 2, 2, 3, 3][number]], action, target))
            supports.append(true)
            if action == "unfreeze" {
                propose(newborns[[0, 0, 0, 1, 1, 1, 2, 2][number]], "freeze", target)
            }
        }
        for voter in members().slice(from: 0, upTo: 3) {
            measureProduct("governance/cast_votes", [relayer()], voter.votesWith(ids, supports, voter.next(votes)))
        }
        wait(25.0 * hour)
        for id in ids {
            if action == "freeze" {
                executeProposal(id)
            }
        }
    }
}

access(all) fun testAnExecutionThatSettlesAllThatIsDecided() {
    let freeze = lastProposal() - 2
    for voter in members().slice(from: 0, upTo: 3) {
        castVote(voter, freeze, true)
    }
    goTo(24.5, 0.0)
    measureProduct("governance/execute_proposal", signedBy(daoAddress, [6, 7]), [freeze])
}

access(all) fun testAProposalWithTheDearestReasonBesideAllThatIsDecided() {
    var reason = ""
    while reason.length < 200 {
        reason = reason.concat("\u{3000}")
    }
    while reason.utf8.length < 4000 {
        reason = reason.concat("0123456789")
    }
    goTo(24.5, 0.0)
    publishByAll("later")
    closeBlock()
    measureProduct("governance/create_proposal", [relayer()], members()[3].proposal("freeze", accusedAddress, reason))
}

/// Of an owner whose freeze has lapsed, with all that nobody settled since.
access(all) fun testMovementsOfAVaultAfterAFreeze() {
    goTo(400.0, 0.0)
    sendFlow(1.0, accusedAddress)
    measureProduct("vault/deposit_tokens", [accused().account], [0.5, /storage/flowTokenVault])
    measureProduct("vault/request_withdrawal", [accused().account], [flow, 0.1])
    let request = (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
    wait(3.0 * day)
    measureProduct("vault/claim_tokens", [accused().account], [request, /storage/flowTokenVault])
}

/// As a caller pays for it: what a transaction costs more than one without the question.
access(all) fun ask_(_ name: String, _ question: String) {
    let head = "import \"DharmaProtection\"\nimport \"DharmaScore\"\ntransaction(a: Address) { prepare(signer: &Account) { let answer = "
    closeBlock()
    let empty = Test.executeTransaction(buildTransaction(head.concat("false } }"), [relayer()], [accusedAddress]))
    measure(name, head.concat(question).concat(" } }"), [relayer()], [accusedAddress], empty.computationUsed)
    let cost = costs["worst \(name)"]!
    Test.assert(cost <= 40, message: "\(name) costs \(cost)")
}

access(all) fun testQuestions() {
    ask_("isFrozen", "DharmaProtection.isFrozen(a)")
    ask_("requireMin", "DharmaScore.requireMin(address: a, minScoreTenths: 0, maxAge: 9999999.0)")
    vote()
    goTo(24.5, 0.0)
    ask_("isFrozen", "DharmaProtection.isFrozen(a)")
}

access(all) fun testTheDocumentedCostsAreTheMeasuredOnes() {
    expectDocumented(costs)
}
