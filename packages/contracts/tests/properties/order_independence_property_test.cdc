import Test
import "../helpers/test_helpers.cdc"

/// A random story of votes about one address is told several times: settled at no time, after every step, and at random. What
/// is decided, what stands, and when the freeze ends is the same.

access(all) let stories: Int = 3

/// A pseudo-random number generator: that of Park and Miller.
access(all) var random: UInt64 = 0

access(all) fun setup() {
    setUpStories(true)
    setUpActors()
}

access(all) fun setUpActors() {
    send("protection/appoint_flagger", [contractsAccount()], [relayer().address])
    send("protection/claim_flagger", [relayer()], [contractsAddress])
    addKey(agent(), 11, 1000.0)
    closeBlock()
    storyStartsNow()
}

access(all) fun below(_ limit: Int): Int {
    random = random * 48271 % 2147483647
    return Int(random / 8 % UInt64(limit))
}

/// What is done at an hour of the story.
access(all) struct Step {
    access(all) let hours: Fix64
    /// propose, appeal, flag, unflag, execute.
    access(all) let kind: String
    access(all) let detail: String
    /// Votes For, then Against, of the first members.
    access(all) let votersFor: Int
    access(all) let votersAgainst: Int
    /// Of the member who proposes, or the agent.
    access(all) let proposer: Int

    init(_ hours: Fix64, _ kind: String, _ detail: String, _ votersFor: Int, _ votersAgainst: Int, _ proposer: Int) {
        self.hours = hours
        self.kind = kind
        self.detail = detail
        self.votersFor = votersFor
        self.votersAgainst = votersAgainst
        self.proposer = proposer
    }
}

access(all) fun drawStory(): [Step] {
    let steps: [Step] = [Step(0.0, "propose", "freeze", 3, 0, 0)]
    var hours: Fix64 = 0.0
    while steps.length < 14 {
        hours = hours + Fix64([0, 0, 12, 12, 24, 24, 48][below(7)])
        let draw = below(12)
        let result = below(5)
        let votersFor = result < 3 ? 3 : result == 3 ? 1 : 0
        let votersAgainst = result == 3 ? 2 : 0
        if draw < 6 {
            let action = ["freeze", "unfreeze", "unfreeze", "recover", "recover", "freeze"][draw]
            steps.append(Step(hours, "propose", action, votersFor, votersAgainst, below(4)))
        } else if draw < 8 {
            steps.append(Step(hours, "appeal", draw == 6 ? "flag" : "freeze", votersFor, votersAgainst, 0))
        } else if draw == 8 {
            steps.append(Step(hours, "flag", ["behaviour", "keys"][below(2)], 0, 0, 0))
        } else if draw == 9 {
            steps.append(Step(hours, "unflag", "", 0, 0, 0))
        } else {
            steps.append(Step(hours, "execute", "", 0, 0, below(2)))
        }
    }
    steps.append(Step(hours + 24.0, "execute", "", 0, 0, 0))
    steps.append(Step(hours + 60.0, "look", "", 0, 0, 0))
    steps.append(Step(hours + 200.0, "look", "", 0, 0, 0))
    return steps
}

/// Sends a transaction that may be refused.
access(all) fun attemptBy(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]): Bool {
    closeBlock()
    let code = Test.readFile("../../transactions/\(name).cdc")
    return Test.executeTransaction(buildTransaction(code, signers, arguments)).status == Test.ResultStatus.succeeded
}

/// All that anyone can ask: statuses, outcomes and obstacles of all proposals, flag, freeze and its end, recovery.
access(all) fun look(): String {
    return askFile("../scripts/get_state_of_votes.cdc", [accusedAddress]) as! String
}

access(all) fun settleEverything() {
    let ids: [UInt64] = []
    var id: UInt64 = 1
    while id <= lastProposal() {
        ids.append(id)
        id = id + 1
    }
    settleAll(ids)
}

/// Executes what can be, the newest or the oldest first; answers the statuses after it.
access(all) fun executeAll(_ isNewestFirst: Bool) {
    var id: UInt64 = 1
    let ids: [UInt64] = []
    while id <= lastProposal() {
        if getStatus(id) == "approved" {
            ids.insert(at: isNewestFirst ? 0 : ids.length, id)
        }
        id = id + 1
    }
    for each in ids {
        let _ = attemptBy("governance/execute_proposal", signedBy(daoAddress, [6, 8]), [each])
    }
}

access(all) fun voteOn(_ step: Step, _ id: UInt64) {
    var voter = 0
    while voter < step.votersFor + step.votersAgainst {
        let _ = attemptBy("governance/cast_votes", [relayer()], members()[voter].vote(id, voter < step.votersFor))
        voter = voter + 1
    }
}

access(all) fun perform_(_ step: Step) {
    switch step.kind {
        case "propose":
            refreshScores()
            let proposer = step.proposer == 3 ? Person(agentAddress, 11) : members()[step.proposer]
            if attemptBy("governance/create_proposal", [relayer()], buildProposal(proposer, step.detail, accusedAddress)) {
                voteOn(step, lastProposal())
            }
        case "appeal":
            refreshScores()
            if step.detail == "flag" ? isAccusedFlagged() : isAccusedFrozen() {
                let number = step.detail == "flag" ? getFlagNumber(accusedAddress) : getFreezeNumber(accusedAddress)
                let appeal = step.detail == "flag"
                    ? accused().appeal(number, nil, "A reason of enough characters")
                    : accused().appeal(nil, number, "A reason of enough characters")
                if attemptBy("protection/open_appeal", [relayer()], appeal) {
                    voteOn(step, lastProposal())
                }
            }
        case "flag":
            let _ = attemptBy("protection/flag_wallet", [agent()], buildFlag("case", step.detail))
        case "unflag":
            let _ = attemptBy("protection/unflag_wallet", [agent()], [accusedAddress])
        case "execute":
            executeAll(step.proposer == 1)
    }
    closeBlock()
}

/// Tells a story and answers what could be seen after each step. `settles`: 0 never, 1 after every step, 2 at random.
access(all) fun tell(_ steps: [Step], _ settles: Int): [String] {
    restartStory()
    let views: [String] = []
    for step in steps {
        goTo(step.hours, 0.0)
        if settles == 1 || settles == 2 && below(3) == 0 {
            settleEverything()
        }
        perform_(step)
        if settles == 1 || settles == 2 && below(3) == 0 {
            settleEverything()
        }
        views.append("\(step.hours) \(step.kind) \(step.detail): \(look())")
    }
    return views
}

access(all) fun testTheSameDecisionsEndTheSameWhoeverSettlesWhen() {
    random = freshSeed() % 2147483646 + 1
    var story = 0
    while story < stories {
        let steps = drawStory()
        let unsettled = tell(steps, 0)
        for settles in [1, 2] {
            let settled = tell(steps, settles)
            for index, view_ in unsettled {
                Test.assertEqual("story \(story) \(view_)", "story \(story) \(settled[index])")
            }
        }
        story = story + 1
    }
}
