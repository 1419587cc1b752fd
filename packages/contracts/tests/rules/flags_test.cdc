import Test
import "DharmaFlaggers"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// Rules 24 to 26: who sets and lifts flags, and who is kept from it, to the second.

/// One of each ground.
access(all) let codes: [String] = ["behaviour", "listed", "community", "keys"]

access(all) fun setup() {
    setUpStories(false)
    send("protection/appoint_flagger", [contractsAccount()], [relayer().address])
    send("protection/claim_flagger", [relayer()], [contractsAddress])
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun flagBy(_ flagger: Test.TestAccount, _ code: String) {
    send("protection/flag_wallet", [flagger], buildFlag("case-2", code))
    Test.assertEqual(true, isAccusedFlagged())
}

access(all) fun refuseFlag(_ flagger: Test.TestAccount, _ code: String, _ message: String) {
    refuse("protection/flag_wallet", [flagger], buildFlag("case-2", code), message)
    closeBlock()
}

access(all) fun unflagBy(_ flagger: Test.TestAccount) {
    send("protection/unflag_wallet", [flagger], [accusedAddress])
    closeBlock()
}

access(all) fun isRefused(_ code: String, _ until: UFix64): String {
    return "A flag of \(accusedAddress) with the code '\(code)' is refused until \(until)"
}

/// Asserts the bar that was announced last, and that it is the only one when asked for.
access(all) fun expectBar(_ code: String?, _ flagger: Address?, _ untilHours: Fix64) {
    let barred = lastEvent(Type<DharmaProtection.FlagBarred>()) as! DharmaProtection.FlagBarred
    Test.assertEqual(accusedAddress, barred.address)
    Test.assertEqual(code, barred.reasonCode)
    Test.assertEqual(flagger, barred.flagger)
    Test.assertEqual(toTime(untilHours, 0.0), barred.until)
}

/// Asserts that nobody flags with the code until that hour, and that it is free from then on.
access(all) fun expectBarredUntil(_ code: String, _ hours: Fix64) {
    let message = isRefused(code, toTime(hours, 0.0))
    for flagger in [agent(), relayer()] {
        refuseFlag(flagger, code, message)
    }
    goTo(hours, -1.0)
    for flagger in [agent(), relayer()] {
        refuseFlag(flagger, code, message)
    }
    goTo(hours, 0.0)
    flagBy(agent(), code)
}

access(all) fun countLifted(): Int {
    return countEvents(Type<DharmaProtection.FlagLifted>())
}

// 24: who

access(all) fun testRule24AnAppointedAccountFlagsWithANumberAndACode() {
    flagAccused("case-1")
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual([accusedAddress, agentAddress], [flagged.address, flagged.flagger])
    Test.assertEqual(["case-1", "behaviour", sha256Hex("reason")], [flagged.caseId, flagged.reasonCode, flagged.reasonHash])
    Test.assertEqual([1 as UInt64], [flagged.flagNumber])
    refuseFlag(relayer(), "listed", "\(accusedAddress) is flagged already")
    goTo(1.0, 0.0)
    unflagAccused()
    refuse("protection/unflag_wallet", [agent()], [accusedAddress], "is not flagged")
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual(["recheck", "case-1", "behaviour"], [lifted.cause, lifted.caseId, lifted.reasonCode])
    Test.assertEqual([1 as UInt64], [lifted.flagNumber])
    Test.assertEqual(toTime(1.0, 0.0), lifted.liftedAt)
    flagBy(relayer(), "listed")
    Test.assertEqual(2 as UInt64, getFlagNumber(accusedAddress))
}

access(all) fun testRule24AFlagStandsUntilItIsLifted() {
    flagAccused("case-1")
    goTo(10000.0, 0.0)
    expectAccused(true, false)
    Test.assertEqual(toTime(0.0, 0.0), askPart("protection/get_protection_status", ".flag!.since", accusedAddress) as! UFix64)
}

access(all) fun testRule24NobodyElseFlags() {
    let stranger = accused().account
    refuseFlag(stranger, "keys", "has claimed no power")
    refuse("protection/claim_flagger", [stranger], [contractsAddress], "holds nothing from")
    refuse("protection/appoint_flagger", [stranger], [accusedAddress], "appoints no flagger")
    refuse("protection/dismiss_flagger", [stranger], [agentAddress], "dismisses no flagger")
    refuse("protection/appoint_flagger", [contractsAccount()], [agentAddress], "is a flagger already")
    refuse("protection/dismiss_flagger", [contractsAccount()], [accusedAddress], "is not a flagger")
    refuse("protection/claim_flagger", [agent()], [contractsAddress], "holds nothing from")
}

access(all) fun testRule24AReportOfAPersonSetsNoFlag() {
    send("reports/report_wallet", [relayer()], members()[0].report(accusedAddress, "thief", members()[0].next(reports)))
    expectAccused(false, false)
}

access(all) fun testRule24OnlyItsFlaggerLiftsAFlag() {
    flagAccused("case-1")
    refuse(
        "protection/unflag_wallet",
        [relayer()],
        [accusedAddress],
        "Flag 1 of \(accusedAddress) is one of \(agentAddress); a vote or an appeal can lift it"
    )
    expectAccused(true, false)
    unflagAccused()
    expectAccused(false, false)
}

access(all) fun testRule24AnyFlaggerLiftsTheFlagOfADismissedOneAndIsNotBarred() {
    flagAccused("case-1")
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    let dismissed = lastEvent(Type<DharmaFlaggers.FlaggerDismissed>()) as! DharmaFlaggers.FlaggerDismissed
    Test.assertEqual(agentAddress, dismissed.flagger)
    refuse("protection/unflag_wallet", [agent()], [accusedAddress], "was dismissed as flagger")
    refuseFlag(agent(), "keys", "was dismissed as flagger")
    unflagBy(relayer())
    expectAccused(false, false)
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FlagBarred>()))
    flagBy(relayer(), "behaviour")
}

access(all) fun testRule25WhoLiftsANamedFlagOfADismissedOneIsBarredForEveryCode() {
    flagAccused("case-1")
    appealAgainstFlag()
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    unflagBy(relayer())
    let bar = lastEvent(Type<DharmaProtection.FlagBarred>()) as! DharmaProtection.FlagBarred
    Test.assertEqual(nil as String?, bar.reasonCode)
    refuseFlag(relayer(), "behaviour", "is refused until")
    refuseFlag(relayer(), "keys", "is refused until")
}

access(all) fun testRule24AnEndedPowerStaysDeadWhenItsHolderIsAppointedAgain() {
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    send("protection/appoint_flagger", [contractsAccount()], [agentAddress])
    refuseFlag(agent(), "keys", "was dismissed as flagger")
    send("protection/claim_flagger", [agent()], [contractsAddress])
    let appointed = lastEvent(Type<DharmaFlaggers.FlaggerAppointed>()) as! DharmaFlaggers.FlaggerAppointed
    Test.assertEqual(agentAddress, appointed.flagger)
    flagBy(agent(), "keys")
}

access(all) fun testRule24CaseIdsCodesAndHashesAreWhatTheyShouldBe() {
    let hash = sha256Hex("x")
    let flag = fun (_ caseId: String, _ code: String, _ hash: String): [AnyStruct] {
        return [accusedAddress, caseId, code, hash]
    }
    for caseId in ["", hash.concat("1"), " ", "\u{7f}", "a b", "ab\u{1f}", "case\u{80}", "\u{e9}"] {
        let message = "A case id has 1 to 64 visible ASCII characters; this one has \(caseId.utf8.length) bytes"
        refuse("protection/flag_wallet", [agent()], flag(caseId, "keys", hash), message)
    }
    for code in ["", "Listed", "behavior", "listed ", "fraud"] {
        refuse("protection/flag_wallet", [agent()], flag("case", code, hash), "'\(code)' is not listed, contact, behaviour, community or keys")
    }
    let digits = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    for wrong in ["00", "", "A".concat(digits.slice(from: 1, upTo: 64)), digits.concat("00"), digits.slice(from: 2, upTo: 64)] {
        refuse("protection/flag_wallet", [agent()], flag("case", "keys", wrong), "'\(wrong)' is not a SHA-256 hash of 64 hex digits in lower case")
    }
    let notHex = "g".concat(digits.slice(from: 1, upTo: 64))
    refuse("protection/flag_wallet", [agent()], flag("case", "keys", notHex), "")
    for index, caseId in [hash, "!~", "a", "case"] {
        send("protection/flag_wallet", [agent()], flag(caseId, codes[index], digits))
        unflagAccused()
    }
    Test.assertEqual(4, countLifted())
    restartStory()
    flagBy(agent(), "contact")
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual("contact", flagged.reasonCode)
}

// 25: bars

access(all) fun testRule25AnUpheldAppealBarsTheCodeForEverybodyForSevenDays() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(60.0, 0.0)
    settleAccused()
    expectBar("behaviour", nil, 192.0)
    expectBarredUntil("behaviour", 192.0)
}

access(all) fun testRule25AnUndecidedAppealBarsTheCode() {
    flagAccused("case-1")
    appealAgainstFlag()
    goTo(80.0, 0.0)
    expectBarredUntil("behaviour", 192.0)
}

access(all) fun testRule25AnExecutedUnfreezeBarsTheCodeFromItsExecution() {
    flagAccused("case-1")
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(30.0, 0.0)
    executeProposal(unfreeze)
    closeBlock()
    expectBar("behaviour", nil, 198.0)
    expectBarredUntil("behaviour", 198.0)
}

access(all) fun testRule25ABarIsForOneCodeAndOneAddress() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(24.0, 0.0)
    flagBy(agent(), "listed")
    send("protection/flag_wallet", [agent()], [0x0000000000000017 as Address, "case", "behaviour", sha256Hex("x")])
}

/// What rests on the scam list is not said again in the other word, whoever lifted it.
access(all) fun testRule25ListedAndContactAreBarredTogether() {
    for pair in [["listed", "contact"], ["contact", "listed"]] {
        restartStory()
        flagBy(agent(), pair[0])
        voteBy(appealAgainstFlag(), [0, 1, 2], [])
        goTo(24.0, 0.0)
        refuseFlag(agent(), pair[1], isRefused(pair[1], toTime(192.0, 0.0)))
        settleAccused()
        expectBar(pair[0], nil, 192.0)
        flagBy(relayer(), "behaviour")
        goTo(100.0, 0.0)
        unflagBy(relayer())
        expectBarredUntil(pair[1], 192.0)
    }
}

access(all) fun testRule25AFlaggerWhoLiftsWithinADayBarsItselfForListedAndContactTogether() {
    for pair in [["listed", "contact"], ["contact", "listed"]] {
        restartStory()
        flagBy(agent(), pair[0])
        unflagBy(agent())
        refuseFlag(agent(), pair[1], isRefused(pair[1], toTime(168.0, 0.0)))
        flagBy(relayer(), pair[1])
    }
}

access(all) fun testRule25AnExecutedAppealAddsNothingToItsBar() {
    flagAccused("case-1")
    let appeal = appealAgainstFlag()
    voteBy(appeal, [0, 1, 2], [])
    goTo(100.0, 0.0)
    executeProposal(appeal)
    Test.assertEqual(1, countEvents(Type<DharmaProtection.FlagBarred>()))
    expectBar("behaviour", nil, 192.0)
    expectBarredUntil("behaviour", 192.0)
}

access(all) fun testRule25ADeniedAppealBarsNothing() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [], [0, 1, 2])
    goTo(24.0, 0.0)
    unflagAccused()
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FlagBarred>()))
    flagBy(agent(), "behaviour")
}

access(all) fun testRule25AFlaggerWhoLiftsWithinADayBarsItselfForThatCode() {
    flagAccused("case-1")
    goTo(24.0, -1.0)
    unflagAccused()
    let until = toTime(192.0, -1.0)
    let barred = lastEvent(Type<DharmaProtection.FlagBarred>()) as! DharmaProtection.FlagBarred
    Test.assertEqual(["behaviour", "\(agentAddress)"], [barred.reasonCode!, "\(barred.flagger!)"])
    Test.assertEqual(until, barred.until)
    refuseFlag(agent(), "behaviour", isRefused("behaviour", until))
    goTo(192.0, -2.0)
    refuseFlag(agent(), "behaviour", isRefused("behaviour", until))
    flagBy(relayer(), "behaviour")
    goTo(220.0, 0.0)
    unflagBy(relayer())
    flagBy(agent(), "behaviour")
    restartStory()
    flagAccused("case-1")
    goTo(24.0, -1.0)
    unflagAccused()
    flagBy(agent(), "listed")
}

access(all) fun testRule25AFlaggerWhoLiftsAfterADayIsNotBarred() {
    flagAccused("case-1")
    goTo(24.0, 0.0)
    unflagAccused()
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FlagBarred>()))
    flagBy(agent(), "behaviour")
}

/// Lifts at that hour a flag that a vote or an appeal names, and asserts that the flagger alone is barred for every code.
access(all) fun expectBarredForAll(_ hours: Fix64) {
    goTo(hours, 0.0)
    unflagAccused()
    expectBar(nil, agentAddress, hours + 168.0)
    for code in codes {
        refuseFlag(agent(), code, isRefused(code, toTime(hours + 168.0, 0.0)))
    }
    goTo(hours + 168.0, -1.0)
    refuseFlag(agent(), "keys", isRefused("keys", toTime(hours + 168.0, 0.0)))
    flagBy(relayer(), "keys")
    send("protection/dismiss_flagger", [contractsAccount()], [relayer().address])
    goTo(hours + 168.0, 0.0)
    unflagBy(agent())
    flagBy(agent(), "keys")
}

/// Exploit of the earlier rules: a flagger lifted when an appeal arrived, and flagged anew.
access(all) fun testRule25AFlaggerDoesNotDodgeAnAppealByLiftingAndFlaggingAnew() {
    flagAccused("case-1")
    goTo(30.0, 0.0)
    let appeal = appealAgainstFlag()
    expectBarredForAll(54.0 - 0.5)
    expectStatuses({appeal: "expired"})
}

access(all) fun testRule25AnOpenVoteThatNamesTheFlagBarsTheFlaggerForEveryCode() {
    flagAccused("case-1")
    goTo(30.0, 0.0)
    refreshScores()
    propose(members()[0], "unfreeze", accusedAddress)
    expectBarredForAll(53.0)
}

access(all) fun testRule25AnApprovedUnfreezeThatWaitsBarsTheFlaggerForEveryCode() {
    for isSettled in [false, true] {
        restartStory()
        flagAccused("case-1")
        goTo(30.0, 0.0)
        let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
        goTo(100.0, 0.0)
        if isSettled {
            settleAccused()
        }
        expectBarredForAll(221.0)
        expectStatuses({unfreeze: "expired"})
    }
}

access(all) fun testRule25AVoteThatIsOverBarsNothing() {
    for votersAgainst in [[] as [Int], [0, 1, 2]] {
        restartStory()
        flagAccused("case-1")
        goTo(30.0, 0.0)
        proposeAndVote("unfreeze", [], votersAgainst)
        goTo(54.0, 0.0)
        unflagAccused()
        Test.assertEqual(0, countEvents(Type<DharmaProtection.FlagBarred>()))
    }
    restartStory()
    flagAccused("case-1")
    goTo(30.0, 0.0)
    proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(222.0, 0.0)
    unflagAccused()
    Test.assertEqual(0, countEvents(Type<DharmaProtection.FlagBarred>()))
}

access(all) fun testRule25AVoteOpenedAfterAnotherWasApprovedKeepsTheFlagNamed() {
    flagAccused("case-1")
    goTo(30.0, 0.0)
    proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(54.0, 0.0)
    refreshScores()
    propose(members()[0], "unfreeze", accusedAddress)
    goTo(100.0, 0.0)
    settleAccused()
    unflagAccused()
    expectBar(nil, agentAddress, 268.0)
}

access(all) fun testRule25SeveralBarsHoldBesideEachOther() {
    flagAccused("case-1")
    unflagAccused()
    flagBy(agent(), "listed")
    unflagAccused()
    flagBy(relayer(), "behaviour")
    appealAgainstFlag()
    unflagBy(relayer())
    refuseFlag(agent(), "behaviour", isRefused("behaviour", toTime(168.0, 0.0)))
    refuseFlag(agent(), "listed", isRefused("listed", toTime(168.0, 0.0)))
    refuseFlag(relayer(), "keys", isRefused("keys", toTime(168.0, 0.0)))
    Test.assertEqual(3, askPart("protection/get_protection_status", ".bars.length", accusedAddress) as! Int)
    goTo(168.0, 0.0)
    flagBy(agent(), "behaviour")
    unflagAccused()
    Test.assertEqual(1, askPart("protection/get_protection_status", ".bars.length", accusedAddress) as! Int)
}

/// A flagger and its target cannot make a record grow.
access(all) fun testRule25TheSameBarIsStoredOnce() {
    let second = relayer()
    var round = 0
    while round < 6 {
        goTo(Fix64(round) * 24.0, 0.0)
        send("protection/flag_wallet", [round % 2 == 0 ? agent() : second], buildFlag("case", codes[round / 2]))
        closeBlock()
        unflagBy(round % 2 == 0 ? agent() : second)
        round = round + 1
    }
    Test.assertEqual(6, askPart("protection/get_protection_status", ".bars.length", accusedAddress) as! Int)
}

/// Exploit of the earlier rules: a cited transaction, which no contract can check, opened a barred code.
access(all) fun testRule25NoCitationOpensABarredCode() {
    flagAccused("case-1")
    appealAgainstFlag()
    goTo(30.0, 0.0)
    let cited: [AnyStruct] = [sha256Hex("tx"), getNow()]
    closeBlock()
    let code = Test.readFile("../../transactions/protection/flag_wallet.cdc")
    let result = Test.executeTransaction(buildTransaction(code, [agent()], buildFlag("case-2", "behaviour").concat(cited)))
    Test.expect(result, Test.beFailed())
    expectBarredUntil("behaviour", 192.0)
}

// 26: a refused flag

access(all) fun testRule26ARefusedFlagChangesNothingAndIsSetWhenTheFlagOrTheBarEnds() {
    flagAccused("case-1")
    refuseFlag(relayer(), "keys", "is flagged already")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(24.0, 0.0)
    refuseFlag(relayer(), "behaviour", "is refused until")
    Test.assertEqual(1, countEvents(Type<DharmaProtection.Flagged>()))
    goTo(192.0, 0.0)
    flagBy(relayer(), "behaviour")
    Test.assertEqual(2 as UInt64, getFlagNumber(accusedAddress))
    Test.assertEqual(2, countEvents(Type<DharmaProtection.Flagged>()))
}

/// The order in which a flag is lifted and another is set is that of the chain, settled or not.
access(all) fun testRule26AFlagIsSetInTheSecondInWhichAnAppealLiftsTheOther() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    goTo(24.0, -1.0)
    refuseFlag(relayer(), "keys", "is flagged already")
    goTo(24.0, 0.0)
    flagBy(relayer(), "keys")
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual(toTime(24.0, 0.0), lifted.liftedAt)
    Test.assertEqual([1 as UInt64], [lifted.flagNumber])
}
