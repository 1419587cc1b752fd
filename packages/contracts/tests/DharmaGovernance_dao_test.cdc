import Test
import "DharmaGovernance"
import "DharmaGovernanceActions"
import "test_helpers.cdc"

access(all) let target: Address = 0x0000000000000014
access(all) let otherDao: Test.TestAccount = Test.getAccount(0x0000000000000013)

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    setUpCommunity()
}

access(all) fun approveFreeze(_ address: Address): UInt64 {
    refreshScores()
    let id = propose(members()[0], "freeze", address)
    voteByThree(id, true)
    wait(day)
    return id
}

access(all) fun testTheDaoIsNotedAndAnnounced() {
    Test.assertEqual(daoAddress as Address?, ask("governance/get_dao", []) as! Address?)
    let changed = lastEvent(Type<DharmaGovernance.DaoChanged>()) as! DharmaGovernance.DaoChanged
    Test.assertEqual(nil as Address?, changed.before)
    Test.assertEqual(daoAddress, changed.after)
}

access(all) fun testOneKeyOfTheDaoCannotExecuteAndTwoDoSoOnce() {
    let id = approveFreeze(target)
    for key in daoKeys {
        refuse("governance/execute_proposal", signedBy(daoAddress, [key]), [id], "sufficient signatures (500 < 1000)")
        closeBlock()
    }
    send("governance/execute_proposal", signedBy(daoAddress, [7, 8]), [id])
    let executed = lastEvent(Type<DharmaGovernance.ProposalExecuted>()) as! DharmaGovernance.ProposalExecuted
    Test.assertEqual(id, executed.id)
    Test.assertEqual(target, executed.target)
    Test.assertEqual(daoAddress, executed.dao)
    let action = lastEvent(Type<DharmaGovernanceActions.ActionExecuted>()) as! DharmaGovernanceActions.ActionExecuted
    Test.assertEqual(id, action.proposalId)
    refuseExecution(id, "is executed, not approved")
}

access(all) fun testNoOtherAccountExecutes() {
    let id = approveFreeze(0x0000000000000015)
    for stranger in [relayer(), contractsAccount(), agent()] {
        refuse("governance/execute_proposal", [stranger], [id], "is not the account of the DAO")
    }
}

/// The contract cannot tell a lent reference from the account itself: the proof of a deployment lists every capability
/// controller of the DAO's account and fails on this one.
access(all) fun testAnAccountThatTheDaoLendsWithTwoKeysExecutes() {
    let id = approveFreeze(0x0000000000000016)
    perform("transactions/lend_account.cdc", signedBy(daoAddress, [6]), [relayer().address], "sufficient signatures")
    closeBlock()
    perform("transactions/lend_account.cdc", signedBy(daoAddress, [6, 7]), [relayer().address], nil)
    closeBlock()
    perform("transactions/execute_by_lent_account.cdc", [relayer()], [daoAddress, id], nil)
    Test.assertEqual("executed", getStatus(id))
}

access(all) fun testOnlyTheDaoHandsOverAndOnlyToAnAccountThatTakesTwoKeys() {
    let hand = "governance/hand_over_dao"
    refuse(hand, [contractsAccount(), otherDao], [], "\(contractsAddress) cannot hand over; \(daoAddress) can")
    refuse(hand, signedBy(daoAddress, [6, 7]).concat([otherDao]), [], "Key 0 of \(otherDao.address) can sign alone")
    closeBlock()
    addKey(otherDao, 9, 500.0)
    addKey(otherDao, 9, 500.0)
    perform("transactions/revoke_key.cdc", [otherDao], [0], nil)
    closeBlock()
    let twice = "import \"DharmaGovernance\"\ntransaction { prepare(dao: auth(BorrowValue) &Account) {"
        .concat(" DharmaGovernance.handOver(from: dao, to: \(otherDao.address)) } }")
    performCode("hand over", twice, signedBy(daoAddress, [6, 7]), [], "Key 2 of \(otherDao.address) can sign alone")
    closeBlock()
    let weak = Test.createAccount()
    addKey(weak, 10, 500.0)
    perform("transactions/revoke_key.cdc", [weak], [0], nil)
    closeBlock()
    let toWeak = twice.replaceAll(of: otherDao.address.toString(), with: weak.address.toString())
    performCode("hand over", toWeak, signedBy(daoAddress, [6, 7]), [], "weigh 500.00000000 together, not 1000.00000000")
}

access(all) fun testTheDaoHandsOverAndThenExecutesNoMore() {
    let next = Test.createAccount()
    for key in [9, 10] {
        addKey(next, key, 500.0)
    }
    perform("transactions/revoke_key.cdc", [next], [0], nil)
    closeBlock()
    send("governance/hand_over_dao", signedBy(daoAddress, [6, 7]).concat(signedBy(next.address, [9, 10])), [])
    let changed = lastEvent(Type<DharmaGovernance.DaoChanged>()) as! DharmaGovernance.DaoChanged
    Test.assertEqual(daoAddress as Address?, changed.before)
    Test.assertEqual(next.address, changed.after)
    let id = approveFreeze(0x0000000000000017)
    refuseExecution(id, "is not the account of the DAO")
    closeBlock()
    send("governance/execute_proposal", signedBy(next.address, [9, 10]), [id])
}

access(all) fun testStrangersReachNoInnerFunction() {
    for attack in [
        "DharmaGovernance.open(action, proposer: 0x1, isProposerEligible: true, reason: \"\")",
        "DharmaGovernance.borrowProposal(1)!.setStatus(DharmaProposals.Status.approved)",
        "DharmaGovernance.borrowProposal(1)!.supersede()",
        "DharmaGovernance.borrowProposal(1)!.action.executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.Freeze(target: 0x1).executeAction(proposalId: 1, reasonHash: \"\")",
        "DharmaGovernanceActions.executeAction(action, proposalId: 1, reasonHash: \"\")",
        "DharmaProtection.freeze(0x1, proposalId: 1, reasonHash: \"\")",
        "DharmaProtection.unfreeze(0x1, proposalId: 1, reasonHash: \"\", appealedCaseId: nil)",
        "DharmaProtection.borrowRecord(0x1)!.endApproval()",
        "DharmaConsent.requireSharedKeys(signer)",
        "DharmaGovernance.daoAddress = signer.address"
    ] {
        refuseCode(attack, [
            "DharmaConsent", "DharmaGovernance", "DharmaGovernanceActions", "DharmaProposals", "DharmaProtection"
        ])
    }
}

access(all) fun testAnActionOfAStrangerCannotAnnounceADecision() {
    let executed = countEvents(Type<DharmaGovernanceActions.ActionExecuted>())
    deployTo("MaliciousAction", "malicious/MaliciousAction.cdc", relayer())
    Test.assertEqual(executed, countEvents(Type<DharmaGovernanceActions.ActionExecuted>()))
}
