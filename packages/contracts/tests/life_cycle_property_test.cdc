import Test
import "test_helpers.cdc"

/// Random sequences of operations against a model of the life cycle: every answer of the contract and every
/// status must be what the model says, and no status may follow another against the documented life cycle.

access(all) struct Model {
    access(all) let topic: String
    access(all) let proposer: Int
    access(all) let createdAt: UFix64
    access(all) let votes: {Int: Bool}
    access(all) var isExecuted: Bool

    init(_ topic: String, _ proposer: Int, _ createdAt: UFix64) {
        self.topic = topic
        self.proposer = proposer
        self.createdAt = createdAt
        self.votes = {}
        self.isExecuted = false
    }

    access(all) fun vote(_ voter: Int, _ support: Bool) {
        self.votes[voter] = support
    }

    access(all) fun markExecuted() {
        self.isExecuted = true
    }

    access(all) view fun status(_ now: UFix64): String {
        if self.isExecuted {
            return "executed"
        }
        if now < self.createdAt + 86400.0 {
            return self.votes.length == 0 ? "pending" : "active"
        }
        if self.votes.length < 3 {
            return "expired"
        }
        if self.votes.values.filter(view fun (support: Bool): Bool { return support }).length * 2 <= self.votes.length {
            return "rejected"
        }
        return now < self.createdAt + 86400.0 + 604800.0 ? "approved" : "expired"
    }

    access(all) view fun isOpen(_ now: UFix64): Bool {
        return ["pending", "active", "approved"].contains(self.status(now))
    }
}

access(all) let follows: {String: [String]} = {
    "pending": ["pending", "active", "expired"],
    "active": ["active", "approved", "rejected", "expired"],
    "approved": ["approved", "executed", "expired"],
    "executed": ["executed"],
    "rejected": ["rejected"],
    "expired": ["expired"]
}

access(all) let targets: [Address] = [0x0000000000000014, 0x0000000000000015, 0x0000000000000016]
access(all) let waits: [Fix64] = [3600.0, 90000.0, 90000.0, 720000.0]
access(all) var seed: UInt64 = 3
access(all) let models: [Model] = []
access(all) let sequences: [UInt64] = [0, 0, 0, 0, 0]
access(all) var lastStatuses: [String] = []
access(all) let seen: {String: Bool} = {}

access(all) fun random(_ below: Int): Int {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Int(seed / 65536) % below
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    Test.freezeTime()
}

access(all) fun testNoOrderOfOperationsLeavesTheLifeCycle() {
    var step = 0
    while step < 80 {
        switch random(12) {
            case 0:
                proposeSomething()
            case 1:
                letTimePass()
            case 2:
                settleSomething()
            case 3:
                executeSomething()
            case 4:
                executeSomething()
            default:
                if models.length < 2 {
                    proposeSomething()
                } else {
                    voteSomething()
                }
        }
        checkAll()
        step = step + 1
    }
    Test.assertEqual(follows.length, seen.length)
}

access(all) fun proposeSomething() {
    let proposer = random(5)
    let action = ["freeze", "unfreeze"][random(2)]
    let target = targets[random(3)]
    let topic = "\(action) \(target)"
    let now = getNow()
    var expected: String? = nil
    if models.filter(view fun (model: Model): Bool { return model.proposer == proposer && model.isOpen(now) }).length >= 3 {
        expected = "has 3 open proposals already"
    } else if models.filter(view fun (model: Model): Bool { return model.topic == topic && model.isOpen(now) }).length > 0 {
        expected = "is open already"
    }
    let proposal = members()[proposer].proposal(action, target, "A reason of enough characters")
    perform("../transactions/governance/create_proposal.cdc", [relayer()], proposal, expected)
    if expected == nil {
        models.append(Model(topic, proposer, getNow()))
    }
}

access(all) fun voteSomething() {
    let index = models.length - 1 - random(2)
    let voter = random(5)
    let support = random(3) > 0
    let isOpen = getNow() < models[index].createdAt + 86400.0
    let person = members()[voter]
    let vote = person.vote(UInt64(index + 1), support, person.nextSequence())
    perform("../transactions/governance/cast_vote.cdc", [relayer()], vote, isOpen ? nil : "ended at")
    if isOpen {
        models[index].vote(voter, support)
    }
}

access(all) fun letTimePass() {
    wait(waits[random(4)])
    refreshScores()
}

access(all) fun settleSomething() {
    if models.length > 0 {
        send("governance/settle_proposals", [relayer()], [[UInt64(1 + random(models.length))]])
    }
}

access(all) fun executeSomething() {
    if models.length == 0 {
        return
    }
    let index = models.length - 1 - random(models.length < 4 ? models.length : 4)
    let status = models[index].status(getNow())
    perform(
        "transactions/execute_with_lent_admin.cdc",
        [relayer()],
        [UInt64(index + 1)],
        status == "approved" ? nil : "is \(status), not approved"
    )
    if status == "approved" {
        models[index].markExecuted()
    }
}

access(all) fun checkAll() {
    let now = getNow()
    let statuses = askFile("scripts/get_statuses.cdc", []) as! [String]
    Test.assertEqual(models.length, statuses.length)
    for index, status in statuses {
        Test.assertEqual(models[index].status(now), status)
        let before = index < lastStatuses.length ? lastStatuses[index] : "pending"
        seen[status] = true
        Test.assert(follows[before]!.contains(status), message: "Proposal \(index + 1) went from \(before) to \(status)")
    }
    lastStatuses = statuses
}
