import Test
import "../helpers/test_helpers.cdc"

/// An account whose three test keys weigh half a signature each, like the DAO's account.
access(all) let shared: Address = 0x000000000000000a

access(all) let deposit: String = "transaction(path: StoragePath) { prepare(signer: auth(SaveValue) &Account) { signer.storage.save(1, to: path) } }"

access(all) fun setup() {
    for privateKey in [6, 7, 8] {
        addKey(Test.getAccount(shared), privateKey, 500.0)
    }
    perform("../transactions/accounts/revoke_key.cdc", [Test.getAccount(shared)], [0], nil)
}

access(all) fun afterEach() {
    closeBlock()
}

access(all) fun save(_ path: StoragePath, _ signers: [Test.TestAccount], _ expectedError: String?) {
    performCode("save", deposit, signers, [path], expectedError)
}

access(all) fun testTwoKeysOfHalfASignatureSignTogether() {
    save(/storage/six, signedBy(shared, [6, 7]), nil)
    save(/storage/seven, signedBy(shared, [8, 7]), nil)
    save(/storage/eight, signedBy(shared, [6, 7, 8]), nil)
}

access(all) fun testOneKeyOfHalfASignatureIsRefusedAndTheBlockGoesOn() {
    let one = signedBy(shared, [6])
    let two = signedBy(shared, [6, 8])
    save(/storage/one, one, "authorizer account does not have sufficient signatures (500 < 1000)")
    save(/storage/two, two, nil)
}

access(all) fun testTheRevokedFirstKeyIsRefused() {
    save(/storage/first, [Test.getAccount(shared)], "revoked")
    save(/storage/first, signedBy(shared, [6]).concat([Test.getAccount(shared)]), "revoked")
}

access(all) fun testARevokedKeyIsRefused() {
    perform("../transactions/accounts/revoke_key.cdc", signedBy(shared, [6, 7]), [3], nil)
    save(/storage/revoked, signedBy(shared, [6, 8]), "revoked")
    save(/storage/left, signedBy(shared, [6, 7]), nil)
}
