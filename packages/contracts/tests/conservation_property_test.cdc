import Test
import "DharmaAllowance"
import "test_helpers.cdc"

/// Random sequences of operations on two guarded vaults, each the recovery address of the other: not a unit is made or
/// lost, nothing leaves a frozen vault but by a recovery, no 24 hours see more leave freely than the allowance, and
/// nothing else leaves within 72 hours of its request. Each run takes a fresh seed, which every failure names.

access(all) let addresses: [Address] = [0x0000000000000014, 0x0000000000000015]
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
/// 1, 6 and 75 hours.
access(all) let waits: [Fix64] = [3600.0, 21600.0, 270000.0]

access(all) var seed: UInt64 = 0
access(all) var random: UInt64 = 0
/// What the step before left: the states of both owners and of the contracts' account.
access(all) var before: [{String: UFix64}] = []
/// What left freely: when, and how much, by owner.
access(all) var times: [[UFix64]] = [[], []]
access(all) var amounts: [[UFix64]] = [[], []]
/// The numbers of each owner's requests; what was asked for, the state then, and whether a freeze voided it.
access(all) let requests: [[UInt64]] = [[], []]
access(all) let kinds: {UInt64: String} = {}
access(all) let statesThen: {UInt64: {String: UFix64}} = {}
access(all) let voided: [UInt64] = []
access(all) var usedRequest: UInt64 = 0
/// How often each operation succeeded.
access(all) let counts: {String: Int} = {}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    seed = freshSeed()
    random = seed % 2147483648
    setUpCommunity()
    setUpTokens(addresses)
    sendLotus(owner(0), 500.0, addresses[1])
    closeBlock()
    Test.freezeTime()
    before = getStates()
}

access(all) fun testNoOrderOfOperationsMakesOrLosesAUnit() {
    let first = before
    var step = 0
    while step < 210 {
        let index: Int = step % 35 < 4 ? step / 35 % 2 : pick(2)
        let operation = act(index, step % 35)
        counts[operation] = (counts[operation] ?? 0) + 1
        let after = getStates()
        checkSums(first, after)
        checkVault(other(index), "", after)
        checkVault(index, operation, after)
        before = after
        step = step + 1
    }
    for operation in ["withdraw", "leave", "claim", "deliver", "apply", "recover", "close recovered"] {
        hold(counts[operation] != nil, "No '\(operation)' succeeded")
    }
}

/// Fails with the seed of the run.
access(all) fun hold(_ condition: Bool, _ message: String) {
    Test.assert(condition, message: "Seed \(seed): \(message)")
}

access(all) fun pick(_ below: Int): Int {
    random = (random * 1103515245 + 12345) % 2147483648
    return Int(random / 65536) % below
}

/// Odd amounts, to the last unit.
access(all) fun pickAmount(_ below: Int): UFix64 {
    return UFix64(pick(below)) + UFix64(1 + pick(32000)) / 100000000.0
}

access(all) fun owner(_ index: Int): Test.TestAccount {
    return Test.getAccount(addresses[index])
}

access(all) fun getStates(): [{String: UFix64}] {
    return askFile("scripts/get_vault_states.cdc", [addresses.concat([contractsAddress])]) as! [{String: UFix64}]
}

access(all) fun run(_ operation: String, _ name: String, _ index: Int, _ arguments: [AnyStruct]): String {
    return attempt("vault/".concat(name), owner(index), arguments) ? operation : ""
}

/// A recovery and a leave are tried in each round of 35 steps; everything else is random. Answers the operation that
/// succeeded, an empty text when none did.
access(all) fun act(_ index: Int, _ step: Int): String {
    let state = before[index]
    if state["guardedLotus"] == nil {
        return run("open", "open_vault", index, [addresses[other(index)], {lotus: 50.0}, 1.0 + pickAmount(2)])
    }
    if state["isRecovered"]! == 1.0 {
        return finishRecovery(index)
    }
    switch step {
        case 1:
            return request(index, "leave", "request_leave", [])
        case 2:
            wait(270000.0)
            return ""
        case 3:
            return withdraw(index, state["guardedLotus"]!)
        case 34:
            return decideOn("recover", index)
    }
    return actFreely(index, state)
}

access(all) fun actFreely(_ index: Int, _ state: {String: UFix64}): String {
    switch pick(24) {
        case 0:
            return run("deposit", "deposit_nft", index, [UInt64(1 + pick(3)), passPath])
        case 1:
            return run("pay in", "pay_into_vault", other(index), [addresses[index], pickAmount(30), lotusPath])
        case 2:
            return request(index, "withdraw", "request_withdrawal", [lotus, pickAmount(200)])
        case 3:
            return request(index, "withdraw NFT", "request_nft", [pass, UInt64(1 + pick(3))])
        case 4:
            return request(index, "allowance", "request_allowance", [lotus, UFix64(20 + pick(60))])
        case 5:
            return request(index, "leave", "request_leave", [])
        case 6:
            return run("lower", "lower_allowance", index, [lotus, UFix64(20 + pick(60))])
        case 7:
            return pick(3) > 0 ? "" : decideOn("freeze", index)
        case 8:
            return requests[index].length == 0 ? "" : run("cancel", "cancel_request", index, [pickRequest(index)])
        case 9:
            return run("withdraw", "withdraw_nft", index, [pass, UInt64(1 + pick(3)), passPath])
        case 10:
            return run("close", "close_vault", index, [])
        case 11:
            return withdraw(index, pickAmount(30))
        case 12:
            return run("deposit", "deposit_tokens", index, [pickAmount(90), lotusPath])
    }
    return actOnTime(index, state)
}

/// Waits, and what becomes possible by waiting.
access(all) fun actOnTime(_ index: Int, _ state: {String: UFix64}): String {
    switch pick(7) {
        case 0:
            wait(waits[pick(3)])
            return ""
        case 1:
            // Around the end of the 24 hours of an allowance.
            wait(81000.0 + Fix64(pick(9000)))
            return ""
        case 2:
            return use(index)
        case 3:
            return use(index)
        case 4:
            return use(index)
    }
    return withdraw(index, state["isLeaving"]! == 1.0 ? state["guardedLotus"]! : state["remaining"]!)
}

access(all) fun withdraw(_ index: Int, _ amount: UFix64): String {
    return run("withdraw", "withdraw_tokens", index, [lotus, amount, lotusPath])
}

/// Makes a request and notes it.
access(all) fun request(_ index: Int, _ kind: String, _ name: String, _ arguments: [AnyStruct]): String {
    if run(kind, name, index, arguments) == "" {
        return ""
    }
    let id = (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
    requests[index].append(id)
    kinds[id] = kind
    statesThen[id] = before[index]
    return kind == "leave" ? "leave" : "request"
}

access(all) fun pickRequest(_ index: Int): UInt64 {
    return requests[index][pick(requests[index].length)]
}

/// Uses one of the last requests, whatever has become of it.
access(all) fun use(_ index: Int): String {
    let count = requests[index].length
    if count == 0 {
        return ""
    }
    usedRequest = requests[index][count - 1 - pick(count < 4 ? count : 4)]
    switch kinds[usedRequest]! {
        case "withdraw":
            return run("claim", "claim_tokens", index, [usedRequest, lotusPath])
        case "withdraw NFT":
            return run("claim", "claim_nft", index, [usedRequest, passPath])
    }
    return run("apply", "apply_request", index, [usedRequest])
}

/// A decision of the community.
access(all) fun decideOn(_ action: String, _ index: Int): String {
    if action == "recover" {
        recoverVault(addresses[index])
    } else {
        decide(action, addresses[index])
    }
    voided.appendAll(requests[index])
    return action
}

access(all) fun finishRecovery(_ index: Int): String {
    switch pick(4) {
        case 0:
            return run("deliver", "deliver_tokens", index, [addresses[index], lotus])
        case 1:
            return run("deliver", "deliver_nfts", index, [addresses[index], pass, pick(3)])
        case 2:
            return run("close recovered", "close_recovered_vault", index, [addresses[index]])
    }
    wait(86400.0)
    return withdraw(index, 1.0)
}

access(all) fun sum(_ states: [{String: UFix64}], _ keys: [String]): UFix64 {
    var sum = 0.0
    for state in states {
        for key in keys {
            sum = sum + (state[key] ?? 0.0)
        }
    }
    return sum
}

access(all) fun checkSums(_ first: [{String: UFix64}], _ after: [{String: UFix64}]) {
    let ofOwners = after.slice(from: 0, upTo: 2)
    hold(sum(ofOwners, ["lotus", "guardedLotus"]) == 1000.0, "Lotus was made or lost")
    hold(sum(ofOwners, ["passes", "guardedPasses"]) == 3.0, "Passes were made or lost")
    hold(sum(after, ["flow"]) == sum(first, ["flow"]), "FLOW was made or lost")
    let held = after[2]["flow"]! - first[2]["flow"]!
    hold(held == sum(ofOwners, ["deposit"]), "Storage deposits are \(held)")
}

access(all) fun other(_ index: Int): Int {
    return index == 0 ? 1 : 0
}

/// Asserts that what left a vault in a step was free to leave.
access(all) fun checkVault(_ index: Int, _ operation: String, _ after: [{String: UFix64}]) {
    let was = before[index]
    let now = after[index]
    if operation == "open" {
        times[index] = []
        amounts[index] = []
    }
    let left = (was["guardedLotus"] ?? 0.0).saturatingSubtract(now["guardedLotus"] ?? 0.0)
    if left == 0.0 && was["guardedPasses"] ?? 0.0 <= now["guardedPasses"] ?? 0.0 {
        return
    }
    if operation == "deliver" {
        hold(was["isRecovered"]! == 1.0, "Something was delivered without a recovery")
        hold(after[other(index)]["lotus"]! == before[other(index)]["lotus"]! + left, "Something was delivered elsewhere")
        return
    }
    hold(was["isFrozen"]! == 0.0 && was["isRecovered"]! == 0.0, "\(operation): something left a stopped vault")
    if operation == "claim" {
        hold(isStanding(usedRequest, now), "Request \(usedRequest) was used out of time")
    } else if was["isLeaving"]! == 1.0 {
        checkLeave(index, now)
    } else {
        hold(operation == "withdraw" && was["guardedPasses"] == now["guardedPasses"], "\(operation): something left")
        checkAllowance(index, left, now)
    }
}

access(all) fun isStanding(_ id: UInt64, _ now: {String: UFix64}): Bool {
    let age = now["time"]! - statesThen[id]!["time"]!
    return age >= 259200.0 && age < 864000.0 && !voided.contains(id)
}

/// Leaving takes a request that stands, and nothing that was deposited after it.
access(all) fun checkLeave(_ index: Int, _ now: {String: UFix64}) {
    for id in requests[index] {
        let then = statesThen[id]!
        if kinds[id]! == "leave" && isStanding(id, now) && before[index]["guardedLotus"]! <= then["guardedLotus"]!
            && before[index]["guardedPasses"]! <= then["guardedPasses"]! {
            return
        }
    }
    hold(false, "Something left by no request to leave")
}

/// Any 24 hours end with a withdrawal, so that those before each withdrawal are all that need be looked at.
access(all) fun checkAllowance(_ index: Int, _ left: UFix64, _ now: {String: UFix64}) {
    times[index].append(now["time"]!)
    amounts[index].append(left)
    var sum = 0.0
    for i, time in times[index] {
        sum = sum + (time + 86400.0 > now["time"]! ? amounts[index][i] : 0.0)
    }
    hold(sum <= before[index]["limit"]!, "\(sum) left within 24 hours")
}
