import Test
import "test_helpers.cdc"

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun setup() {
    deployDharma()
}

access(all) fun testTheAdminDoesNotActWhereOneKeySignsAlone() {
    refuse("governance/execute_proposal", [contractsAccount()], [1 as UInt64], "can sign alone")
    let dao = Test.getAccount(daoAddress)
    send("governance/hand_over_admin", [contractsAccount(), dao], [])
    refuse("governance/execute_proposal", [dao], [1 as UInt64], "can sign alone")
    refuse("governance/execute_proposal", [contractsAccount()], [1 as UInt64], "does not hold the admin of the DAO")
}

access(all) fun testTheAdminDoesNotActWhereTwoKeysAreOne() {
    let dao = Test.getAccount(daoAddress)
    addKey(dao, 6, 500.0)
    addKey(dao, 6, 500.0)
    perform("transactions/lend_admin.cdc", [dao], [relayer().address], nil)
    perform("transactions/borrow_admin.cdc", [relayer()], [daoAddress], nil)
    perform("transactions/revoke_key.cdc", [dao], [0], nil)
    perform("transactions/execute_with_lent_admin.cdc", [relayer()], [1 as UInt64], "Key 2 of 0x000000000000000a can sign alone")
}

access(all) fun testThePowersToDecideAreInNoStorage() {
    let code = "import \"DharmaProtection\"\nimport \"DharmaVault\"\n"
        .concat("access(all) fun main(house: Address): [Type?] { let storage = getAccount(house).storage\n")
        .concat("return [storage.type(at: DharmaProtection.arbiterStoragePath),")
        .concat(" storage.type(at: DharmaVault.recovererStoragePath)] }")
    Test.assertEqual([nil, nil] as [Type?], askCode(code, [contractsAddress]) as! [Type?])
}

access(all) fun testThePowersToDecideAreTakenOnce() {
    let code = "transaction(code: String) { prepare(signer: auth(AddContract) &Account) {"
        .concat(" signer.contracts.add(name: \"DharmaGovernanceActions\", code: code.utf8) } }")
    var measures = Test.readFile("../contracts/DharmaGovernanceActions.cdc")
    for imported in ["DharmaProtection", "DharmaVault"] {
        measures = measures.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(contractsAddress)")
    }
    performCode("code of a stranger", code, [relayer()], [measures], "The arbiter of DharmaProtection was taken already")
}
