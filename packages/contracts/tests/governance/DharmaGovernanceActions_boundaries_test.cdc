import Test
import "DharmaGovernanceActions"
import "DharmaProtection"
import "DharmaVault"
import "../helpers/test_helpers.cdc"

/// What each action says and what overrules it, to the second, by votes that end as the test says.

access(all) let heir: Address = 0x0000000000000016

access(all) fun setup() {
    deployDharma()
    for name in ["RecordBench", "ProtectionProbe", "GovernanceProbe"] {
        deployChanged(
            name,
            "../contracts/\(name).cdc",
            contractsAccount(),
            {"import \"RecordBench\"": "import RecordBench from 0x08"}
        )
    }
    openGuardedVault(Test.getAccount(accusedAddress), heir)
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) let imports: String = "import \"DharmaGovernanceActions\"\nimport \"DharmaProtection\"\nimport GovernanceProbe from \(contractsAddress)\nimport ProtectionProbe from \(contractsAddress)\n"

access(all) fun sendChange(_ change: String, _ message: String?) {
    let code = imports.concat("transaction { prepare(signer: &Account) { \(change) } }")
    performCode(change, code, [relayer()], [], message)
}

/// Changes something in a transaction.
access(all) fun act(_ change: String) {
    sendChange(change, nil)
}

access(all) fun refuseAct(_ change: String, _ message: String) {
    sendChange(change, message)
}

/// What an expression about an action answers, by default the one that the probe keeps.
access(all) fun look(_ action: String, _ expression: String): AnyStruct? {
    return askCode(
        imports.concat("access(all) fun main(): AnyStruct? { let action: {DharmaGovernanceActions.Action} = \(action)\nreturn \(expression) }"),
        []
    )
}

access(all) let kept: String = "GovernanceProbe.getAction()"

access(all) fun unfreeze(_ isAppeal: Bool, _ caseId: String?) : String {
    let quoted = caseId == nil ? "nil" : "\"\(caseId!)\""
    return "DharmaGovernanceActions.Unfreeze(target: \(accusedAddress), isAppeal: \(isAppeal), appealedCaseId: \(quoted))"
}

/// Since when an action that was proposed that long ago is void; 0.0 when it is not.
access(all) fun getOverruledAt(_ action: String, _ createdAt: UFix64): UFix64 {
    return look(action, "action.getOverruledAt(createdAt: \(createdAt)) ?? 0.0") as! UFix64
}

access(all) fun getObstacle(): String {
    return look(kept, "action.getExecutionObstacle() ?? \"none\"") as! String
}

/// Asserts all texts of an action: name, title, description, and lines of the messages.
access(all) fun expectTexts(_ action: String, _ texts: [String]) {
    let answers = look(action, "[action.name(), action.title(), action.description()].concat(action.getDetails())") as! [String]
    Test.assertEqual(texts, answers)
}

access(all) fun testEveryActionSaysWhatItDoes() {
    let target = "0x0000000000000014"
    act("GovernanceProbe.keep(\"freeze\", \(target))")
    expectTexts(kept, [
        "freeze", "Freeze \(target)",
        "Marks \(target) as frozen for 7 days and stops its guarded vault, or renews the freeze. Moves nothing; ends by itself.",
        "Action: freeze", "Target: \(target)"
    ])
    act("GovernanceProbe.keep(\"unfreeze\", \(target))")
    let lines = ["Action: unfreeze", "Target: \(target)"]
    let lifts = "Lifts the freeze and the flag of \(target)."
    expectTexts(kept, ["unfreeze", "Unfreeze \(target)", lifts].concat(lines))
    expectTexts(
        unfreeze(true, nil),
        ["unfreeze", "Unfreeze \(target)", lifts.concat(" Upholds its appeal against the freeze.")].concat(lines)
    )
    expectTexts(unfreeze(true, "case-1"), [
        "unfreeze", "Lift the flag of \(target), case case-1",
        "Upholds the appeal of \(target) against this flag and lifts it. A freeze stays."
    ].concat(lines).concat(["Case: case-1"]))
    refuseAct("GovernanceProbe.keep(\"Freeze\", \(target))", "'Freeze' is not freeze, unfreeze or recover")
}

access(all) fun testARecoveryNamesTheRecoveryAddressOfThatTimeAndTheOneBefore() {
    let target = "0x0000000000000014"
    let other: Address = 0x0000000000000017
    refuseAct("GovernanceProbe.keep(\"recover\", \(target))", "is not frozen; a recovery needs a freeze")
    refuseAct("GovernanceProbe.keep(\"recover\", \(other))", "has no guarded vault to recover")
    act("ProtectionProbe.freeze(7)")
    let opened = look("DharmaGovernanceActions.Recover(target: \(target))", "(action as! DharmaGovernanceActions.Recover).recoveryAddressSince") as! UFix64
    expectRecovery(heir, formatMinute(UInt64(opened)), "none")
    act("ProtectionProbe.unfreeze(7, nil)")
    goTo(1.0, 0.0)
    send("vault/request_recovery_address", [Test.getAccount(accusedAddress)], [other])
    goTo(80.0, 0.0)
    send("vault/apply_request", [Test.getAccount(accusedAddress)], [1 as UInt64])
    act("ProtectionProbe.freeze(8)")
    expectRecovery(other, formatMinute(UInt64(toTime(80.0, 0.0))), heir.toString())
}

access(all) fun expectRecovery(_ to: Address, _ since: String, _ before: String) {
    let target = "0x0000000000000014"
    act("GovernanceProbe.keep(\"recover\", \(target))")
    expectTexts(kept, [
        "recover", "Recover \(target) to \(to), its recovery address since \(since), before: \(before)",
        "Gives the frozen guarded vault of \(target) to its recovery address \(to), which its owner named on \(since) (\(before) before). Refused if the recovery address is another one by then.",
        "Action: recover", "Target: \(target)", "Recovery address: \(to)", "Recovery address since: \(since)",
        "Recovery address before: \(before)"
    ])
}

access(all) fun testOnlyThoseWhomAnActionConcernsDoNotVoteAndOnlyARecoveryNeedsThreeFor() {
    act("ProtectionProbe.freeze(7)")
    let actions = [
        "DharmaGovernanceActions.Freeze(target: 0x14)",
        unfreeze(false, nil),
        "DharmaGovernanceActions.Recover(target: 0x14)"
    ]
    let excluded = "[action.isExcludedVoter(0x14), action.isExcludedVoter(0x16), action.isExcludedVoter(0x15), action.isVotingOverruled()]"
    Test.assertEqual([true, false, false, true], look(actions[0], excluded) as! [Bool])
    Test.assertEqual([true, false, false, false], look(actions[1], excluded) as! [Bool])
    Test.assertEqual([true, true, false, true], look(actions[2], excluded) as! [Bool])
    for index, count in [0, 0, 3] as [UInt64] {
        Test.assertEqual(count, look(actions[index], "action.minVotesFor") as! UInt64)
    }
}

access(all) fun testAnUpheldAppealOverrulesEveryFreezeThatWasProposedUntilThen() {
    act("GovernanceProbe.keep(\"freeze\", 0x14)")
    Test.assertEqual(0.0, getOverruledAt(kept, 0.0))
    act("ProtectionProbe.freeze(7)")
    act("ProtectionProbe.appeal(5, nil, 10.0, \"approved\")")
    goTo(0.0, 9.0)
    Test.assertEqual(0.0, getOverruledAt(kept, toTime(0.0, 0.0)))
    goTo(0.0, 20.0)
    Test.assertEqual(toTime(0.0, 10.0), getOverruledAt(kept, toTime(0.0, 10.0)))
    Test.assertEqual(0.0, getOverruledAt(kept, toTime(0.0, 11.0)))
    Test.assertEqual("none", getObstacle())
}

access(all) fun testAFreezeOverrulesEveryUnfreezeThatWasProposedBeforeButNoAppealAgainstAFlag() {
    Test.assertEqual(0.0, getOverruledAt(unfreeze(false, nil), 0.0))
    act("ProtectionProbe.freeze(7)")
    let start = toTime(0.0, 0.0)
    for isAppeal in [true, false] {
        Test.assertEqual(start, getOverruledAt(unfreeze(isAppeal, nil), start - 1.0))
        Test.assertEqual(0.0, getOverruledAt(unfreeze(isAppeal, nil), start))
    }
    Test.assertEqual(0.0, getOverruledAt(unfreeze(true, "case-1"), start - 1.0))
}

access(all) fun testARecoveryEndsWithItsFreeze() {
    act("ProtectionProbe.freeze(7)")
    act("GovernanceProbe.keep(\"recover\", 0x14)")
    goTo(168.0, -1.0)
    Test.assertEqual(0.0, getOverruledAt(kept, 0.0))
    goTo(168.0, 9.0)
    Test.assertEqual(toTime(168.0, 0.0), getOverruledAt(kept, 0.0))
    goTo(168.0, 10.0)
    act("ProtectionProbe.freeze(8)")
    goTo(168.0, 20.0)
    Test.assertEqual(toTime(168.0, 10.0), getOverruledAt(kept, 0.0))
    goTo(2000.0, 0.0)
    act("DharmaProtection.settle(0x14)")
    Test.assertEqual(toTime(2000.0, 0.0), getOverruledAt(kept, 0.0))
    Test.assertEqual("none", getObstacle())
}

access(all) fun testARecoveryEndsWithAnUpheldAppealAgainstItsFreeze() {
    act("ProtectionProbe.freeze(7)")
    act("GovernanceProbe.keep(\"recover\", 0x14)")
    act("ProtectionProbe.appeal(5, nil, 10.0, \"approved\")")
    goTo(0.0, 9.0)
    Test.assertEqual(0.0, getOverruledAt(kept, 0.0))
    goTo(0.0, 10.0)
    Test.assertEqual(toTime(0.0, 10.0), getOverruledAt(kept, 0.0))
    goTo(200.0, 0.0)
    Test.assertEqual(toTime(0.0, 10.0), getOverruledAt(kept, 0.0))
}

access(all) fun testARecoveryWaitsForSeventyTwoHoursOfFreezeAndForTheBlockingAppeal() {
    act("ProtectionProbe.freeze(7)")
    act("GovernanceProbe.keep(\"recover\", 0x14)")
    goTo(10.0, 0.0)
    act("ProtectionProbe.freeze(8)")
    goTo(72.0, -1.0)
    Test.assertEqual("0x0000000000000014 must be frozen for 72 hours, until \(toTime(72.0, 0.0))", getObstacle())
    goTo(72.0, 0.0)
    Test.assertEqual("none", getObstacle())
    act("ProtectionProbe.appeal(5, nil, 10.0, \"rejected\")")
    goTo(72.0, 9.0)
    Test.assertEqual("the appeal against the freeze of 0x0000000000000014 is open", getObstacle())
    goTo(72.0, 10.0)
    Test.assertEqual("none", getObstacle())
}

/// Asserts the action that was executed last.
access(all) fun expectExecuted(_ name: String, _ proposalId: UInt64) {
    let executed = lastEvent(Type<DharmaGovernanceActions.ActionExecuted>()) as! DharmaGovernanceActions.ActionExecuted
    Test.assertEqual(accusedAddress, executed.target)
    Test.assertEqual(name, executed.action)
    Test.assertEqual(proposalId, executed.proposalId)
}

access(all) fun testAnExecutedActionDoesWhatItSaysAndIsAnnounced() {
    act("GovernanceProbe.keep(\"freeze\", 0x14)")
    act("GovernanceProbe.perform(7)")
    expectExecuted("freeze", 7)
    let frozen = lastEvent(Type<DharmaProtection.Frozen>()) as! DharmaProtection.Frozen
    Test.assertEqual([7, 1] as [UInt64], [frozen.proposalId, frozen.freezeNumber])
    Test.assertEqual("hash", frozen.reasonHash)
    act("ProtectionProbe.recover(8, 10.0, 604800.0, \"approved\")")
    act("GovernanceProbe.keep(\"recover\", 0x14)")
    goTo(72.0, 0.0)
    act("DharmaProtection.settle(0x14)")
    act("GovernanceProbe.perform(8)")
    expectExecuted("recover", 8)
    let recovered = lastEvent(Type<DharmaVault.Recovered>()) as! DharmaVault.Recovered
    Test.assertEqual(8 as UInt64, recovered.proposalId)
    Test.assertEqual(heir as Address?, getRecoveredTo())
    act("ProtectionProbe.appeal(9, nil, 604000.0, \"rejected\")")
    Test.assertEqual(toTime(168.0, 0.0), getFreezeEnd())
    refuseAct("GovernanceProbe.keep(\"recover\", 0x14)", "was recovered already")
    act("GovernanceProbe.keep(\"unfreeze\", 0x14)")
    act("GovernanceProbe.perform(10)")
    expectExecuted("unfreeze", 10)
    let unfrozen = lastEvent(Type<DharmaProtection.Unfrozen>()) as! DharmaProtection.Unfrozen
    Test.assertEqual(10 as UInt64, unfrozen.proposalId)
    Test.assertEqual(false, isAccusedFrozen())
}
