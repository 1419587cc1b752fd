import Test
import "test_helpers.cdc"

/// Random sequences of operations on two guarded vaults: not a unit is made or lost, nothing leaves a frozen
/// vault, and no day sees more leave freely than its allowance.

access(all) let addresses: [Address] = [0x0000000000000014, 0x0000000000000015]
/// 1, 6, 24 and 75 hours.
access(all) let waits: [Fix64] = [3600.0, 21600.0, 86400.0, 270000.0]
access(all) let limit: UFix64 = 50.0
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault
access(all) let passPath: StoragePath = /storage/gardenPassCollection

/// What left freely: when, and how much, by owner.
access(all) let times: [[UFix64]] = [[], []]
access(all) let amounts: [[UFix64]] = [[], []]
access(all) var before: [UFix64] = []
access(all) var seed: UInt64 = 11
access(all) var succeeded = 0

access(all) fun random(_ below: Int): Int {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Int(seed / 65536) % below
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
    setUpTokens(addresses)
    sendLotus(Test.getAccount(addresses[0]), 500.0, addresses[1])
    for address in addresses {
        let deliveryAddress = address == addresses[0] ? addresses[1] : addresses[0]
        send("vault/open_vault", [Test.getAccount(address)], [deliveryAddress, {lotus: limit}, 1.0])
    }
    Test.freezeTime()
}

access(all) fun testNoOrderOfOperationsMakesOrLosesAUnit() {
    before = contents()
    var step = 0
    while step < 90 {
        let index = random(2)
        let isFrozen = frozen()[index]
        if act(index) {
            succeeded = succeeded + 1
        }
        check(index, isFrozen && frozen()[index])
        step = step + 1
    }
    Test.assert(succeeded > 50, message: "Only \(succeeded) operations succeeded")
    for index in [0, 1] {
        Test.assert(times[index].length > 1, message: "Nothing left freely")
    }
}

/// One random operation on the vault of an owner; answers whether it succeeded.
access(all) fun act(_ index: Int): Bool {
    let owner = Test.getAccount(addresses[index])
    switch random(12) {
        case 0:
            return attempt("vault/deposit_nft", owner, [UInt64(1 + random(3)), passPath])
        case 1:
            return attempt("vault/request_withdrawal", owner, [lotus, UFix64(1 + random(200))])
        case 2:
            return attempt("vault/request_nft", owner, [pass, UInt64(1 + random(3))])
        case 3:
            return attempt("vault/claim_tokens", owner, [UInt64(1 + random(12)), lotusPath])
        case 4:
            return attempt("vault/claim_nft", owner, [UInt64(1 + random(12)), passPath])
        case 5:
            wait(waits[random(4)])
            return true
        case 6:
            return freeze(index)
        case 7:
            return attempt("vault/pay_into_vault", Test.getAccount(addresses[(index + 1) % 2]), [
                addresses[index], amount(), lotusPath
            ])
        case 8:
            return attempt("vault/deposit_tokens", owner, [amount() * 3.0, lotusPath])
    }
    return withdraw(index, owner)
}

access(all) fun withdraw(_ index: Int, _ owner: Test.TestAccount): Bool {
    let taken = amount()
    if !attempt("vault/withdraw_tokens", owner, [lotus, taken, lotusPath]) {
        return false
    }
    times[index].append(getNow())
    amounts[index].append(taken)
    return true
}

/// A decision of the community, now and then.
access(all) fun freeze(_ index: Int): Bool {
    if random(4) > 0 || frozen()[index] {
        return false
    }
    decide("freeze", addresses[index])
    return true
}

/// Odd amounts, to the last unit.
access(all) fun amount(): UFix64 {
    return UFix64(random(30)) + UFix64(1 + random(32000)) / 100000000.0
}

access(all) fun frozen(): [Bool] {
    return askFile("scripts/get_frozen.cdc", [addresses]) as! [Bool]
}

access(all) fun contents(): [UFix64] {
    return askFile("scripts/get_contents.cdc", [addresses]) as! [UFix64]
}

access(all) fun check(_ index: Int, _ wasFrozen: Bool) {
    let after = contents()
    Test.assertEqual(1000.0, after[0] + after[1] + after[2] + after[3])
    Test.assertEqual(3.0, after[4] + after[5] + after[6] + after[7])
    for place in [index + 2, index + 6] {
        Test.assert(!wasFrozen || after[place] >= before[place], message: "Something left a frozen vault")
    }
    before = after
    let now = getNow()
    var sum = 0.0
    for i, time in times[index] {
        sum = sum + (time + 86400.0 > now ? amounts[index][i] : 0.0)
    }
    Test.assert(sum <= limit, message: "\(sum) left within a day")
}
