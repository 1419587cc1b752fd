import Test

/// What two owners of guarded vaults did so far, and whether a step from one state of both, and of the contracts'
/// account, to the next was allowed.

/// What left freely: when, and how much, by owner.
access(all) var times: [[UFix64]] = [[], []]
access(all) var amounts: [[UFix64]] = [[], []]
/// The numbers of each owner's requests; what was asked for, the state then, and which of them a freeze voided.
access(all) let requests: [[UInt64]] = [[], []]
access(all) let kinds: {UInt64: String} = {}
access(all) let statesThen: {UInt64: {String: UFix64}} = {}
access(all) let voided: [UInt64] = []
access(all) var usedRequest: UInt64 = 0

access(all) fun noteRequest(_ index: Int, _ id: UInt64, _ kind: String, _ state: {String: UFix64}) {
    requests[index].append(id)
    kinds[id] = kind
    statesThen[id] = state
}

access(all) fun noteUse(_ id: UInt64) {
    usedRequest = id
}

access(all) fun hold(_ condition: Bool, _ message: String) {
    Test.assert(condition, message: message)
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

/// Asserts that what left a vault in a step was free to leave.
access(all) fun checkVault(
    _ index: Int,
    _ operation: String,
    _ before: [{String: UFix64}],
    _ after: [{String: UFix64}]
) {
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
    if operation == "take" || operation == "take NFTs" {
        let other = index == 0 ? 1 : 0
        hold(was["isRecovered"]! == 1.0, "Something was taken over without a recovery")
        hold(before[other]["isFrozen"]! == 0.0, "Something was taken over by a frozen owner")
        hold(after[other]["lotus"]! == before[other]["lotus"]! + left, "Something was taken elsewhere")
        return
    }
    hold(was["isFrozen"]! == 0.0 && was["isRecovered"]! == 0.0, "\(operation): something left a stopped vault")
    if operation == "use" {
        hold(isStanding(usedRequest, now), "Request \(usedRequest) was used out of time")
        let then = statesThen[usedRequest]!
        hold(left <= then["freeLotus"]!, "Request \(usedRequest) took more than was free when it was made")
    } else if was["isLeaving"]! == 1.0 {
        checkLeave(index, was, now)
    } else {
        hold(operation == "withdraw" || operation == "withdraw all", "\(operation): something left")
        hold(was["guardedPasses"] == now["guardedPasses"], "A pass left")
        hold(left <= was["freeLotus"]!, "What a request had set aside left by the allowance")
        checkAllowance(index, left, was["limit"]!, now["time"]!)
    }
}

access(all) fun isStanding(_ id: UInt64, _ now: {String: UFix64}): Bool {
    let age = now["time"]! - statesThen[id]!["time"]!
    return age >= 259200.0 && age < 864000.0 && !voided.contains(id)
}

/// Leaving takes a request that stands, and nothing that was deposited after it.
access(all) fun checkLeave(_ index: Int, _ was: {String: UFix64}, _ now: {String: UFix64}) {
    for id in requests[index] {
        let then = statesThen[id]!
        if kinds[id]! == "leave" && isStanding(id, now) && was["guardedLotus"]! <= then["guardedLotus"]!
            && was["guardedPasses"]! <= then["guardedPasses"]! {
            return
        }
    }
    hold(false, "Something left by no request to leave")
}

/// Any 24 hours end with a withdrawal, so that those before each withdrawal are all that need be looked at.
access(all) fun checkAllowance(_ index: Int, _ left: UFix64, _ limit: UFix64, _ now: UFix64) {
    times[index].append(now)
    amounts[index].append(left)
    var sum = 0.0
    for i, time in times[index] {
        sum = sum + (time + 86400.0 > now ? amounts[index][i] : 0.0)
    }
    hold(sum <= limit, "\(sum) left within 24 hours")
}
