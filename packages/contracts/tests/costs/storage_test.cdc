import Test
import "../helpers/test_helpers.cdc"

/// What each structure adds to the storage of the contracts' account, compared with measured-storage.txt.

access(all) let wallets: [Address] = [
    0x0000000000000014, 0x0000000000000015, 0x0000000000000016, 0x0000000000000017, 0x0000000000000018
]
/// Bytes of one more, by the name in the table.
access(all) let bytes: {String: UInt64} = {}

access(all) fun setup() {
    setUpCommunity()
    appoint("protection", "flagger")
    appoint("recheck", "watcher")
    send("recheck/fund_rechecks", [Test.serviceAccount()], [100.0])
    for wallet in wallets {
        addKey(Test.getAccount(wallet), 9, 1000.0)
    }
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun getUsed(): UInt64 {
    return (ask("deployment/get_storage", [contractsAddress]) as! [UInt64])[0]
}

/// Runs `add` for four wallets and notes what each of them added on average, rounded up.
access(all) fun measure(_ name: String, _ add: fun (Int): Void) {
    add(0)
    let before = getUsed()
    for index in [1, 2, 3, 4] {
        add(index)
    }
    bytes[name] = (getUsed() - before + 3) / 4
}

access(all) fun person(_ index: Int): Person {
    return Person(wallets[index], 9)
}

access(all) fun testScores() {
    measure("published score, first of an address", fun (index: Int): Void {
        publishScore(wallets[index], 50)
    })
    measure("published score, each of the next 15", fun (index: Int): Void {
        publishScore(wallets[0], 50 + UInt64(index))
    })
}

access(all) fun testProposals() {
    var longest = "0123456789"
    while longest.length < 4000 {
        longest = longest.concat(longest)
    }
    longest = longest.slice(from: 0, upTo: 4000)
    measure("proposal with the longest reason and its sequence", fun (index: Int): Void {
        send("governance/create_proposal", [relayer()], person(index).proposal("freeze", wallets[(index + 1) % 5], longest))
    })
    refreshScores()
    let id = propose(members()[0], "freeze", accusedAddress)
    measure("vote and sequence", fun (index: Int): Void {
        castVote(members()[index], id, true)
    })
}

access(all) fun testFlags() {
    measure("flag", fun (index: Int): Void {
        let caseId = "0123456789012345678901234567890123456789012345678901234567890123"
        send("protection/flag_wallet", [agent()], [wallets[index], caseId, "behaviour", sha256Hex("x")])
    })
    measure("appeal with the shortest reason, and its proposal", fun (index: Int): Void {
        let flagNumber = getFlagNumber(wallets[index])
        send("protection/open_appeal", [relayer()], person(index).appeal(flagNumber, nil, "Twenty_characters_!!"))
    })
}

access(all) fun testRechecks() {
    measure("watched address and its run", fun (index: Int): Void {
        send("recheck/watch_wallet", [agent()], [wallets[index]])
    })
}

access(all) fun testTheDocumentedBytesAreTheMeasuredOnes() {
    let text = Test.readFile("measured-storage.txt")
    var wrong = ""
    for name in bytes {
        let measured = bytes[name]!
        let parts = text.split(separator: "| \(name) | ")
        let documented: UInt64 = parts.length < 2 ? 0 : UInt64.fromString(parts[1].split(separator: " |")[0]) ?? 0
        let isTrue = documented <= measured + measured / 10 && measured <= documented + documented / 10
        wrong = wrong.concat(isTrue ? "" : "| \(name) | \(measured) |\n")
    }
    Test.assert(wrong == "", message: "measured-storage.txt says otherwise than:\n".concat(wrong))
}
