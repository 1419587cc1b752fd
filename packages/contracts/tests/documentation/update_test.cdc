import Test
import "../helpers/test_helpers.cdc"

/// Each contract of governance is replaced by its own code, with other constants or one more function, over stored state:
/// open votes, a freeze that an approved recovery will hold, a flag, and appeals. All that was stored holds on.

access(all) let updated: [String] = [
    "DharmaProtectionTypes", "DharmaProposals", "DharmaProtection", "DharmaFlaggers", "DharmaGovernance",
    "DharmaSettlementScheduler"
]

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun update(_ name: String, _ changes: {String: String}) {
    var code = Test.readFile(getContractPath(name))
    for old in changes.keys {
        Test.assert(code.contains(old), message: "\(name) has no '\(old)'")
        code = code.replaceAll(of: old, with: changes[old]!)
    }
    for imported in chainContracts.keys {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(chainContracts[imported]!)")
    }
    for imported in dharmaContracts {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(contractsAddress)")
    }
    send("accounts/update_contract", [contractsAccount()], [name, code])
    closeBlock()
}

/// Adds a function at the end of a contract.
access(all) fun grow(_ name: String) {
    update(name, {"    init() {\n        self.": "    access(all) view fun addedLater(): Int { return 7 }\n\n    init() {\n        self."})
}

access(all) fun look(): String {
    return askFile("../scripts/get_state_of_votes.cdc", [accusedAddress]) as! String
}

/// A flag with an appeal, a freeze with an appeal, an approved freeze, a recovery and an unfreeze in voting.
access(all) fun tellBeginning() {
    send("settlement/fund_settlements", [Test.serviceAccount()], [10.0])
    flagAccused("case-1")
    freezeAccused()
    goTo(150.0, 0.0)
    proposeAndVote("recover", [0, 1, 2], [])
    goTo(160.0, 0.0)
    appealAgainstFlag()
    voteBy(lastProposal(), [0, 1, 2], [])
    proposeAndVote("unfreeze", [3], [])
    appealAgainstFreeze()
}

/// What is seen afterwards, through the ends of the votes to that of the freeze.
access(all) fun tellEnd(): [String] {
    let views = [look()]
    for hours in [174.0, 184.0, 193.0, 341.0, 342.0] as [Fix64] {
        goTo(hours, 0.0)
        views.append(look())
        settleAccused()
        views.append(look())
    }
    return views
}

access(all) fun testAllStoredStateHoldsWhenEachContractIsReplaced() {
    tellBeginning()
    let expected = tellEnd()
    Test.assert(expected[0].contains("flag 1") && expected[5].contains("freeze 1 true"), message: expected[5])
    restartStory()
    tellBeginning()
    grow("DharmaFlaggers")
    grow("DharmaGovernance")
    grow("DharmaProposals")
    grow("DharmaProtection")
    grow("DharmaSettlementScheduler")
    update("DharmaProtectionTypes", {"return 2592000.0": "return 2592001.0"})
    Test.assertEqual(expected, tellEnd())
    Test.assertEqual(7, askCode("import \"DharmaProtection\"\naccess(all) fun main(): Int { return DharmaProtection.addedLater() }", []) as! Int)
    // A new vote, and every power, as before.
    freezeAgain(400.0)
    Test.assertEqual(2 as UInt64, getFreezeNumber(accusedAddress))
    send("protection/flag_wallet", [agent()], buildFlag("case-2", "keys"))
    Test.assertEqual(2 as UInt64, getFlagNumber(accusedAddress))
}

/// The end, as asked and as computed from the votes.
access(all) fun expectFreezeEnd(_ hours: Fix64, _ isFrozen: Bool) {
    Test.assertEqual(toTime(hours, 0.0), getFreezeEnd())
    let code = "import \"DharmaProtection\"\naccess(all) fun main(a: Address): [Bool] { let r = DharmaProtection.borrowRecord(a)!; return [r.isFrozen(), r.getState().isFrozen()] }"
    Test.assertEqual([isFrozen, isFrozen], askCode(code, [accusedAddress]) as! [Bool])
}

/// What stands holds as it was set, and what begins afterwards has the new constants.
access(all) fun testConstantsChangeForWhatBeginsAfterwards() {
    freezeAccused()
    let end = getFreezeEnd()
    update("DharmaProtectionTypes", {
        "freezePeriod(): UFix64 {\n        return 604800.0": "freezePeriod(): UFix64 {\n        return 86400.0",
        "executionPeriod(): UFix64 {\n        return 604800.0": "executionPeriod(): UFix64 {\n        return 3600.0",
        "recoveryDelay(): UFix64 {\n        return 259200.0": "recoveryDelay(): UFix64 {\n        return 0.0"
    })
    Test.assertEqual(end, getFreezeEnd())
    goTo(100.0, 0.0)
    let unfreeze = propose(members()[0], "unfreeze", accusedAddress)
    Test.assertEqual("pending", getStatus(unfreeze))
    expectFreezeEnd(192.0, true)
    let before = propose(members()[0], "freeze", 0x103)
    voteBy(before, [0, 1, 2], [])
    update("DharmaProtectionTypes", {"votingPeriod(): UFix64 {\n        return 86400.0": "votingPeriod(): UFix64 {\n        return 3600.0"})
    update("DharmaProposals", {"return 3\n": "return 5\n"})
    let after = propose(members()[1], "freeze", 0x104)
    goTo(123.0, 0.0)
    Test.assertEqual("pending", getStatus(after))
    goTo(124.0, 0.0)
    Test.assertEqual("approved", getStatus(before))
    Test.assertEqual("expired", getStatus(after))
    goTo(192.0, 0.0)
    expectFreezeEnd(192.0, false)
    update("DharmaGovernance", {"maxShared(): Int {\n        return 60": "maxShared(): Int {\n        return 1"})
    propose(newborn(), "freeze", 0x101)
    refuse("governance/create_proposal", [relayer()], buildProposal(newborn(), "freeze", 0x102), "People who may not vote opened 1 proposals")
}
