import Test
import "DharmaAllowance"
import "../helpers/test_helpers.cdc"
import "vault_journal.cdc"

/// Random sequences of operations on two guarded vaults, each the recovery address of the other: not a unit is made or
/// lost, nothing leaves a frozen vault but by a recovery, no 24 hours see more leave freely than the allowance, and
/// nothing else leaves within 72 hours of its request. Each run takes a fresh seed.

access(all) let addresses: [Address] = [0x0000000000000014, 0x0000000000000015]
access(all) let passPath: StoragePath = /storage/gardenPassCollection
access(all) let passes: [UInt64] = [1, 2, 3]
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
/// What chance would seldom put together, and single operations.
access(all) let stories: [[String]] = [
    ["deposit", "request", "wait 72", "use"],
    ["raise", "wait 72", "use"],
    ["deposit", "late", "withdraw all", "wait 24", "withdraw all"],
    ["deposit", "deposit NFT", "leave", "deposit", "wait 72", "withdraw all", "withdraw NFT", "close", "open"],
    ["deposit", "recover", "withdraw all", "bind recovered", "take", "take NFTs", "close recovered", "wait 72", "wait 72", "open"],
    ["deposit", "recover", "wait 72", "wait 72", "withdraw all", "deposit", "bind recovered", "take", "take NFTs", "close recovered", "open"],
    ["deposit", "request", "freeze", "withdraw", "unfreeze", "wait 72", "use"],
    ["request", "raise", "freeze", "wait 72", "use", "withdraw all"],
    ["deposit NFT", "request NFT", "wait 72", "use"],
    ["request", "withdraw all", "deposit", "wait 72", "use"], ["request NFT", "request NFT", "wait 72", "use", "deposit NFT", "use"],
    ["bind"], ["deposit NFT"], ["pay in"], ["request"], ["leave"], ["lower"], ["cancel"], ["wait 24"], ["open"], ["deposit"],
    ["withdraw"], ["withdraw all"], ["withdraw NFT"], ["close"], ["use"], ["bind recovered", "take", "take NFTs", "close recovered"]
]

access(all) var random: UInt64 = 0
/// What the step before left: the states of both owners and of the contracts' account.
access(all) var before: [{String: UFix64}] = []
/// How often each operation succeeded.
access(all) let counts: {String: Int} = {}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    random = freshSeed() % 2147483648
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
    var index = 0
    var story = ["open"]
    while step < 150 || (step < 1000 && listMissing().length > 0) {
        if story.length == 0 {
            index = pick(2)
            story = pickStory(step)
        }
        let operation = story.removeFirst()
        let isDone = act(index, operation)
        counts[operation] = (counts[operation] ?? 0) + (isDone ? 1 : 0)
        let after = getStates()
        checkSums(first, after)
        checkVault(other(index), "", before, after)
        checkVault(index, isDone ? operation : "", before, after)
        before = after
        step = step + 1
    }
    let missing = listMissing()
    Test.assert(missing.length == 0, message: "Never succeeded: ".concat(String.join(missing, separator: ", ")))
}

/// Any story; past the first 150 steps, half of the time one with the first operation that must still succeed.
access(all) fun pickStory(_ step: Int): [String] {
    if step < 150 || pick(2) == 0 {
        return stories[pick(stories.length)]
    }
    let missing = listMissing()[0]
    let wanted = stories.filter(view fun (_ story: [String]): Bool { return story.contains(missing) })
    return wanted[pick(wanted.length)]
}

/// Operations that must succeed in every run, and did not so far.
access(all) fun listMissing(): [String] {
    return ["withdraw all", "withdraw NFT", "leave", "use", "freeze", "recover", "take", "close recovered", "bind"]
        .filter(view fun (_ operation: String): Bool { return counts[operation] ?? 0 == 0 })
}

access(all) fun pick(_ below: Int): Int {
    random = (random * 1103515245 + 12345) % 2147483648
    return Int(random / 65536) % below
}

/// Odd amounts, to the last unit.
access(all) fun pickAmount(_ below: Int): UFix64 {
    return UFix64(pick(below)) + UFix64(1 + pick(32000)) / 100000000.0
}

access(all) fun other(_ index: Int): Int {
    return index == 0 ? 1 : 0
}

access(all) fun owner(_ index: Int): Test.TestAccount {
    return Test.getAccount(addresses[index])
}

access(all) fun getStates(): [{String: UFix64}] {
    return askFile("../scripts/get_vault_states.cdc", [addresses.concat([contractsAddress])]) as! [{String: UFix64}]
}

access(all) fun run(_ name: String, _ index: Int, _ arguments: [AnyStruct]): Bool {
    return attempt("vault/".concat(name), owner(index), arguments)
}

/// The owner of the other vault takes over what was recovered to it.
access(all) fun takeOver(_ name: String, _ index: Int, _ arguments: [AnyStruct]): Bool {
    return attempt(name, owner(other(index)), [addresses[index] as AnyStruct].concat(arguments))
}

/// Tries an operation on each garden pass until one succeeds.
access(all) fun runForAnyPass(_ name: String, _ index: Int, _ before: [AnyStruct], _ after: [AnyStruct]): Bool {
    for id in passes {
        if run(name, index, before.concat([id]).concat(after)) {
            return true
        }
    }
    return false
}

/// One operation; answers whether it succeeded.
access(all) fun act(_ index: Int, _ operation: String): Bool {
    let address = addresses[index]
    switch operation {
        case "open":
            return run("open_vault", index, [addresses[other(index)], {lotus: 50.0}])
        case "deposit":
            return run("deposit_tokens", index, [pickAmount(200), lotusPath])
        case "pay in":
            return run("pay_into_vault", other(index), [address, pickAmount(30), lotusPath])
        case "deposit NFT":
            return runForAnyPass("deposit_nft", index, [], [passPath])
        case "withdraw":
            return run("withdraw_tokens", index, [lotus, pickAmount(60), lotusPath])
        case "withdraw all":
            return run("withdraw_tokens", index, [lotus, getWithdrawable(before[index]), lotusPath])
        case "withdraw NFT":
            return runForAnyPass("withdraw_nft", index, [pass], [passPath])
        case "lower":
            return run("lower_allowance", index, [lotus, UFix64(20 + pick(60))])
        case "close":
            return run("close_vault", index, [])
        case "bind":
            return run("bind_key", index, [address])
        case "bind recovered":
            return takeOver("vault/bind_key", index, [])
        case "take":
            return takeOver("recovery/withdraw_recovered_tokens", index, [lotus, lotusPath])
        case "take NFTs":
            return takeOver("recovery/withdraw_recovered_nfts", index, [pass, 1 + pick(3), passPath])
        case "close recovered":
            return takeOver("recovery/close_recovered_vault", index, [])
    }
    return operation.contains("wait") || operation == "late" ? letTimePass(operation) : decideOrRequest(index, operation)
}

/// All that may leave at once.
access(all) fun getWithdrawable(_ state: {String: UFix64}): UFix64 {
    let all = state["freeLotus"] ?? 0.0
    let remaining = state["remaining"] ?? 0.0
    return state["isLeaving"] ?? 0.0 == 1.0 || all < remaining ? all : remaining
}

/// Until late in an hour, or around the end of the hours of an allowance or of a request.
access(all) fun letTimePass(_ operation: String): Bool {
    switch operation {
        case "late":
            wait(Fix64(3600 - Int(getNow()) % 3600 + 1800 + pick(1790)))
        case "wait 24":
            wait(82800.0 + Fix64(pick(5400)))
        case "wait 72":
            wait(252000.0 + Fix64(pick(36000)))
    }
    return true
}

access(all) fun decideOrRequest(_ index: Int, _ operation: String): Bool {
    let guarded = before[index]["guardedLotus"]
    switch operation {
        case "request":
            return request(index, operation, "request_withdrawal", [lotus, (guarded ?? 0.0) / 2.0])
        case "request NFT":
            return runForAnyPass("request_nft", index, [pass], []) && note(index, operation)
        case "raise":
            return request(index, operation, "request_allowance", [lotus, UFix64(20 + pick(60))])
        case "leave":
            return request(index, operation, "request_leave", [])
        case "cancel":
            return cancel(index)
        case "use":
            return use(index)
        case "freeze":
            decide(operation, addresses[index])
        case "unfreeze":
            if before[index]["isFrozen"]! == 0.0 {
                return false
            }
            decide(operation, addresses[index])
        case "recover":
            if guarded == nil || before[index]["isRecovered"]! == 1.0 {
                return false
            }
            recoverVault(addresses[index])
    }
    voided.appendAll(requests[index])
    return true
}

/// Makes a request and notes it.
access(all) fun request(_ index: Int, _ kind: String, _ name: String, _ arguments: [AnyStruct]): Bool {
    return run(name, index, arguments) && note(index, kind)
}

access(all) fun note(_ index: Int, _ kind: String): Bool {
    let id = (lastEvent(Type<DharmaAllowance.Requested>()) as! DharmaAllowance.Requested).requestId
    noteRequest(index, id, kind, before[index])
    return true
}

access(all) fun cancel(_ index: Int): Bool {
    let count = requests[index].length
    if count == 0 || !run("cancel_request", index, [requests[index][count - 1]]) {
        return false
    }
    requests[index].removeLast()
    return true
}

/// Uses one of the last two requests, whatever has become of it.
access(all) fun use(_ index: Int): Bool {
    let count = requests[index].length
    if count == 0 {
        return false
    }
    let id = requests[index][count - 1 - (count > 1 ? pick(2) : 0)]
    noteUse(id)
    switch kinds[id]! {
        case "request":
            return run("claim_tokens", index, [id, lotusPath])
        case "request NFT":
            return run("claim_nft", index, [id, passPath])
    }
    return run("apply_request", index, [id])
}
