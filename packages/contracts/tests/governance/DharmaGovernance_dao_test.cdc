import Test
import "DharmaGovernance"
import "../helpers/test_helpers.cdc"

/// Who executes what was approved: the account of the DAO, signed by two of its keys.

access(all) let newDao: Address = 0x0000000000000013

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// An approved proposal to freeze the accused, at hour 24.
access(all) fun approve(): UInt64 {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    return id
}

access(all) fun refuseBy(_ signers: [Test.TestAccount], _ id: UInt64, _ message: String) {
    closeBlock()
    refuse("governance/execute_proposal", signers, [id], message)
    closeBlock()
}

access(all) fun handOver(_ holder: [Test.TestAccount], _ to: [Test.TestAccount], _ expectedError: String?) {
    perform("../../transactions/governance/hand_over_dao.cdc", holder.concat(to), [], expectedError)
    closeBlock()
}

access(all) fun getDao(): Address? {
    return ask("governance/get_dao", []) as! Address?
}

/// An account that signs with several test keys of half a signature each.
access(all) fun share(_ address: Address, _ privateKeys: [Int], _ weight: UFix64): [Test.TestAccount] {
    let account = Test.getAccount(address)
    for privateKey in privateKeys {
        addKey(account, privateKey, weight)
    }
    perform("../transactions/accounts/revoke_key.cdc", [account], [0], nil)
    closeBlock()
    return signedBy(address, privateKeys)
}

/// What others can do for the DAO without its keys, as the proof of a deployment asks.
access(all) fun getDelegation(_ part: String): AnyStruct? {
    return askPart("deployment/get_delegations", part, daoAddress)
}

access(all) fun testOneKeyOfTheDaoCannotExecute() {
    let id = approve()
    refuseBy(signedBy(daoAddress, [6]), id, "does not have sufficient signatures (500 < 1000)")
    Test.assertEqual("approved", getStatus(id))
    send("governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id])
    Test.assertEqual("executed", getStatus(id))
}

access(all) fun testAnyTwoKeysOfTheDaoExecute() {
    let id = approve()
    send("governance/execute_proposal", signedBy(daoAddress, [7, 8]), [id])
    Test.assertEqual(true, isAccusedFrozen())
}

access(all) fun testAnotherAccountCannotExecute() {
    let id = approve()
    refuseBy([relayer()], id, "\(relayer().address) is not the account of the DAO")
    refuseBy([contractsAccount()], id, "\(contractsAddress) is not the account of the DAO")
}

access(all) fun testTheDaoDoesNotExecuteWhileOneOfItsKeysCanSignAlone() {
    let id = approve()
    perform("../transactions/accounts/add_key.cdc", signedBy(daoAddress, [6, 7]), [publicKey(9), 1000.0], nil)
    refuseBy(signedBy(daoAddress, [6, 7]), id, "Key 4 of \(daoAddress) can sign alone")
    perform("../transactions/accounts/revoke_key.cdc", signedBy(daoAddress, [6, 7]), [4], nil)
    send("governance/execute_proposal", signedBy(daoAddress, [6, 7]), [id])
}

access(all) fun testAKeyThatIsThereTwiceIsOneThatCanSignAlone() {
    let id = approve()
    perform("../transactions/accounts/add_key.cdc", signedBy(daoAddress, [6, 7]), [publicKey(8), 500.0], nil)
    refuseBy(signedBy(daoAddress, [6, 7]), id, "Key 4 of \(daoAddress) can sign alone")
}

access(all) fun publicKey(_ privateKey: Int): String {
    return Test.readFile("../vectors/public-keys.txt").split(separator: "\n")[privateKey - 1]
}

access(all) fun testTheDaoHandsOverToAnAccountThatTwoKeysSign() {
    let next = share(newDao, [10, 11], 500.0)
    handOver(signedBy(daoAddress, [6, 7]), next, nil)
    let changed = lastEvent(Type<DharmaGovernance.DaoChanged>()) as! DharmaGovernance.DaoChanged
    Test.assertEqual(daoAddress, changed.before!)
    Test.assertEqual(newDao, changed.after)
    Test.assertEqual(newDao, getDao()!)
    let id = approve()
    refuseBy(signedBy(daoAddress, [6, 7]), id, "\(daoAddress) is not the account of the DAO")
    send("governance/execute_proposal", next, [id])
    Test.assertEqual("executed", getStatus(id))
}

access(all) fun testOnlyTheDaoHandsOver() {
    let next = share(newDao, [10, 11], 500.0)
    handOver([relayer()], next, "\(relayer().address) cannot hand over; \(daoAddress) can")
    handOver([contractsAccount()], next, "\(contractsAddress) cannot hand over; \(daoAddress) can")
    handOver(signedBy(daoAddress, [6]), next, "does not have sufficient signatures (500 < 1000)")
    Test.assertEqual(daoAddress, getDao()!)
}

access(all) fun testTheDaoIsNotHandedToAnAccountThatOneKeySigns() {
    handOver(signedBy(daoAddress, [6, 7]), [relayer()], "Key 0 of \(relayer().address) can sign alone")
    Test.assertEqual(daoAddress, getDao()!)
}

/// A new address must sign that it takes the role, but the contract cannot see that: it refuses an account that no signature could use.
access(all) fun testTheDaoIsNotHandedToAnAccountWhoseKeysAreTooWeak() {
    let code = "import \"DharmaGovernance\"\ntransaction(to: Address) { prepare(dao: auth(BorrowValue) &Account) { DharmaGovernance.handOver(from: dao, to: to) } }"
    share(newDao, [10], 500.0)
    performCode("hand over", code, signedBy(daoAddress, [6, 7]), [newDao], "weigh 500.00000000 together, not 1000.00000000")
    performCode("hand over", code, signedBy(daoAddress, [6, 7]), [0x00000000000000ff as Address], "account not found")
}

/// A capability to the account itself gives the same reference as its keys do, and no contract can tell them apart. The
/// proof of a deployment fails on it: `get_delegations` lists every capability that the account of the DAO has issued.
access(all) fun testALentAccountExecutesAndIsSeenByTheProofOfTheDeployment() {
    let id = approve()
    Test.assertEqual(0, countAccountCapabilities())
    perform("../transactions/accounts/lend_account.cdc", signedBy(daoAddress, [6, 7]), [relayer().address], nil)
    perform("../transactions/governance/execute_with_lent_account.cdc", [relayer()], [daoAddress, id], nil)
    Test.assertEqual("executed", getStatus(id))
    Test.assertEqual(1, countAccountCapabilities())
}

access(all) fun countAccountCapabilities(): Int {
    let filter = "filter(view fun (issued: IssuedCapability): Bool { return issued.path == nil }).length"
    return getDelegation(".capabilities.\(filter)") as! Int
}

/// A contract in the account of the DAO can do what its keys can. The proof of a deployment fails on that, too.
access(all) fun testAContractInTheAccountOfTheDaoExecutesAndIsSeenByTheProofOfTheDeployment() {
    let id = approve()
    Test.assertEqual(0, getDelegation(".contracts.length") as! Int)
    let code = Test.readFile("../malicious/MaliciousExecutor.cdc")
        .replaceAll(of: "import \"DharmaGovernance\"", with: "import DharmaGovernance from \(contractsAddress)")
    perform("../transactions/accounts/add_contract.cdc", signedBy(daoAddress, [6, 7]), ["MaliciousExecutor", code], nil)
    let call = "import MaliciousExecutor from \(daoAddress)\ntransaction(id: UInt64) { prepare(signer: &Account) {} execute { MaliciousExecutor.run(id) } }"
    performCode("call", call, [relayer()], [id], nil)
    Test.assertEqual("executed", getStatus(id))
    Test.assertEqual(["MaliciousExecutor"], getDelegation(".contracts") as! [String])
}

access(all) fun testAnAccountOfAnotherAddressIsRefusedHoweverItWasBorrowed() {
    let id = approve()
    perform("../transactions/accounts/lend_account.cdc", [Test.getAccount(newDao)], [relayer().address], nil)
    perform(
        "../transactions/governance/execute_with_lent_account.cdc",
        [relayer()],
        [newDao, id],
        "\(newDao) is not the account of the DAO"
    )
}
