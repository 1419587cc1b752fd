import Test
import "../helpers/test_helpers.cdc"

/// Limits of signatures and of shared keys, where no transaction of the product stands before them.

access(all) let newDao: Address = 0x0000000000000013
access(all) let reason: String = "A reason of enough characters"

access(all) fun setup() {
    deployDharma()
    closeBlock()
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Hands the DAO to an account whose first key is revoked and whose other keys have these weights.
access(all) fun handOver(_ weights: [UFix64], _ expectedError: String?) {
    restartStory()
    let account = Test.getAccount(newDao)
    for index, weight in weights {
        addKey(account, 10 + index, weight)
    }
    perform("../transactions/accounts/revoke_key.cdc", [account], [0], nil)
    closeBlock()
    let code = "import \"DharmaGovernance\"\ntransaction(to: Address) { prepare(holder: auth(BorrowValue) &Account) { DharmaGovernance.handOver(from: holder, to: to) } }"
    performCode("hand over", code, [contractsAccount()], [newDao], expectedError)
    closeBlock()
}

access(all) fun testTheKeysOfTheDaoWeighOneSignatureTogetherAndNoneOfThemDoes() {
    handOver([], "The keys of \(newDao) weigh 0.00000000 together, not 1000.00000000")
    handOver([500.0], "The keys of \(newDao) weigh 500.00000000 together, not 1000.00000000")
    handOver([500.0, 499.0], "The keys of \(newDao) weigh 999.00000000 together, not 1000.00000000")
    handOver([500.0, 500.0], nil)
    handOver([999.0, 1.0], nil)
    handOver([1.0, 1000.0], "Key 2 of \(newDao) can sign alone")
}

/// The chain cuts off fractions of weights, so that no sum of them comes closer to a full signature than one.
access(all) fun testWeightsOfKeysAreWholeNumbers() {
    handOver([500.0, 499.99], "The keys of \(newDao) weigh 999.00000000 together, not 1000.00000000")
}

/// Relays a proposal with so many signatures of one key, which are none, without the check of the transactions.
access(all) fun proposeWith(_ count: Int, _ expectedError: String) {
    let code = "import \"DharmaConsent\"\nimport \"DharmaGovernance\"\n"
        .concat("transaction(a: Address, count: Int, reason: String) { prepare(signer: &Account) {} execute {\n")
        .concat("let signatures: [DharmaConsent.Signature] = []\n")
        .concat("while signatures.length < count { signatures.append(DharmaConsent.Signature(keyIndex: signatures.length, signature: [])) }\n")
        .concat("let now = UInt64(getCurrentBlock().timestamp)\n")
        .concat("let consent = DharmaConsent.Consent(address: a, sequence: 1, validUntil: now / 60 * 60 + 60, signatures: signatures)\n")
        .concat("let id = DharmaGovernance.propose(action: \"freeze\", target: 0x17, reason: reason, consent: consent) } }")
    performCode("proposal with \(count) signatures", code, [relayer()], [newDao, count, reason], expectedError)
    closeBlock()
}

access(all) fun testTwentySignaturesAreReadAndOneMoreIsNot() {
    proposeWith(21, "DharmaConsent: 21 signatures are more than 20")
    proposeWith(20, "The signature of key 0 of \(newDao) is not over this message")
    proposeWith(0, "The signing keys of \(newDao) weigh 0.00000000, not 1000.00000000")
}

access(all) fun testSignaturesAreReadTogetherWithTheirKeys() {
    expectSignatures(20, 20, nil)
    expectSignatures(21, 21, "21 signatures are more than 20")
    expectSignatures(2, 1, "2 keys do not go with 1 signatures")
    expectSignatures(1, 2, "1 keys do not go with 2 signatures")
}

access(all) fun expectSignatures(_ keys: Int, _ signatures: Int, _ expectedError: String?) {
    closeBlock()
    let code = "import \"DharmaConsent\"\naccess(all) fun main(keys: [Int], hex: [String]): [Int] {\n"
        .concat("return DharmaConsent.toSignatures(keyIndexes: keys, hex: hex)\n")
        .concat(".map(fun (each: DharmaConsent.Signature): Int { return each.keyIndex * 256 + Int(each.signature[0]) }) }")
    let keyIndexes: [Int] = []
    while keyIndexes.length < keys {
        keyIndexes.append(keyIndexes.length)
    }
    let hex: [String] = []
    while hex.length < signatures {
        hex.append("0\(hex.length % 10)")
    }
    let result = Test.executeScript(code, [keyIndexes, hex])
    if let expected = expectedError {
        Test.expect(result, Test.beFailed())
        Test.assertError(result, errorMessage: expected)
    } else {
        let read = result.returnValue! as! [Int]
        Test.assertEqual(keyIndexes.map(view fun (index: Int): Int { return index * 256 + index % 10 }), read)
    }
}
