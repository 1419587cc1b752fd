import Test
import "../helpers/test_helpers.cdc"

/// Each line of the list in docs/build/contracts.md, Updates. Contracts are replaced by their own code with changes, over
/// stored state: open votes, a freeze that an approved recovery will hold, a flag, appeals, and scores. What was stored holds on.

access(all) let wallet: Address = 0x0000000000000017
access(all) let second: Address = 0x0000000000000015

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Replaces a contract by its own code with some words replaced; succeeds, or is refused with that text.
access(all) fun replace(_ name: String, _ changes: {String: String}, _ refusal: String?) {
    let code = readChanged(getContractPath(name), changes)
    perform("../../transactions/accounts/update_contract.cdc", [contractsAccount()], [name, code], refusal)
    closeBlock()
}

access(all) fun update(_ name: String, _ changes: {String: String}) {
    replace(name, changes, nil)
}

access(all) fun read(_ contractName: String, _ expression: String): AnyStruct? {
    return askCode("import \"\(contractName)\"\naccess(all) fun main(): AnyStruct? { return \(contractName).\(expression) }", [])
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
    update("DharmaProtectionTypes", {"return 2592000.0": "return 2592001.0"})
    Test.assertEqual(expected, tellEnd())
    Test.assertEqual(7, read("DharmaProtection", "addedLater()") as! Int)
    // A new vote, and every power, as before.
    freezeAgain(400.0)
    Test.assertEqual(2 as UInt64, getFreezeNumber(accusedAddress))
    send("protection/flag_wallet", [agent()], buildFlag("case-2", "keys"))
    Test.assertEqual(2 as UInt64, getFlagNumber(accusedAddress))
}

access(all) fun testAnUpdateCanChangeWhatTheListSays() {
    update("DharmaFlaggers", {"access(all) view fun isFlagger(_ address": "access(account) view fun isFlagger(address", "isFlagger(flagger": "isFlagger(address: flagger", "isFlagger(flag.flagger": "isFlagger(address: flag.flagger"})
    restartStory()
    update("DharmaFlaggers", {"FlaggerDismissed(flagger: Address)": "FlaggerDismissed(flagger: Address, by: Address)", "FlaggerDismissed(flagger: flagger)": "FlaggerDismissed(flagger: flagger, by: flagger)"})
    restartStory()
    update("DharmaProposals", {
        "        access(all) case recover\n": "        access(all) case recover\n        access(all) case later\n",
        "struct RecoveryAddress {": "struct interface Later {}\n    access(all) event More()\n    access(all) struct RecoveryAddress: Later {"
    })
    restartStory()
    update("DharmaFlaggers", {"    access(all) let flaggerStoragePath: StoragePath\n": "", "        self.flaggerStoragePath = /storage/dharmaFlagger\n": ""})
    perform("../transactions/accounts/add_contract.cdc", [contractsAccount()], ["DharmaLater", "access(all) contract DharmaLater {}"], nil)
}

access(all) fun testAnUpdateCannotChangeWhatTheListSays() {
    let lastId = "    access(all) var lastId: UInt64\n"
    let before = "        access(all) let before: Address?\n"
    replace("DharmaProposals", {lastId: "    access(all) var more: Int\n".concat(lastId), "self.lastId = 0\n": "self.lastId = 0\n        self.more = 0\n"}, "found new field `more`")
    replace("DharmaProposals", {before: before.concat("        access(all) let more: Int\n"), "self.before = before\n": "self.before = before\n            self.more = 0\n"}, "found new field `more`")
    replace("DharmaFlaggers", {"let flaggerStoragePath: StoragePath": "let flaggerStoragePath: PublicPath", "/storage/dharmaFlagger\n": "/public/dharmaFlagger\n"}, "mismatching field `flaggerStoragePath`")
    replace("DharmaProposals", {"        access(all) case executed\n        access(all) case rejected": "        access(all) case rejected\n        access(all) case executed"}, "mismatching enum case")
    replace("DharmaProposals", {"        access(all) case appointed\n": ""}, "missing cases in enum")
    replace("DharmaScore", {"resource History: ViewResolver.Resolver": "resource History"}, "conformances do not match")
    replace("DharmaProposals", {"RecoveryAddress": "Heir"}, "missing structure declaration `RecoveryAddress`")
    replace("DharmaProposals", {"    access(all) event ProposalPruned(id: UInt64)\n": "", "        emit ProposalPruned(id: id)\n": ""}, "missing event declaration `ProposalPruned`")
}

/// The end, as asked and as computed from the votes.
access(all) fun expectFreezeEnd(_ hours: Fix64, _ isFrozen: Bool) {
    Test.assertEqual(toTime(hours, 0.0), getFreezeEnd())
    let code = "import \"DharmaProtection\"\naccess(all) fun main(a: Address): [Bool] { let r = DharmaProtection.borrowRecord(a)!; return [r.isFrozen(), r.getState().isFrozen()] }"
    Test.assertEqual([isFrozen, isFrozen], askCode(code, [accusedAddress]) as! [Bool])
}

/// What stands holds as it was set, and what begins afterwards has the new constants. A field keeps its first value.
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
    update("DharmaFlaggers", {"/storage/dharmaFlaggerRegistrar": "/storage/elsewhere"})
    Test.assertEqual(/storage/dharmaFlaggerRegistrar, read("DharmaFlaggers", "registrarStoragePath") as! StoragePath)
}

access(all) fun testTheContractsOfScoresAreUpdatedOverTheirData() {
    appoint("recheck", "watcher")
    send("recheck/fund_rechecks", [Test.serviceAccount()], [10.0])
    for percent in [70, 30, 60] as [UInt64] {
        publishScore(wallet, percent)
    }
    send("recheck/watch_wallet", [agent()], [wallet])
    send("score/appoint_publisher", [contractsAccount()], [second])
    send("score/claim_publisher", [Test.getAccount(second)], [contractsAddress])
    let since = read("DharmaScore", "getStandingSince(0xb)") as! UFix64?
    Test.assert(since != nil)
    update("DharmaStanding", {"return 604800.0": "return 604801.0"})
    update("DharmaScore", {"return 16": "return 2"})
    update("DharmaVoterEligibility", {"return 600": "return 710"})
    update("DharmaReports", {"cannot report itself": "may not report itself"})
    update("DharmaRecheck", {"return 500": "return 499"})

    Test.assertEqual(604801.0, read("DharmaStanding", "minTime()") as! UFix64)
    Test.assertEqual(2, read("DharmaScore", "historyLimit()") as! Int)
    Test.assertEqual(499, read("DharmaRecheck", "capacity()") as! Int)
    let reason = read("DharmaVoterEligibility", "getIneligibilityReason(0xb)") as! String?
    Test.assert(reason!.contains("is below 60: it is 70.0"), message: reason!)

    Test.assertEqual(since, read("DharmaScore", "getStandingSince(0xb)") as! UFix64?)
    Test.assertEqual([agentAddress, second], read("DharmaScore", "getPublishers()") as! [Address])
    Test.assertEqual(3, (ask("score/get_history", [wallet]) as! [AnyStruct]).length)
    Test.assertEqual([wallet], read("DharmaRecheck", "watched()") as! [Address])
    publishScore(wallet, 80)
    Test.assertEqual(800 as UInt64, read("DharmaScore", "lowest(\(wallet))!.scoreTenths") as! UInt64)
    send("score/dismiss_publisher", [contractsAccount()], [agentAddress])
    Test.assertEqual(nil as UFix64?, read("DharmaScore", "getStandingSince(0xb)") as! UFix64?)
    send("recheck/unwatch_wallet", [agent()], [wallet])
}
