import Test
import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// Rules 19 to 23: what is appealed against, and what an appeal decides, and when.

access(all) let reason: String = "A reason of enough characters"

access(all) fun setup() {
    setUpStories(true)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun refuseAppeal(_ flagNumber: UInt64?, _ freezeNumber: UInt64?, _ message: String) {
    refuse("protection/open_appeal", [relayer()], accused().appeal(flagNumber, freezeNumber, reason), message)
    closeBlock()
}

/// Asserts the number, the outcome and the time of the appeal that closed last.
access(all) fun expectClosed(_ id: UInt64, _ outcome: String, _ hours: Fix64) {
    let closed = lastEvent(Type<DharmaProtection.AppealClosed>()) as! DharmaProtection.AppealClosed
    Test.assertEqual(accusedAddress, closed.address)
    Test.assertEqual([id], [closed.id])
    Test.assertEqual(outcome, closed.outcome)
    Test.assertEqual(toTime(hours, 0.0), closed.closedAt)
}

access(all) fun countClosed(): Int {
    return countEvents(Type<DharmaProtection.AppealClosed>())
}

// 19: what it names

access(all) fun testRule19AnAppealOpensAnUnfreezeOfTheFlagAlone() {
    flagAccused("case-1")
    freezeAccused()
    let id = appealAgainstFlag()
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual(accusedAddress, opened.address)
    Test.assertEqual([id, 1, 0] as [UInt64], [opened.id, opened.flagNumber!, opened.freezeNumber ?? 0])
    Test.assertEqual("case-1" as String?, opened.caseId)
    Test.assertEqual(sha256Hex("It was not me, I really swear"), opened.reasonHash)
    Test.assertEqual(toTime(48.0, 0.0), opened.deadline)
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual(["unfreeze", "other", "It was not me, I really swear"], [created.action, created.rank, created.reason])
    Test.assertEqual([accusedAddress, accusedAddress], [created.proposer, created.target])
    Test.assertEqual([id, 1, 0] as [UInt64], [created.id, created.flagNumber!, created.freezeNumber ?? 0])
    Test.assertEqual(true, created.isAppeal)
    Test.assertEqual("Lift flag 1 of \(accusedAddress)", created.title)
    Test.assertEqual("Lifts this flag of \(accusedAddress). A freeze stays.", created.description)
    let accepted = lastEvent(Type<DharmaConsent.Accepted>()) as! DharmaConsent.Accepted
    Test.assertEqual("appeals", accepted.series)
    Test.assertEqual(id, askPart("protection/get_protection_status", ".flag!.appealId!", accusedAddress) as! UInt64)
    voteBy(id, [0, 1, 2], [])
    goTo(48.0, 0.0)
    executeProposal(id)
    expectAccused(false, true)
    Test.assertEqual(toTime(192.0, 0.0), getFreezeEnd())
}

access(all) fun testRule19AnAppealOpensAnUnfreezeOfTheFreezeAlone() {
    flagAccused("case-1")
    freezeAccused()
    let id = appealAgainstFreeze()
    let opened = lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened
    Test.assertEqual([id, 0, 1] as [UInt64], [opened.id, opened.flagNumber ?? 0, opened.freezeNumber!])
    Test.assertEqual(nil as String?, opened.caseId)
    let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
    Test.assertEqual("Unfreeze \(accusedAddress): end freeze 1", created.title)
    Test.assert(created.description.contains("Ends this freeze of \(accusedAddress). Once approved"))
    voteBy(id, [0, 1, 2], [])
    goTo(48.0, 0.0)
    executeProposal(id)
    expectAccused(true, false)
}

access(all) fun testRule19AnAppealNamesOneNumber() {
    flagAccused("case-1")
    let both = accused().appeal(1, nil, reason)
    both[2] = 1 as UInt64
    refuse("protection/open_appeal", [relayer()], both, "An appeal names one flag or one freeze")
    let neither = accused().appeal(1, nil, reason)
    neither[1] = nil
    refuse("protection/open_appeal", [relayer()], neither, "An appeal names one flag or one freeze")
}

access(all) fun testRule19AnAppealNamesWhatStands() {
    refuseAppeal(1, nil, "\(accusedAddress) does not carry flag 1")
    refuseAppeal(nil, 1, "\(accusedAddress) is not frozen by freeze 1")
    flagAccused("case-1")
    refuseAppeal(2, nil, "\(accusedAddress) does not carry flag 2")
    freezeAccused()
    refuseAppeal(nil, 2, "is not frozen by freeze 2")
    goTo(192.0, -1.0)
    let last = accused().appeal(nil, 1, reason)
    goTo(192.0, 0.0)
    refuse("protection/open_appeal", [relayer()], last, "is not frozen by freeze 1")
}

/// Exploit of the earlier rules: an appeal named the case alone, and was spent on another flag of the same case.
access(all) fun testRule19AnAppealIsAgainstTheFlagThatItsOwnerSignedAgainst() {
    flagAccused("case-1")
    let signed = accused().appeal(1, nil, reason)
    goTo(0.2, 0.0)
    unflagAccused()
    send("protection/flag_wallet", [agent()], buildFlag("case-1", "keys"))
    refuse("protection/open_appeal", [relayer()], signed, "does not carry flag 1")
    closeBlock()
    appealAgainstFlag()
    Test.assertEqual(2 as UInt64?, (lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened).flagNumber)
}

access(all) fun testRule19OnlyTheTargetAppealsByItsOwnMessage() {
    flagAccused("case-1")
    let forged = members()[0].appeal(1, nil, reason)
    forged[0] = accusedAddress
    refuse("protection/open_appeal", [relayer()], forged, "is not over this message")
    refuse("protection/open_appeal", [relayer()], members()[0].appeal(1, nil, reason), "does not carry flag 1")
    let changed = accused().appeal(1, nil, reason)
    changed[3] = "Another reason of enough characters"
    refuse("protection/open_appeal", [relayer()], changed, "is not over this message")
    let frozen = accused().appeal(1, nil, reason)
    frozen[1] = nil
    frozen[2] = 1 as UInt64
    refuse("protection/open_appeal", [relayer()], frozen, "is not over this message")
}

access(all) fun times(_ text: String, _ count: Int): String {
    var all = ""
    for _ in InclusiveRange(1, count) {
        all = all.concat(text)
    }
    return all
}

access(all) fun testAReasonHasTwentyVisibleCharacters() {
    flagAccused("case-1")
    let few = [
        "", "Nineteen__character", times(" ", 30), times("\u{2800}", 20), times("\u{3164}", 20), times("\u{115F}", 20),
        times("\u{200B}", 20), times("\u{E0041}", 20), times("\u{1D159}", 20), times("\r\n", 20), times("\u{0}", 20),
        times("😀\u{FE0F}", 19), times("x\u{FEFF}\u{A0} ", 19), times("e\u{301}", 19), times("👨\u{200D}👩\u{200D}👧", 19)
    ]
    for text in few {
        refuse(
            "protection/open_appeal",
            [relayer()],
            accused().appeal(1, nil, text),
            "The reason has fewer than 20 visible characters"
        )
        let proposal = members()[0].proposal("freeze", members()[1].address(), text)
        refuse("governance/create_proposal", [relayer()], proposal, "The reason has fewer than 20 visible characters")
    }
    let long = accused().appeal(1, nil, times("é", 2001))
    refuse("protection/open_appeal", [relayer()], long, "The reason has 4002 bytes, more than 4000")
    let far = accused().appeal(1, nil, times(" ", 281).concat("Twenty characters ok"))
    refuse("protection/open_appeal", [relayer()], far, "The reason has fewer than 20 visible characters")
}

access(all) fun testAReasonOfTwentyVisibleCharactersIsTaken() {
    let enough = [
        times("x          ", 20), times("x\u{3000}", 20), times("😀", 20), times("👨\u{200D}👩\u{200D}👧", 20),
        times("❤\u{FE0F}\n", 20), times("e\u{301}", 20), times("क\u{94D}ष", 20), times("각", 20), times("é", 2000)
    ]
    for text in enough {
        let person = createNewborns(1)[0]
        send("governance/create_proposal", [relayer()], person.proposal("freeze", accusedAddress, text))
        let created = lastEvent(Type<DharmaGovernance.ProposalCreated>()) as! DharmaGovernance.ProposalCreated
        Test.assertEqual([text, sha256Hex(text)], [created.reason, created.reasonHash])
        restartStory()
    }
}

access(all) fun testRule19AReportRelayedFirstStopsNoAppeal() {
    publishScore(accusedAddress, 50)
    flagAccused("case-1")
    let appeal = accused().appeal(1, nil, reason)
    send("reports/report_wallet", [relayer()], accused().report(0x15, "thief", accused().next(reports)))
    send("protection/open_appeal", [relayer()], appeal)
    expectStatuses({lastProposal(): "pending"})
}

access(all) fun testRule19TheLinesOfAnAppealNameItsNumber() {
    let code = "import \"DharmaGovernance\"\naccess(all) fun main(a: UInt64?, b: UInt64?): [String] { return DharmaGovernance.getAppealDetails(flagNumber: a, freezeNumber: b, reasonHash: \"hash\") }"
    Test.assertEqual(["Flag: 3", "Reason SHA-256: hash"], askCode(code, [3 as UInt64, nil]) as! [String])
    Test.assertEqual(["Freeze: 7", "Reason SHA-256: hash"], askCode(code, [nil, 7 as UInt64]) as! [String])
    Test.assertEqual(["Freeze: 0", "Reason SHA-256: hash"], askCode(code, [nil, nil]) as! [String])
}

// 20: topics and places

access(all) fun testRule20AnAppealHoldsNoTopicAndIsKeptOutByNone() {
    freezeAccused()
    refreshScores()
    let own = propose(accused(), "unfreeze", accusedAddress)
    let appeal = appealAgainstFreeze()
    let low = propose(members()[0], "unfreeze", accusedAddress)
    let high = propose(agentPerson(), "unfreeze", accusedAddress)
    expectStatuses({own: "pending", appeal: "pending", low: "pending", high: "pending"})
    voteBy(appeal, [], [0, 1, 2])
    voteBy(low, [0, 1, 2], [])
    goTo(48.0, 0.0)
    expectStatuses({own: "expired", appeal: "rejected", low: "approved", high: "expired"})
    executeProposal(low)
    expectAccused(false, false)
}

access(all) fun testRule20AnAppealTakesNoPlaceOfItsProposer() {
    flagAccused("case-1")
    freezeAccused()
    appealAgainstFlag()
    appealAgainstFreeze()
    Test.assertEqual([] as [UInt64], ask("governance/get_open_proposals", [accusedAddress]) as! [UInt64])
    for number in [0x101, 0x102, 0x103] as [UInt64] {
        propose(accused(), "freeze", Address(number))
    }
}

// 21: outcomes

access(all) fun testRule21TheOutcomeIsThatOfTheVoteFromTheSecondInWhichItEnds() {
    for votesFor in [[] as [Int], [0, 1], [0, 1, 2]] {
        for votesAgainst in [[] as [Int], [3, 4]] {
            restartStory()
            flagAccused("case-1")
            let id = appealAgainstFlag()
            voteBy(id, votesFor, votesAgainst)
            let count = votesFor.length + votesAgainst.length
            let isUpheld = count >= 3 && votesFor.length > votesAgainst.length
            let outcome = count < 3 ? "undecided" : isUpheld ? "upheld" : "denied"
            goTo(24.0, -1.0)
            settleAccused()
            Test.assertEqual(0, countClosed())
            goTo(24.0, 0.0)
            expectStatuses({id: count < 3 ? "expired" : isUpheld ? "approved" : "rejected"})
            expectClosed(id, outcome, 24.0)
            settleAccused()
            Test.assertEqual(1, countClosed())
        }
    }
}

access(all) fun testRule21AnAppealAgainstAFreezeHasTheSameOutcomes() {
    for votersFor in [[] as [Int], [0, 1, 2]] {
        for votersAgainst in [[] as [Int], [0, 1, 2]] {
            if votersFor.length + votersAgainst.length == 6 {
                continue
            }
            restartStory()
            freezeAccused()
            let id = appealAgainstFreeze()
            voteBy(id, votersFor, votersAgainst)
            goTo(100.0, 0.0)
            settleAccused()
            expectClosed(id, votersFor.length > 0 ? "upheld" : votersAgainst.length > 0 ? "denied" : "undecided", 48.0)
        }
    }
}

access(all) fun testRule21WhereTheFlagIsLiftedOtherwiseTheAppealClosesWithoutOutcome() {
    flagAccused("case-1")
    let id = appealAgainstFlag()
    voteBy(id, [0, 1, 2], [])
    goTo(20.0, 0.0)
    unflagAccused()
    closeBlock()
    expectClosed(id, "void", 20.0)
    expectStatuses({id: "expired"})
    goTo(24.0, 0.0)
    expectStatuses({id: "expired"})
    Test.assertEqual(1, countClosed())
}

access(all) fun testRule21WhereTheFreezeLapsesTheAppealClosesWithoutOutcome() {
    for isSettledAtOnce in [false, true] {
        restartStory()
        freezeAccused()
        goTo(180.0, 0.0)
        let id = appealAgainstFreeze()
        voteBy(id, [0, 1, 2], [])
        goTo(192.0, 0.0)
        if isSettledAtOnce {
            settleAccused()
        }
        goTo(250.0, 0.0)
        expectStatuses({id: "expired"})
        Test.assertEqual("expired", getVotingOutcome(id))
        expectClosed(id, "void", 192.0)
    }
}

access(all) fun testRule21WhereAnUnfreezeIsExecutedOrAnotherFreezeBeginsTheAppealCloses() {
    freezeAccused()
    let unfreeze = proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(30.0, 0.0)
    let id = appealAgainstFreeze()
    goTo(48.0, 0.0)
    expectStatuses({id: "pending"})
    executeProposal(unfreeze)
    closeBlock()
    expectClosed(id, "void", 48.0)
    restartStory()
    freezeAccused()
    proposeAndVote("unfreeze", [0, 1, 2], [])
    goTo(48.0, 0.0)
    let next = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(60.0, 0.0)
    let other = appealAgainstFreeze()
    goTo(72.0, 0.0)
    executeProposal(next)
    closeBlock()
    expectClosed(other, "void", 72.0)
    appealAgainstFreeze()
    Test.assertEqual(2 as UInt64?, (lastEvent(Type<DharmaProtection.AppealOpened>()) as! DharmaProtection.AppealOpened).freezeNumber)
}

// 22: how many

access(all) fun testRule22OneAppealAgainstEachFlag() {
    flagAccused("case-1")
    let id = appealAgainstFlag()
    let message = "\(accusedAddress) has appealed against flag 1 already: appeal \(id)"
    refuseAppeal(1, nil, message)
    voteBy(id, [], [0, 1, 2])
    goTo(24.0, 0.0)
    refuseAppeal(1, nil, message)
    goTo(1000.0, 0.0)
    refuseAppeal(1, nil, message)
    unflagAccused()
    flagAccused("case-1")
    appealAgainstFlag()
}

access(all) fun testRule22OneAppealAgainstEachFreezeAndOneMoreAfterEachRenewal() {
    freezeAccused()
    let id = appealAgainstFreeze()
    let message = "\(accusedAddress) has appealed against freeze 1 already: appeal \(id)"
    refuseAppeal(nil, 1, message)
    voteBy(id, [], [0, 1, 2])
    goTo(72.0, 0.0)
    refuseAppeal(nil, 1, message)
    freezeAgain(96.0)
    let second = appealAgainstFreeze()
    refuseAppeal(nil, 1, "appeal \(second)")
    goTo(150.0, 0.0)
    refuseAppeal(nil, 1, "appeal \(second)")
    freezeAgain(200.0)
    appealAgainstFreeze()
}

access(all) fun testRule22NeverTwoAppealsAtATimeAgainstTheSameNumber() {
    freezeAccused()
    let renewal = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(40.0, 0.0)
    appealAgainstFreeze()
    goTo(48.0, 0.0)
    executeProposal(renewal)
    refuseAppeal(nil, 1, "has appealed against freeze 1 already")
    goTo(64.0, -1.0)
    refuseAppeal(nil, 1, "has appealed against freeze 1 already")
    goTo(64.0, 0.0)
    appealAgainstFreeze()
}

access(all) fun testRule22AnAppealInTheSecondOfTheRenewalLeavesTheSecondInEitherOrder() {
    for isAppealFirst in [true, false] {
        freezeAccused()
        let renewal = proposeAndVote("freeze", [0, 1, 2], [])
        goTo(48.0, 0.0)
        if isAppealFirst {
            appealAgainstFreeze()
        }
        executeProposal(renewal)
        if !isAppealFirst {
            appealAgainstFreeze()
        }
        goTo(72.0, 0.0)
        appealAgainstFreeze()
        goTo(96.0, 0.0)
        refuseAppeal(nil, 1, "has appealed against freeze 1 already")
        restartStory()
    }
}

access(all) fun testRule22AppealsAgainstFlagAndFreezeAreOpenAtTheSameTime() {
    flagAccused("case-1")
    freezeAccused()
    let ofFreeze = appealAgainstFreeze()
    let ofFlag = appealAgainstFlag()
    voteBy(ofFreeze, [], [0, 1, 2])
    voteBy(ofFlag, [0, 1, 2], [])
    goTo(48.0, 0.0)
    expectStatuses({ofFreeze: "rejected", ofFlag: "approved"})
    expectAccused(false, true)
}

// 23: what it does

access(all) fun expectLifted(_ cause: String, _ hours: Fix64) {
    let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
    Test.assertEqual([cause, "behaviour"], [lifted.cause, lifted.reasonCode])
    Test.assertEqual(accusedAddress, lifted.address)
    Test.assertEqual(toTime(hours, 0.0), lifted.liftedAt)
}

access(all) fun testRule23UpheldItLiftsItsFlagAtOnce() {
    flagAccused("case-1")
    let id = appealAgainstFlag()
    voteBy(id, [0, 1, 2], [])
    goTo(24.0, -1.0)
    expectAccused(true, false)
    goTo(24.0, 0.0)
    Test.assertEqual(false, isAccusedFlagged())
    goTo(80.0, 0.0)
    expectAccused(false, false)
    expectLifted("appeal", 24.0)
}

access(all) fun testRule23UpheldOnlyAnAppealAgainstAFreezeIsOfferedToTheSigners() {
    flagAccused("case-1")
    let againstFlag = appealAgainstFlag()
    voteBy(againstFlag, [0, 1, 2], [])
    goTo(24.0, 0.0)
    Test.assertEqual("approved", getStatus(againstFlag))
    Test.assertEqual([] as [UInt64], listExecutable())
    restartStory()
    freezeAccused()
    let againstFreeze = appealAgainstFreeze()
    voteBy(againstFreeze, [0, 1, 2], [])
    goTo(48.0, 0.0)
    Test.assertEqual([againstFreeze], listExecutable())
}

access(all) fun testRule23DeniedItLeavesTheFlag() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [], [0, 1, 2])
    goTo(2000.0, 0.0)
    expectAccused(true, false)
}

access(all) fun testRule23UndecidedItLiftsItsFlag() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [], [0, 1])
    goTo(24.0, -1.0)
    expectAccused(true, false)
    goTo(90.0, 0.0)
    expectAccused(false, false)
    expectLifted("appeal", 24.0)
}

/// Flags the accused with that code at that hour, and appeals; nobody votes.
access(all) fun appealUnheardAt(_ hours: Fix64, _ code: String): UInt64 {
    goTo(hours, 0.0)
    send("protection/flag_wallet", [agent()], buildFlag("case", code))
    closeBlock()
    return appealAgainstFlag()
}

access(all) fun testRule23SilenceLiftsAFlagOfACodeOnceInThirtyDays() {
    appealUnheardAt(0.0, "behaviour")
    let second = appealUnheardAt(192.0, "behaviour")
    goTo(216.0, 0.0)
    expectAccused(true, false)
    expectStatuses({second: "expired"})
    expectClosed(second, "undecided", 216.0)
    goTo(240.0, 0.0)
    unflagAccused()
    appealUnheardAt(241.0, "keys")
    goTo(265.0, 0.0)
    expectAccused(false, false)
}

access(all) fun testRule23SilenceLiftsListedAndContactTogetherOnceInThirtyDays() {
    for pair in [["listed", "contact"], ["contact", "listed"]] {
        restartStory()
        appealUnheardAt(0.0, pair[0])
        appealUnheardAt(192.0, pair[1])
        goTo(216.0, 0.0)
        expectAccused(true, false)
    }
}

access(all) fun testRule23AfterThirtyDaysSilenceLiftsAgain() {
    for seconds in [-1.0, 0.0] as [Fix64] {
        restartStory()
        appealUnheardAt(0.0, "behaviour")
        goTo(720.0, seconds)
        flagAccused("case-2")
        closeBlock()
        appealAgainstFlag()
        goTo(744.0, seconds)
        expectAccused(seconds < 0.0, false)
    }
}

access(all) fun testRule23AnUpheldAppealDoesNotUseUpTheSilence() {
    flagAccused("case-1")
    voteBy(appealAgainstFlag(), [0, 1, 2], [])
    appealUnheardAt(192.0, "behaviour")
    goTo(216.0, 0.0)
    expectAccused(false, false)
}

access(all) fun testRule23AFreezeEndsByExecutionAlone() {
    freezeAccused()
    let id = appealAgainstFreeze()
    voteBy(id, [0, 1, 2], [])
    goTo(48.0, 0.0)
    expectAccused(false, true)
    goTo(60.0, 0.0)
    executeProposal(id)
    expectAccused(false, false)
    restartStory()
    freezeAccused()
    appealAgainstFreeze()
    goTo(192.0, -1.0)
    expectAccused(false, true)
    goTo(192.0, 0.0)
    expectAccused(false, false)
}

/// Frozen at 24, its seven days end at 192, and an approved recovery holds it until 312. At 200 an unfreeze is opened and,
/// `gap` seconds later, an appeal; both are approved. A stranger opens three proposals before, on which nobody votes.
access(all) fun settleAppealInTheHold(_ gap: Fix64, hasStranger: Bool): UInt64 {
    restartStory()
    freezeAccused()
    goTo(120.0, 0.0)
    proposeAndVote("recover", [0, 1, 2], [])
    goTo(200.0, 0.0)
    if hasStranger {
        let stranger = newborn()
        for action in ["freeze", "unfreeze", "recover"] {
            propose(stranger, action, accusedAddress)
        }
    }
    refreshScores()
    let unfreeze = propose(members()[0], "unfreeze", accusedAddress)
    if gap > 0.0 {
        goTo(200.0, gap)
    }
    let appeal = appealAgainstFreeze()
    voteBy(unfreeze, [0, 1, 2], [])
    voteBy(appeal, [0, 1, 2], [])
    goTo(224.0, gap)
    settleAccused()
    return appeal
}

access(all) fun testRule4WhatStrangersOpenChangesNeitherOutcomeNorTimeOfAnAppeal() {
    for hasStranger in [false, true] {
        let upheld = settleAppealInTheHold(0.0, hasStranger: hasStranger)
        expectClosed(upheld, "upheld", 224.0)
        Test.assertEqual("approved", getVotingOutcome(upheld))
        expectClosed(settleAppealInTheHold(60.0, hasStranger: hasStranger), "void", 224.0)
    }
}

access(all) fun testRule28WhomTheAccusationLoweredJudgesTheFreezeThatFollowsFromIt() {
    for isFlagged in [true, false] {
        restartStory()
        let neighbours = [members()[3], members()[4]]
        let others = [members()[0].address(), members()[1].address(), members()[2].address()]
        let lowered = [neighbours[0].address(), neighbours[1].address()]
        if isFlagged {
            flagAccused("case-1")
            goTo(0.0, 60.0)
            publishScores(lowered, 54)
        }
        publishScores(others, 70)
        let id = propose(members()[0], "freeze", accusedAddress)
        voteByThree(id, true)
        goTo(1.0, 0.0)
        publishScores(lowered, 54)
        goTo(24.0, 60.0)
        executeProposal(id)
        publishScores(others, 70)
        publishScores(lowered, 54)
        let appeal = appealAgainstFreeze()
        for neighbour in neighbours {
            castVote(neighbour, appeal, true)
        }
    }
}
